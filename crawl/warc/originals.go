package warc

import (
	"crypto/sha1"
	"sync"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// maxOriginals is how many answers a Writer remembers, and for how many URLs what
// they were: some 20 MB.
const maxOriginals = 1 << 16

// An original is an answer that was recorded whole, which later ones refer to.
type original struct {
	id, url, date string
	payload       [sha1.Size]byte
}

// originalOf returns what later answers may refer to a record of a file as, nil
// if it is no whole answer with a body.
func originalOf(rec *Record) *original {
	if rec.Type() != typeResponse || rec.truncated() {
		return nil
	}
	payload, ok := payloadOf(rec)
	o := &original{
		id: rec.Fields.Get("WARC-Record-ID"), url: rec.URL(), date: rec.Fields.Get("WARC-Date"), payload: payload,
	}
	if !ok || o.payload == sha1.Sum(nil) || len(o.id)+len(o.url)+len(o.date) > 2*weburl.MaxLength {
		return nil
	}
	return o
}

// fields are those of a revisit of the original (6.7.2).
func (o *original) fields() Fields {
	return Fields{
		{"WARC-Refers-To", o.id}, {"WARC-Refers-To-Target-URI", o.url}, {"WARC-Refers-To-Date", o.date},
		{"WARC-Payload-Digest", labelled(o.payload[:])},
	}
}

// originals are the answers that later ones may refer to.
type originals struct {
	mu        sync.Mutex
	byPayload recent[[sha1.Size]byte]
	byURL     recent[string] // what each answered last, recorded for it or for another one
}

// recent keeps the last maxOriginals that were put in.
type recent[K comparable] struct {
	known  map[K]*original
	ring   []named[K]
	oldest int
}

type named[K comparable] struct {
	key K
	*original
}

// put replaces what the key had, and forgets the oldest if there are too many.
func (r *recent[K]) put(key K, o *original) {
	if r.known == nil {
		r.known = make(map[K]*original)
	}
	if r.known[key] == o {
		return
	}
	if len(r.ring) < maxOriginals {
		r.ring = append(r.ring, named[K]{key, o})
	} else {
		if last := r.ring[r.oldest]; r.known[last.key] == last.original {
			delete(r.known, last.key)
		}
		r.ring[r.oldest] = named[K]{key, o}
		r.oldest = (r.oldest + 1) % maxOriginals
	}
	r.known[key] = o
}

// add remembers an answer by its payload.
func (s *originals) add(o *original) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byPayload.put(o.payload, o)
}

// answered remembers which original a URL has answered with, nil for an answer
// that cannot be referred to. That a page is not modified refers to what it last
// was, not to an error since.
func (s *originals) answered(url string, status int, o *original) {
	if status/100 != 2 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if o != nil {
		s.byURL.put(url, o)
	} else {
		delete(s.byURL.known, url)
	}
}

// note remembers the answer of a whole record of a file.
func (s *originals) note(rec *Record, status int) {
	switch rec.Type() {
	case typeResponse:
		o := originalOf(rec)
		if o != nil {
			s.add(o)
		}
		s.answered(rec.URL(), status, o)
	case typeRevisit:
		if payload, ok := payloadOf(rec); ok && len(rec.URL()) <= weburl.MaxLength {
			s.answered(rec.URL(), status, s.before("", false, payload[:]))
		}
	}
}

// Profiles of revisit records (6.7).
const (
	sameDigest  = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	notModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
)

// before returns the original of an answer that brings nothing new, nil if there
// is none that is known. The payload is the digest of a whole body, nil for one
// that is empty or not whole.
func (s *originals) before(url string, unmodified bool, payload []byte) *original {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case unmodified:
		return s.byURL.known[url]
	case payload != nil:
		return s.byPayload.known[[sha1.Size]byte(payload)]
	}
	return nil
}
