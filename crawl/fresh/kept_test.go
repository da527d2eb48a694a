package fresh_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// wordy is a strategy whose observations are long, so that snapshots take their place soon.
type wordy struct {
	crawl.BreadthFirst
	begun *bool
}

func (w wordy) Begun() bool               { return *w.begun }
func (w wordy) Observation(string) []byte { *w.begun = true; return bytes.Repeat([]byte("x"), 900<<10) }
func (w wordy) Observe(context.Context, []byte) error {
	*w.begun = true
	return nil
}
func (w wordy) Snapshot() iter.Seq[[]byte] { return slices.Values([][]byte{[]byte("begun")}) }
func (w wordy) Restore(pieces iter.Seq2[[]byte, error]) error {
	for piece, err := range pieces {
		if err != nil || string(piece) != "begun" {
			return fmt.Errorf("restored from %q, %w", piece, err)
		}
		*w.begun = true
	}
	return nil
}

// A page that comes again is asked for with its validator, and what is known of pages and validators outlasts a crawl, snapshots of
// the strategy included.
func TestRevisitsAreConditional(t *testing.T) {
	for name, strategy := range map[string]func() crawl.Strategy{
		"observations": func() crawl.Strategy { return nil },
		"snapshots":    func() crawl.Strategy { return wordy{begun: new(bool)} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { conditional(t, strategy) })
		})
	}
}

func conditional(t *testing.T, strategy func() crawl.Strategy) {
	var mu sync.Mutex
	var asked []string // with which ETags
	web := testsite.New(testsite.Config{})
	web.Handle("/", func(r *http.Request) testsite.Answer {
		mu.Lock()
		defer mu.Unlock()
		tag := r.Header.Get("If-None-Match")
		asked = append(asked, tag)
		if tag == `"one"` {
			return testsite.Answer{Status: http.StatusNotModified}
		}
		a := testsite.Page("still")
		a.Header = http.Header{"Etag": {`"one"`}}
		return a
	})
	path := filepath.Join(t.TempDir(), "queue")
	const rounds, visits = 3, 7
	for round := range rounds {
		f, err := bolt.Open(path, bolt.Options{Options: frontier.Options{Order: frontier.FIFO, Continuous: true}, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		p := &fresh.Policy{Requests: 10}
		c := crawl.Crawler{Strategy: strategy(), Frontier: f, Fresh: p, Transport: web, Workers: 1, IgnoreRobots: true}
		n := 0
		for page, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			if first := round+n == 0; page.Err != nil || page.Again == first || page.NotModified == first || page.Changed {
				t.Fatalf("visit %d of round %d: %+v", n, round, page)
			}
			if n++; n > visits { // which is given back
				break
			}
		}
		want := fmt.Sprintf("seen %d times and changed 0 times", (round+1)*visits+1)
		if got := p.Explain("http://h0.test/", time.Now()); !strings.Contains(got, want) {
			t.Errorf("after round %d the page is known so: %q, want %q", round, got, want)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if asked[0] != "" || slices.ContainsFunc(asked[1:], func(tag string) bool { return tag != `"one"` }) {
		t.Errorf("the page was asked for with the ETags %q", asked)
	}
}

// What a list has is believed of its own host alone, and only once it has proved true. Pages that were never
// visited are as good as it is.
func TestListed(t *testing.T) {
	p, at := &fresh.Policy{Requests: 2}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	fetch := func(url, body string) crawl.Due {
		return p.Fetched(&crawl.Page{URL: url, Status: 200, Header: http.Header{}, Body: []byte(body), Value: 3, LinkValue: 7}, at)
	}
	const index = `<sitemapindex><sitemap><loc>http://a.test/s.xml</loc></sitemap><sitemap><loc>http://b.test/s.xml</loc></sitemap></sitemapindex>`
	if d := fetch("http://a.test/index.xml", index); !slices.Equal(d.Links, []frontier.Entry{{URL: "http://a.test/s.xml", Value: 7}}) {
		t.Errorf("an index has %+v", d.Links)
	}
	if d := fetch("http://a.test/list.txt", "http://a.test/1"); len(d.Links) > 0 {
		t.Errorf("a text has %+v", d.Links)
	}
	feed := func() string {
		changed := at.Format(time.RFC3339)
		return fmt.Sprintf(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="http://a.test/1"/><updated>%[1]s</updated></entry>`+
			`<entry><link href="http://b.test/1"/><updated>%[1]s</updated></entry><entry><link href="http://a.test/new"/></entry></feed>`, changed)
	}
	var d crawl.Due
	for i := range 60 {
		for _, url := range []string{"http://a.test/1", "http://b.test/1"} {
			fetch(url, fmt.Sprint("edition ", i))
		}
		at = at.Add(40 * time.Hour)
		if d = fetch("http://a.test/feed", feed()); i == 0 {
			if !slices.Equal(d.Links, []frontier.Entry{{URL: "http://a.test/new", Value: 3}}) {
				t.Errorf("a feed has at first %+v", d.Links)
			}
			fetch("http://a.test/new", "new")
		}
	}
	if len(d.Links) != 1 || d.Links[0].URL != "http://a.test/1" || !d.Links[0].Stale || d.Links[0].Value <= 0 {
		t.Errorf("a feed that is always right has %+v", d.Links)
	}
	if again := fetch("http://a.test/feed", feed()); len(again.Links) != 1 {
		t.Errorf("read once more, before the page was fetched, it has %+v", again.Links)
	}
	fetch("http://a.test/1", "the newest")
	if d := fetch("http://a.test/feed", feed()); len(d.Links) > 0 {
		t.Errorf("after the page was fetched it has %+v", d.Links)
	}
}
