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
	steps  map[string]*steps             // by separator
	last   [len(classes)][states]float64 // how often a record ends so
	unseen [signSorts]*steps             // over separators that were not seen
	cuts   [states]map[string][2]float64 // join, cut, by state and separator
}

// NewReader prepares a grammar.
func (g *Grammar) NewReader() *Reader {
	r := &Reader{Counts: g.Counts, seen: map[stretches.Clue][states]float64{}, steps: map[string]*steps{}}
	counts := r.countStates()
	for class := range classPriors {
		r.class[class] = classShares(class, counts["class "+string(class)])
	}
	r.start = shares(counts["start "], evenly, priorWeight)
	ends := r.countEnds(counts)
	for sort := range r.unseen {
		r.unseen[sort] = r.stepsOver("", sort, counts, ends)
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
			if _, sep, ok := strings.Cut(rest, " "); ok && r.steps[sep] == nil {
				r.steps[sep] = r.stepsOver(sep, SortOf(sep), counts, ends)
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

// steps are what follows a state of a class over a separator, in the order of classes, as logarithms.
type steps [len(classes)][states][states]float64

// classes are the classes of stretches.
const classes = string(people.ClassName) + string(people.ClassInitial) + string(people.ClassInstitution) + string(people.ClassPlace) + string(people.ClassDegree) +
	string(people.ClassAddress) + string(people.ClassNumber) + string(people.ClassLower) + string(people.ClassWord) + string(people.ClassOther)

// countEnds counts how often a record ends with a stretch, by its class and its state, and returns how often it does in
// a line that goes on.
func (r *Reader) countEnds(counts map[string][states]float64) *[len(classes)][states]float64 {
	const usual = 0.3 // of the stretches of records
	out := &[len(classes)][states]float64{}
	if !slices.ContainsFunc([]byte(classes), func(class byte) bool { return counts["end "+string(class)] != [states]float64{} }) {
		return out
	}
	several := priorWeight / (priorWeight + counts["again "][inAffiliation])
	for k := range out {
		ended, all := counts["end "+classes[k:k+1]], counts["class "+classes[k:k+1]]
		for s := range states {
			end := (ended[s] + priorWeight*usual) / (all[s] + priorWeight)
			out[k][s], r.last[k][s] = several*end, math.Log(end)
		}
	}
	return out
}

// stepsOver returns what follows each state behind a separator. Behind one that parts the entries of lists a record
// may have ended, and what follows is how records start.
func (r *Reader) stepsOver(sep string, sort int, counts map[string][states]float64, ends *[len(classes)][states]float64) *steps {
	out := &steps{}
	for from := range states {
		on := shares(counts["step "+stateNames[from]+" "+sep], stepPrior(from, sort), priorWeight)
		for k := range out {
			out[k][from] = on
			if end := ends[k][from]; from == inAffiliation && (sort == ListSign || sort == otherSign) {
				for to := range states {
					out[k][from][to] = math.Log((1-end)*math.Exp(on[to]) + end*math.Exp(r.start[to]))
				}
			}
		}
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
	score [][states]float64 // of the best states up to a stretch
	rest  [][states]float64 // of the best states behind it
	over  []*steps          // between a stretch and the one before
	own   [][states]float64 // of a stretch by itself
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
	d.rest, d.over, d.own = slices.Grow(d.rest[:0], n)[:n], slices.Grow(d.over[:0], n)[:n], slices.Grow(d.own[:0], n)[:n]
	line, chain := r.seen[c.Clue], r.seen[c.Stretches[0].ChainClue]
	for i := range c.Stretches {
		a := &c.Stretches[i]
		if i > 0 && a.ChainClue != c.Stretches[i-1].ChainClue {
			chain = r.seen[a.ChainClue]
		}
		own := r.own(a, line, chain)
		d.own[i] = own
		if i == 0 {
			add(&own, r.start)
			d.score[0] = own
			continue
		}
		over := r.steps[a.Sep]
		if over == nil {
			over = r.unseen[SortOf(a.Sep)]
		}
		d.over[i] = over
		steps := &over[strings.IndexByte(classes, c.Stretches[i-1].Class)]
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
	ends := r.last[strings.IndexByte(classes, c.Stretches[n-1].Class)]
	add(&d.own[n-1], ends)
	add(&d.score[n-1], ends)
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

// clear returns by how much the states that were decoded are likelier than the best ones in which a stretch more or less
// is of a kind.
func (d *Decoder) clear(c *stretches.Line, want State) float64 {
	n := len(c.Stretches)
	least := math.Inf(1)
	for i := n - 1; i >= 0; i-- {
		d.rest[i] = [states]float64{}
		if i+1 < n {
			steps := &d.over[i+1][strings.IndexByte(classes, c.Stretches[i].Class)]
			for from := range states {
				d.rest[i][from] = math.Inf(-1)
				for to := range states {
					d.rest[i][from] = max(d.rest[i][from], steps[from][to]+d.own[i+1][to]+d.rest[i+1][to])
				}
			}
		}
		is, other := d.score[i][want]+d.rest[i][want], math.Inf(-1)
		for s := range states {
			if s != want {
				other = max(other, d.score[i][s]+d.rest[i][s])
			}
		}
		least = min(least, math.Abs(is-other))
	}
	return least
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
			if v := d.clear(cut, want); had == 0 || v < c.Clear {
				c.Clear = v
			}
		}
	}
	c.Text = zones.Text(l, c.Items)
	return c
}
