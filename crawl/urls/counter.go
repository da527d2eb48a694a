package urls

// A counter is a number in otherwise equal URLs that grows.
type counter struct {
	high uint64 // the greatest number met
	step uint64 // by how much it was greater than that before
	run  int    // how many numbers were greater than all before, or, if steps count, in equal steps
}

// admits reports whether a URL with the number n may pass: a greater one was met
// before, or there is room for one more.
func (c counter) admits(n uint64, limit int) bool { return n <= c.high || c.run < limit }

// count counts n, which the counter admits. If steps is set, a step unlike that
// before begins a new run.
func (c counter) count(n uint64, steps bool) counter {
	switch step := n - c.high; {
	case c.run == 0:
		return counter{high: n, run: 1}
	case n <= c.high:
		return c
	case steps && step != c.step:
		return counter{high: n, step: step, run: 2}
	default:
		return counter{high: n, step: step, run: c.run + 1}
	}
}

// number returns the value of digits, of the last 18 if there are more.
func number(s string) (n uint64) {
	for _, c := range []byte(s[max(0, len(s)-18):]) {
		n = n*10 + uint64(c-'0')
	}
	return n
}

// A count is a number of a URL with the key of its counter.
type count struct{ key, number uint64 }

// maxCounts bounds how many numbers of a URL are counted by.
const maxCounts = 4

// draftCounts drafts each number of a URL among those of URLs that are equal but for it.
func draftCounts(d *draft, p parts) {
	local := p.local()
	for i := 0; i < len(local) && len(d.counts) < maxCounts; {
		n := variedLen(local, i)
		if n > 0 && isNumber(local[i:i+n]) {
			d.begin(trapPattern)
			d.keep(p.name)
			d.keep(local[:i])
			d.vary("")
			d.keep(local[i+n:])
			d.counts = append(d.counts, count{d.set.Sum64(), number(local[i : i+n])})
		}
		i += max(n, 1)
	}
}
