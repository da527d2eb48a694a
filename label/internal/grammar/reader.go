package grammar

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Reader is a grammar prepared for reading: logarithms of the shares of the states.
type Reader struct {
	Counts map[string]float64 // of the grammar
	class  [utf8.RuneSelf][states]float64
	seen   map[stretches.Clue][states]float64
	start  [states]float64
	steps  map[string][states][states]float64 // by separator and state before
	cuts   [states]map[string][2]float64      // join, cut, by state and separator
}

// NewReader prepares a grammar.
func (g *Grammar) NewReader() *Reader {
	r := &Reader{Counts: g.Counts, seen: map[stretches.Clue][states]float64{}, steps: map[string][states][states]float64{}}
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
			r.seen[stretches.ClueOf(kind, rest)] = beside(shares(c, evenly, priorWeight), base)
		case "place":
			i := strings.LastIndexByte(rest, ' ')
			if n, err := strconv.Atoi(rest[i+1:]); err == nil && i >= 0 {
				r.seen[stretches.NumberClue(stretches.ClueOf("chain", rest[:i]), n)] = beside(shares(c, evenly, priorWeight), base)
			}
		case "open":
			r.seen[stretches.ClueOf(kind, rest)] = beside(shares(c, evenly, openWeight), base)
		case "step":
			if _, sep, ok := strings.Cut(rest, " "); ok {
				r.steps[sep] = stepsOver(sep, counts)
			}
		}
	}
	return r
}

// countStates returns how often each thing was seen with each state, and counts the cuts of the reader.
func (r *Reader) countStates() map[string][states]float64 {
	for s := range r.cuts {
		r.cuts[s] = map[string][2]float64{}
	}
	counts := map[string][states]float64{}
	for key, n := range r.Counts {
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
		out[from] = shares(counts["step "+stateNames[from]+" "+sep], stepPrior(from, SortOf(sep)), priorWeight)
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

// own returns the evidence for a stretch by itself, given that of its line and its
// chain. What was not seen says nothing.
func (r *Reader) own(a *stretches.Stretch, line, chain [states]float64) [states]float64 {
	out := r.class[a.Class]
	if a.Number > 0 {
		add(&out, r.seen[stretches.NumberClue(a.ChainClue, a.Number)])
	}
	add(&out, line)
	add(&out, chain)
	if a.Opens != 0 {
		add(&out, r.seen[a.Opens])
	}
	return out
}

func add(sum *[states]float64, e [states]float64) {
	for s := range sum {
		sum[s] += e[s]
	}
}

// Decoder has the memory of decoding.
type Decoder struct {
	score [][states]float64
	back  [][states]State
	found []State
}

// decode returns the likeliest states of a line's stretches (Viterbi), in memory that
// is used again.
func (r *Reader) decode(d *Decoder, c *stretches.Line) []State {
	n := len(c.Stretches)
	if n == 0 {
		return nil
	}
	d.score, d.back, d.found = slices.Grow(d.score[:0], n)[:n], slices.Grow(d.back[:0], n)[:n], slices.Grow(d.found[:0], n)[:n]
	line, chain := r.seen[c.Clue], r.seen[c.Stretches[0].ChainClue]
	for i := range c.Stretches {
		a := &c.Stretches[i]
		if i > 0 && a.ChainClue != c.Stretches[i-1].ChainClue {
			chain = r.seen[a.ChainClue]
		}
		own := r.own(a, line, chain)
		if i == 0 {
			add(&own, r.start)
			d.score[0] = own
			continue
		}
		steps, ok := r.steps[a.Sep]
		if !ok {
			steps = unseenSteps[SortOf(a.Sep)]
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
func (r *Reader) cutsAt(s State, before, a *stretches.Stretch) bool {
	c := r.cuts[s][a.Sep]
	if c[0] != c[1] {
		return c[1] > c[0]
	}
	switch {
	case a.Sep == "g", s == inAuthor && a.Sep == "&" && a.Class == people.ClassWord: // "de Oliveira e Silva"
		return false
	case s == inAffiliation:
		return strings.ContainsAny(a.Sep, ";|.^")
	case a.Sep == "" || a.Sep == "e":
		return people.IsName(before.Class) && people.IsName(a.Class)
	}
	return true
}

// Read returns the values of a label in lines.
func (r *Reader) Read(p *stretches.CutPage, d *Decoder, l zones.Label, lines []int) zones.Content {
	var c zones.Content
	want := StateOf(l)
	for at, k := range lines {
		had := len(c.Items)
		cut := p.Cut(k)
		ss := cut.Stretches
		found := r.decode(d, cut)
		for i := 0; i < len(ss); i++ {
			if found[i] != want {
				continue
			}
			first := &ss[i]
			for i+1 < len(ss) && found[i+1] == want && !r.cutsAt(want, &ss[i], &ss[i+1]) {
				i++
			}
			value := cut.Text[first.From:ss[i].To]
			if l == zones.Authors {
				people.AddName(&c, value, ss[i].Notes)
			} else {
				people.AddAffiliation(&c, words.Collapse(value), strings.Join(first.Before, " "))
			}
		}
		if len(c.Items) > had {
			c.From = append(c.From, at)
		}
	}
	c.Text = zones.Text(l, c.Items)
	return c
}
