package label

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// A Step is one element on the way from the root to a zone: its name, and the
// marks that it has on every page that was learnt from.
type Step struct {
	Tag   string   `json:"tag"`             // lower case; "#text" for a run of text beside blocks, "*" for any
	Marks []string `json:"marks,omitempty"` // sorted: ".class", "#id", "@attribute=word"; digits are masked by one #
	Open  bool     `json:"open,omitempty"`  // the pages differed in further marks
}

// String returns the step as a CSS selector has it.
func (s Step) String() string {
	text := s.Tag + strings.Join(s.Marks, "")
	if s.Open {
		text += "~"
	}
	return text
}

// A Pattern says where a zone is and how it is read: the anti-unification of the
// pages that it was learnt from, which keeps what they have in common.
type Pattern struct {
	Pages int `json:"pages"` // how many pages it was learnt from

	Steps  []Step `json:"steps"`            // the zone's element last
	Rooted bool   `json:"rooted,omitempty"` // Steps begins at the root and is the same on all pages
	Levels [2]int `json:"levels"`           // least and greatest

	Opens   string `json:"opens,omitempty"`  // the words before the zone in its element, such as "authors"
	Closes  string `json:"closes,omitempty"` // the sign before the words behind a title in its element, such as "(" of "(Short paper)"
	Before  string `json:"before,omitempty"` // the words of the row before, if they are the same on all pages
	Ordinal int    `json:"ordinal"`          // place among the elements with the same mark, from 0; -1 if it differs
	After   Label  `json:"after,omitempty"`  // the zone that comes before

	// Siblings are the further elements that belong to the zone, where it is a
	// run of siblings; Extends lets it go on with others of the first one's kind.
	Siblings []Step `json:"siblings,omitempty"`
	Extends  bool   `json:"extends,omitempty"`

	// Records takes the same entry of the next records, of a zone of one element: the
	// elements like one around it that stand behind that.
	Records bool `json:"records,omitempty"`

	Item *Step  `json:"item,omitempty"` // the elements of single names or affiliations; nil splits the text
	Drop []Step `json:"drop,omitempty"` // elements inside that aren't part of it

	Words [2]int `json:"words"` // least and greatest number of words, of one name or affiliation where there are several
}

// element is the zone's element.
func (p *Pattern) element() Step { return p.Steps[len(p.Steps)-1] }

// maxSteps bounds the elements of a pattern, counted from the zone's own.
const maxSteps = 32

func (p *page) step(i int32) Step {
	it := &p.items[i]
	if it.segment() {
		return Step{Tag: "#text"}
	}
	m := marks(it.node)
	slices.Sort(m)
	return Step{Tag: nameOf(it.node), Marks: m}
}

// signature is the hash that an item with just this step's name and marks has.
func (s Step) signature() uint64 {
	h := uint64(s.tag())
	for _, m := range s.Marks {
		h += markHash(m)
	}
	return h
}

func (s Step) tag() uint32 {
	if s.Tag == "#text" {
		return segmentTag
	}
	return tagOf(&html.Node{Data: s.Tag, DataAtom: atom.Lookup([]byte(s.Tag))})
}

// markHash is the hash of a mark in writing, as attributeHash counts it.
func markHash(m string) uint64 {
	kind := uint64(m[0])
	word := m[1:]
	if kind == '@' {
		_, word, _ = strings.Cut(word, "=")
	}
	return words.Mix(words.ByteHash(word) ^ kind)
}

// describe makes the pattern of a run of items on one page.
func (p *page) describe(r region) Pattern {
	it := &p.items[r.first]
	pt := Pattern{Pages: 1, Rooted: true, Levels: [2]int{int(it.level), int(it.level)}, Ordinal: p.ordinal(r.first), Before: p.landmark(r.first)}
	for i := r.first; i >= 0; i = p.items[i].parent {
		if len(pt.Steps) == maxSteps {
			pt.Rooted = false
			break
		}
		pt.Steps = append(pt.Steps, p.step(i))
	}
	slices.Reverse(pt.Steps)
	return pt
}

// ordinal counts the items before i with the same name and marks.
func (p *page) ordinal(i int32) int {
	n := 0
	for k := int32(0); k < i; k++ {
		if p.alike(k, i) && !p.items[k].empty() {
			n++
		}
	}
	return n
}

// maxLandmark bounds the words of a text that can be a landmark.
const maxLandmark = 5

// landmark returns the words of the row before an item, if they are few.
func (p *page) landmark(i int32) string {
	k := p.rowBefore(i)
	if k < 0 {
		return ""
	}
	ws := words.Of(words.MaskDigits(p.text(k)))
	if len(ws) == 0 || len(ws) > maxLandmark {
		return ""
	}
	return strings.Join(ws, " ")
}

// rowBefore returns the item of the row before an item, if it is a short one,
// or -1.
func (p *page) rowBefore(i int32) int32 {
	const reach = 64 // items, so that empty ones cost no more
	k := i - 1
	for k >= 0 && k > i-reach && (p.items[k].empty() || p.items[k].to != p.items[i].from) {
		k--
	}
	if k < 0 || k == i-reach {
		return -1
	}
	for up := p.items[k].parent; up >= 0 && p.items[up].end <= i && p.items[up].row == p.items[k].row; up = p.items[k].parent {
		k = up
	}
	if it := &p.items[k]; it.to-it.from > 100 || it.rowEnd-it.row > 1 || it.end > i {
		return -1
	}
	return k
}

// isLandmark reports whether the row before an item has just these words.
func (p *page) isLandmark(i int32, landmark string) bool {
	k := p.rowBefore(i)
	return k >= 0 && p.mayBegin(k, landmark) && p.landmark(i) == landmark
}

// beginning returns about the first size bytes of an item's text.
func (p *page) beginning(i int32, size int) string {
	return string(p.prefix(i, 2*size, size))
}

// opensWith reports whether the first n words of an item, without a plural s, are
// just these.
func (p *page) opensWith(i int32, start string, n int) bool {
	return p.mayBegin(i, start) && p.opening(i, n) == start
}

// opening returns the first words of an item, without a plural s.
func (p *page) opening(i int32, n int) string {
	const perWord = 24 // bytes that hold a word and more
	size := n * perWord
	start := p.beginning(i, size)
	ws := words.Of(start[:min(len(start), size)])
	return words.Masked(ws[:min(n, len(ws))])
}

// unify returns what two patterns of one kind of element have in common.
func unify(a, b Pattern) Pattern {
	n := min(len(a.Steps), len(b.Steps))
	out := a
	out.Pages = a.Pages + b.Pages
	out.Steps = make([]Step, n)
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
	if a.After != b.After {
		out.After = Unidentified
	}
	out.Siblings = unionSteps(a.Siblings, b.Siblings)
	out.Extends = a.Extends && b.Extends || len(out.Siblings) > 0
	out.Records = a.Records && b.Records
	if a.Item == nil || b.Item == nil || a.Item.signature() != b.Item.signature() {
		out.Item = nil
	}
	out.Drop = unionSteps(a.Drop, b.Drop)
	return out
}

// shared returns what two steps have in common.
func shared(x, y Step) Step {
	s := Step{Tag: x.Tag, Open: x.Open || y.Open || !slices.Equal(x.Marks, y.Marks)}
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

func unionSteps(a, b []Step) []Step {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.ContainsFunc(out, func(t Step) bool { return t.signature() == s.signature() }) {
			out = append(out, s)
		}
	}
	return out
}

// check refuses a pattern that could not have been learnt.
func (p *Pattern) check() error {
	steps := slices.Concat(p.Steps, p.Siblings, p.Drop)
	if p.Item != nil {
		steps = append(steps, *p.Item)
	}
	if len(p.Steps) == 0 || len(p.Steps) > maxSteps {
		return fmt.Errorf("a pattern has %d steps, want 1 to %d", len(p.Steps), maxSteps)
	}
	return checkSteps(steps)
}

func checkSteps(steps []Step) error {
	for _, s := range steps {
		if s.Tag == "" || len(s.Marks) > maxMarks {
			return fmt.Errorf("step %.60q: want a tag and at most %d marks", s.String(), maxMarks)
		}
		for _, m := range s.Marks {
			if len(m) < 2 || !strings.ContainsRune(".#@", rune(m[0])) {
				return fmt.Errorf("mark %.60q: want .class, #id or @attribute=word", m)
			}
		}
	}
	return nil
}
