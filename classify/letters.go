package classify

// letters counts the bytes of a text by their lower four bits, up to 127 of a
// kind: eight counts in a word.
type letters struct {
	counts [2]uint64
	total  int
	size   int // of the text
	each   int // an edit's part of the text, rounded down, so that a bound of a distance needs no division
}

const eachBits = 14 // of each that are fractions of a part

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	evens = 0x00ff00ff00ff00ff
)

func lettersOf(text string) letters {
	var counts [16]uint64
	for i := range len(text) {
		counts[text[i]%16]++
	}
	l := letters{size: len(text), each: whole << eachBits / max(1, len(text))}
	for kind, n := range counts {
		n = min(n, 127)
		l.counts[kind/8] |= n << (kind % 8 * 8)
		l.total += int(n)
	}
	return l
}

// alone returns how many bytes there are in one text that have no like in the
// other, in the text that has more of them.
func (l *letters) alone(o *letters) int {
	n := more(l.counts[0], o.counts[0]) + more(l.counts[1], o.counts[1])
	return max(n, n+o.total-l.total)
}

// more adds up by how much the counts of a are greater than those of b.
func more(a, b uint64) int {
	d := (a | highs) - b
	greater := d & highs
	d &= greater - greater>>7
	pairs := d&evens + d>>8&evens
	return int(pairs * (evens & ones) >> 48)
}
