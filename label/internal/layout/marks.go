package layout

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// NameOf returns the name of an element as models have it: of a long one the beginning.
func NameOf(n *page.Node) string {
	return strings.ToValidUTF8(n.Data[:min(len(n.Data), longestMark)], "?")
}

// tagOf returns a number for the name of an element.
func tagOf(n *page.Node) uint32 {
	if n.Atom != 0 {
		return uint32(n.Atom)
	}
	return uint32(words.Mix(words.ByteHash(NameOf(n)))) | segmentTag | 1 // which no atom has, and no segment
}

// attributeKind returns the sign that the words of an attribute are written with,
// 0 if they do not count. Classes and identifiers name a zone; the rest are
// the marks of pages without them.
func attributeKind(key string) byte {
	switch key {
	case "class":
		return '.'
	case "id":
		return '#'
	case "itemprop", "property", "role", "face", "size", "color", "align":
		return '@'
	}
	return 0
}

// attributeHash is the sum of the hashes of an element's marks, so that their
// order does not count.
func (p *Page) attributeHash(n int32) (sum uint64) {
	attrs := p.Attributes(n)
	for i := range attrs {
		kind := attributeKind(attrs[i].Key)
		if kind == 0 {
			continue
		}
		h := uint64(words.FnvOffset)
		any, digits, val := false, false, attrs[i].Val
		for j := 0; j < len(val); j++ {
			c := val[j]
			switch {
			case c <= ' ':
				if any {
					sum += words.Mix(h ^ uint64(kind))
				}
				h, any, digits = words.FnvOffset, false, false
				continue
			case '0' <= c && c <= '9':
				if digits {
					continue
				}
				c, digits = '#', true
			default:
				digits = false
			}
			h = (h ^ uint64(c)) * words.FnvPrime
			any = true
		}
		if any {
			sum += words.Mix(h ^ uint64(kind))
		}
	}
	return sum
}

const (
	maxMarks    = 32  // of one element that are compared
	longestMark = 200 // bytes of a word that is one
)

// Marks returns an element's marks in writing: ".lead", "#ins#", "@size=+1";
// runs of digits are masked by one #.
func (p *Page) Marks(n int32) []string {
	var out []string
	var buf [64]byte
	for a, word := range p.MarkWords(n) {
		out = append(out, string(AppendMark(buf[:0], a, word)))
	}
	return out
}

// CommonMarks returns how many marks of some kinds an element has, and how many of a
// list, of maxMarks at most, are among them.
func (p *Page) CommonMarks(n int32, list []string, kinds string) (have, common int) {
	list = list[:min(len(list), maxMarks)]
	var found [maxMarks]bool
	var buf [64]byte
	for a, word := range p.MarkWords(n) {
		mark := AppendMark(buf[:0], a, word)
		if strings.IndexByte(kinds, mark[0]) < 0 {
			continue
		}
		have++
		if i := slices.IndexFunc(list, func(m string) bool { return m == string(mark) }); i >= 0 && !found[i] {
			found[i] = true
			common++
		}
	}
	return have, common
}

// MarkWords yields the words of attributes that are marks.
func (p *Page) MarkWords(n int32) iter.Seq2[*html.Attribute, string] {
	return func(yield func(*html.Attribute, string) bool) {
		count := 0
		attrs := p.Attributes(n)
		for i := range attrs {
			a := &attrs[i]
			if attributeKind(a.Key) == 0 {
				continue
			}
			for word := range strings.FieldsSeq(a.Val) {
				if count == maxMarks || len(word) > longestMark || !utf8.ValidString(word) {
					break
				}
				if count++; !yield(a, word) {
					return
				}
			}
		}
	}
}

// AppendMark writes a mark.
func AppendMark(b []byte, a *html.Attribute, word string) []byte {
	kind := attributeKind(a.Key)
	b = append(b, kind)
	if kind == '@' {
		b = append(append(b, a.Key...), '=')
	}
	return words.AppendMasked(b, word)
}

// IsNamed reports whether a class, id or property of an element has one of some names in it, which
// are given without their first letter, as that may be a capital.
func (p *Page) IsNamed(n int32, names ...string) bool {
	return slices.ContainsFunc(p.Attributes(n), func(a html.Attribute) bool {
		return attributeKind(a.Key) != 0 && slices.ContainsFunc(names, func(name string) bool { return strings.Contains(a.Val, name) })
	})
}

// heard reports whether an element is one of those that style sheets take from sight, for the users of screen readers alone.
func (p *Page) heard(n int32) bool {
	const shortest, longest = len("sr-only"), 1024 // bytes: each text in the element asks
	class := p.Value(n, "class")
	class = class[:min(len(class), longest)]
	return len(class) >= shortest && slices.ContainsFunc(heardNames, func(name string) bool { return strings.Contains(class, name) }) && !strings.Contains(class, "not-sr-only")
}

// heardNames are in the classes of such elements.
var heardNames = []string{"sr-only", "isually-hidden", "isuallyhidden", "isuallyHidden", "screen-reader", "show-for-sr", "element-invisible"}

// Heading returns 1 to 6 for H1 to H6, 0 for other elements.
func Heading(n *page.Node) int {
	if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
		return int(n.Data[1] - '0')
	}
	return 0
}

// Parted reports whether texts in two elements are separate words though no space
// is between them: styles separate spans of different classes.
func (p *Page) Parted(a, b int32) bool {
	if a == b || a == page.None || b == page.None {
		return false
	}
	styled := func(n int32) bool { return p.Nodes[n].Atom == atom.Span && p.attributeHash(n) != 0 }
	return styled(a) || styled(b)
}

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
	return tagOf(&page.Node{Data: s.Tag, Atom: atom.Lookup([]byte(s.Tag))})
}

// Signatures returns the hashes of steps.
func Signatures(steps []Step) []uint64 {
	return each.Of(steps, Step.Signature)
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

// StepOf describes the element of an item.
func (p *Page) StepOf(i int32) Step {
	it := &p.Items[i]
	if it.Segment() {
		return Step{Tag: "#text"}
	}
	m := p.Marks(it.Node)
	slices.Sort(m)
	return Step{Tag: NameOf(&p.Nodes[it.Node]), Marks: m}
}

// SignatureOf returns the hash of an item's name and marks. It is computed when it
// is first needed: most elements of a page are of no kind that a pattern names.
func (p *Page) SignatureOf(i int32) uint64 {
	if it := &p.Items[i]; it.marked == 0 {
		it.marked = uint64(p.Tags[i]) + p.attributeHash(it.Node)
	}
	return p.Items[i].marked
}

// Unmarked reports whether an item has no marks.
func (p *Page) Unmarked(i int32) bool { return p.SignatureOf(i) == uint64(p.Tags[i]) }

// Alike reports whether two items are elements with the same name and marks.
func (p *Page) Alike(a, b int32) bool {
	return p.Tags[a] == p.Tags[b] && p.SignatureOf(a) == p.SignatureOf(b)
}

// PathFactor makes the hash of a path depend on the levels of its elements.
const PathFactor = 0x9e3779b97f4a7c15

// PathOf returns the hash of the signatures from the root down.
func (p *Page) PathOf(i int32) uint64 {
	h, factor := uint64(0), uint64(1)
	for ; i >= 0; i = p.Items[i].Parent {
		h += p.SignatureOf(i) * factor
		factor *= PathFactor
	}
	return h
}
