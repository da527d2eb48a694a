package sitemap_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// crawlerCommons is where the third-party files lie beside a checkout. They are
// not part of the project.
const crawlerCommons = "../../../shared/conformance/crawler-commons/src/test/resources/"

// crawlerCommonsFiles is what the tests of crawler-commons expect of its files.
// There are two differences: it takes the date of "News number 5" in
// xmlRss_pubDate.xml, which has no zone, for none, and Read for one in UTC; and
// it takes a guid in feed.rss for a URL that is said, by isPermaLink, to be none.
var crawlerCommonsFiles = []struct {
	name, base string
	count      int
	sitemaps   bool     // the entries are those of an index
	urls       []string // of the first entries
}{
	{"sitemaps/sitemap.ns.xml", "http://www.example.com/sitemap.ns.xml", 2, false,
		[]string{"http://www.example.com/1", "http://www.example.com/2"}},
	{"sitemaps/sitemap.badns.xml", "http://www.example.com/sitemap.badns.xml", 2, false,
		[]string{"http://www.example.com/1", "http://www.example.com/2"}},
	{"sitemaps/sitemap.index.xml", "http://www.example.com/sitemap.index.xml", 15, true,
		[]string{"https://example.com/sitemap.jss?portalCode=10260&lang=en"}},
	{"sitemaps/xmlSitemap.gz", "http://www.example.com/sitemap.xml.gz", 5, false,
		[]string{"http://www.example.com/", "http://www.example.com/catalog?item=12&desc=vacation_hawaii"}},
	{"sitemaps/sitemap.txt.gz", "http://www.example.com/sitemap.txt.gz", 5, false,
		[]string{"http://www.example.com/", "http://www.example.com/catalog?item=12&desc=vacation_hawaii"}},
	{"sitemaps/sitemap.txt", "http://www.domain.com/sitemap.txt", 2, false,
		[]string{"http://www.domain.com/page1.html", "http://www.domain.com/page2.html"}},
	{"sitemaps/sitemap-with-bom.txt", "http://www.domain.com/sitemap.txt", 2, false,
		[]string{"http://www.domain.com/page1.html", "http://www.domain.com/page2.html"}},
	{"sitemaps/do-not-visit.txt", "http://www.example.com/sitemap.txt", 1, false,
		[]string{"http://www.example.com/do-not-visit-here"}},
	{"sitemaps/atom.xml", "http://example.org/atom.xml", 1, false,
		[]string{"http://example.org/2003/12/13/atom03"}},
	{"rss/feed.rss", "https://www.example.com/index.php?feed/rss", 3, false,
		[]string{"https://www.example.com/blog/post/1",
			"https://www.example.com/foo?q=a&l=en", "https://www.example.com/foo?q=a&l=fr"}},
	{"rss/xmlRss_pubDate.xml", "http://www.example.com/rss.xml", 7, false,
		[]string{"http://www.example.com/article_1"}},
	{"sitemaps/extension/sitemap-videos.xml", "http://www.example.com/sitemap-video.xml", 3, false,
		[]string{"http://www.example.com/videos/some_video_landing_page.html"}},
	{"sitemaps/extension/sitemap-videos-tvshow.xml", "https://example.org/sitemap.xml", 1, false,
		[]string{"https://example.org/my-tv-show/23/13/"}},
	{"sitemaps/extension/sitemap-images.xml", "http://www.example.com/sitemap-images.xml", 1, false,
		[]string{"http://www.example.com/images/some_image_landing_page.html"}},
	{"sitemaps/extension/sitemap-links.xml", "http://www.example.com/sitemap-links.xml", 3, false,
		[]string{"http://www.example.com/english/", "http://www.example.com/deutsch/", "http://www.example.com/schweiz-deutsch/"}},
	{"sitemaps/extension/sitemap-mobile.xml", "http://www.example.com/sitemap-mobile.xml", 3, false,
		[]string{"http://www.example.com/mobile-friendly-1/"}},
	{"sitemaps/extension/sitemap-news.xml", "http://www.example.org/sitemap-news.xml", 2, false,
		[]string{"http://www.example.org/business/article55.html", "http://www.example.org/empty_news_name.html"}},
	{"sitemaps/extension/pagemaps-sitemap.xml", "http://www.example.com/sitemap.xml", 2, false,
		[]string{"http://www.example.com/foo", "http://www.example.com/bar"}},
	{"sitemaps/extension/shinpaideshou-news-sitemap.xml", "https://shinpaideshou.wordpress.com/news-sitemap.xml", 3, false,
		[]string{"https://shinpaideshou.wordpress.com/2017/04/25/job-opening-reischauer-policy-research-fellow/"}},
	{"sitemaps/extension/hebdenbridgetimes-articles-sitemap.xml", "http://www.hebdenbridgetimes.co.uk/sitemap-article-2015-18.xml", 74, false,
		[]string{"http://www.hebdenbridgetimes.co.uk/news/local/video-tour-de-yorkshire-in-calderdale-1-7242580"}},
}

// conformanceFile reads a file. Without the files the test is skipped.
func conformanceFile(t *testing.T, name, base string) []sitemap.Entry {
	t.Helper()
	f, err := os.Open(crawlerCommons + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no conformance data: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	entries, err := collect(sitemap.Read(f, base, sitemap.Limits{}))
	if err != nil {
		t.Error(err)
	}
	return entries
}

func TestCrawlerCommons(t *testing.T) {
	for _, c := range crawlerCommonsFiles {
		t.Run(c.name, func(t *testing.T) {
			entries := conformanceFile(t, c.name, c.base)
			if len(entries) != c.count {
				t.Errorf("%d entries, want %d", len(entries), c.count)
			}
			for i, e := range entries {
				if e.Sitemap != c.sitemaps {
					t.Errorf("%s: Sitemap is %v", e.URL, e.Sitemap)
				}
				if i < len(c.urls) && e.URL != c.urls[i] {
					t.Errorf("entry %d is %s, want %s", i, e.URL, c.urls[i])
				}
				// But for the sitemaps of another host all lie where they may.
				if want := c.sitemaps; (e.Reach != "below") != want {
					t.Errorf("%s: Reach is %s", e.URL, e.Reach)
				}
			}
		})
	}
}

// No file of theirs is left out of the table.
func TestCrawlerCommonsIsWhole(t *testing.T) {
	var missing []string
	known := map[string]bool{}
	for _, c := range crawlerCommonsFiles {
		known[c.name] = true
	}
	for _, pattern := range []string{"rss/*", "sitemaps/*.*", "sitemaps/extension/*"} {
		names, err := filepath.Glob(crawlerCommons + pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(names) == 0 {
			t.Skip("no conformance data")
		}
		for _, name := range names {
			if name = strings.TrimPrefix(filepath.ToSlash(name), crawlerCommons); !known[name] {
				missing = append(missing, name)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("not in the table: %v", missing)
	}
}

func TestCrawlerCommonsDates(t *testing.T) {
	entries := conformanceFile(t, "rss/xmlRss_pubDate.xml", "http://www.example.com/rss.xml")
	first := time.Date(2017, 1, 5, 12, 34, 51, 0, time.UTC)
	want := []time.Time{
		first, first.Add(1 * time.Second), first.Add(2 * time.Second), first.Add(3 * time.Second),
		first.Add(time.Hour + 4*time.Second), // without zone: the difference
		{}, {},
	}
	var got []time.Time
	for _, e := range entries {
		got = append(got, e.LastMod)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCrawlerCommonsFields(t *testing.T) {
	entries := conformanceFile(t, "sitemaps/xmlSitemap.gz", "http://www.example.com/sitemap.xml.gz")
	if len(entries) < 4 {
		t.FailNow()
	}
	want := []sitemap.Entry{
		{URL: "http://www.example.com/", Reach: "below", LastMod: time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC), ChangeFreq: "monthly", Priority: 0.8},
		{URL: "http://www.example.com/catalog?item=12&desc=vacation_hawaii", Reach: "below", ChangeFreq: "weekly", Priority: 0.5},
		{URL: "http://www.example.com/catalog?item=73&desc=vacation_new_zealand", Reach: "below", LastMod: time.Date(2004, 12, 23, 0, 0, 0, 0, time.UTC), ChangeFreq: "weekly", Priority: 0.5},
		{URL: "http://www.example.com/catalog?item=74&desc=vacation_newfoundland", Reach: "below", LastMod: time.Date(2004, 12, 23, 18, 0, 15, 0, time.UTC), Priority: 0.3},
	}
	if diff := cmp.Diff(want, entries[:4]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}

	alternates := []string{"http://www.example.com/deutsch/", "http://www.example.com/schweiz-deutsch/", "http://www.example.com/english/"}
	for _, e := range conformanceFile(t, "sitemaps/extension/sitemap-links.xml", "http://www.example.com/sitemap.xml") {
		if diff := cmp.Diff(alternates, e.Alternates); diff != "" {
			t.Errorf("alternates of %s (-want +got)\n%s", e.URL, diff)
		}
	}
}
