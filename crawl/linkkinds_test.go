package crawl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// kindsPage has a link of each kind, and some that are of none.
const kindsPage = `<!DOCTYPE html><head><title>t</title>
	<link rel=stylesheet href=/style><link rel="alternate stylesheet" hreflang=de href=/style2>
	<link rel=Next href=/next><link rel=prev href=/prev>
	<link rel=alternate hreflang=de href=/de><link rel=alternate media=handheld href=/mobile>
	<link rel=alternate type="application/rss+xml; charset=utf-8" href=/rss><link rel=alternate type=Application/Atom+XML hreflang=fr href=/atom>
	<link rel=alternate type=application/feed+json href=/feed.json><link rel=alternate type=application/json href=/old.json>
	<link rel=alternate type=application/json href=/wp-json/wp/v2/posts/1></head>
	<body><a href=/a>a</a><map><area href=/area alt=x><area href=/no rel=nofollow><area alt=none></map>
	<iframe src=/iframe>x</iframe><iframe src=/unseen srcdoc="x"></iframe><template><iframe src=/hidden></iframe></template>
	<a rel="next nofollow" href=/page2>2</a><a rel=alternate type=application/rss+xml href=/feed>feed</a></body>`

func TestLinkKinds(t *testing.T) {
	all := []string{"area", "frame", "next", "alternate", "feed"}
	for _, c := range []struct {
		page  string
		kinds []string
		want  string // what is asked for, in order
	}{
		{kindsPage, nil, "/a /feed"},
		{kindsPage, []string{"area"}, "/a /area /feed"},
		{kindsPage, []string{"frame"}, "/a /iframe /feed"},
		{kindsPage, []string{"next"}, "/next /a /feed"},
		{kindsPage, []string{"alternate"}, "/de /a /feed"},
		{kindsPage, []string{"feed"}, "/rss /atom /feed.json /old.json /a /feed"},
		{kindsPage, all, "/next /de /rss /atom /feed.json /old.json /a /area /iframe /feed"},
		{`<frameset><frame src=/menu><frame src=/main></frameset>`, nil, ""},
		{`<frameset><frame src=/menu><frame src=/main></frameset>`, []string{"frame"}, "/menu /main"},
	} {
		for name, strategy := range map[string]crawl.Strategy{"by URLs alone": nil, "by documents": byDocument{}} {
			t.Run(fmt.Sprintf("%v, %s", c.kinds, name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					web := testsite.New(testsite.Config{})
					web.Set("/", testsite.Answer{Body: []byte(c.page)})
					crawler := crawl.Crawler{Transport: web, Strategy: strategy, LinkKinds: c.kinds, Workers: 1, Limits: crawl.Limits{Depth: 1}}
					crawlAll(t, &crawler, "http://h0.test/")
					var asked []string
					for _, r := range web.Log()[2:] { // after robots.txt and the page
						asked = append(asked, r.Path)
					}
					if got := strings.Join(asked, " "); got != c.want {
						t.Errorf("asked for %q, want %q", got, c.want)
					}
				})
			})
		}
	}
	unknown := crawl.Crawler{LinkKinds: []string{"areas"}}
	for _, err := range unknown.Crawl(t.Context(), "http://h0.test/") {
		if err == nil || !strings.Contains(err.Error(), `LinkKinds has "areas"`) {
			t.Errorf("%v, want an error that names the kind", err)
		}
	}
}

func TestLinksOf(t *testing.T) {
	p := &crawl.Page{URL: "http://h0.test/", Status: 200, Body: []byte(kindsPage)}
	for kind, want := range map[string]string{
		"area":      "area /area, area /no nofollow",
		"frame":     "frame /iframe",
		"next":      "next /next, next /page2 nofollow",
		"alternate": "alternate /de",
		"feed":      "feed /rss, feed /atom, feed /feed.json, feed /old.json, feed /feed",
		"other":     "",
	} {
		var got []string
		for _, l := range p.LinksOf(kind) {
			line := l.Kind + " " + strings.TrimPrefix(l.URL, "http://h0.test")
			if l.NoFollow {
				line += " nofollow"
			}
			got = append(got, line)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	if links := p.LinksOf("next"); links[1].Text != "2" || links[0].Text != "" {
		t.Errorf("texts of %+v", links)
	}
	if got := slices.Collect(p.LinkURLs()); len(got) != 3 {
		t.Errorf("%q are links by default, want the three <a>", got)
	}
}

// Links beyond those that are taken or read are counted, and the page is named.
func TestLinksCut(t *testing.T) {
	for _, c := range []struct {
		links, limit, leftOut, refused int
	}{
		{5, 0, 0, 0},
		{5, 5, 0, 0},
		{5, 3, 2, 2},
		{5, crawl.None, 5, 5},
		{10_003, 0, 3, 0},
		{10_003, 10_001, 2, 0},
		{10_003, 9_999, 4, 1},
		{10_003, crawl.NoLimit, 0, 0},
	} {
		for name, strategy := range map[string]crawl.Strategy{"by URLs alone": nil, "by documents": byDocument{}} {
			t.Run(fmt.Sprintf("%d of %d, %s", c.limit, c.links, name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var page strings.Builder
					for i := range c.links {
						fmt.Fprintf(&page, "<a href=/%d>", i)
					}
					web := testsite.New(testsite.Config{})
					web.Set("/", htmlPage("", page.String()))
					var r recorder
					crawler := crawl.Crawler{Transport: web, Strategy: strategy, Observer: &r, Limits: crawl.Limits{Pages: 1, Links: c.limit}}
					crawlAll(t, &crawler, "http://h0.test/")
					left := 0
					for _, e := range r.events {
						if e.Kind == "cut" {
							left += e.LeftOut
							if e.URL != "http://h0.test/" || e.Err != failure.ErrLinks {
								t.Errorf("event %+v", e)
							}
						}
					}
					stats := crawler.Stats()
					if left != c.leftOut || stats.LeftOut != int64(c.leftOut) || stats.Refused != int64(c.refused) {
						t.Errorf("%d left out by the event, Stats %+v; want %d and %d refused", left, stats, c.leftOut, c.refused)
					}
					if cut := strings.Contains(stats.String(), "beyond Limits.Links"); cut != (c.leftOut > 0) {
						t.Errorf("Stats: %s", stats)
					}
				})
			})
		}
	}
}
