// Package patterns describes where zones are on the pages of a journal, finds the places on a page that
// agree with it, and reads them.
package patterns

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// A Pattern says where a zone is and how it is read: the anti-unification of the
// pages that it was learnt from, which keeps what they have in common.
type Pattern struct {
	Pages int `json:"pages"` // how many pages it was learnt from

	Steps  []layout.Step `json:"steps"`            // the zone's element last
	Rooted bool          `json:"rooted,omitempty"` // Steps begins at the root and is the same on all pages
	Levels [2]int        `json:"levels"`           // least and greatest

	Opens   string `json:"opens,omitempty"`  // the words before the zone in its element, such as "authors"
	Closes  string `json:"closes,omitempty"` // the sign before the words behind a title in its element, such as "(" of "(Short paper)"
	Before  string `json:"before,omitempty"` // the words of the row before, if they are the same on all pages
	Ordinal int    `json:"ordinal"`          // number among the elements with the same mark, from 0; -1 if it differs

	// Siblings are the further elements that belong to the zone, where it is a
	// run of siblings; Extends lets it go on with others of the first one's kind.
	Siblings []layout.Step `json:"siblings,omitempty"`
	Extends  bool          `json:"extends,omitempty"`

	// Records takes the same entry of the next records, of a zone of one element: the
	// elements like one around it that stand behind that.
	Records bool `json:"records,omitempty"`

	Item *layout.Step  `json:"item,omitempty"` // the elements of single names or affiliations; nil splits the text
	Drop []layout.Step `json:"drop,omitempty"` // elements inside that aren't part of it

	Words [2]int `json:"words"` // least and greatest number of words, of one name or affiliation where there are several
}

// Element is the zone's element.
func (p *Pattern) Element() layout.Step { return p.Steps[len(p.Steps)-1] }

// Describe makes the pattern of a run of items on one page.
func Describe(p *layout.Page, r layout.Region) Pattern {
	it := &p.Items[r.First]
	pt := Pattern{Pages: 1, Rooted: true, Levels: [2]int{int(it.Level), int(it.Level)}, Ordinal: ordinal(p, r.First), Before: landmark(p, r.First)}
	for i := r.First; i >= 0; i = p.Items[i].Parent {
		if len(pt.Steps) == layout.MaxSteps {
			pt.Rooted = false
			break
		}
		pt.Steps = append(pt.Steps, p.StepOf(i))
	}
	slices.Reverse(pt.Steps)
	return pt
}

// Unify returns what two patterns of one kind of element have in common.
func Unify(a, b Pattern) Pattern {
	n := min(len(a.Steps), len(b.Steps))
	out := a
	out.Pages = a.Pages + b.Pages
	out.Steps = make([]layout.Step, n)
	same := len(a.Steps) == len(b.Steps)
	for k := 1; k <= n; k++ {
		x, y := a.Steps[len(a.Steps)-k], b.Steps[len(b.Steps)-k]
		s := shared(x, y)
		same = same && !s.Open && s.Tag != "*"
		out.Steps[n-k] = s
	}
	out.Rooted = a.Rooted && b.Rooted && same
	out.Levels = [2]int{min(a.Levels[0], b.Levels[0]), max(a.Levels[1], b.Levels[1])}
	out.Words = [2]int{min(a.Words[0], b.Words[0]), max(a.Words[1], b.Words[1])}
	if a.Before != b.Before {
		out.Before = ""
	}
	if a.Opens != b.Opens {
		out.Opens = ""
	}
	if a.Closes != b.Closes {
		out.Closes = ""
	}
	if a.Ordinal != b.Ordinal {
		out.Ordinal = -1
	}
	out.Siblings = UnionSteps(a.Siblings, b.Siblings)
	out.Extends = a.Extends && b.Extends || len(out.Siblings) > 0
	out.Records = a.Records && b.Records
	if a.Item == nil || b.Item == nil || a.Item.Signature() != b.Item.Signature() {
		out.Item = nil
	}
	out.Drop = UnionSteps(a.Drop, b.Drop)
	return out
}

// shared returns what two steps have in common.
func shared(x, y layout.Step) layout.Step {
	s := layout.Step{Tag: x.Tag, Open: x.Open || y.Open || !slices.Equal(x.Marks, y.Marks)}
	if x.Tag != y.Tag {
		s.Tag = "*"
	}
	for _, m := range x.Marks {
		if slices.Contains(y.Marks, m) {
			s.Marks = append(s.Marks, m)
		}
	}
	return s
}

// UnionSteps returns the steps of two lists, each once.
func UnionSteps(a, b []layout.Step) []layout.Step {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.ContainsFunc(out, func(t layout.Step) bool { return t.Signature() == s.Signature() }) {
			out = append(out, s)
		}
	}
	return out
}

// Check refuses a pattern that could not have been learnt.
func (p *Pattern) Check() error {
	steps := slices.Concat(p.Steps, p.Siblings, p.Drop)
	if p.Item != nil {
		steps = append(steps, *p.Item)
	}
	if len(p.Steps) == 0 || len(p.Steps) > layout.MaxSteps {
		return fmt.Errorf("a pattern has %d steps, want 1 to %d", len(p.Steps), layout.MaxSteps)
	}
	return layout.CheckSteps(steps)
}

// ordinal counts the items before i with the same name and marks.
func ordinal(p *layout.Page, i int32) int {
	n := 0
	for k := int32(0); k < i; k++ {
		if p.Alike(k, i) && !p.Items[k].Empty() {
			n++
		}
	}
	return n
}

// landmark returns the words of the row before an item, if they are few.
func landmark(p *layout.Page, i int32) string {
	k := RowBefore(p, i)
	if k < 0 {
		return ""
	}
	ws := words.Of(words.MaskDigits(p.TextOf(k)))
	if len(ws) == 0 || len(ws) > layout.MaxLandmark {
		return ""
	}
	return strings.Join(ws, " ")
}

// RowBefore returns the item of the row before an item, if it is a short one,
// or -1.
func RowBefore(p *layout.Page, i int32) int32 {
	const reach = 64 // items, so that empty ones cost no more
	k := i - 1
	for k >= 0 && k > i-reach && (p.Items[k].Empty() || p.Items[k].To != p.Items[i].From) {
		k--
	}
	if k < 0 || k == i-reach {
		return -1
	}
	for up := p.Items[k].Parent; up >= 0 && p.Items[up].End <= i && p.Items[up].Row == p.Items[k].Row; up = p.Items[k].Parent {
		k = up
	}
	if it := &p.Items[k]; it.To-it.From > 100 || it.RowEnd-it.Row > 1 || it.End > i {
		return -1
	}
	return k
}

// isLandmark reports whether the row before an item has just these words.
func isLandmark(p *layout.Page, i int32, text string) bool {
	k := RowBefore(p, i)
	return k >= 0 && p.MayBegin(k, text) && landmark(p, i) == text
}
