// Package textparts says which words are in parts of a text whose words are known.
package textparts

import (
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Reader says which words are in parts of a text whose words are known: in the contexts
// of its links, one after the other, and in what is in them. So they are not read again.
type Reader struct {
	Text    string
	Of      *phrase.Hashes  // the text
	Spans   []classify.Span // of the text, those of later links
	link    int             // where the text of the latest link is, -1 if that is not known
	context string
	start   int  // of the context in the text, or of the same words before it
	first   int  // of the words that begin there or later
	lost    bool // a context was not found
}

// Next goes on to the next link.
func (p *Reader) Next(l classify.Link) {
	p.link = -1
	if l.Href == "" || l.Text == "" {
		return
	}
	for p.link < 0 && len(p.Spans) > 0 {
		if p.Spans[0].Mark == "anchor" {
			p.link = p.Spans[0].Start
		}
		p.Spans = p.Spans[1:]
	}
}

// Enter goes on to the context of the latest link.
func (p *Reader) Enter(l classify.Link) {
	if p.lost {
		return
	}
	start := p.link - strings.Index(l.Context, l.Text)
	if start < p.start || start > len(p.Text) || !strings.HasPrefix(p.Text[start:], l.Context) {
		at := strings.Index(p.Text[p.start:], l.Context)
		if p.lost = at < 0; p.lost {
			return
		}
		start = p.start + at
	}
	p.context, p.start = l.Context, start
	for p.first < len(p.Of.Words) && p.Of.Words[p.first].Start < p.start {
		p.first++
	}
}

// Words returns the words of a part of the current context, unless an end of it may be
// within a word or change one.
func (p *Reader) Words(part string) ([]phrase.HashedWord, bool) {
	at := strings.Index(p.context, part)
	if p.lost || at < 0 {
		return nil, false
	}
	start := p.start + at
	end := start + len(part)
	if start > 0 && !separates(p.Text[start-1]) || end < len(p.Text) && !separates(p.Text[end]) {
		return nil, false
	}
	all := p.Of.Words
	if n := len(all); n < p.Of.Total && (n == 0 || all[n-1].End < end) {
		return nil, false
	}
	first := p.first
	for first < len(all) && all[first].Start < start {
		first++
	}
	last := first
	for last < len(all) && all[last].Start < end {
		last++
	}
	return all[first:last], true
}

// separates reports whether a byte parts words whatever is beside it. An apostrophe does
// not: an s after it is no word.
func separates(c byte) bool {
	switch {
	case c >= 0x80, c == '\'', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return false
	}
	return true
}
