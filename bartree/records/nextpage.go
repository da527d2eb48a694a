package records

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A pagerLink is the link to the next page of a list.
type pagerLink struct {
	Text   string `json:"text"`             // of the link; empty if it is a number
	Number bool   `json:"number,omitempty"` // the number of a page: the one after the current one's is meant
	Path   []step `json:"path"`
}

// pagerLinkOf describes the link with a text, nil if there is none.
func (c *children) pagerLinkOf(want []byte) *pagerLink {
	for i := range c.Elements {
		if from, to := c.SpanOf(int32(i)).Bounds(); c.isLink(int32(i)) && bytes.Equal(c.Text[from:to], want) {
			t := &pagerLink{Text: string(want), Path: c.stepsTo(c.document(), c.Path(int32(i)))}
			if isNumber(want) {
				t.Text, t.Number = "", true
			}
			return t
		}
	}
	return nil
}

// maxPagerText is how long the text of a link to the next page may be, in bytes.
const maxPagerText = 200

// nextLink returns the link to the next page, -1 for none.
func (r *linked) nextLink(t *pagerLink) int32 {
	if t == nil {
		return r.relNext()
	}
	if t.Number {
		return r.nextNumber(t)
	}
	found := int32(-1) // the first one inside an element like that of the taught one, else the first
	for i := range r.Elements {
		e := int32(i)
		if from, to := r.SpanOf(e).Bounds(); to-from != len(t.Text) || string(r.Text[from:to]) != t.Text || !r.isLink(e) {
			continue
		}
		if found < 0 {
			found = e
		}
		if up := r.Elements[e].Parent; up >= 0 && len(t.Path) > 1 && r.resembles(up, t.Path[len(t.Path)-2]) {
			return e
		}
	}
	return found
}

func (c *children) relNext() int32 {
	for i := range c.Elements {
		e := int32(i)
		if tag := c.Elements[e].Tag; tag != markup.TagA && tag != tagLink {
			continue
		}
		rel, _ := c.AttributeOf(e, "rel")
		for word := range strings.FieldsSeq(strings.ToLower(rel)) {
			if _, ok := c.AttributeOf(e, "href"); word == "next" && ok {
				return e
			}
		}
	}
	return -1
}

var tagLink = markup.TagOf("link")

// nextNumber goes through the row of page numbers: the current one is no link, or
// a link to nowhere or to the page itself, and the link after it with the next number is meant.
func (r *linked) nextNumber(t *pagerLink) int32 {
	// The row is the content of the element that holds several numbers: the link's
	// parent, or its parent if each number is in an element of its own.
	for up := 1; up <= 2 && up < len(t.Path); up++ {
		for _, row := range r.containers(r.document(), t.Path[:len(t.Path)-up]) {
			if e := r.nextInPager(row); e >= 0 {
				return e
			}
		}
	}
	return -1
}

func (r *linked) nextInPager(row segment) int32 {
	links := map[int]int32{} // by number, the first of each
	linked := map[int]bool{} // by offset in the text
	end := row.parent
	if end >= 0 {
		end = r.after(end)
	}
	for e := row.parent + 1; e < end; e++ {
		if !r.isLink(e) {
			continue
		}
		from, to := r.SpanOf(e).Bounds()
		if n, ok := pageNumber(r.Text[from:to]); ok {
			on := r.leadsOn(e)
			for i := from; i < to; i++ {
				linked[i] = on
			}
			if _, ok := links[n]; !ok && linked[from] {
				links[n] = e
			}
		}
	}
	// The numbers in the row's text, in order: the first that is no link is the
	// current page.
	text := r.Text[row.from:row.to]
	for at := 0; at < len(text); {
		word, rest := nextWord(text[at:])
		if word == nil {
			break
		}
		start := len(text) - len(rest) - len(word)
		at = len(text) - len(rest)
		if n, ok := pageNumber(word); ok && !linked[row.from+start] {
			if e, ok := links[n+1]; ok {
				return e
			}
		}
	}
	return -1
}

func pageNumber(b []byte) (int, bool) {
	const digits = 9
	if len(b) == 0 || len(b) > digits {
		return 0, false
	}
	n, err := strconv.Atoi(string(b))
	return n, err == nil && n >= 0
}
