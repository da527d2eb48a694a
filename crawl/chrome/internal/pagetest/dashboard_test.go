package pagetest

import (
	"context"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dashboard"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// valued gives each link a value by its place on the page.
type valued struct{}

func (valued) Value(p *crawl.Page) crawl.Valuation {
	v := crawl.Valuation{Explanation: crawl.Explanation{{Of: "page", Factor: .5, Score: float64(len(p.URL) % 5)}}}
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: float64(len(v.Links)%7) / 7, Reason: crawl.Explanation{{Of: "link", Factor: 1, Score: 1, Evidence: []string{"flu (exact) 1 x 15"}}}})
	}
	return v
}

// crawling serves the dashboard of a crawl that goes on until the test ends.
func crawling(t *testing.T) (d *dashboard.Dashboard, url string) {
	t.Helper()
	web := testsite.New(testsite.Config{Hosts: 8, Pages: 100_000, Links: 10})
	web.Set(web.Host(1)+"/robots.txt", testsite.Text("User-agent: *\nCrawl-delay: 20\n"))
	web.Set(web.Host(2)+"/", testsite.Failure(404, ""))
	web.Set(web.Host(3)+"/robots.txt", testsite.Text("User-agent: *\nDisallow: /\n"))
	queue := frontier.New(frontier.Options{History: true})
	d = &dashboard.Dashboard{Title: "influenza", Frontier: queue, Control: true, Relevant: func(url string) bool { return len(url)%3 != 0 }}
	c := &crawl.Crawler{Strategy: valued{}, Transport: web, Frontier: queue, Observer: d, Gate: d.Gate, Workers: 3, Delay: 300 * time.Millisecond}
	d.Crawler = c
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var seeds []string
		for i := range 8 {
			seeds = append(seeds, web.URL(i, "/"))
		}
		c.Run(ctx, func(context.Context, *crawl.Page) error { return nil }, seeds...)
	}()
	server := httptest.NewServer(d)
	t.Cleanup(func() {
		cancel()
		<-ended
		server.Close()
	})
	return d, server.URL + "/"
}

const (
	pages  = `[...document.querySelectorAll("#figures div")].find(e => e.firstChild.textContent === "Pages").querySelector("dd").firstChild.textContent`
	curve  = `document.querySelector("#curves svg.wide path.line.own")?.getAttribute("d")`
	state  = `document.querySelector("#state b").textContent`
	asOf   = `document.querySelector("#state small").textContent`
	button = chromedp.CSS("#state button")
)

// again waits until the page has been brought up to date.
func (b *browser) again() {
	b.Helper()
	b.until(asOf + " !== " + strconv.Quote(value[string](b, asOf)))
}

func TestDashboard(t *testing.T) {
	b := start(t)
	d, url := crawling(t)
	b.do(chromedp.Navigate(url))

	// The curve grows without the page being loaded again.
	value[bool](b, "window.stays = true")
	b.until("Number(" + pages + ") > 1")
	before, drawn := value[string](b, pages), value[string](b, curve)
	b.until("Number(" + pages + ") > " + before + " + 5 && " + curve + " !== " + strconv.Quote(drawn))
	if !value[bool](b, "window.stays === true") {
		t.Error("the page was loaded again")
	}

	// A click pauses the crawl: it holds while the page is brought up to date.
	b.do(chromedp.Click(button))
	b.until(state + ` === "Paused"`)
	b.until(`![...document.querySelectorAll("#figures small")].some(e => /^[1-9]\d* being fetched/.test(e.textContent))`)
	b.again()
	held, done := value[string](b, pages), d.Crawler.Stats().Pages
	b.again()
	b.again()
	if got := value[string](b, pages); got != held || d.Crawler.Stats().Pages != done {
		t.Errorf("%s pages when paused, then %s", held, got)
	}
	for _, l := range looks {
		b.look(l)
		b.fits(l)
		b.picture("dashboard-" + l.name)
	}
	b.look(looks[0])

	// The keyboard does the same, and stays where it was.
	b.do(chromedp.Focus(button), chromedp.KeyEvent(kb.Enter))
	b.until(state + ` === "Running"`)
	b.until(pages + " !== " + strconv.Quote(held))
	if got := value[string](b, "document.activeElement.textContent"); got != "Pause" {
		t.Errorf("the focus is on %q, want the button", got)
	}
	if a := d.Actions(); len(a) != 2 || a[0].What != "paused" || a[1].What != "resumed" {
		t.Errorf("actions %+v", a)
	}

	// From the top, the key Tab comes to every button and field.
	seen := map[string]bool{}
	value[bool](b, "document.activeElement.blur(); scrollTo(0, 0); true")
	reached := func() bool { return seen["Pause"] && seen["Block"] && seen["Re-weight"] }
	for range 400 {
		b.do(chromedp.KeyEvent(kb.Tab))
		if seen[value[string](b, `document.activeElement.tagName === "BUTTON" ? document.activeElement.textContent : ""`)] = true; reached() {
			break
		}
	}
	if !reached() {
		t.Errorf("Tab reached %v", seen)
	}

	// A queue that is re-weighted shows at once.
	b.do(chromedp.SetValue(chromedp.CSS(".steer input[name=text]"), "h5.test"), chromedp.SetValue(chromedp.CSS(".steer input[name=add]"), "2e9"), chromedp.Click(chromedp.CSS(".steer button")))
	b.until(`document.querySelector("#next td.num")?.textContent.startsWith("2e+09")`)
	if got := value[string](b, `document.querySelector("#next tbody tr").textContent`); !strings.Contains(got, "h5.test") {
		t.Errorf("%s is next", got)
	}
	b.until(`document.querySelector("#actions li b")?.textContent.includes("re-weighted")`)
}

func TestDashboardDark(t *testing.T) {
	b := start(t)
	_, url := crawling(t)
	b.do(chromedp.Navigate(url))
	const paper = "getComputedStyle(document.body).backgroundColor"
	b.look(looks[0])
	light := value[string](b, paper)
	b.look(looks[1])
	if dark := value[string](b, paper); dark == light {
		t.Errorf("the paper is %s in both schemes", dark)
	}
}

// Without scripts the page can be read, and its forms work.
func TestDashboardWithoutScripts(t *testing.T) {
	b := start(t)
	d, url := crawling(t)
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.do(chromedp.Navigate(url), chromedp.Click(button), chromedp.WaitVisible(chromedp.CSS("#state.paused")))
	if a := d.Actions(); len(a) != 1 || a[0].What != "paused" {
		t.Errorf("actions %+v", a)
	}
}

// The page stays as it is, and says so, when the crawl's program has ended.
func TestDashboardEnded(t *testing.T) {
	b := start(t)
	d := &dashboard.Dashboard{Title: "ended"}
	server := httptest.NewServer(d)
	b.do(chromedp.Navigate(server.URL))
	server.CloseClientConnections()
	server.Close()
	b.until(`document.querySelector("#said").textContent.includes("does not answer")`)
	if got := value[string](b, `document.querySelector("h1").textContent`); got != "ended" {
		t.Errorf("the title is %q", got)
	}
}
