// Package webs holds recorded and generated pieces of the web, which answer a crawler's
// requests under their real host names without any socket.
//
// Like the rest of [github.com/lokman-crawler/lokman/crawl/experiment] it is not frozen: it may change between minor versions.
package webs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Document is one answer of a Web.
type Document struct {
	URL      string // where it is served
	Status   int    // 0 means 200
	Location string // of a redirect
	Type     string // Content-Type; "" means that it is detected from the body
	Body     []byte // as served
	Silent   bool   // never answers: a request times out
}

// A Web is a recorded or generated piece of the web. It is an
// http.RoundTripper that answers requests for its documents under their real
// host names without any socket; other URLs get a 404. Used as a crawler's
// Transport it shows nothing that has not been fetched. It may be used by many
// goroutines at once.
type Web struct {
	// Answer, if set, answers for canonical URLs that there is no document of. It must be set
	// before the web is used.
	Answer func(url string) (Document, bool)

	documents map[string]Document // by canonical URL
	urls      []string            // in the order of the recording

	graphOnce sync.Once
	graph     *Graph // see [Web.Graph]
}

// New returns a web of documents. The first of two with the same URL counts.
func New(documents []Document) (*Web, error) {
	w := &Web{documents: make(map[string]Document, len(documents))}
	for _, d := range documents {
		if err := w.add(d); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *Web) add(d Document) error {
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return fmt.Errorf("experiment: web: %w", err)
	}
	d.URL = u.Canonical()
	if _, ok := w.documents[d.URL]; ok {
		return nil
	}
	if d.Status == 0 && !d.Silent {
		d.Status = http.StatusOK
	}
	if d.Type == "" && len(d.Body) > 0 {
		d.Type = http.DetectContentType(d.Body)
	}
	w.documents[d.URL] = d
	w.urls = append(w.urls, d.URL)
	return nil
}

// Len returns the number of documents.
func (w *Web) Len() int { return len(w.urls) }

// Has reports whether the web answers at a canonical URL.
func (w *Web) Has(url string) bool {
	_, ok := w.Document(url)
	return ok
}

// Hash returns the SHA-256 of the web: of each document in order its URL, status,
// location, type and body.
func (w *Web) Hash() string {
	h := sha256.New()
	for _, url := range w.urls {
		d := w.documents[url]
		fmt.Fprintf(h, "%q %d %q %q %d\n", d.URL, d.Status, d.Location, d.Type, len(d.Body))
		h.Write(d.Body)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// RoundTrip implements [http.RoundTripper].
func (w *Web) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		req.Body.Close()
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	u, err := weburl.Parse(req.URL.String())
	if err != nil {
		return nil, err
	}
	d, ok := w.Document(u.Canonical())
	if d.Silent {
		return nil, fmt.Errorf("no answer: %w", os.ErrDeadlineExceeded)
	}
	if !ok {
		d = Document{Status: http.StatusNotFound, Type: "text/plain; charset=utf-8", Body: []byte("not in the recorded web\n")}
	}
	return &http.Response{
		Status:     fmt.Sprintf("%d %s", d.Status, http.StatusText(d.Status)),
		StatusCode: d.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: d.header(), Body: io.NopCloser(bytes.NewReader(d.Body)), ContentLength: int64(len(d.Body)), Request: req,
	}, nil
}

// Text returns the visible text of a page.
func (d Document) Text() string {
	p := d.page()
	return p.Scan().Text
}

// page returns the document as a crawler has it.
func (d Document) page() crawl.Page {
	return crawl.Page{URL: d.URL, Status: d.Status, Header: d.header(), Body: d.Body}
}

func (d Document) header() http.Header {
	h := http.Header{"Content-Length": {strconv.Itoa(len(d.Body))}}
	if d.Type != "" {
		h["Content-Type"] = []string{d.Type}
	}
	if d.Location != "" {
		h["Location"] = []string{d.Location}
	}
	return h
}

// target returns where a redirect leads, as a canonical URL.
func (d Document) target() (string, error) {
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return "", err
	}
	to, err := u.Resolve(d.Location)
	if err != nil {
		return "", err
	}
	return to.Canonical(), nil
}

// Document returns what the web has of a canonical URL.
func (w *Web) Document(url string) (Document, bool) {
	if d, ok := w.documents[url]; ok || w.Answer == nil {
		return d, ok
	}
	return w.Answer(url)
}
