package records

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// An attribute is where the records of a list have a part: all the text of an
// element, or a text between two of its children.
type attribute struct {
	Path    []step   `json:"path"`             // from the record to the element
	Between bool     `json:"run,omitempty"`    // a text inside the element
	After   *step    `json:"after,omitempty"`  // the child before the text; nil for the element's start
	Before  *step    `json:"before,omitempty"` // the child after it; nil for its end
	Label   string   `json:"label,omitempty"`  // what is written before the part in the same text, such as "Authors:"
	Tail    string   `json:"tail,omitempty"`   // and after it
	Cut     *textCut `json:"cut,omitempty"`    // instead of a label and a tail: between what in the text
	Repeat  bool     `json:"repeat,omitempty"` // elements like it that follow belong to it
	Link    bool     `json:"link,omitempty"`   // only the element's address counts
	Words   string   `json:"words,omitempty"`  // what the element says in most records, such as "abs": it is known by that

	Had int `json:"had"` // records that had it on the page that the list was learned from
	Of  int `json:"of"`  // all of them
}

// A value is a part as found: text[from:to], and the elements it is made of.
type value struct {
	from, to int
	inside   segment // the element that holds it
	elements []int32
}

// read finds a part in a record.
func (c *children) read(s segment, a *attribute) (value, bool) {
	if a.Between {
		return c.readBetween(s, a)
	}
	if len(a.Path) == 0 {
		v := value{from: s.from, to: s.to, inside: s, elements: c.in(s)}
		return v, s.from < s.to
	}
	above, ok := c.followSteps(s, a.Path[:len(a.Path)-1])
	if !ok {
		return value{}, false
	}
	kids := c.in(above)
	k := c.takeNamed(kids, a)
	if k < 0 {
		return value{}, false
	}
	from, to := c.SpanOf(kids[k]).Bounds()
	last := k
	for a.Repeat && last+1 < len(kids) && c.repeats(kids[last], kids[last+1]) {
		last++
		_, to = c.SpanOf(kids[last]).Bounds()
	}
	from, to = c.trim(from, to)
	return value{from, to, above, kids[k : last+1]}, from < to || a.Link
}

// takeNamed returns which of some children is a part: by its words if it has any,
// else by its place; -1 if there is none.
func (c *children) takeNamed(kids []int32, a *attribute) int {
	last := a.Path[len(a.Path)-1]
	if a.Words == "" {
		return c.take(kids, last)
	}
	tag := markup.TagOf(last.Tag)
	for k, e := range kids {
		if from, to := c.SpanOf(e).Bounds(); c.Elements[e].Tag == tag && string(c.Text[from:to]) == a.Words {
			return k
		}
	}
	return -1
}

// repeats reports whether an element is one more like the one before it: of the
// same tag and classes, with a mark such as a comma between them.
func (c *children) repeats(e, next int32) bool {
	x, y := &c.Elements[e], &c.Elements[next]
	if x.Tag != y.Tag || c.classes(e) != c.classes(next) {
		return false
	}
	from, to := c.trim(x.TextEnd, y.Seen)
	return from < to && to-from <= maxSeparator && !bytes.ContainsAny(c.Text[from:to], "()[]{}<>:.\"'")
}

// maxSeparator is how long the text between two repeated elements may be, in
// bytes.
const maxSeparator = 8

func (c *children) readBetween(s segment, a *attribute) (value, bool) {
	inside, ok := c.followSteps(s, a.Path)
	if !ok {
		return value{}, false
	}
	kids := c.in(inside)
	v := value{from: inside.from, to: inside.to, inside: inside}
	if a.After != nil {
		k := c.take(kids, *a.After)
		if k < 0 {
			return value{}, false
		}
		v.from = max(v.from, c.Elements[kids[k]].TextEnd)
		kids = kids[k+1:]
	}
	v.elements = kids
	if a.Before != nil {
		for k, e := range kids {
			if c.resembles(e, *a.Before) {
				v.to, v.elements = min(v.to, c.Elements[e].Seen), kids[:k]
				break
			}
		}
	}
	v.from, v.to = c.trim(v.from, max(v.from, v.to))
	if a.Cut != nil {
		from, to, ok := a.Cut.in(c.Text[v.from:v.to])
		v.from, v.to = c.trim(v.from+from, v.from+to)
		return v, ok && v.from < v.to
	}
	rest, ok := cutLabel(c.Text[v.from:v.to], a.Label)
	if !ok {
		return value{}, false
	}
	v.from = v.to - len(rest)
	v.to = v.from + len(cutTail(rest, a.Tail))
	v.from, v.to = c.trim(v.from, v.to)
	return v, v.from < v.to
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// nextWord returns the first run of letters and digits and what comes after it.
func nextWord(b []byte) (word, rest []byte) {
	i := bytes.IndexFunc(b, isWord)
	if i < 0 {
		return nil, nil
	}
	b = b[i:]
	n := bytes.IndexFunc(b, func(r rune) bool { return !isWord(r) })
	if n < 0 {
		n = len(b)
	}
	return b[:n], b[n:]
}

// cutLabel cuts a label such as ", by" or "Authors:" off the start of a text. The
// words must be alike; the marks after them need not be there.
func cutLabel(text []byte, label string) ([]byte, bool) {
	marks := []byte(label)
	for {
		want, rest := nextWord(marks)
		if want == nil {
			break
		}
		got, after := nextWord(text)
		if got == nil || !likeWord(got, want) {
			return nil, false
		}
		text, marks = after, rest
	}
	return bytes.TrimLeftFunc(text, func(r rune) bool {
		return r == ' ' || r != utf8.RuneError && bytes.ContainsRune(marks, r)
	}), true
}

// likeWord reports whether two words of labels are alike: both numbers, or with
// at least two thirds of the longer one in common at their start, as "Author" and
// "Authors".
func likeWord(a, b []byte) bool {
	if isNumber(a) || isNumber(b) {
		return isNumber(a) && isNumber(b)
	}
	a, b = bytes.ToLower(a), bytes.ToLower(b)
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return 3*n >= 2*max(len(a), len(b))
}

func isNumber(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return !unicode.IsDigit(r) })
}

// cutTail cuts off the end of a text what is not of the part: from the mark that
// ends the part, such as the ";" of "; (1):1-40, 2009", or the marks themselves
// if no word comes after them.
func cutTail(text []byte, tail string) []byte {
	if tail == "" {
		return text
	}
	if mark, _ := utf8.DecodeRuneInString(tail); bytes.ContainsFunc([]byte(tail), isWord) {
		if isWord(mark) {
			return text
		}
		end := string(mark)
		if strings.HasPrefix(tail, end+" ") { // as in "E-mail - M. Okafor"
			end += " "
		}
		if i := bytes.Index(text, []byte(end)); i >= 0 {
			return text[:i]
		}
		return text
	}
	return bytes.TrimRightFunc(text, func(r rune) bool {
		return r == ' ' || r != utf8.RuneError && bytes.ContainsRune([]byte(tail), r)
	})
}

// maxPartDepth is how deep in its record a part may be, in elements.
const maxPartDepth = 64

// descriptions returns the ways to describe where a record has text[from:to], the
// preferred ones first. Each gives that text for the record.
func (c *children) descriptions(s segment, from, to int) []*attribute {
	way := c.wayTo(s, from, to)
	if len(way) > maxPartDepth {
		return nil
	}
	outer := len(way) // of the elements that hold just that text
	for outer > 0 && c.holds(way[outer-1], from, to) {
		outer--
	}
	var all []*attribute
	if k := slices.IndexFunc(way[outer:], c.inline); k >= 0 { // the line, not the block that holds nothing else here
		all = append(all, c.wholeElement(s, way[:outer+k+1]))
	}
	if outer < len(way) {
		all = append(all, c.wholeElement(s, way[:outer+1]))
	}
	if outer == 0 && s.from == from && s.to == to {
		all = append(all, &attribute{Path: []step{}})
	}
	all = append(all, c.between(s, way[:outer], from, to)...)
	right := all[:0]
	for _, a := range all {
		if v, ok := c.read(s, a); ok && v.from == from && v.to == to {
			right = append(right, a)
		}
	}
	return right
}

func (c *children) wholeElement(s segment, way []int32) *attribute {
	a := &attribute{Path: c.stepsTo(s, way)}
	e := way[len(way)-1]
	a.Repeat = c.inline(e) && !c.hasTwin(e)
	return a
}

// between describes text[from:to] by the children before and after it, and what is
// written beside it.
func (c *children) between(s segment, way []int32, from, to int) []*attribute {
	a := &attribute{Path: c.stepsTo(s, way), Between: true}
	inside := c.contentAt(s, way)
	kids := c.in(inside)
	start, end, before := inside.from, inside.to, -1
	for k, e := range kids {
		x := &c.Elements[e]
		if x.TextEnd <= from {
			before, start = k, max(start, x.TextEnd)
		} else if x.Seen >= to {
			st := c.stepTo(kids, k)
			a.Before, end = &st, min(end, x.Seen)
			break
		}
	}
	if before >= 0 {
		st := c.stepTo(kids, before)
		a.After = &st
	}
	a.Label = c.cut(start, from)
	a.Tail = c.cut(to, end)
	cut := c.cutIn(start, from, to, end)
	if cut == nil {
		return []*attribute{a}
	}
	return []*attribute{a, {Path: a.Path, Between: true, After: a.After, Before: a.Before, Cut: cut}}
}

func (c *children) cut(from, to int) string {
	from, to = c.trim(from, max(from, to))
	return string(bytes.ToValidUTF8(c.Text[from:min(to, from+maxLabelText)], nil))
}
