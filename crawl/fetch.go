package crawl

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// answer is what a fetch came to, besides what it filled into the page.
type answer struct {
	err        error
	transient  bool          // another attempt may do better
	retryAfter time.Duration // what the server asked for
	hostWait   time.Duration // until the host may be asked again
}

// fetch asks for a page if robots.txt allows it.
func (r *run) fetch(ctx context.Context, p *Page) answer {
	u, err := weburl.Parse(p.URL)
	if err != nil {
		return answer{err: err}
	}
	s := r.sites.get(u, r.delay)
	if r.robots {
		if err := r.allowed(ctx, s, u); err != nil {
			var passing *passingError
			return answer{err: err, transient: errors.As(err, &passing), hostWait: s.wait()}
		}
	}
	a := r.ask(ctx, s, u, p)
	a.hostWait = max(s.wait(), min(a.retryAfter, maxRetryAfter))
	return a
}

// ask makes one request and reads the answer into the page.
func (r *run) ask(ctx context.Context, s *site, u *weburl.URL, p *Page) answer {
	if err := s.turn(ctx); err != nil {
		return answer{err: err}
	}
	defer s.asked()
	resp, done, err := r.request(ctx, u)
	if err != nil {
		return answer{err: err, transient: true}
	}
	defer done()
	p.Status, p.Header = resp.StatusCode, resp.Header
	location := resp.Header.Get("Location")
	switch {
	case isRedirect(resp.StatusCode) && location != "":
		to, err := u.Resolve(location)
		if err != nil {
			return answer{err: fmt.Errorf("redirect: %w", err)}
		}
		p.Redirect = to.Canonical()
		return answer{}
	case resp.StatusCode/100 != 2:
		return answer{
			err:        &StatusError{resp.StatusCode},
			transient:  mayRecover(resp.StatusCode),
			retryAfter: retryAfter(resp.Header.Get("Retry-After"), time.Now()),
		}
	}
	p.Body, p.Truncated, err = readBody(resp, r.limits.Body)
	r.stats.bytes.Add(int64(len(p.Body)))
	if err != nil {
		return answer{err: fmt.Errorf("body: %w", err), transient: true}
	}
	return answer{}
}

// request sends a GET. The body must be read before done is called.
func (r *run) request(ctx context.Context, u *weburl.URL) (resp *http.Response, done func(), err error) {
	cancel := func() {}
	if r.limits.Time > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, r.limits.Time,
			fmt.Errorf("no complete answer within %v: %w", r.limits.Time, context.DeadlineExceeded))
	}
	req := (&http.Request{
		Method: http.MethodGet, URL: u.NetURL(), Host: u.Host(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"User-Agent":      {r.userAgent},
			"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"},
			"Accept-Encoding": {"gzip"},
		},
	}).WithContext(ctx)
	r.stats.requests.Add(1)
	resp, err = r.transport.RoundTrip(req)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		cancel()
		return nil, nil, err
	}
	return resp, func() { resp.Body.Close(); cancel() }, nil
}

// readBody reads a body up to a limit, counted once its content encoding is
// undone, so that a small body cannot unfold into a huge one.
func readBody(resp *http.Response, limit int64) (body []byte, truncated bool, err error) {
	var src io.Reader = resp.Body
	switch enc := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))); enc {
	case "", "identity":
	case "gzip", "x-gzip":
		src, err = gzip.NewReader(resp.Body)
		if err == io.EOF {
			return nil, false, nil // nothing at all, which needs no header
		}
		if err != nil {
			return nil, false, fmt.Errorf("gzip: %w", err)
		}
	default:
		return nil, false, fmt.Errorf("content encoding %q was not asked for", enc)
	}
	if limit >= 0 && limit < math.MaxInt64 {
		src = io.LimitReader(src, limit+1)
	}
	var buf bytes.Buffer
	if n := resp.ContentLength; n > 0 && (limit < 0 || n <= limit) {
		buf.Grow(int(min(n, 1<<20)) + bytes.MinRead)
	}
	_, err = buf.ReadFrom(src)
	body = buf.Bytes()
	if limit >= 0 && int64(len(body)) > limit {
		return body[:limit], true, nil
	}
	return body, false, err
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// mayRecover reports whether a status is worth another attempt.
func mayRecover(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout:
		return true
	}
	return false
}

// maxRetryAfter bounds how long a server can put its host off.
const maxRetryAfter = time.Hour

// retryAfter reads a Retry-After header: seconds or a date (RFC 9110, 10.2.3).
// Anything else is no wish, and a wish is granted up to maxRetryAfter.
func retryAfter(value string, now time.Time) time.Duration {
	var wish time.Duration
	if seconds, err := strconv.Atoi(value); err == nil || errors.Is(err, strconv.ErrRange) {
		wish = time.Duration(max(0, min(seconds, int(maxRetryAfter/time.Second)))) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wish = at.Sub(now)
	}
	return min(max(wish, 0), maxRetryAfter)
}

// OK reports whether the page was fetched with a 2xx status.
func (p *Page) OK() bool { return p.Err == nil && p.Status/100 == 2 }
