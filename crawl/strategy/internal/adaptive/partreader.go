package adaptive

import (
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A partReader says which words are in parts of a text whose words are known: in the contexts
// of its links, one after the other, and in what is in them. So they are not read again.
type partReader struct {
	text    string
	of      *phrase.Hashes  // the text
	spans   []classify.Span // of the text, those of later links
	link    int             // where the text of the latest link is, -1 if that is not known
	context string
	start   int  // of the context in the text, or of the same words before it
	first   int  // of the words that begin there or later
	lost    bool // a context was not found
}

// next goes on to the next link.
func (p *partReader) next(l classify.Link) {
	p.link = -1
	if l.Href == "" || l.Text == "" {
		return
	}
	for p.link < 0 && len(p.spans) > 0 {
		if p.spans[0].Mark == "anchor" {
			p.link = p.spans[0].Start
		}
		p.spans = p.spans[1:]
	}
}

// enter goes on to the context of the latest link.
func (p *partReader) enter(l classify.Link) {
	if p.lost {
		return
	}
	start := p.link - strings.Index(l.Context, l.Text)
	if start < p.start || start > len(p.text) || !strings.HasPrefix(p.text[start:], l.Context) {
		at := strings.Index(p.text[p.start:], l.Context)
		if p.lost = at < 0; p.lost {
			return
		}
		start = p.start + at
	}
	p.context, p.start = l.Context, start
	for p.first < len(p.of.Words) && p.of.Words[p.first].Start < p.start {
		p.first++
	}
}

// words returns the words of a part of the current context, unless an end of it may be
// within a word or change one.
func (p *partReader) words(part string) ([]phrase.HashedWord, bool) {
	at := strings.Index(p.context, part)
	if p.lost || at < 0 {
		return nil, false
	}
	start := p.start + at
	end := start + len(part)
	if start > 0 && !separates(p.text[start-1]) || end < len(p.text) && !separates(p.text[end]) {
		return nil, false
	}
	all := p.of.Words
	if n := len(all); n < p.of.Total && (n == 0 || all[n-1].End < end) {
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
