package dashboard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// mostActions bounds the actions that are kept.
const mostActions = 100

// An Action is something that a person did to the crawl on the page.
type Action struct {
	Time time.Time // of the action
	What string    // "paused", "blocked a.example for 1h0m0s"
	By   string    // the address it came from
	Err  error     // why it failed, nil if it did not
}

// Actions returns the latest 100 actions, the oldest first.
func (d *Dashboard) Actions() []Action {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.actions)
}

// crossOrigin refuses the requests that pages of other sites make, by the
// Sec-Fetch-Site and Origin headers of browsers.
var crossOrigin = http.NewCrossOriginProtection()

// maxForm bounds a form, in bytes.
const maxForm = 16 << 10

func (d *Dashboard) serveAction(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, why string) { http.Error(w, why, status) }
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		refuse(http.StatusMethodNotAllowed, "An action is a POST request.")
		return
	}
	if !d.Control {
		refuse(http.StatusForbidden, "This dashboard is only for reading: its program does not set Control.")
		return
	}
	if err := crossOrigin.Check(r); err != nil {
		refuse(http.StatusForbidden, "The request comes from a page of another site.")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		refuse(http.StatusBadRequest, "The form cannot be read: it is too long or not a form.")
		return
	}
	act, what, err := d.action(r)
	if err != nil {
		refuse(http.StatusBadRequest, err.Error())
		return
	}
	d.acting.Lock()
	defer d.acting.Unlock()
	// What was begun is finished, whether the browser waits for it or not.
	err = act(context.WithoutCancel(r.Context()))
	d.note(r.Context(), Action{Time: time.Now(), What: what, By: r.RemoteAddr, Err: err})
	if err != nil {
		refuse(http.StatusInternalServerError, "It failed: "+legible.Plain(err.Error(), legible.MaxName))
		return
	}
	d.queue.forget()
	w.Header().Set("Location", "./") // of the page, wherever it is mounted
	w.WriteHeader(http.StatusSeeOther)
}

func (d *Dashboard) note(ctx context.Context, a Action) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.actions) == mostActions {
		d.actions = slices.Delete(d.actions, 0, 1)
	}
	d.actions = append(d.actions, a)
	if d.Logger != nil {
		d.Logger.LogAttrs(ctx, slog.LevelInfo, "dashboard", slog.String("action", a.What), slog.String("by", a.By), slog.Any("err", weburl.RedactError(a.Err)))
	}
}

// action returns what a form asks for and what it says in words.
func (d *Dashboard) action(r *http.Request) (act func(context.Context) error, what string, err error) {
	field := func(name string) string { return legible.Plain(r.PostForm.Get(name), legible.MaxName) }
	switch name := field("action"); name {
	case "pause", "resume":
		if !d.pausable() {
			return nil, "", errors.New("the crawl cannot be paused: its Crawler.Gate is not Dashboard.Gate")
		}
		return func(context.Context) error { d.gate.set(name == "pause"); return nil }, map[string]string{"pause": "paused", "resume": "resumed"}[name], nil
	case "block":
		return d.block(field("host"), field("for"))
	case "reweight":
		return d.reweight(field("by"), field("text"), field("factor"), field("add"))
	default:
		return nil, "", fmt.Errorf("no action is called %q", name)
	}
}

// pausable reports whether the crawl waits at the gate.
func (d *Dashboard) pausable() bool {
	_, used := d.gate.state()
	return d.Control && (used || d.Crawler != nil && d.Crawler.Gate != nil)
}

type (
	blocker interface {
		Block(ctx context.Context, host string, until time.Time) error
	}
	rescorer interface {
		Rescore(ctx context.Context, value func(frontier.Entry) float64) error
	}
)

// abilities reports whether hosts can be blocked and the queue be re-weighted.
func (d *Dashboard) abilities() (block, reweight bool) {
	_, block = d.Frontier.(blocker)
	_, reweight = d.Frontier.(rescorer)
	return block, reweight && d.byValue()
}

// A blockTime is for how long a host may be blocked. There is a bound, for a
// block cannot be taken back, and a crawl with nothing else left waits for its end.
type blockTime struct {
	Value, Name string
	d           time.Duration
}

var blockTimes = []blockTime{
	{"10m", "10 minutes", 10 * time.Minute}, {"1h", "1 hour", time.Hour},
	{"24h", "1 day", 24 * time.Hour}, {"720h", "30 days", 30 * 24 * time.Hour},
}

func (d *Dashboard) block(host, duration string) (func(context.Context) error, string, error) {
	b, ok := d.Frontier.(blocker)
	if !ok {
		return nil, "", errors.New("the frontier cannot block hosts")
	}
	i := slices.IndexFunc(blockTimes, func(t blockTime) bool { return t.Value == duration })
	if i < 0 {
		return nil, "", errors.New("block for 10m, 1h, 24h or 720h")
	}
	host = d.hostKey(host)
	if host == "" {
		return nil, "", errors.New("block which host? Write it as the page shows it, or a URL of it")
	}
	return func(ctx context.Context) error { return b.Block(ctx, host, time.Now().Add(blockTimes[i].d)) },
		"blocked " + host + " for " + blockTimes[i].Name, nil
}

// hostKey returns the frontier's key of a host that is given as the page shows it,
// by its name or by a URL.
func (d *Dashboard) hostKey(s string) string {
	if s == "" || d.record.shows(s) {
		return s
	}
	host := s
	url, err := crawl.Canonical(s)
	if err == nil {
		host = weburl.HostOf(url)
	} else if url, err = crawl.Canonical("http://" + s + "/"); err != nil {
		return s
	}
	return d.keyOf(url, host)
}

// keyOf returns the frontier's key of a URL's host.
func (d *Dashboard) keyOf(url, host string) (key string) {
	if d.Crawler == nil || d.Crawler.HostKey == nil {
		return host
	}
	defer func() {
		if recover() != nil { // the crawl says so, as the URL's error
			key = host
		}
	}()
	return cmp.Or(d.Crawler.HostKey(url), host)
}

// reweight multiplies the values of queued URLs and adds to them.
func (d *Dashboard) reweight(by, text, factor, add string) (func(context.Context) error, string, error) {
	r, ok := d.Frontier.(rescorer)
	if !ok {
		return nil, "", errors.New("the frontier cannot re-weight its queue")
	}
	if !d.byValue() {
		return nil, "", errors.New("the frontier takes URLs in the order in which they were found, whatever their values")
	}
	f, err := decimal(factor, 1)
	if err != nil || f < 0 {
		return nil, "", fmt.Errorf("the factor %q is not a number of 0 or more", factor)
	}
	plus, err := decimal(add, 0)
	if err != nil {
		return nil, "", fmt.Errorf("%q is not a number to add", add)
	}
	var match func(frontier.Entry) bool
	switch by {
	case "host":
		text = d.hostKey(text)
		match = func(e frontier.Entry) bool { return strings.EqualFold(e.Host, text) }
	case "word":
		text = strings.ToLower(text)
		match = func(e frontier.Entry) bool { return strings.Contains(strings.ToLower(e.URL), text) }
	default:
		return nil, "", errors.New("re-weight by host or by word")
	}
	if text == "" {
		return nil, "", errors.New("re-weight which URLs? Name a host or a word")
	}
	value := func(e frontier.Entry) float64 {
		if !match(e) {
			return e.Value
		}
		return clamp(weighted(e.Value, f) + plus)
	}
	return func(ctx context.Context) error { return r.Rescore(ctx, value) },
		fmt.Sprintf("re-weighted the queued URLs of %s %s: value times %g plus %g", by, text, f, plus), nil
}

// byValue reports whether the frontier orders URLs by their values.
func (d *Dashboard) byValue() bool {
	c, ok := d.Frontier.(interface{ Options() frontier.Options })
	if !ok {
		return true
	}
	order := c.Options().Order
	return order != frontier.FIFO && order != frontier.LIFO
}

// weighted multiplies a value so that a factor above 1 raises a negative one too.
func weighted(v, factor float64) float64 {
	if v < 0 && factor > 0 {
		return clamp(v / factor)
	}
	return clamp(v * factor)
}

// clamp keeps a value among the finite ones.
func clamp(v float64) float64 {
	const most = 1e300
	return min(max(v, -most), most)
}

func decimal(s string, missing float64) (float64, error) {
	if s == "" {
		return missing, nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err == nil && !legible.Finite(v) {
		err = errors.New("not finite")
	}
	return v, err
}
