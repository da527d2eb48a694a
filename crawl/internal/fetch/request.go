package fetch

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/transport"
	"github.com/lokman-crawler/lokman/internal/timedbody"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// get asks for a URL at its host's turn, for which it waits as long as most
// says, and reads of the answer what is wanted.
func (f *Fetcher) get(ctx context.Context, s *site, u *weburl.URL, v Validator, r Wanted, most maxWait) (res Result) {
	end, err := f.turn(ctx, s, u, most)
	if err != nil {
		return Result{Err: err}
	}
	f.identify(u)
	start := time.Now()
	defer func() { // after a panic of the transport too
		res.took = time.Since(start)
		end(res.took, res.Status == http.StatusTooManyRequests || res.Status == http.StatusServiceUnavailable)
	}()
	res = f.send(ctx, s, u, v, r)
	if res.Status != 0 && res.Status < 500 {
		f.begun.Store(true)
	}
	f.Requested(u, &res, time.Since(start))
	return res
}

// turn waits until a site may be asked, and its addresses.
func (f *Fetcher) turn(ctx context.Context, s *site, u *weburl.URL, most maxWait) (end func(took time.Duration, overloaded bool), err error) {
	wait, err := f.addressTurn(ctx, s, u, most.pause)
	if err != nil {
		return nil, err
	}
	if err := Sleep(ctx, wait); err != nil {
		return nil, err
	}
	end, err = s.turn(ctx, most)
	if err != nil {
		return nil, err
	}
	for _, limiter := range []*rate.Limiter{s.Rate, f.Rate} {
		if limiter == nil {
			continue
		}
		turn := limiter.Reserve()
		err := errBusy
		if wait := turn.Delay(); limiter == f.Rate || wait <= most.pause {
			err = Sleep(ctx, wait)
		} else {
			defer s.putOff(wait) // after the pause that end begins
		}
		if err != nil {
			turn.Cancel()
			end(0, false)
			return nil, err
		}
	}
	return end, nil
}

// addressTurn takes the turn of a site's addresses and returns how long that is away.
// The error is errBusy, and the site is put off.
func (f *Fetcher) addressTurn(ctx context.Context, s *site, u *weburl.URL, most time.Duration) (time.Duration, error) {
	if f.addresser == nil || s.AddressDelay == 0 {
		return 0, nil
	}
	if s.wait() > most {
		return 0, errBusy
	}
	addrs, err := f.addresser.Addresses(ctx, u.Hostname())
	if err != nil || len(addrs) == 0 {
		return 0, nil // the request says what is wrong
	}
	wait, taken := f.Sites.paces.take(addrs, s.AddressDelay, most)
	if !taken {
		s.putOff(wait)
		return 0, errBusy
	}
	return wait, nil
}

// identify warns once when a public host is asked under the default name: its
// owner would complain to the authors of the library.
func (f *Fetcher) identify(u *weburl.URL) {
	if f.Anonymous && f.guard != nil && !IsPrivate(u.Hostname()) {
		f.warned.Do(func() {
			f.Log.Warn("the default User-Agent is used: set Crawler.UserAgent to a name of your own, with where to complain", "user-agent", f.UserAgent)
		})
	}
}

// send makes a request. The error of the Result is that of a request without an
// answer, or a *failure.BodyError.
func (f *Fetcher) send(ctx context.Context, s *site, u *weburl.URL, v Validator, r Wanted) (res Result) {
	if f.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.Limits.Time, slowError(f.Limits.Time))
		defer cancel()
	}
	if f.Own == nil {
		ctx = transport.WithHeader(ctx, f.Limits.Header)
	}
	ctx, cancel := boundConnections(ctx)
	defer cancel(nil)
	req := (&http.Request{
		Method: http.MethodGet, URL: u.NetURL(), Host: u.Host(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"User-Agent":      {f.UserAgent},
			"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"},
			"Accept-Encoding": {acceptEncoding},
		},
	}).WithContext(ctx)
	maps.Copy(req.Header, f.Header.Clone())
	maps.Copy(req.Header, s.Header.Clone())
	if s.Authorization != "" {
		req.Header.Set("Authorization", s.Authorization)
	}
	v.ask(req.Header)
	addCookies(f.Jar, req)
	if f.Prepare != nil {
		if err := f.Prepare(req); err != nil {
			return Result{Err: fmt.Errorf("prepare: %w", err)}
		}
	}
	f.Counts.Requests.Add(1)
	resp, err := f.client.RoundTrip(req)
	if err == nil {
		err = checkAnswer(f.client, resp)
	}
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		err = failure.WrapTLS(u.Hostname(), failure.Quote(err))
		return Result{Err: err, Transient: failure.IsTransient(err)}
	}
	// Not every body ends with its request's context, and not every one may be
	// closed beside a Read.
	resp.Body = timedbody.New(ctx, resp.Body)
	defer func() {
		if err := resp.Body.Close(); failure.EndsCrawl(err) {
			res = Result{Err: err}
		}
	}()
	f.cookies.keep(f.Jar, req.URL, resp.Cookies())
	res = Result{Status: resp.StatusCode, Header: resp.Header, Cookies: req.Header.Get("Cookie")}
	limit, ok := r.of(resp)
	if !ok {
		slow := time.AfterFunc(drainTime, func() { cancel(errDrain) })
		drain(resp)
		slow.Stop() // what Close does with the body is bounded by Limits.Time
		return res
	}
	var broken *failure.BodyError
	if res.Body, res.Truncated, broken = readBody(resp, limit); broken != nil {
		if cause := context.Cause(ctx); cause != nil {
			// What came in time is kept, as what is within Limits.Body is.
			broken = &failure.BodyError{Err: cause, Transient: len(res.Body) == 0}
		}
		res.Err, res.Transient = broken, broken.Transient
	}
	return res
}

// A slowError ends a request that takes longer.
type slowError time.Duration

func (e slowError) Error() string {
	return fmt.Sprintf("no complete answer within %v: %v", time.Duration(e), context.DeadlineExceeded)
}

func (slowError) Unwrap() error { return context.DeadlineExceeded }

// checkAnswer gives an answer without a body an empty one, as http.Client does. Transports of
// others may return less than net/http's.
func checkAnswer(t http.RoundTripper, resp *http.Response) error {
	switch {
	case resp == nil:
		return fmt.Errorf("the Transport (%T) returned neither an answer nor an error", t)
	case resp.StatusCode == 0:
		return fmt.Errorf("the Transport (%T) returned an answer without a status", t)
	case resp.Body == nil:
		resp.Body = http.NoBody
	}
	return nil
}

// maxConnections is how many connections a request may go through. Package
// net/http takes a new one where a server has closed an idle one, and whenever
// an HTTP/2 server says GOAWAY, hundreds of times in a second.
const maxConnections = 6

// A connectionsError ends a request that went through too many connections.
type connectionsError struct{}

func (connectionsError) Error() string {
	return fmt.Sprintf("the server closed %d connections instead of answering", maxConnections)
}

// Cause implements the interface of [failure.Cause].
func (connectionsError) Cause() string { return "broken answer" }

// boundConnections ends a request that goes through too many connections.
func boundConnections(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	taken := 0
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) {
			if taken++; taken > maxConnections {
				cancel(connectionsError{})
			}
		},
	}), cancel
}

// drainTime is how long a worker waits for a body that is not kept.
const drainTime = 500 * time.Millisecond

// errDrain ends such a request. It is no cancellation: the answer counts, and a
// recorder beneath keeps it.
var errDrain = fmt.Errorf("a body that is not kept did not come within %v: %w", drainTime, context.DeadlineExceeded)

// drain reads a short body that is not kept, so that its connection can be
// used again. After a 101 the connection speaks another protocol.
func drain(resp *http.Response) {
	if short := int64(16 << 10); resp.StatusCode >= 200 && resp.ContentLength >= 0 && resp.ContentLength <= short {
		_, _ = io.CopyN(io.Discard, resp.Body, short)
	}
}

// A Validator is that of package fetch.
type Validator struct{ ETag, LastModified string }

// Known returns the validator of a URL, the zero value for none.
type Known func(ctx context.Context, url string) (Validator, error)

// ask makes a request conditional (RFC 9110, 13.1).
func (v Validator) ask(h http.Header) {
	if v.ETag != "" {
		h.Set("If-None-Match", v.ETag)
	}
	if v.LastModified != "" {
		h.Set("If-Modified-Since", v.LastModified)
	}
}
