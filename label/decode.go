package label

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// reader is a grammar prepared for reading: logarithms of the shares of the states.
type reader struct {
	counts map[string]float64 // of the grammar
	class  [utf8.RuneSelf][states]float64
	seen   map[clue][states]float64
	start  [states]float64
	steps  map[string][states][states]float64 // by separator and state before
	cuts   [states]map[string][2]float64      // join, cut, by state and separator
}

// clue is the hash of what may be seen of a line or a stretch.
type clue uint64

// clueOf returns the clue of a kind of evidence.
func clueOf(kind, what string) clue {
	return clue(words.Mix(words.ByteHash(kind) ^ words.Mix(words.ByteHash(what))))
}

// placeClue returns the clue of the so-manieth stretch in some elements.
func placeClue(chain clue, number int) clue { return clue(words.Mix(uint64(chain) + uint64(number))) }

func (g *Grammar) reader() *reader {
	r := &reader{counts: g.Counts, seen: map[clue][states]float64{}, steps: map[string][states][states]float64{}}
	counts := r.countStates()
	for class, prior := range classPriors {
		r.class[class] = shares(counts["class "+string(class)], prior, classWeight)
	}
	var all [states]float64
	for key, c := range counts {
		if strings.HasPrefix(key, "class ") {
			for s, n := range c {
				all[s] += n
			}
		}
	}
	base := shares(all, evenly, 1)
	for key, c := range counts {
		switch kind, rest, _ := strings.Cut(key, " "); kind {
		case "start":
			if rest == "" {
				r.start = shares(c, evenly, priorWeight)
			}
		case "line", "chain":
			r.seen[clueOf(kind, rest)] = beside(shares(c, evenly, priorWeight), base)
		case "place":
			i := strings.LastIndexByte(rest, ' ')
			if n, err := strconv.Atoi(rest[i+1:]); err == nil && i >= 0 {
				r.seen[placeClue(clueOf("chain", rest[:i]), n)] = beside(shares(c, evenly, priorWeight), base)
			}
		case "open":
			r.seen[clueOf(kind, rest)] = beside(shares(c, evenly, openWeight), base)
		case "step":
			if _, sep, ok := strings.Cut(rest, " "); ok {
				r.steps[sep] = stepsOver(sep, counts)
			}
		}
	}
	return r
}

// countStates returns how often each thing was seen with each state, and counts the cuts of the reader.
func (r *reader) countStates() map[string][states]float64 {
	for s := range r.cuts {
		r.cuts[s] = map[string][2]float64{}
	}
	counts := map[string][states]float64{}
	for key, n := range r.counts {
		kind, rest, _ := strings.Cut(key, " ")
		i := strings.LastIndexByte(rest, ' ')
		if side := slices.Index([]string{"join", "cut"}, kind); side >= 0 {
			if from := slices.Index(stateNames[:], rest[:max(i, 0)]); from >= 0 {
				c := r.cuts[from][rest[i+1:]]
				c[side] += n
				r.cuts[from][rest[i+1:]] = c
			}
		} else if s := slices.Index(stateNames[:], rest[i+1:]); s >= 0 && i >= 0 {
			c := counts[kind+" "+rest[:i]]
			c[s] += n
			counts[kind+" "+rest[:i]] = c
		}
	}
	return counts
}

// stepsOver returns what follows each state behind a separator.
func stepsOver(sep string, counts map[string][states]float64) (out [states][states]float64) {
	for from := range states {
		out[from] = shares(counts["step "+stateNames[from]+" "+sep], stepPrior(from, sortOf(sep)), priorWeight)
	}
	return out
}

// shares returns the logarithms of the shares of the states.
func shares(c, prior [states]float64, weight float64) (out [states]float64) {
	total := weight
	for _, n := range c {
		total += n
	}
	for s := range out {
		out[s] = math.Log((c[s] + weight*prior[s]) / total)
	}
	return out
}

// beside returns how much more often than of all stretches each state is: what is so
// of all of them says nothing, however many kinds of evidence say it.
func beside(e, base [states]float64) [states]float64 {
	for s := range e {
		e[s] -= base[s]
	}
	return e
}

var evenly = [states]float64{1. / 3, 1. / 3, 1. / 3}

// own returns the evidence for a stretch by itself, given that of its line and its
// chain. What was not seen says nothing.
func (r *reader) own(a *stretch, line, chain [states]float64) [states]float64 {
	out := r.class[a.class]
	if a.place > 0 {
		add(&out, r.seen[placeClue(a.chainClue, a.place)])
	}
	add(&out, line)
	add(&out, chain)
	if a.opens != 0 {
		add(&out, r.seen[a.opens])
	}
	return out
}

func add(sum *[states]float64, e [states]float64) {
	for s := range sum {
		sum[s] += e[s]
	}
}

// decoder has the memory of decoding.
type decoder struct {
	score [][states]float64
	back  [][states]state
	found []state
}

// decode returns the likeliest states of a line's stretches (Viterbi), in memory that
// is used again.
func (r *reader) decode(d *decoder, c *cutLine) []state {
	n := len(c.stretches)
	if n == 0 {
		return nil
	}
	d.score, d.back, d.found = slices.Grow(d.score[:0], n)[:n], slices.Grow(d.back[:0], n)[:n], slices.Grow(d.found[:0], n)[:n]
	line, chain := r.seen[c.clue], r.seen[c.stretches[0].chainClue]
	for i := range c.stretches {
		a := &c.stretches[i]
		if i > 0 && a.chainClue != c.stretches[i-1].chainClue {
			chain = r.seen[a.chainClue]
		}
		own := r.own(a, line, chain)
		if i == 0 {
			add(&own, r.start)
			d.score[0] = own
			continue
		}
		steps, ok := r.steps[a.sep]
		if !ok {
			steps = unseenSteps[sortOf(a.sep)]
		}
		for to := range states {
			best, at := math.Inf(-1), outside
			for from := range states {
				if v := d.score[i-1][from] + steps[from][to] + own[to]; v > best {
					best, at = v, from
				}
			}
			d.score[i][to], d.back[i][to] = best, at
		}
	}
	last := outside
	for s := range states {
		if d.score[n-1][s] > d.score[n-1][last] {
			last = s
		}
	}
	for i := n - 1; i >= 0; i-- {
		d.found[i] = last
		last = d.back[i][last]
	}
	return d.found
}

// cutsAt reports whether two stretches of one state are two values.
func (r *reader) cutsAt(s state, before, a *stretch) bool {
	c := r.cuts[s][a.sep]
	if c[0] != c[1] {
		return c[1] > c[0]
	}
	switch {
	case a.sep == "g", s == inAuthor && a.sep == "&" && a.class == classWord: // "de Oliveira e Silva"
		return false
	case s == inAffiliation:
		return strings.ContainsAny(a.sep, ";|.^")
	case a.sep == "" || a.sep == "e":
		return isName(before.class) && isName(a.class)
	}
	return true
}

func isName(class byte) bool { return class == className || class == classInitial }

// read returns the values of a label in lines.
func (r *reader) read(p *cutPage, d *decoder, l Label, lines []int) content {
	var c content
	want := stateOf(l)
	for at, k := range lines {
		had := len(c.items)
		cut := p.cut(k)
		ss := cut.stretches
		found := r.decode(d, cut)
		for i := 0; i < len(ss); i++ {
			if found[i] != want {
				continue
			}
			first := &ss[i]
			for i+1 < len(ss) && found[i+1] == want && !r.cutsAt(want, &ss[i], &ss[i+1]) {
				i++
			}
			value := cut.text[first.from:ss[i].to]
			if l == Authors {
				c.addName(value, ss[i].notes)
			} else {
				place, mark := affiliationIn(words.Collapse(value), strings.Join(first.before, " "))
				c.addAffiliation(place, mark)
			}
		}
		if len(c.items) > had {
			c.from = append(c.from, at)
		}
	}
	c.text = listText(l, c.items)
	return c
}

func (c *content) addName(s string, notes []string) {
	name := cleanName(withoutLeadIn(surnameLast(words.Trim(words.Collapse(s), " ,;"))))
	if plausibleName(name) && len(c.items) < maxNames && (len(c.items) > maxApart || !slices.Contains(c.items, name)) {
		c.add(name, notes)
	}
}

// add adds an item.
func (c *content) add(item string, notes []string) {
	const few = 4 // items of most lists
	if c.items == nil {
		c.items, c.notes = make([]string, 0, few), make([][]string, 0, few)
	}
	c.items, c.notes = append(c.items, item), append(c.notes, notes)
}
