// Package dashboard shows a crawl while it goes on, as one web page: how many
// pages it has and how good they are, what comes next and why, its hosts, what
// went wrong, and on request the means to hold it or to steer it.
//
//	d := &dashboard.Dashboard{Frontier: queue}
//	c := crawl.Crawler{Strategy: s, Frontier: queue, Observer: d, Gate: d.Gate}
//	d.Crawler = &c
//	go http.ListenAndServe("127.0.0.1:8080", d)
//
// The page loads nothing from other servers and can be read without scripts.
// Titles, URLs and errors come from the open web: they are shown as text, cut to
// a bounded length.
//
// A Dashboard answers only requests that name this machine (localhost or a
// loopback address) or one of [Dashboard.Hosts], so that no web page that is open
// in the same browser can read it by a name of its own (DNS rebinding). It knows
// no users: who can reach it may read it and, with Control, steer the crawl.
// Listen on a loopback address, or put a proxy in front that asks for a password.
package dashboard

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// A Dashboard follows one crawl as its [crawl.Observer] and shows it as an
// http.Handler. It may be mounted anywhere, at a path that ends in a slash:
//
//	mux.Handle("/crawl/", http.StripPrefix("/crawl", d))
//
// Set the fields before the crawl begins; after that it must not be copied. The
// zero Dashboard shows what an Observer sees. Its memory does not grow with the
// crawl: it counts at most 10,000 hosts each by its own and keeps the curve of 512
// moments.
type Dashboard struct {
	// Title names the crawl: its topic, for example.
	Title string

	// Crawler, if set, says what the crawl has done so far, what counts as one
	// host (see Crawler.HostKey) and how long hosts are left alone.
	Crawler *crawl.Crawler

	// Frontier, if set, says what comes next, by its abilities: Peeker, Explainer
	// (with Options.History) and Counter; with Control also Blocker and Rescorer.
	Frontier frontier.Frontier

	// Relevant, if set, judges each page that was fetched, and the curve is the
	// harvest rate. It is called by several workers at once. Otherwise the curve
	// is the mean of the values that the strategy gave.
	Relevant func(url string) bool

	// Observer, if set, gets each event after the dashboard.
	Observer crawl.Observer

	// Control lets those who can reach the page pause the crawl (if
	// Crawler.Gate is Dashboard.Gate), block hosts and re-weight the queue. Each
	// action is shown on the page and logged. Without it the page is for reading.
	Control bool

	// Hosts are names, besides this machine's loopback, by which the page may be
	// asked for: "crawl.example.org". With a port they hold for that one alone.
	Hosts []string

	// Logger receives actions. nil logs nothing.
	Logger *slog.Logger

	record record
	gate   gate
	acting sync.Mutex // holds one action at a time
	queue  queueView

	mu      sync.Mutex
	actions []Action // the latest, the oldest first
}

var (
	//go:embed page.html.tmpl
	pageText string
	//go:embed page.css page.js
	files embed.FS

	page = template.Must(template.New("page").Parse(pageText))
)

// policy is what the page may do: show itself with its own style and script, and
// send its forms to where it came from.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler.
func (d *Dashboard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin") // so that forms carry their origin
	h.Set("Cache-Control", "no-store")
	if !d.known(r.Host) {
		http.Error(w, "This dashboard is not served under the name "+strconv.Quote(legible.Plain(r.Host, legible.MaxName))+". Ask for it as localhost, or name the host in Dashboard.Hosts.", http.StatusForbidden)
		return
	}
	switch path := strings.TrimPrefix(r.URL.Path, "/"); {
	case path == "act":
		d.serveAction(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "This page is only for reading.", http.StatusMethodNotAllowed)
	case path == "":
		d.servePage(w, r)
	case path == "page.css", path == "page.js":
		http.ServeFileFS(w, r, files, path)
	default:
		http.NotFound(w, r)
	}
}

// known reports whether the page may be asked for by a name: of an address that
// is this machine's, which no other site can have, or one that was configured.
func (d *Dashboard) known(name string) bool {
	host := name
	if h, _, err := net.SplitHostPort(name); err == nil {
		host = h
	}
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && addr.IsLoopback() {
		return true
	}
	return strings.EqualFold(host, "localhost") || slices.ContainsFunc(d.Hosts, func(s string) bool {
		return s != "" && (strings.EqualFold(s, name) || strings.EqualFold(s, host))
	})
}

func (d *Dashboard) servePage(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if err := page.Execute(&b, d.view(r.Context(), time.Now())); err != nil {
		http.Error(w, "The page cannot be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(b.Bytes())
}
