package journal

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/page"
)

// reading is what links of a page have in common, which is read once: their elements, what they
// are for the links beside them, where they stand and what they show.
type reading struct {
	links    map[anchor.Ref]*anchor.Link
	are      map[anchor.Ref]string
	captions map[string]captionRead
	places   map[placeOf]*place

	page *page.Page // of the ways
	ways []int32    // by node, the elements up to the nearest for navigation, itself among them; 0 if not known
	up   []int32
}

func newReading(links []anchor.Link) *reading {
	var r reading
	if len(links) > 1 {
		r.links = make(map[anchor.Ref]*anchor.Link, len(links))
		for i := range links {
			r.links[links[i].At] = &links[i]
		}
		r.are, r.captions, r.places = map[anchor.Ref]string{}, map[string]captionRead{}, map[placeOf]*place{}
	}
	return &r
}

// captionRead is what a caption looks like.
type captionRead struct{ shape, label, kind string }

func (r *reading) caption(text string) captionRead {
	c, ok := r.captions[text]
	if !ok {
		c = captionRead{captionShape(text), labelOf(text), captionKind(text)}
		if r.captions != nil {
			r.captions[text] = c
		}
	}
	return c
}

// placeOf is all of a link's element that its place depends on.
type placeOf struct {
	page   *page.Page
	parent int32
	tag    string
}

// place is where an element stands.
type place struct{ tags, classes, standing, region string }

func (r *reading) place(at anchor.Ref) *place {
	var of placeOf
	if at.Page != nil {
		n := &at.Page.Nodes[at.Node]
		of = placeOf{at.Page, n.Parent, n.Data}
	}
	p := r.places[of]
	if p == nil {
		p = &place{classes: ancestorClasses(at), region: r.region(at)}
		p.tags, p.standing = anchor.AncestorTags(at)
		if r.places != nil {
			r.places[of] = p
		}
	}
	return p
}

// maxRegion is how many elements around a link are looked at.
const maxRegion = 32

// region says whether an element is in a part of the page for navigation.
func (r *reading) region(at anchor.Ref) string {
	if at.Page == nil {
		return "text"
	}
	if r.page != at.Page {
		r.page, r.ways = at.Page, make([]int32, len(at.Page.Nodes))
	}
	r.up = r.up[:0]
	way := int32(maxRegion + 1)
	i := at.Page.Nodes[at.Node].Parent
	for ; i != page.None && r.ways[i] == 0 && way > 0; i = at.Page.Nodes[i].Parent {
		if len(r.up) == maxRegion {
			return "text" // of what is around the last of them nothing is known
		}
		r.up = append(r.up, i)
		if isNavigation(anchor.Ref{Page: at.Page, Node: i}) {
			way = 0
		}
	}
	if i != page.None && way > 0 {
		way = r.ways[i]
	}
	for _, i := range slices.Backward(r.up) {
		way = min(way+1, maxRegion+1)
		r.ways[i] = way
	}
	if way <= maxRegion {
		return "way"
	}
	return "text"
}

const (
	sideBytes = 128 // of a text
	sideWords = 2
)

// onSide returns the words and signs on one side of a link, the nearest first, and what the next
// link there is.
func (r *reading) onSide(at anchor.Ref, step int32) (text, link string) {
	if at.Page == nil {
		return "", ""
	}
	words := make([]string, 0, sideWords)
	i := at.Node - 1
	if step > 0 {
		i = at.Page.Nodes[at.Node].End
	}
	for seen := 0; seen < anchor.SideNodes && i >= 0 && int(i) < len(at.Page.Nodes); seen, i = seen+1, i+step {
		switch n := &at.Page.Nodes[i]; {
		case n.Type == page.ElementNode && n.Data == "a":
			return strings.Join(words, " "), r.neighbour(anchor.Ref{Page: at.Page, Node: i})
		case len(words) == sideWords:
		case n.Type == page.ElementNode && page.Block(n.Atom):
			words = append(words, "|")
		case n.Type == page.TextNode && step > 0:
			words = firstSigns(words, excerpt.Cut(n.Data, sideBytes))
		case n.Type == page.TextNode:
			words = lastSigns(words, lastBytes(n.Data, sideBytes))
		}
	}
	return strings.Join(words, " "), ""
}

// neighbour describes a link for the links beside it: its caption, if that is a
// label, its format and the names of its attributes.
func (r *reading) neighbour(at anchor.Ref) string {
	if known, ok := r.are[at]; ok {
		return known
	}
	l := r.links[at]
	if l == nil {
		l = &anchor.Link{At: at, Content: anchor.ContentOf(at)}
	}
	caption := "title"
	if len(l.Caption) <= anchor.LabelBytes && len(strings.Fields(l.Caption)) <= anchor.LabelWords {
		caption = anchor.Label(l.Caption)
	}
	path, _, _ := strings.Cut(excerpt.Cut(at.Page.Value(at.Node, "href"), anchor.MaxComponent), "#")
	path, _, _ = strings.Cut(path, "?")
	buffer := append(append(append(make([]byte, 0, 64), caption...), " ."...), anchor.Extension(path)...)
	buffer = append(buffer, ' ')
	separator := "@"
	for name := range anchor.Attributes(l) {
		buffer = append(append(buffer, separator...), excerpt.Cut(name, 32)...)
		separator = " @"
	}
	is := string(buffer)
	if r.are != nil {
		r.are[at] = is
	}
	return is
}

func lastBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}

// firstSigns appends the first signs of a text, up to sideWords in all.
func firstSigns(words []string, text string) []string {
	last := ' '
	for _, r := range text {
		sign := signOf(r)
		if isSign(sign, last) {
			if words = append(words, string(sign)); len(words) == sideWords {
				break
			}
		}
		last = sign
	}
	return words
}

// lastSigns appends the last signs of a text, the very last first, up to sideWords in all.
func lastSigns(words []string, text string) []string {
	var signs [sideWords]rune
	n, last := 0, ' '
	for _, r := range text {
		sign := signOf(r)
		if isSign(sign, last) {
			signs[n%sideWords] = sign
			n++
		}
		last = sign
	}
	for i := n - 1; i >= max(0, n-sideWords) && len(words) < sideWords; i-- {
		words = append(words, string(signs[i%sideWords]))
	}
	return words
}

// signOf returns the form of a character: 'w' for one of a word, '0' for one of a number, ' ' for
// white space and the character itself for a sign.
func signOf(r rune) rune {
	switch {
	case unicode.IsLetter(r):
		return 'w'
	case unicode.IsDigit(r):
		return '0'
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// isSign reports whether a sign begins behind the last one: a word or number has one for all its characters.
func isSign(sign, last rune) bool { return sign != ' ' && (sign != last || sign != 'w' && sign != '0') }
