package warc

import (
	"errors"
	"net/http"
	"sync"
)

// A Recorder makes requests through another transport and writes them and
// their answers to a WARC file: a response record, or a revisit record for an
// answer whose body was recorded before or that says 304, and a request record.
// A request that failed, or whose answer broke off, leaves a metadata record
// with the reason, so that a [Web] fails likewise.
//
// An answer is recorded when its body ends or is closed. A body that is closed
// early is marked as truncated, but what is missing of the first 64 KiB is read
// on for: few crawlers read what a redirect or an error says. Nothing is
// recorded of a request that nobody waits for any more, nor of methods other
// than GET. A context that was cancelled with a cause of its own, other than
// context.Canceled, is a reason why the request failed.
//
// Recorded is what net/http tells of an answer: its transfer coding is undone,
// the order and case of header fields are lost, and HTTP/2 is written as
// HTTP/1.1. A transfer coding is noted as X-Crawl-Transfer-Encoding, a content
// coding that the transport has undone as X-Crawl-Content-Encoding, HTTP/2 as
// WARC-Protocol. Behind a proxy WARC-IP-Address is the proxy's.
//
// Set the fields before the first request. A Recorder may be used by several
// goroutines at once.
type Recorder struct {
	// Transport makes the requests. nil stands for http.DefaultTransport.
	Transport http.RoundTripper

	// Writer gets the records. Without one every request fails.
	Writer *Writer

	// Credentials records the request's Authorization, Cookie and
	// Proxy-Authorization too. Those in a URL are never recorded.
	Credentials bool

	mu        sync.Mutex
	originals originals
	err       error
}

// Err returns the first error of writing. After it nothing is recorded and
// every request fails.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// fail keeps the first error.
func (r *Recorder) fail(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	return r.err
}

var errNoWriter = errors.New("warc: the Recorder has no Writer")

// RoundTrip implements [http.RoundTripper].
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	err := r.Err()
	if r.Writer == nil {
		err = r.fail(errNoWriter)
	}
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	transport := r.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	if req.Method != http.MethodGet && req.Method != "" {
		return transport.RoundTrip(req)
	}
	x := newExchange(r, req)
	resp, err := transport.RoundTrip(req.WithContext(x.traced()))
	if err != nil {
		x.failed(err)
		return nil, err
	}
	resp.Request = req
	resp.Body = newRecording(x, resp)
	return resp, nil
}
