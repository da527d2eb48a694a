package crawl

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A reply is an answer to a request, its body read.
type reply struct {
	status int
	header http.Header
	body   body // of a 2xx status
	took   time.Duration
}

// get sends a GET and reads the answer. Other than the body of a 2xx answer,
// nothing is kept of bodies. The error is that of a request without an answer.
func (r *run) get(ctx context.Context, u *weburl.URL, v Validator, limit int64) (reply, error) {
	start := time.Now()
	a, err := r.exchange(ctx, u, v, limit)
	e := Event{Kind: EventRequest, URL: u.Canonical(), Host: u.Host(), Status: a.status, Bytes: len(a.body.bytes), Elapsed: time.Since(start), Err: err}
	if err == nil {
		e.Err = a.body.err
	}
	r.observe(e)
	return a, err
}

func (r *run) exchange(ctx context.Context, u *weburl.URL, v Validator, limit int64) (reply, error) {
	if r.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.limits.Time,
			fmt.Errorf("no complete answer within %v: %w", r.limits.Time, context.DeadlineExceeded))
		defer cancel()
	}
	ctx, cancel := boundConnections(ctx)
	defer cancel(nil)
	req := (&http.Request{
		Method: http.MethodGet, URL: u.NetURL(), Host: u.Host(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"User-Agent":      {r.userAgent},
			"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"},
			"Accept-Encoding": {acceptEncoding},
		},
	}).WithContext(ctx)
	v.ask(req.Header)
	r.addCookies(req)
	r.stats.requests.Add(1)
	resp, err := r.transport.RoundTrip(req)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return reply{}, named(u.Hostname(), err)
	}
	defer resp.Body.Close()
	// Not every body heeds its request's context: that of a 101 is the bare
	// connection.
	defer context.AfterFunc(ctx, func() { resp.Body.Close() })()
	r.keepCookies(req.URL, resp.Cookies())
	a := reply{status: resp.StatusCode, header: resp.Header}
	if resp.StatusCode/100 != 2 {
		defer time.AfterFunc(drainTime, func() { cancel(nil) }).Stop()
		drain(resp)
		return a, nil
	}
	a.body = readBody(resp, limit)
	if cause := context.Cause(ctx); cause != nil && a.body.err != nil {
		// What came in time is kept, as what is within Limits.Body is.
		a.body.err, a.body.broken = cause, len(a.body.bytes) == 0
	}
	return a, nil
}

// connections is how many connections a request may go through. Package
// net/http takes a new one where a server has closed an idle one, and whenever
// an HTTP/2 server says GOAWAY, hundreds of times in a second.
const connections = 6

var errConnections = fmt.Errorf("the server closed %d connections instead of answering", connections)

// boundConnections ends a request that goes through too many connections.
func boundConnections(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	taken := 0
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) {
			if taken++; taken > connections {
				cancel(errConnections)
			}
		},
	}), cancel
}

// drainTime is how long a worker waits for a body that nobody wants.
const drainTime = 500 * time.Millisecond

// drain reads a short body that nobody wants, so that its connection can be
// used again. After a 101 the connection speaks another protocol.
func drain(resp *http.Response) {
	if short := int64(16 << 10); resp.StatusCode >= 200 && resp.ContentLength >= 0 && resp.ContentLength <= short {
		_, _ = io.CopyN(io.Discard, resp.Body, short)
	}
}
