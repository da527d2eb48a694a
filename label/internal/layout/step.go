package layout

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

// MaxSteps bounds the elements of a pattern, counted from the zone's own.
const MaxSteps = 32

// String returns the step as a CSS selector has it.
func (s Step) String() string {
	text := s.Tag + strings.Join(s.Marks, "")
	if s.Open {
		text += "~"
	}
	return text
}

// StepOf describes the element of an item.
func (p *Page) StepOf(i int32) Step {
	it := &p.Items[i]
	if it.Segment() {
		return Step{Tag: "#text"}
	}
	m := Marks(it.Node)
	slices.Sort(m)
	return Step{Tag: NameOf(it.Node), Marks: m}
}

// Signature is the hash that an item with just this step's name and marks has.
func (s Step) Signature() uint64 {
	h := uint64(s.TagHash())
	for _, m := range s.Marks {
		h += MarkHash(m)
	}
	return h
}

// TagHash is the number of a step's name in Page.Tags.
func (s Step) TagHash() uint32 {
	if s.Tag == "#text" {
		return segmentTag
	}
	return tagOf(&html.Node{Data: s.Tag, DataAtom: atom.Lookup([]byte(s.Tag))})
}

// Signatures returns the hashes of steps.
func Signatures(steps []Step) []uint64 {
	var out []uint64
	for _, s := range steps {
		out = append(out, s.Signature())
	}
	return out
}

// MarkHash is the hash of a mark in writing, as attributeHash counts it.
func MarkHash(m string) uint64 {
	kind := uint64(m[0])
	word := m[1:]
	if kind == '@' {
		_, word, _ = strings.Cut(word, "=")
	}
	return words.Mix(words.ByteHash(word) ^ kind)
}

// CheckSteps refuses steps that no page could have given.
func CheckSteps(steps []Step) error {
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
