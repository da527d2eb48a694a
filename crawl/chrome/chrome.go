// Package chrome renders pages that are made by scripts, in a Chrome or
// Chromium without a window.
//
// A [Renderer] is a transport for a crawl:
//
//	var c crawl.Crawler
//	r := &chrome.Renderer{Allow: c.Allowed, Logger: slog.Default()}
//	defer r.Close()
//	if err := r.Start(ctx); err != nil {
//		return err // or go on: without a browser, pages come as they are
//	}
//	c.Transport = r
//	for p, err := range c.Crawl(ctx, "https://example.org/") {
//		if err != nil {
//			return err
//		}
//		rendered, why := chrome.Rendered(p.Header)
//		...
//	}
//
// It asks for each page in the plain way first and hands it to the browser only
// if it looks as if scripts made it: see [Renderer.Always]. Every request that
// the page then makes is answered through [Renderer.Transport], so that its
// guards, proxies and limits hold for what a page loads too; the browser itself
// opens no connection. Where rendering fails, the plain answer stands.
// [Rendered] reports which of them an answer is.
//
// What pages load is not in the crawl's Stats, no Observer hears of it, and it
// does not wait for the turn of a host. Rules and politeness are
// [Renderer.Allow]'s.
//
// What a page shows is in the answer: its DOM with its open shadow roots, as
// declarative ones, and with the frames of its own origin, in shadow roots behind them.
//
// What a page may do is bounded (see [Limits]) and narrow: frames of others, workers,
// popups, downloads, cookies and navigation by script are off, the page is not
// scrolled, and its storage ends with it. Root, as in many containers, has no
// sandbox for it: run as another user, or set [Renderer.NoSandbox] where nothing
// worth protecting is in reach.
package chrome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/contenttype"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Renderer is an [http.RoundTripper] that renders the pages that need it. The
// zero value works. Set the fields before the first call; after that it must
// not be copied. It must be closed.
type Renderer struct {
	// Transport makes the requests, those of the pages too: these have a
	// context that ends with the rendering and holds no values. It must not
	// follow redirects. nil means the zero
	// crawl.Transport.
	Transport http.RoundTripper

	// Allow, if set, is asked before each request that a page makes, with its
	// absolute URL. An error refuses it. This is the place for robots.txt and the
	// turn of another host, for which Crawler.Allowed asks and waits: it may take as
	// long as the context lasts, whose values are those of the page's request. Up to
	// six requests of each tab are under way at once. It is called by several
	// goroutines at once. A panic, in Transport too, is the page's that asked: it is
	// not rendered. nil allows what Transport allows.
	//
	// Whatever it allows, pages make no requests but GET, HEAD, OPTIONS and, to
	// their own origin, POST: applications query their site by it. What a page
	// posts elsewhere counts visitors at best, and at worst is an attack in the
	// name of the machine that crawls.
	Allow func(ctx context.Context, url string) error

	// Always renders every HTML page. Otherwise a page is rendered if it has
	// scripts and besides
	//   - fewer than 200 letters of text and fewer than 5 links,
	//   - or fewer than 1,000 letters and a <noscript> that asks for JavaScript,
	//   - or an empty element whose id is that of an application's place, such
	//     as root or app.
	Always bool

	// Skip names the types of resources that pages do without, as the DevTools
	// protocol does (Image, Stylesheet, Media, Font, Script, XHR, ...). nil
	// means those that a page's links and text hardly ever depend on: Image, Media,
	// Font, what is for later or for others (TextTrack, Prefetch, Manifest, Ping,
	// CSPViolationReport, SignedExchange, Other), and EventSource, streams of events,
	// which do not end. Document is that of frames; those of other origins, and those
	// that are no HTML, are never loaded.
	Skip []string

	// Path is the browser's program, a path or a name in $PATH. "" means the
	// first of chromium, chromium-browser, google-chrome,
	// google-chrome-stable, headless-shell and headless_shell.
	Path string

	// NoSandbox runs the browser without its sandbox, which root does not have.
	// A page that breaks out of the browser is then the user who runs it.
	NoSandbox bool

	// Tabs is how many pages are rendered at once. 0 means 2.
	Tabs int

	// Limits bound what a page may load and cost.
	Limits Limits

	// Logger gets, at level warn and once, that the browser cannot be started;
	// at level error, panics in Transport and Allow; at level debug, the
	// requests that are refused. nil means no log.
	Logger *slog.Logger

	once  sync.Once
	state state
}

// defaultSkip is what Renderer.Skip means when it is nil.
func defaultSkip() []string {
	return []string{"Image", "Media", "Font", "TextTrack", "EventSource", "Prefetch", "Manifest", "Ping", "CSPViolationReport", "SignedExchange", "Other"}
}

// errClosed is what a closed Renderer that is started again returns.
var errClosed = errors.New("chrome: the renderer is closed")

// Start starts the browser, which otherwise starts for the first page that
// needs it, and closes the renderer when the context ends, even before the
// browser has answered. It is for programs that need the browser: the error is
// ErrNoBrowser if there is none. A browser that does not answer is given up
// after 20 s, or after Limits.Time where that is longer.
func (r *Renderer) Start(ctx context.Context) error {
	s := r.init()
	context.AfterFunc(ctx, r.Close)
	if err := r.Limits.check(); err != nil {
		return err
	}
	_, err := s.browser(ctx, r)
	if err != nil && !errors.Is(err, errClosed) {
		err = fmt.Errorf("chrome: %w", err)
	}
	return err
}

// Close ends what is being rendered, kills the browser and removes its files.
// From then on answers are plain.
func (r *Renderer) Close() { r.init().close() }

// RoundTrip implements [http.RoundTripper]. A rendered answer has the status
// and the header of the plain one, and its body is the page's DOM as HTML in
// UTF-8. A page whose script goes elsewhere stays where it is, with the address
// in the header Refresh, if that has no more than 8,192 bytes. Of the time that
// the context's deadline leaves when the plain answer is there, a quarter is kept:
// when the rest is over the plain answer is returned, and can still be read.
func (r *Renderer) RoundTrip(req *http.Request) (*http.Response, error) {
	s := r.init()
	if req.Method != http.MethodGet || req.URL.Path == "/robots.txt" {
		return s.transport.RoundTrip(req)
	}
	resp, err := s.transport.RoundTrip(askFor(req))
	if err != nil {
		return nil, err
	}
	var html []byte
	if err = r.Limits.check(); err == nil {
		// Not every body ends with its request's context.
		stop := context.AfterFunc(req.Context(), func() { resp.Body.Close() })
		html, err = readPlain(resp, r.Limits.withDefaults().Page)
		stop()
	}
	if err == nil && !r.Always {
		err = plainEnough(html)
	}
	var rendered *http.Response
	if err == nil {
		rendered, err = r.render(req, resp, html)
	}
	if err == nil {
		resp.Body.Close()
		return rendered, nil
	}
	if ctx := req.Context(); errors.Is(ctx.Err(), context.Canceled) {
		resp.Body.Close()
		return nil, context.Cause(ctx)
	}
	resp.Header.Set(header, "no; "+oneLine(weburl.RedactText(err.Error())))
	return resp, nil
}

// render has the browser make the answer.
func (r *Renderer) render(req *http.Request, plain *http.Response, html []byte) (*http.Response, error) {
	v := &visit{
		transport: r.state.transport, allow: r.Allow, skip: r.Skip, limits: r.Limits.withDefaults(),
		refused: func(url string, err error) { r.logRefused(req, url, err) },
		request: req, header: plain.Header.Clone(), body: html, // the caller changes the header while a tab is still being closed
	}
	if v.skip == nil {
		v.skip = defaultSkip()
	}
	ctx := req.Context()
	if deadline, ok := ctx.Deadline(); ok {
		limit := time.Until(deadline) / 4 * 3
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, errDeadline(limit))
		defer cancel()
	}
	dom, err := r.state.render(ctx, r, v)
	if errors.As(err, new(*crawl.PanicError)) && r.Logger != nil {
		r.Logger.Error("chrome: page not rendered", "page", weburl.Logged(req.URL.String()), "err", weburl.RedactError(err))
	}
	if err != nil {
		return nil, err
	}
	resp := new(http.Response)
	*resp = *plain
	resp.Header = plain.Header.Clone()
	for _, name := range []string{"Content-Encoding", "Content-Length", "Transfer-Encoding"} {
		resp.Header.Del(name)
	}
	mediaType, _ := contenttype.Of(plain.Header)
	resp.Header.Set("Content-Type", mediaType+"; charset=utf-8")
	resp.Header.Set(header, v.String())
	if next, ok := v.next.Load().(string); ok {
		resp.Header.Set("Refresh", "0; url="+next)
	}
	resp.ContentLength, resp.TransferEncoding, resp.Trailer = int64(len(dom)), nil, nil
	resp.Body = io.NopCloser(strings.NewReader(dom))
	resp.Request = req
	return resp, nil
}

// logRefused says that a page did not get what it asked for.
func (r *Renderer) logRefused(page *http.Request, url string, err error) {
	if r.Logger != nil {
		r.Logger.Debug("chrome: request refused", "page", weburl.Logged(page.URL.String()), "url", weburl.Logged(url), "reason", weburl.RedactError(err))
	}
}

// header says whether an answer is rendered: "yes" and how many requests and bytes
// that took, or "no" and why.
const header = "X-Lokman-Rendered"

// Rendered reports whether an answer of a [Renderer] is rendered, and if not,
// why: by its header X-Lokman-Rendered, which also says how many requests and bytes
// that took.
func Rendered(h http.Header) (ok bool, reason string) {
	word, rest, _ := strings.Cut(h.Get(header), "; ")
	if word == "yes" {
		return true, ""
	}
	return false, rest
}

// String is the value of the header for a page that is rendered.
func (v *visit) String() string {
	return "yes; requests=" + strconv.FormatInt(v.requests.Load(), 10) +
		"; refused=" + strconv.FormatInt(v.denied.Load(), 10) +
		"; bytes=" + strconv.FormatInt(v.bytes.Load(), 10)
}

// oneLine makes an error's text fit for a header.
func oneLine(s string) string {
	s = strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return ' '
		}
		return c
	}, s)
	return strings.TrimSpace(s[:min(len(s), 500)])
}
