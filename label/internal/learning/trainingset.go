package learning

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// trainingSet makes the voters of one zone.
type trainingSet struct {
	label  zones.Label
	pages  []*trainingPage // those on which the value was found
	words  [2]int          // least and greatest number of one value
	values int             // most of one page
	opens  string          // the words before the value on all pages
	closes string          // the sign behind a title on all pages
	beside []uint64        // the elements beside a title
	scores map[string]float64
}

func newTrainingSet(l zones.Label, pages []*trainingPage, beside []uint64) *trainingSet {
	x := &trainingSet{label: l, beside: beside, scores: map[string]float64{}}
	for _, t := range pages {
		if len(t.clusters[l]) == 0 {
			continue
		}
		x.values = max(x.values, len(t.values.Of(l)))
		for _, v := range t.values.Of(l) {
			n := len(strings.Fields(v))
			if x.words[1] == 0 {
				x.words = [2]int{n, n}
			}
			x.words = [2]int{min(x.words[0], n), max(x.words[1], n)}
		}
		x.pages = append(x.pages, t)
	}
	x.opens = commonOpening(l, x.pages)
	return x
}

// trainingSets returns the training sets of a zone: of a title also one for each words and sign that it has
// beside it at one of its places on all pages.
func trainingSets(l zones.Label, pages []*trainingPage, beside []uint64) []*trainingSet {
	x := newTrainingSet(l, pages, beside)
	out := []*trainingSet{x}
	if l != zones.Title || len(x.pages) == 0 {
		return out
	}
	for _, at := range x.pages[0].sites[zones.Title] {
		opens, closes := x.pages[0].opens(zones.Title, at), x.pages[0].closes(at)
		everywhere := !slices.ContainsFunc(x.pages, func(t *trainingPage) bool {
			return !slices.ContainsFunc(t.sites[zones.Title], func(o tokens.Site) bool { return t.opens(zones.Title, o) == opens && t.closes(o) == closes })
		})
		if everywhere && !slices.ContainsFunc(out, func(o *trainingSet) bool { return o.opens == opens && o.closes == closes }) {
			y := newTrainingSet(l, pages, beside)
			y.opens, y.closes = opens, closes
			out = append(out, y)
		}
	}
	return out
}

// commonOpening returns the words that the zone begins with before its value on
// all of some pages that have one.
func commonOpening(l zones.Label, pages []*trainingPage) string {
	common := ""
	for i, t := range pages {
		opens := t.openingBefore(l, t.clusters[l][0][0])
		if i > 0 && opens != common {
			return ""
		}
		common = opens
	}
	return common
}

// votingRule is a selector template with a way of reading.
type votingRule struct {
	selectorTemplate
	grammar bool
}

// voter makes a voter from selectors, whose grammar knows some pages.
func (x *trainingSet) voter(w votingRule, selectors []voters.Selector, known []*trainingPage) *voters.Voter {
	v := &voters.Voter{Selectors: selectors, Opens: x.opens, Closes: x.closes}
	if w.grammar {
		v.Grammar = &grammar.Grammar{}
		lines := voters.NewPicker(selectors)
		for _, t := range known {
			v.Grammar.Count(each.Of(t.pick(lines), t.trainingLine))
		}
	}
	return v
}

// score returns how far a voter made from some pages reads the value of another,
// and whether it picks any lines there.
func (x *trainingSet) score(w votingRule, selectors []voters.Selector, known []*trainingPage, on *trainingPage) (float64, bool) {
	lines := voters.NewPicker(selectors)
	picked := on.pick(lines)
	if len(picked) == 0 {
		return 0, false
	}
	const most = 20 // times the length of the values
	if on.SizeOf(picked) > most*(on.values.Size(x.label)+100) {
		return 0, true
	}
	key := fmt.Sprint(slices.Index(x.pages, on), picked, w.grammar)
	if w.grammar {
		for _, t := range known {
			key += fmt.Sprint(slices.Index(x.pages, t), t.pick(lines))
		}
	}
	score, ok := x.scores[key]
	if !ok {
		c := voters.Compile(x.voter(w, selectors, known), x.words)
		c.Whole.Drop = x.beside
		score = agreement(&on.values, x.label, c.Read(on.CutPage, &on.decoder, x.label, picked))
		x.scores[key] = score
	}
	return score, true
}

// selectorsOf returns the selectors that a template makes of a cluster of one page:
// that of one line, and of more where they read more of the value.
func (x *trainingSet) selectorsOf(w votingRule, t *trainingPage, cluster []int) []voters.Selector {
	const most = 4
	var tried []string
	var out []voters.Selector
	best := 0.0
	for _, k := range cluster {
		s, ok := w.make(t, x.label, k, cluster)
		if !ok || x.repeated(&s, t) {
			continue
		}
		if key := s.Key(); slices.Contains(tried, key) {
			continue
		} else if tried = append(tried, key); len(tried) > 2*most {
			break
		}
		next := append(slices.Clone(out), s)
		if score, _ := x.score(w, next, []*trainingPage{t}, t); score > best+minGain {
			out, best = next, score
			if best > 1-minGain || len(out) == most {
				break
			}
		}
	}
	return out
}

// repeated reports whether the next line behind the run that a selector takes holds a value of its list again, as
// where each author has the affiliations: the list does not end with the run.
func (x *trainingSet) repeated(s *voters.Selector, t *trainingPage) bool {
	if !s.Run || x.label != zones.Authors && x.label != zones.Affiliations {
		return false
	}
	all := *s
	all.Run = false
	lines := t.pick(voters.NewPicker([]voters.Selector{all}))
	end := len(s.FirstRun(lines))
	return end < len(lines) && t.valueIn(x.label, lines[end]) >= 0
}

// unlike is the score of a voter on a page where it picks nothing: the page is of
// another kind, which says little of the voter.
const unlike = 0.6

// learn makes the voter of a way from all pages. Its weight is how well those
// made from one page read the others.
func (x *trainingSet) learn(w votingRule) (voters.Voter, bool) {
	var all []voters.Selector
	sum := 0.0
	for i, t := range x.pages {
		var best []voters.Selector
		top := -1.0
		for _, cluster := range t.clusters[x.label] {
			selectors := x.selectorsOf(w, t, cluster)
			if selectors == nil {
				continue
			}
			score := x.across(w, selectors, i)
			if score > top+minGain {
				best, top = selectors, score
			}
		}
		sum += max(top, 0)
		for _, s := range best {
			if !slices.ContainsFunc(all, func(o voters.Selector) bool { return o.Key() == s.Key() }) {
				all = append(all, s)
			}
		}
	}
	if all == nil {
		return voters.Voter{}, false
	}
	fit := 0.0
	for _, t := range x.pages {
		score, _ := x.score(w, all, x.pages, t)
		fit += score
	}
	n := float64(len(x.pages))
	v := x.voter(w, all, x.pages)
	v.Weight, v.Values = math.Min(sum/n, fit/n), x.values
	lines := voters.NewPicker(all)
	for _, t := range x.pages {
		picked := t.pick(lines)
		if x.label == zones.Title {
			v.Lines = max(v.Lines, len(picked))
		}
		v.Bytes = max(v.Bytes, t.SizeOf(picked))
	}
	if !w.grammar && (x.label == zones.Authors || x.label == zones.Affiliations) {
		v.Weight *= x.precision(all)
	}
	return *v, true
}

// precision is the share of the lines that selectors pick that hold a value: names
// read from others were left out by chance.
func (x *trainingSet) precision(selectors []voters.Selector) float64 {
	lines := voters.NewPicker(selectors)
	held, all := 0, 0
	for _, t := range x.pages {
		for _, k := range t.pick(lines) {
			if t.valueIn(x.label, k) >= 0 {
				held++
			}
			all++
		}
	}
	return float64(held) / float64(max(1, all))
}

// across returns how well a voter made from one page reads the others; of a single
// page, how well it reads that.
func (x *trainingSet) across(w votingRule, selectors []voters.Selector, from int) float64 {
	known := x.pages[from : from+1]
	if len(x.pages) == 1 {
		score, _ := x.score(w, selectors, known, x.pages[from])
		return score
	}
	sum := 0.0
	for k, o := range x.pages {
		if k == from {
			continue
		}
		score, picked := x.score(w, selectors, known, o)
		if !picked {
			score = unlike
		}
		sum += score
	}
	return sum / float64(len(x.pages)-1)
}

// minVote is the least weight of a voter that is kept.
const minVote = 0.5

// bySize orders voters, those first that picked the least on the learnt pages.
func bySize(a, b voters.Voter) int { return cmp.Compare(a.Bytes, b.Bytes) }

// learnVoters makes the voters of a zone, the best first: one for each property of lines that
// they look at.
func learnVoters(l zones.Label, pages []*trainingPage, beside []uint64) []voters.Voter {
	var out []voters.Voter
	all := trainingSets(l, pages, beside)
	for _, x := range all {
		for _, f := range selectorTemplates() {
			for _, grammar := range []bool{true, false} {
				if grammar && (l == zones.Title || l == zones.Abstract) {
					continue
				}
				if v, ok := x.learn(votingRule{f, grammar}); ok && v.Weight >= minVote {
					out = append(out, v)
				}
			}
		}
	}
	if x := all[0]; len(x.pages) > 1 && x.values > 1 {
		slices.SortStableFunc(out, bySize) // of equally good ones: from one page or one value nothing follows for longer lists
	}
	slices.SortStableFunc(out, voters.ByWeight)
	kinds := map[string]bool{}
	return slices.DeleteFunc(out, func(v voters.Voter) bool {
		better := kinds[v.Kind()]
		kinds[v.Kind()] = true
		return better
	})
}
