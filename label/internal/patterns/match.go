package patterns

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/locate"
	"github.com/lokman-crawler/lokman/label/internal/layout"
)

// Weights of the parts of a pattern when a place is compared with it. The marks
// of the zone's own element count most; each element further up counts less.
const (
	weightTag     = 1.0
	weightMarks   = 3.0
	weightUnmark  = 1.2 // of having no marks, where the pattern has none
	weightUp      = 0.4 // of a step against the one below
	weightPath    = 1.0
	weightLevel   = 0.5
	weightBefore  = 2.0
	weightOpens   = 3.0
	weightOrdinal = 0.75

	comparedSteps = 4
)

const (
	// MinMargin is the lead over the next best place, in score, from which on a
	// place is certain.
	MinMargin = 0.1

	// minScore is the least score of a place, 0 to 1: below it, the pattern isn't
	// on the page.
	minScore = 0.55

	// unknownMark is how much a mark that a step doesn't have counts against an
	// item, where one that it has counts 1.
	unknownMark = 0.2

	// chance is the weight of a property of a zone's surroundings that was seen
	// on one page only, where it may be by chance.
	chance = 0.5
)

// Matcher is a pattern prepared for matching.
type Matcher struct {
	*Pattern
	signature, path uint64
	tag             uint32
	steps           []stepHash // the last of Steps, the last first
	siblings        []uint64
	Drop            []uint64
	item            uint64
	itemTag         uint32
	opens           int // the words of Opens

	stepWeight, textWeight float64 // of all steps, and of all texts
}

// NewMatcher prepares a pattern.
func NewMatcher(p *Pattern) Matcher {
	m := Matcher{Pattern: p}
	for _, s := range p.Steps {
		m.path = s.Signature() + m.path*layout.PathFactor
	}
	m.signature, m.tag = p.Element().Signature(), p.Element().TagHash()
	scale := 1.0
	for k := 1; k <= min(comparedSteps, len(p.Steps)); k++ {
		s := &p.Steps[len(p.Steps)-k]
		m.steps = append(m.steps, stepHash{s, s.Signature(), s.TagHash()})
		m.stepWeight += scale * weightTag
		switch {
		case len(s.Marks) > 0:
			m.stepWeight += scale * weightMarks
		case !s.Open:
			m.stepWeight += scale * weightUnmark
		}
		scale *= weightUp
	}
	if p.Opens != "" {
		m.textWeight += weightOpens
		m.opens = strings.Count(p.Opens, " ") + 1
	}
	if p.Before != "" {
		m.textWeight += weightBefore
	}
	m.siblings, m.Drop = layout.Signatures(p.Siblings), layout.Signatures(p.Drop)
	if p.Item != nil {
		m.item, m.itemTag = p.Item.Signature(), p.Item.TagHash()
	}
	return m
}

// Patternless returns a matcher that reads and judges a zone by no pattern.
func Patternless() Matcher { return Matcher{Pattern: &Pattern{}} }

// stepHash is a step with its hashes.
type stepHash struct {
	*layout.Step
	signature uint64
	tag       uint32
}

// Candidate is a place on a page with how well it agrees with the pattern.
type Candidate struct {
	At    int32
	Score float64
}

// maxCandidates bounds the places of one zone that are read.
const maxCandidates = 6

// maxCompared bounds the places of one zone that are compared.
const maxCompared = 20000

// Candidates returns the places that agree with the pattern, the best first.
// Those with exactly the zone's marks are tried first; if there are none, all that
// share its tag or a mark. They are in the memory of out.
func (m *Matcher) Candidates(out []Candidate, p *layout.Page) []Candidate {
	out = out[:0]
	best := 0.0
	try := func(i int32, ordinal int) {
		// A place that is certainly worse than another need not be scored fully.
		if s := m.score(p, i, ordinal, max(minScore, best-MinMargin)); s >= minScore {
			out = append(out, Candidate{i, s})
			best = max(best, s)
		}
	}
	ordinal := 0
	for i, tag := range p.Tags {
		if tag == m.tag && !p.Items[i].Empty() && ordinal < maxCompared && p.SignatureOf(int32(i)) == m.signature {
			try(int32(i), ordinal)
			ordinal++
		}
	}
	if len(out) == 0 {
		compared := 0
		for i := range p.Items {
			if it := &p.Items[i]; !it.Empty() && m.shares(p, int32(i)) && p.SignatureOf(int32(i)) != m.signature {
				try(int32(i), -1)
				if compared++; compared == maxCompared {
					break
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(len(out), maxCandidates)]
}

// shares reports whether an item may be of the pattern's kind.
func (m *Matcher) shares(p *layout.Page, i int32) bool {
	if p.Tags[i] == m.tag {
		return true
	}
	it := &p.Items[i]
	marks := m.Element().Marks
	if len(marks) == 0 || it.Segment() || len(p.Attributes(it.Node)) == 0 {
		return false
	}
	_, common := p.CommonMarks(it.Node, marks, ".#")
	return common > 0
}

// score returns how far a place agrees with the pattern, 0 to 1, or 0 if that is
// less than a floor.
func (m *Matcher) score(p *layout.Page, i int32, ordinal int, floor float64) float64 {
	var t locate.Agreement
	it := &p.Items[i]
	if m.Rooted && p.SignatureOf(i) == m.signature && p.PathOf(i) == m.path {
		t.Add(m.stepWeight+weightPath, 1)
	} else {
		m.compareSteps(p, i, &t)
		if m.Rooted {
			t.Has(weightPath, false)
		}
	}
	level := int(it.Level)
	t.Has(weightLevel, m.Levels[0] <= level && level <= m.Levels[1])
	guess := 1.0
	if m.Pages == 1 {
		guess = chance
	}
	if m.Ordinal >= 0 && ordinal >= 0 {
		t.Has(guess*weightOrdinal, ordinal == m.Ordinal)
	}
	if t.AtMost(m.textWeight) < floor {
		return 0
	}
	if m.Opens != "" {
		t.Has(weightOpens, p.OpensWith(i, m.Opens, m.opens))
	}
	if m.Before != "" {
		t.Has(guess*weightBefore, isLandmark(p, i, m.Before))
	}
	if t.Share() < floor {
		return 0
	}
	return t.Share()
}

// compareSteps compares the zone's own element and those around it.
func (m *Matcher) compareSteps(p *layout.Page, at int32, t *locate.Agreement) {
	scale := 1.0
	for k := range m.steps {
		s := &m.steps[k]
		if at < 0 {
			t.Has(scale*(weightTag+weightMarks), false)
			return
		}
		it := &p.Items[at]
		tag := p.Tags[at]
		exact := !s.Open && tag == s.tag && p.SignatureOf(at) == s.signature
		t.Has(scale*weightTag, exact || s.Tag == "*" || tag == s.tag)
		switch {
		case exact && len(s.Marks) > 0:
			t.Has(scale*weightMarks, true)
		case len(s.Marks) > 0:
			t.Add(scale*weightMarks, likeness(p, s.Step, it))
		case !s.Open:
			t.Has(scale*weightUnmark, exact || p.Unmarked(at))
		}
		scale *= weightUp
		at = it.Parent
	}
}

// likeness is the share of a step's marks that an item has, less a little for
// marks that the step doesn't know.
func likeness(p *layout.Page, s *layout.Step, it *layout.Item) float64 {
	if it.Segment() {
		return 0
	}
	have, n := p.CommonMarks(it.Node, s.Marks, ".#@")
	extra := float64(have-n) * unknownMark
	if s.Open {
		extra = 0
	}
	return float64(n) / (float64(len(s.Marks)) + extra)
}
