package strategy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/fields"
)

// A sighting is what a strategy has seen of one URL: as much as its state depends
// on. An observation is the strategy's tag, with its length before it, and a sighting
// as encode writes it, compressed; nothing after the tag if there was nothing to see. See tagOf.
type sighting struct {
	url, parent, note string
	kind              kind
	linkValue, score  float64
	urls              []string // of the links, if that is all of them; else doc has them
	doc               classify.Document
	places            []dom.Place // of the links, in an observation that was read
	also              []string    // what the strategy was told of other URLs, in a form of its own
}

// kind says what became of the URL.
type kind uint8

const (
	kindPage kind = iota
	kindFailed
	kindRedirected
	kindNotModified
	kindHostFailed // and all others of its host would
)

// page returns the page as far as it was seen.
func (s *sighting) page() *crawl.Page {
	return &crawl.Page{URL: s.url, Parent: s.parent, Note: s.note, LinkValue: s.linkValue}
}

// detail says what of a document a strategy's state depends on.
type detail uint8

const (
	linkTexts detail = 1 << iota // with the href
	linkContexts
	linkPlaces
	pageText   // with title and marked parts
	allDetails = 1<<iota - 1
)

// encode appends a sighting to b: kind, detail, strings with their lengths before them and
// numbers of eight bytes. Of one that is longer than maxSighting it appends little more
// than that.
func (s *sighting) encode(b []byte, d detail) []byte {
	text := func(s string) {
		if len(b) <= maxSighting {
			b = fields.AppendString(b, s)
		}
	}
	float := func(x float64) { b = fields.AppendFloat(b, x) }
	b = append(b, byte(s.kind), byte(d))
	text(s.url)
	text(s.parent)
	text(s.note)
	float(s.linkValue)
	float(s.score)
	b = binary.AppendUvarint(b, uint64(len(s.also)))
	for _, x := range s.also {
		text(x)
	}
	if d&pageText != 0 {
		text(s.doc.Title)
		text(s.doc.Text)
		b = binary.AppendUvarint(b, uint64(len(s.doc.Spans)))
		for _, x := range s.doc.Spans {
			text(x.Mark)
			b = binary.AppendUvarint(b, uint64(x.Start))
			b = binary.AppendUvarint(b, uint64(x.End-x.Start))
		}
	}
	for _, url := range s.urls {
		text(url)
	}
	var places dom.Places
	for _, l := range s.doc.Links {
		if l.URL == "" {
			continue
		}
		text(l.URL)
		if d&linkTexts != 0 {
			text(l.Href)
			text(l.Text)
		}
		if d&linkContexts != 0 {
			text(l.Context)
		}
		if d&linkPlaces != 0 {
			at := places.Of(l.Node)
			b = binary.BigEndian.AppendUint64(b, at.Path)
			for _, block := range at.Blocks {
				b = binary.AppendVarint(b, int64(block))
			}
		}
	}
	return b
}

// decodeSighting reads what encode wrote. It is the reader's caller that bounds the
// length of b.
func decodeSighting(b []byte) (*sighting, error) {
	r := fields.Reader{Rest: b}
	s := &sighting{kind: kind(r.Byte())}
	d := detail(r.Byte())
	s.url, s.parent, s.note = r.String(), r.String(), r.String()
	s.linkValue, s.score = r.Float(), r.Float()
	for range r.Count() {
		s.also = append(s.also, r.String())
	}
	if d&pageText != 0 {
		s.doc.Title, s.doc.Text = r.String(), r.String()
		for range r.Count() {
			s.doc.Spans = append(s.doc.Spans, readSpan(&r, len(s.doc.Text)))
		}
	}
	for len(r.Rest) > 0 && !r.Bad {
		l := classify.Link{URL: r.String()}
		if d&linkTexts != 0 {
			l.Href, l.Text = r.String(), r.String()
		}
		if d&linkContexts != 0 {
			l.Context = r.String()
		}
		if d&linkPlaces != 0 {
			s.places = append(s.places, dom.Place{Path: r.Uint64(), Blocks: [2]int32{int32(r.Varint()), int32(r.Varint())}})
		}
		s.doc.Links = append(s.doc.Links, l)
	}
	if r.Bad || s.kind > kindHostFailed || d > allDetails || math.IsNaN(s.linkValue) || math.IsNaN(s.score) {
		return nil, errDamaged
	}
	return s, nil
}

var (
	errDamaged = fmt.Errorf("strategy: %w", crawl.ErrDamaged)
	errForeign = errors.New("strategy: the observation is damaged where it says by which strategy it was made, or is one of a strategy that does not say it")
)

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

// maxTag is how long a tag may be, and maxSighting how long what is compressed after it.
const (
	maxTag      = 1 << 10
	maxSighting = 64 << 20
)

// packing compresses and expands sightings.
type packing struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	buffer  []byte // what was packed last
}

// maxBuffer is how long a buffer is kept, in bytes.
const maxBuffer = 1 << 20

// pack appends a sighting, compressed. Instead of one that unpack would not read it returns
// what encode has made, which is longer than any frontier keeps: a hostile page that says
// the same all along is 90 MB here, and would be a few kilobytes once compressed.
func (p *packing) pack(to []byte, s *sighting, d detail) []byte {
	b := s.encode(p.buffer[:0], d)
	if len(b) > maxSighting {
		return b
	}
	if cap(b) <= maxBuffer {
		p.buffer = b
	}
	if p.encoder == nil {
		// The options are constants: there is no error.
		p.encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<18), zstd.WithEncoderCRC(false))
	}
	return p.encoder.EncodeAll(b, to)
}

func (p *packing) unpack(b []byte) ([]byte, error) {
	if p.decoder == nil {
		p.decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxSighting))
	}
	return p.decoder.DecodeAll(b, nil)
}

// observation returns that of a page.
func (m *memory) observation(url string, d detail, tag func() string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := append([]byte(nil), m.head(tag)...)
	if n, ok := m.news[url]; ok {
		n.observed = true
		b = m.packing.pack(b, &n.seen, d)
	}
	return b
}

// head returns what observations begin with. The tag is made once: the configuration
// of a strategy does not change during a crawl.
func (m *memory) head(tag func() string) string {
	if m.tag == "" {
		m.tag = tag()
	}
	return string(fields.AppendString(nil, m.tag))
}

// observe has a strategy learn from an observation, unless the page is one that it
// has valued and that is not acknowledged.
func (m *memory) observe(observation []byte, tag func() string, learn func(*sighting)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	head := m.head(tag)
	packed, ok := strings.CutPrefix(string(observation), head)
	if !ok {
		f := fields.Reader{Rest: observation}
		theirs := f.String()
		if f.Bad || len(theirs) > maxTag {
			return errForeign
		}
		if err := misfit(theirs, m.tag); err != nil {
			return err
		}
		packed = string(f.Rest)
	}
	if packed == "" {
		m.begun = true
		return nil
	}
	b, err := m.packing.unpack([]byte(packed))
	if err != nil {
		return errDamaged
	}
	s, err := decodeSighting(b)
	if err != nil {
		return err
	}
	m.begun = true
	if m.news[s.url] == nil {
		learn(s)
	}
	return nil
}
