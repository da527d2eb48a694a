package observed

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/fields"
)

// Facts are what a strategy has seen of one URL: as much as its state depends
// on. An observation is the strategy's tag, with its length before it, and the facts
// as encode writes them, compressed; nothing after the tag if there was nothing to see. See Tag.
type Facts struct {
	URL, Parent, Note string
	Kind              Kind
	LinkValue, Score  float64
	URLs              []string // of the links, if that is all of them; else Doc has them
	Doc               classify.Document
	Places            []document.Place // of the links
	Feedback          []string         // what the strategy was told of other URLs, in a form of its own
}

// Kind says what became of the URL.
type Kind uint8

// The kinds.
const (
	Page Kind = iota
	Failed
	Redirected
	NotModified
	HostFailed // and all others of its host would
)

// Page returns the page as far as it was seen.
func (f *Facts) Page() *crawl.Page {
	return &crawl.Page{URL: f.URL, Parent: f.Parent, Note: f.Note, LinkValue: f.LinkValue}
}

// Detail says what of a document a strategy's state depends on.
type Detail uint8

// The details.
const (
	LinkTexts Detail = 1 << iota // with the href
	LinkContexts
	LinkPlaces
	PageText   // with title and marked parts
	allDetails = 1<<iota - 1
)

// encode appends facts to b: kind, detail, strings with their lengths before them and
// numbers of eight bytes. Of those that are longer than maxFacts it appends little more
// than that.
func (f *Facts) encode(b []byte, d Detail) []byte {
	text := func(s string) {
		if len(b) <= maxFacts {
			b = fields.AppendString(b, s)
		}
	}
	float := func(x float64) { b = fields.AppendFloat(b, x) }
	b = append(b, byte(f.Kind), byte(d))
	text(f.URL)
	text(f.Parent)
	text(f.Note)
	float(f.LinkValue)
	float(f.Score)
	b = binary.AppendUvarint(b, uint64(len(f.Feedback)))
	for _, x := range f.Feedback {
		text(x)
	}
	if d&PageText != 0 {
		text(f.Doc.Title)
		text(f.Doc.Text)
		b = binary.AppendUvarint(b, uint64(len(f.Doc.Spans)))
		for _, x := range f.Doc.Spans {
			text(x.Mark)
			b = binary.AppendUvarint(b, uint64(x.Start))
			b = binary.AppendUvarint(b, uint64(x.End-x.Start))
		}
	}
	for _, url := range f.URLs {
		text(url)
	}
	for i, l := range f.Doc.Links {
		if l.URL == "" {
			continue
		}
		text(l.URL)
		if d&LinkTexts != 0 {
			text(l.Href)
			text(l.Text)
		}
		if d&LinkContexts != 0 {
			text(l.Context)
		}
		if d&LinkPlaces != 0 {
			at := f.Places[i]
			b = binary.BigEndian.AppendUint64(b, at.Path)
			for _, block := range at.Blocks {
				b = binary.AppendVarint(b, int64(block))
			}
		}
	}
	return b
}

// decode reads what encode wrote. It is the reader's caller that bounds the
// length of b.
func decode(b []byte) (*Facts, error) {
	r := fields.Reader{Rest: b}
	f := &Facts{Kind: Kind(r.Byte())}
	d := Detail(r.Byte())
	f.URL, f.Parent, f.Note = r.String(), r.String(), r.String()
	f.LinkValue, f.Score = r.Float(), r.Float()
	for range r.Count() {
		f.Feedback = append(f.Feedback, r.String())
	}
	if d&PageText != 0 {
		f.Doc.Title, f.Doc.Text = r.String(), r.String()
		for range r.Count() {
			f.Doc.Spans = append(f.Doc.Spans, readSpan(&r, len(f.Doc.Text)))
		}
	}
	for len(r.Rest) > 0 && !r.Bad {
		l := classify.Link{URL: r.String()}
		if d&LinkTexts != 0 {
			l.Href, l.Text = r.String(), r.String()
		}
		if d&LinkContexts != 0 {
			l.Context = r.String()
		}
		if d&LinkPlaces != 0 {
			f.Places = append(f.Places, document.Place{Path: r.Uint64(), Blocks: [2]int32{int32(r.Varint()), int32(r.Varint())}})
		}
		f.Doc.Links = append(f.Doc.Links, l)
	}
	if r.Bad || f.Kind > HostFailed || d > allDetails || math.IsNaN(f.LinkValue) || math.IsNaN(f.Score) {
		return nil, errDamaged
	}
	return f, nil
}

var errDamaged = fmt.Errorf("strategy: %w", crawl.ErrDamaged)

// maxFacts is how long encoded facts may be, in bytes.
const maxFacts = 64 << 20

// readSpan reads a marked part of a text of n bytes.
func readSpan(r *fields.Reader, n int) classify.Span {
	s := classify.Span{Mark: r.String()}
	start, length := r.Uvarint(), r.Uvarint()
	if start > uint64(n) || length > uint64(n)-start {
		r.Bad = true
		return classify.Span{}
	}
	s.Start, s.End = int(start), int(start+length)
	return s
}
