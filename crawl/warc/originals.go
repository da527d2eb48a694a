package warc

import (
	"crypto/sha1"
	"encoding/base32"
	"net/http"
	"strings"
	"sync"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// maxOriginals is how many answers a Writer remembers: some 20 MB.
const maxOriginals = 1 << 16

// An original is an answer that was recorded whole, which later ones refer to.
type original struct {
	id, url, date string
	payload       [sha1.Size]byte
}

// originalOf returns what later answers may refer to a record of a file as, nil
// if it is no whole answer with a body.
func originalOf(rec *Record) *original {
	if rec.Type() != TypeResponse || rec.truncated() {
		return nil
	}
	label, digest, _ := strings.Cut(rec.Fields.Get("WARC-Payload-Digest"), ":")
	sum, err := base32.StdEncoding.DecodeString(strings.ToUpper(digest))
	if err != nil || len(sum) != sha1.Size || !strings.EqualFold(label, "sha1") {
		return nil // another program's, as it wished
	}
	o := &original{
		id: rec.Fields.Get("WARC-Record-ID"), url: rec.URL(), date: rec.Fields.Get("WARC-Date"), payload: [sha1.Size]byte(sum),
	}
	if o.payload == sha1.Sum(nil) || len(o.id)+len(o.url)+len(o.date) > 2*weburl.MaxLength {
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

// originals are the last maxOriginals added.
type originals struct {
	mu        sync.Mutex
	byPayload map[[sha1.Size]byte]*original
	byURL     map[string]*original
	ring      []*original
	oldest    int
}

// add remembers an answer, and forgets the oldest if there are too many.
func (s *originals) add(o *original) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ring == nil {
		s.byPayload = make(map[[sha1.Size]byte]*original)
		s.byURL = make(map[string]*original)
	}
	if len(s.ring) < maxOriginals {
		s.ring = append(s.ring, o)
	} else {
		s.forget(s.ring[s.oldest])
		s.ring[s.oldest] = o
		s.oldest = (s.oldest + 1) % maxOriginals
	}
	s.byPayload[o.payload] = o
	s.byURL[o.url] = o
}

// Profiles of revisit records (6.7).
const (
	sameDigest  = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	notModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
)

func (s *originals) forget(o *original) {
	if s.byPayload[o.payload] == o {
		delete(s.byPayload, o.payload)
	}
	if s.byURL[o.url] == o {
		delete(s.byURL, o.url)
	}
}

// known returns the profile and the fields of a revisit record for an answer
// that brings nothing new. The payload is the digest of a whole body, nil for one
// that is empty or not whole.
func (s *originals) known(url string, status int, payload []byte) (profile string, f Fields) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case status == http.StatusNotModified:
		if o := s.byURL[url]; o != nil {
			return notModified, o.fields()
		}
		return notModified, Fields{{"WARC-Refers-To-Target-URI", url}} // recorded by an earlier crawl
	case payload != nil:
		if o := s.byPayload[[sha1.Size]byte(payload)]; o != nil {
			return sameDigest, append(o.fields(), Field{"WARC-Truncated", "length"})
		}
	}
	return "", nil
}
