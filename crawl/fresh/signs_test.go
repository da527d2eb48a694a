package fresh_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// pages of a changing site, of which each changes every 20 days on average.
const pages = 40

// A changing site has pages that change while it is crawled, and a sitemap.
type changing struct {
	web     *testsite.Web
	begun   time.Time
	changes [pages][]time.Duration
	lastmod func(changed time.Time) time.Time
}

func newChanging(lastmod func(time.Time) time.Time) *changing {
	s := &changing{web: testsite.New(testsite.Config{}), begun: time.Now(), lastmod: lastmod}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range s.changes {
		for t := 0.; t < 200; {
			t += r.ExpFloat64() * 20
			s.changes[i] = append(s.changes[i], time.Duration(t*24*float64(time.Hour)))
		}
		s.web.Handle(fmt.Sprintf("/%d", i), func(*http.Request) testsite.Answer {
			return testsite.Page(fmt.Sprintf("edition %d", s.edition(i)))
		})
	}
	s.web.Handle("/sitemap.xml", func(*http.Request) testsite.Answer {
		var b strings.Builder
		b.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for i := range pages {
			changed := s.begun
			if n := s.edition(i); n > 0 {
				changed = s.begun.Add(s.changes[i][n-1])
			}
			fmt.Fprintf(&b, "<url><loc>http://h0.test/%d</loc><lastmod>%s</lastmod></url>", i, s.lastmod(changed).UTC().Format(time.RFC3339))
		}
		b.WriteString("</urlset>")
		return testsite.Answer{Type: "application/xml", Body: []byte(b.String())}
	})
	return s
}

func (s *changing) edition(i int) (n int) {
	for n < len(s.changes[i]) && s.changes[i][n] <= time.Since(s.begun) {
		n++
	}
	return n
}

// follow crawls for days. It returns the share of the time after the first third in which copies were fresh, and the requests a
// day.
func (s *changing) follow(t *testing.T, p *fresh.Policy, days int, seeds ...string) (freshness, requests float64) {
	for i := range pages {
		seeds = append(seeds, fmt.Sprintf("http://h0.test/%d", i))
	}
	c := crawl.Crawler{Fresh: p, Transport: s.web, Workers: 1, IgnoreRobots: true}
	from, end := s.begun.Add(time.Duration(days)*8*time.Hour), s.begun.Add(time.Duration(days)*24*time.Hour)
	var copied, since [pages]time.Time // when the copy was made, and up to when its freshness is counted
	total := time.Duration(0)
	count := func(i int, until time.Time) {
		stale := until
		for _, d := range s.changes[i] {
			if at := s.begun.Add(d); at.After(copied[i]) && at.Before(stale) {
				stale = at
			}
		}
		if begin := since[i]; stale.After(begin) && !copied[i].IsZero() {
			total += stale.Sub(begin)
		}
		since[i] = until
	}
	for i := range since {
		since[i] = from
	}
	n := 0
	for page, err := range c.Crawl(t.Context(), seeds...) {
		if err != nil || page.Err != nil {
			t.Fatal(err, page.Err)
		}
		now := time.Now()
		if now.After(end) {
			break
		}
		if now.After(from) {
			n++
		}
		var i int
		if _, err := fmt.Sscanf(page.URL, "http://h0.test/%d", &i); err == nil {
			if now.After(from) {
				count(i, now)
			}
			copied[i] = now
		}
	}
	for i := range pages {
		count(i, end)
	}
	return float64(total) / float64(end.Sub(from)) / pages, float64(n) / end.Sub(from).Hours() * 24
}

// A sitemap that says when pages have changed has them fetched again soon; one that says so of all pages at each
// look does no harm.
func TestSitemap(t *testing.T) {
	measure := func(lastmod func(time.Time) time.Time, seeds ...string) (freshness float64) {
		synctest.Test(t, func(t *testing.T) {
			var requests float64
			freshness, requests = newChanging(lastmod).follow(t, &fresh.Policy{Requests: 4}, 150, seeds...)
			t.Logf("fresh for %.3f of the time, by %.2f requests a day", freshness, requests)
			if requests > 4*1.15 {
				t.Errorf("%.1f requests a day, want 4 and a tenth more at most", requests)
			}
		})
		return freshness
	}
	truth := func(changed time.Time) time.Time { return changed }
	without := measure(truth)
	with := measure(truth, "http://h0.test/sitemap.xml")
	always := measure(func(time.Time) time.Time { return time.Now() }, "http://h0.test/sitemap.xml")
	if with < without+0.05 {
		t.Errorf("fresh for %.3f of the time with a sitemap, %.3f without", with, without)
	}
	if always < without-0.02 {
		t.Errorf("fresh for %.3f of the time with a sitemap that is always new, %.3f without", always, without)
	}
}

// Where a host is asked less often than Requests has it each page still has its turn.
func TestSlowHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, times := testsite.New(testsite.Config{}), [20]int{}
		var seeds []string
		for i := range times {
			web.Handle(fmt.Sprintf("/%d", i), func(*http.Request) testsite.Answer {
				times[i]++
				return testsite.Page(fmt.Sprintf("edition %d", min(i%4, 1)*times[i])) // of four pages three change all the time
			})
			seeds = append(seeds, fmt.Sprintf("http://h0.test/%d", i))
		}
		c := crawl.Crawler{Fresh: &fresh.Policy{Requests: 1e6}, Transport: web, Workers: 1, Delay: time.Minute, IgnoreRobots: true}
		n := 0
		for _, err := range c.Crawl(t.Context(), seeds...) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 50*len(times) {
				break
			}
		}
		if least, most := slices.Min(times[:]), slices.Max(times[:]); least < most/3 {
			t.Errorf("of 20 pages one was fetched %d times and one %d", least, most)
		}
	})
}
