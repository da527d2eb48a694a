package chrome

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"golang.org/x/net/http/httpguts"

	"github.com/lokman-crawler/lokman/internal/contenttype"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// parallel is how many requests of a page are under way at once.
const parallel = 6

// A visit is what a page may do and what it did.
type visit struct {
	transport http.RoundTripper
	allow     func(context.Context, string) error
	skip      []string
	limits    Limits
	refused   func(url string, err error) // called for each request that was refused

	request *http.Request // the page's
	header  http.Header   // of its plain answer
	body    []byte        // of its plain answer

	requests atomic.Int64 // made through transport
	denied   atomic.Int64 // refused
	bytes    atomic.Int64 // of answers
	busy     atomic.Int64 // requests under way
	held     atomic.Int64 // bytes of requests that wait or are under way, as the browser sent them
	shown    atomic.Bool  // the main document was handed over
	moves    atomic.Int64 // attempts of a script to go elsewhere
	next     atomic.Value // string: where a script wanted to go
}

// answerAll answers the page's requests until the tab is given up.
func (t *tab) answerAll(ctx context.Context) {
	for {
		select {
		case p := <-t.paused:
			t.busy.Add(1)
			t.move()
			if err := protect(func() { t.answer(ctx, p.EventRequestPaused) }); err != nil {
				t.fail(err)
			}
			t.held.Add(-p.size)
			t.busy.Add(-1)
			t.move()
		case <-ctx.Done():
			return
		}
	}
}

// move signals rest that a request began or ended.
func (t *tab) move() {
	select {
	case t.moved <- struct{}{}:
	default:
	}
}

// answer answers one request. Errors of the calls mean that the page, which
// went on, or the browser is gone, or that the browser does not take the answer.
func (t *tab) answer(ctx context.Context, e *fetch.EventRequestPaused) {
	answer, err := t.decide(detached{ctx}, e)
	switch {
	case errors.Is(err, errNavigation):
		if next := e.Request.URL + e.Request.URLFragment; len(next) <= weburl.MaxLength {
			t.next.Store(next)
		}
		t.load.Do(func() { close(t.loaded) }) // there will be no load event
		if t.moves.Add(1) > maxMoves {
			t.fail(errMoves)
		}
		_, _ = call(ctx, t.session, fetch.FailRequest, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonAborted})
	case err != nil:
		t.denied.Add(1)
		t.refused(e.Request.URL, err)
		_, _ = call(ctx, t.session, fetch.FailRequest, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
	case answer == nil:
		_, _ = call(ctx, t.session, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
	default:
		answer.RequestID = e.RequestID
		_, err := call(ctx, t.session, fetch.FulfillRequest, *answer)
		switch {
		case err == nil:
		case t.isPage(e):
			t.fail(err)
		default: // or it would wait for ever
			_, _ = call(ctx, t.session, fetch.FailRequest, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonFailed})
		}
	}
}

// isPage reports whether a request is for the tab's main document.
func (t *tab) isPage(e *fetch.EventRequestPaused) bool {
	return e.ResourceType == network.ResourceTypeDocument && e.FrameID == t.frame
}

// decide returns the answer to a request, or why there is none. No answer and
// no error is for what the browser holds in its memory.
func (t *tab) decide(ctx context.Context, e *fetch.EventRequestPaused) (*fetch.FulfillRequestParams, error) {
	if t.isPage(e) {
		if !t.shown.CompareAndSwap(false, true) {
			return nil, errNavigation
		}
		return &fetch.FulfillRequestParams{ResponseCode: http.StatusOK, ResponseHeaders: entries(t.header), Body: serializable(t.body)}, nil
	}
	if inMemory(e.Request.URL) {
		return nil, nil
	}
	frame := e.ResourceType == network.ResourceTypeDocument
	if slices.Contains(t.skip, string(e.ResourceType)) {
		return nil, errSkipped
	}
	if len(e.Request.URL) > weburl.MaxLength {
		return nil, errURL
	}
	u, err := url.Parse(e.Request.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("neither http nor https")
	}
	u.User = nil
	if frame && (e.Request.Method != http.MethodGet || origin(u) != origin(t.request.URL)) {
		return nil, errFrame
	}
	switch e.Request.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
	case http.MethodPost:
		if origin(u) != origin(t.request.URL) {
			return nil, errPost
		}
	default:
		return nil, fmt.Errorf("a crawl does not %s", e.Request.Method)
	}
	if t.requests.Add(1) > int64(t.limits.Requests) {
		t.requests.Add(-1)
		return nil, errRequests
	}
	if t.allow != nil {
		if err := t.allow(visited{ctx, t.request.Context()}, u.String()); err != nil {
			t.requests.Add(-1)
			return nil, err
		}
	}
	answer, err := t.ask(ctx, u, e.Request)
	if frame && err == nil && !isShown(answer) {
		return nil, errFrame
	}
	return answer, err
}

// isShown reports whether an answer is what a frame shows without a program of its own, or
// leads elsewhere.
func isShown(answer *fetch.FulfillRequestParams) bool {
	if answer.ResponseCode/100 == 3 {
		return true
	}
	for _, h := range answer.ResponseHeaders {
		if h.Name == "Content-Type" {
			mediaType, _ := contenttype.Of(http.Header{h.Name: {h.Value}})
			return mediaType == "text/html" || mediaType == "text/plain"
		}
	}
	return false
}

// detached is a context without its values. Those of the page's own request
// are about that one alone, as its trace, which counts connections.
type detached struct{ context.Context }

func (detached) Value(any) any { return nil }

// visited is a context with the values of the page's own request, by which a crawl knows
// the page that loads something.
type visited struct {
	context.Context
	page context.Context
}

func (v visited) Value(key any) any { return v.page.Value(key) }

// origin is what a browser distinguishes sites by (RFC 6454, 4).
func origin(u *url.URL) string {
	port := u.Port()
	switch {
	case port == "" && u.Scheme == "http":
		port = "80"
	case port == "" && u.Scheme == "https":
		port = "443"
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

// ask makes a request of the page through the transport.
func (t *tab) ask(ctx context.Context, u *url.URL, r *network.Request) (*fetch.FulfillRequestParams, error) {
	var post bytes.Buffer
	for _, part := range r.PostDataEntries {
		post.Write(part.Bytes)
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, u.String(), nil)
	if err != nil {
		return nil, err
	}
	if t.bytes.Add(int64(post.Len())) > t.limits.Bytes {
		return nil, errBytes
	}
	if post.Len() > 0 {
		req.Body, req.ContentLength = io.NopCloser(&post), int64(post.Len())
	}
	for name, value := range r.Headers {
		if s, ok := value.(string); ok && !ownRequestHeader(name) {
			req.Header.Set(name, s)
		}
	}
	req.Header.Set("Accept-Encoding", "gzip")
	if agent := t.request.Header.Get("User-Agent"); agent != "" {
		req.Header.Set("User-Agent", agent)
	}
	resp, err := t.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 {
		return nil, fmt.Errorf("status %d", resp.StatusCode) // a 101 has no body but the bare connection
	}
	// Not every body ends with its request's context.
	defer context.AfterFunc(ctx, func() { resp.Body.Close() })()
	body, err := decoded(resp.Header, resp.Body)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(&counted{body, &t.bytes, t.limits.Bytes})
	if err != nil {
		return nil, err
	}
	return &fetch.FulfillRequestParams{ResponseCode: int64(resp.StatusCode), ResponseHeaders: entries(resp.Header), Body: raw}, nil
}

// counted reads until all of a page's readers have read limit bytes together.
type counted struct {
	io.Reader
	n     *atomic.Int64
	limit int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.n.Add(int64(n)) > c.limit {
		return 0, errBytes
	}
	return n, err
}

// decoded undoes a body's content encoding.
func decoded(h http.Header, body io.Reader) (io.Reader, error) {
	switch enc := strings.ToLower(strings.TrimSpace(h.Get("Content-Encoding"))); enc {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		members, err := unzip.NewMembers(bufio.NewReader(body))
		if err == io.EOF {
			return strings.NewReader(""), nil
		}
		return members, err
	default:
		return nil, fmt.Errorf("content encoding %.40q was not asked for", enc)
	}
}

// ownRequestHeader reports whether a header is set by the crawl or by its
// transport and not by the browser. There are no cookies.
func ownRequestHeader(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "accept-encoding", "connection", "content-length", "cookie", "host", "transfer-encoding", "upgrade", "user-agent":
		return true
	}
	return strings.HasPrefix(name, "proxy-") || strings.HasPrefix(name, "sec-ch-")
}

// entries returns a header without what is about the connection, which is not
// the browser's, without cookies, without what has the browser ask once more,
// and without what it takes for no header.
func entries(h http.Header) []*fetch.HeaderEntry {
	var all []*fetch.HeaderEntry
	for name, values := range h {
		switch name {
		case "Accept-Ch", "Alt-Svc", "Connection", "Content-Encoding", "Content-Length", "Critical-Ch", "Nel", "Report-To", "Reporting-Endpoints",
			"Set-Cookie", "Strict-Transport-Security", "Transfer-Encoding":
			continue
		}
		if !httpguts.ValidHeaderFieldName(name) {
			continue
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				continue
			}
			all = append(all, &fetch.HeaderEntry{Name: name, Value: value})
		}
	}
	return all
}

// inMemory reports whether a URL is of something that the browser holds
// itself.
func inMemory(url string) bool {
	return strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "blob:")
}
