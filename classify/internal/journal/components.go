package journal

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// components are the paper's nine, made steadier, and what stands
// around a link (docs/links.md has them with their weights).
var components = []neighbor.Component{
	{Name: "attribute-name", Weight: 1},
	{Name: "attribute-value", Weight: 2},
	{Name: "href-scheme", Weight: 1},
	{Name: "href-fragment", Weight: 1},
	{Name: "href-query-name", Weight: 1},
	{Name: "content-tag", Weight: 1},
	{Name: "content-tag-attribute", Weight: 1},
	{Name: "content-tag-attribute-value", Weight: 1},
	{Name: "content-caption", Weight: 2, Words: true},
	{Name: "caption-shape", Weight: 3, Words: true},
	{Name: "path-shape", Weight: 1, Words: true},
	{Name: "host", Weight: 1, Words: true},
	{Name: "extension", Weight: 1, Words: true},
	{Name: "ancestor-tags", Weight: 1, Words: true},
	{Name: "ancestor-classes", Weight: 1, Words: true},
	{Name: "text-before", Weight: 1, Words: true},
	{Name: "text-after", Weight: 1, Words: true},
	{Name: "link-before", Weight: 2, Words: true},
	{Name: "link-after", Weight: 2, Words: true},
}

// vectorsOf returns the enhanced components of the links of a page.
func vectorsOf(links []anchor.Link) []neighbor.Vector {
	vectors := make([]neighbor.Vector, len(links))
	r := newReading(links)
	for i := range links {
		vectors[i] = r.vector(&links[i]).vector
	}
	return vectors
}

// linkRead is a link with what is known of it beside its components.
type linkRead struct {
	vector  neighbor.Vector
	path    string // that it leads to
	caption captionRead
	place   *place
}

func (r *reading) vector(l *anchor.Link) linkRead {
	href := excerpt.Cut(strings.TrimSpace(l.Href), anchor.MaxComponent)
	rest, fragment, _ := strings.Cut(href, "#")
	rest, query, _ := strings.Cut(rest, "?")
	path, host := l.PathAndHost()
	own := path
	if host == "" {
		own = rest
	}
	names, values := anchor.AttributeSet(l)
	before, linkBefore := r.onSide(l.At, -1)
	after, linkAfter := r.onSide(l.At, 1)
	caption, place := r.caption(l.Shown()), r.place(l.At)
	return linkRead{neighbor.Vector{
		names,
		values,
		anchor.SchemeOf(href),
		anchor.MaskDigits(fragment),
		anchor.MaskDigits(anchor.QueryNames(query)),
		anchor.OrEmpty(l.Tags),
		anchor.OrEmpty(l.Attributes),
		anchor.MaskDigits(anchor.OrEmpty(l.Values)),
		l.Shown(),
		caption.shape,
		pathShape(own),
		strings.ReplaceAll(host, ".", " "),
		anchor.Extension(own),
		place.tags,
		place.classes,
		before,
		after,
		linkBefore,
		linkAfter,
	}, path, caption, place}
}

// captionShape distinguishes titles, names and labels in any language: by how
// many words there are, whether all begin with a capital, whether there are
// digits, and the words themselves if they are a label's.
func captionShape(caption string) string {
	words := strings.Fields(caption)
	if len(words) == 0 {
		return "none"
	}
	var shape []string
	for _, n := range []int{1, 2, 4, 7} {
		if len(words) >= n {
			shape = append(shape, "≥"+strconv.Itoa(n))
		}
	}
	if !slices.ContainsFunc(words, func(w string) bool { return unicode.IsLower(firstRune(w)) }) {
		shape = append(shape, "capitals")
	}
	if strings.IndexFunc(caption, unicode.IsDigit) >= 0 {
		shape = append(shape, "digits")
	}
	if len(words) <= anchor.LabelWords {
		shape = append(shape, anchor.Label(caption))
	}
	return strings.Join(shape, " ")
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// pathShape returns the segments of a path with their places. Segments of
// letters alone are kept, others are replaced by the kinds of their characters:
// "/papers/v10/lee09a.html" is "1:papers 2:v0 3:a0a.html".
func pathShape(path string) string {
	const most = 8
	shape := make([]byte, 0, 64)
	segments := int64(0)
	for s := range strings.SplitSeq(strings.Trim(excerpt.Cut(path, anchor.MaxComponent), "/"), "/") {
		if segments++; segments > most {
			break
		}
		shape = append(append(append(strconv.AppendInt(shape, segments, 10), ':'), segmentShape(s)...), ' ')
	}
	return string(strconv.AppendInt(append(shape, "of:"...), segments, 10))
}

func segmentShape(s string) string {
	s = strings.ReplaceAll(s, " ", "_")
	if onlyLetters(s) {
		return strings.ToLower(s)
	}
	ext := ""
	if i := strings.LastIndexByte(s, '.'); i > 0 && anchor.Extension(s) != "" {
		s, ext = s[:i], strings.ToLower(s[i:])
	}
	if short := strings.TrimRightFunc(s, unicode.IsDigit); len(short) > 0 && len(short) <= 4 && onlyLetters(short) {
		return strings.ToLower(short) + "0" + ext // v10, vol3
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			r = '0'
		case unicode.IsLetter(r):
			r = 'a'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String() + ext
}

func onlyLetters(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

// ancestorClasses returns the classes and ids of the nearest ancestors that
// have any, digits masked.
func ancestorClasses(at anchor.Ref) string {
	var classes strings.Builder
	found := 0
	for i := range anchor.Around(at, anchor.MaxAncestors) {
		for name, value := range at.Page.Attrs(i) {
			if name == "class" || name == "id" {
				anchor.Write(&classes, strings.ToLower(anchor.MaskDigits(value)), " ")
				found++
			}
		}
		if found >= 2 {
			break
		}
	}
	return strings.TrimSpace(classes.String())
}
