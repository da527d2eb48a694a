package sitemap_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// A guid is the URL of an item without link unless it says that it is none.
func TestIdentifiers(t *testing.T) {
	for in, want := range map[string]string{
		`<guid>https://example.com/a</guid>`:                                      "/a",
		`<guid isPermaLink="true">https://example.com/a</guid>`:                   "/a",
		`<guid isPermaLink="">https://example.com/a</guid>`:                       "/a",
		`<guid isPermaLink="false">https://example.com/a</guid>`:                  "",
		`<guid isPermaLink='False'>https://example.com/a</guid>`:                  "",
		`<guid ispermalink=" false ">https://example.com/a</guid>`:                "",
		`<guid isPermaLink=false>https://example.com/a</guid>`:                    "",
		`<guid isPermaLink="false">https://example.com/node/1 at here</guid>`:     "",
		`<guid isPermaLink="false">https://example.com/b</guid><link>/a</link>`:   "/a",
		`<guid isPermaLink="false">https://example.com/b</guid><id>http://c</id>`: "http://c/",
		`<guid>a</guid>`: "",
		`<guid>http://b.org/</guid><link>/a</link>`:   "/a",
		`<guid>https://example.com/a</guid><link/>`:   "/a",
		`<id>https://example.com/a</id><id>/no</id>`:  "/a",
		`<id>/no</id><id>https://example.com/a</id>`:  "/a",
		`<link>http://[</link><guid>http://c</guid>`:  "http://c/",
		`<link>/a</link><link>/b</link>`:              "/a",
		`<id>http://b.org/</id><link href="/a"/>`:     "/a",
		`<guid>http://b.org/</guid><guid>/c</guid>`:   "http://b.org/",
		`<guid>http://b.org/</guid><id>http://c</id>`: "http://b.org/",
	} {
		got, _ := read("<rss><item>" + in + "</item></rss>")
		checkURLs(t, got, want)
	}
}

// When a page was published stands in lists of every kind.
func TestPublished(t *testing.T) {
	const newsSpace = `xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"`
	for in, want := range map[string]string{
		`<urlset><url><loc>/a</loc><news:news><news:publication><news:name>n</news:name></news:publication>` +
			`<news:publication_date>2026-03-04</news:publication_date></news:news></url></urlset>`: "2026-03-04 2026-03-04",
		`<urlset ` + newsSpace + `><url><loc>/a</loc><lastmod>2026-03-05</lastmod><n:news><n:publication_date>2026-03-04</n:publication_date></n:news></url></urlset>`: "2026-03-04 2026-03-05",
		`<urlset ` + newsSpace + `><url><n:news><n:publication_date>2026-03-04</n:publication_date></n:news><loc>/a</loc><lastmod>2026-03-05</lastmod></url></urlset>`: "2026-03-04 2026-03-05",
		`<urlset><url><loc>/a</loc><news><publication_date><![CDATA[ 2026-03-04T01:00:00+02:00 ]]></publication_date></news></url></urlset>`:                           "2026-03-03 2026-03-03",
		`<urlset><url><loc>/a</loc><news:news><news:publication_date>soon</news:publication_date></news:news></url></urlset>`:                                          "0001-01-01 0001-01-01",
		`<urlset><url><loc>/a</loc><video:video><video:publication_date>2026-03-04</video:publication_date></video:video></url></urlset>`:                              "0001-01-01 0001-01-01",
		`<urlset xmlns:x="http://example.org/"><url><loc>/a</loc><x:news><x:publication_date>2026-03-04</x:publication_date></x:news></url></urlset>`:                  "0001-01-01 0001-01-01",
		`<urlset><url><loc>/a</loc><publication_date>2026-03-04</publication_date></url></urlset>`:                                                                     "0001-01-01 0001-01-01",
		`<rss><item><link>/a</link><pubDate>Wed, 04 Mar 2026 08:00 PM GMT</pubDate></item></rss>`:                                                                      "2026-03-04 2026-03-04",
		`<feed><entry><link href="/a"/><updated>2026-03-05</updated><published>2026-03-04</published><published>2026-03-06</published></entry></feed>`:                 "2026-03-04 2026-03-05",
		`<feed><entry><link href="/a"/><updated>2026-03-05</updated></entry></feed>`:                                                                                   "0001-01-01 2026-03-05",
	} {
		got, err := read(in)
		if err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", in, got, err)
			continue
		}
		if got := got[0].Published.Format(time.DateOnly) + " " + got[0].LastMod.Format(time.DateOnly); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestJSONFeed(t *testing.T) {
	const version = `{"version":"https://jsonfeed.org/version/1.1",`
	for name, c := range map[string]struct{ in, want string }{
		"whole": {"\ufeff" + version + `"title":"t","home_page_url":"/home","feed_url":"/feed","items":[
			{"id":"1","url":"https://example.com/a","external_url":"http://b.org/","content_html":"<a href=\"/c\">c</a>"},
			{"id":"2","url":"d"}],"next_url":"/next"}`, "/a /lists/d"},
		"version 1.0":                   {`{"version":"https://jsonfeed.org/version/1","items":[{"url":"/a"}]}`, "/a"},
		"version behind":                {`{"items":[{"url":"/a"}],"version":"https://jsonfeed.org/version/1"}`, "/a"},
		"no version":                    {`{"items":[{"url":"/a"}]}`, "/a"},
		"no items":                      {version + `"items":[]}`, ""},
		"items are missing":             {version + `"title":"t"}`, ""},
		"page elsewhere":                {version + `"items":[{"id":"http://c/","external_url":"http://b.org/"},{"external_url":"http://b.org/","url":"/a"}]}`, "http://b.org/ /a"},
		"identifier":                    {version + `"items":[{"id":"https://example.com/a"},{"id":"/no"},{"id":7},{"id":"http://b.org/","url":"/c"}]}`, "/a /c"},
		"escapes":                       {version + `"items":[{"\u0075rl":"https:\/\/example.com\/\u00e4\ud83d\ude00\n"}]}`, "/%C3%A4%F0%9F%98%80"},
		"escapes that are none":         {version + `"items":[{"url":"/a\ud83d"},{"url":"/b\u12"},{"url":"/c\q"}]}`, "/a%EF%BF%BD /b%EF%BF%BD12 /cq"},
		"values of other kinds":         {version + `"items":[{"id":7,"url":null,"tags":["url","/no"],"authors":{"url":"/no"},"url":"/a"},null,["url","/no"],"/no"]}`, "/a"},
		"items of others":               {version + `"feed":{"items":[{"url":"/no"}]},"x":[[{"url":"/no"}]],"items":{"url":"/no"},"items":[{"url":"/a"}]}`, "/a"},
		"line breaks in a value":        {version + "\"items\":[{\"content_html\":\"\n<p>\t\",\"url\":\"/a\"}]}", "/a"},
		"a comma too many, one missing": {version + `"items":[{"url":"/a",},{"id":"1""url":"/b"}{"url":"/c"},]}`, "/a /b /c"},
		"no URL":                        {version + `"items":[{"content_text":"t"},{"url":""},{"url":"/a"}]}`, "/a"},
	} {
		got, err := read(c.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		checkURLs(t, got, c.want)
	}
	got, err := read("\n" + version + `"items":[{"date_published":"2026-03-04T00:00:00Z","date_modified":"2026-03-05T02:00:00+02:00","url":"/a"}]}`)
	if want := []sitemap.Entry{{URL: "https://example.com/a", Reach: "beside", Priority: 0.5,
		Published: time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC), LastMod: time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)}}; err != nil || !cmp.Equal(want, got) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestJSONFeedFaults(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     string // URLs without the host
		err      string
		reason   error
		stopped  bool
	}{
		{"no URL", "{\"items\":[\n{\"url\":\"mailto:a@b\"},{\"url\":\"/z\"}]}", "/z",
			`line 2: expected a URL of http or https, found "xxxxx@b": scheme is not http or https`, nil, false},
		{"two of them", `{"items":[{"url":"mailto:b"},{"external_url":"c:d"},{"url":"/z"}]}`, "/z",
			`line 1: expected a URL of http or https, found "mailto:b": scheme is not http or https (2 entries are left out)`, nil, false},
		{"long URL", `{"items":[{"url":"/` + strings.Repeat("a", 65<<10) + `"},{"url":"/z"}]}`, "/z",
			"line 1: expected a value of at most 64 KiB: over a limit", sitemap.ErrLimit, false},
		{"wrong bracket", `{"items":[{"url":"/a"],{"url":"/z"}]}`, "/a /z", `line 1: expected }, found "]"`, nil, false},
		{"more behind", "{\"items\":[{\"url\":\"/a\"}]}\n{", "/a", `line 2: expected the end of the feed, found "{"`, nil, false},
		{"cut off in an item", "{\"items\":[{\"url\":\"/a\"},{\"url\":\"/b\",\n\"id\":\"", "/a /b", "line 2: expected }: unexpected EOF", io.ErrUnexpectedEOF, true},
		{"cut off in a URL", `{"items":[{"url":"/a"},{"url":"/b`, "/a", "line 1: expected }: unexpected EOF", io.ErrUnexpectedEOF, true},
		{"cut off behind", `{"items":[{"url":"/a"}`, "/a", "line 1: expected ]: unexpected EOF", io.ErrUnexpectedEOF, true},
		{"something else", `{"urls":[{"url":"/a"}]}`, "", "line 1: expected a JSON Feed: neither sitemap nor feed", sitemap.ErrFormat, true},
		{"of another version", `{"version":"2.0","item":[]}`, "", "line 1: expected a JSON Feed: neither sitemap nor feed", sitemap.ErrFormat, true},
		{"no JSON", `{color: red}`, "", "line 1: expected a JSON Feed: neither sitemap nor feed", sitemap.ErrFormat, true},
		{"a brace", `{`, "", "line 1: expected a JSON Feed: neither sitemap nor feed", sitemap.ErrFormat, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.in)
			checkURLs(t, got, c.want)
			checkError(t, err, c.err, c.reason, c.stopped)
		})
	}
}

// A feed cut off anywhere gives the items in front of the cut and says that it
// is cut.
func TestCutJSONFeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 4).Draw(t, "items")
		var b strings.Builder
		b.WriteString(`{"version":"https://jsonfeed.org/version/1", "items":[`)
		for i := range n {
			fmt.Fprintf(&b, `{"id":"%d", "tags":["\u00e4", {"x":[]}], "url":"\/%d", "title":null},`, i, i)
		}
		b.WriteString("]}")
		at := rapid.IntRange(1, b.Len()-1).Draw(t, "cut")
		text := b.String()[:at]
		got, err := read(text)
		if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, sitemap.ErrFormat) {
			t.Fatalf("no error that it is cut, but %v, from\n%s", err, text)
		}
		if len(got) < strings.Count(text, "null}") || len(got) > strings.Count(text, "url") {
			t.Fatalf("%d entries from\n%s", len(got), text)
		}
		for i, e := range got {
			if e.URL != fmt.Sprintf("https://example.com/%d", i) {
				t.Fatalf("entry %d is %s from\n%s", i, e.URL, text)
			}
		}
	})
}

func TestOPML(t *testing.T) {
	const feed, page = "feed ", "page "
	for name, c := range map[string]struct{ in, want string }{
		"feed and page": {`<outline type="rss" text="t" xmlUrl="http://b.org/feed" htmlUrl="http://b.org/"/>`, feed + "http://b.org/feed, " + page + "http://b.org/"},
		"in each other": {`<outline text="t"><outline text="u"><outline xmlUrl="/feed"/></outline><outline xmlUrl="/rss"></outline></outline>`,
			feed + "https://example.com/feed, " + feed + "https://example.com/rss"},
		"names in other letters":  {`<OUTLINE XMLURL="/feed" HtmlURL='/'/>`, feed + "https://example.com/feed, " + page + "https://example.com/"},
		"a link":                  {`<outline type="link" url="/a"/><outline url="b"/>`, page + "https://example.com/a, " + page + "https://example.com/lists/b"},
		"a list behind a link":    {`<outline type="link" url="/a.opml"/>`, feed + "https://example.com/a.opml"},
		"a list":                  {`<outline type="include" url="/a"/><outline type="RSS" url="/b"/>`, feed + "https://example.com/a, " + feed + "https://example.com/b"},
		"sign that is bare":       {`<outline xmlUrl="/feed?a=1&b=2&amp;c=3"/>`, feed + "https://example.com/feed?a=1&b=2&c=3"},
		"quotes that are bare":    {`<outline text="a "b"" title="a "b"" xmlUrl="/feed"/>`, feed + "https://example.com/feed"},
		"base":                    {`<outline xml:base="http://b.org/c/"><outline xmlUrl="d"/></outline><outline xmlUrl="d"/>`, feed + "http://b.org/c/d, " + feed + "https://example.com/lists/d"},
		"end tags that are wrong": {`<outline text="t"><outline xmlUrl="/a"></x></outline>`, feed + "https://example.com/a"},
		"empty":                   {`<outline xmlUrl="" htmlUrl=" "/><outline text="t"/>`, ""},
		"elements of others":      {`<url><loc>/a</loc></url><item><link>/b</link></item>`, ""},
	} {
		got, _ := read(`<?xml version="1.0"?><opml version="2.0"><head><title>t</title></head><body>` + c.in + "</body></opml>")
		var lines []string
		for _, e := range got {
			lines = append(lines, map[bool]string{true: feed, false: page}[e.Sitemap]+e.URL)
		}
		if got := strings.Join(lines, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	got, err := read("<opml><body>\n<outline xmlUrl='feed://b.org/' htmlUrl='/a'/><outline htmlUrl='x:y'/></body></opml>")
	checkURLs(t, got, "/a")
	checkError(t, err, `line 2: expected a URL of http or https, found "feed://b.org/": scheme is not http or https (2 entries are left out)`, nil, false)
}

// The error says how many entries are missing.
func TestDropped(t *testing.T) {
	for in, want := range map[string]int{
		head + "<url><loc>http://[</loc></url><url/><url><loc>/a</loc></url><url><loc>x:y</loc></url>" + tail: 3,
		head + "<url><loc>http://[</loc><loc>/b</loc></url><x></y></x>" + tail:                                0,
		"<rss><item><title>t</title></item><item><link>x:y</link></item></rss>":                               1,
		"<rss><item><link>x:y</link><guid>http://a</guid></item></rss>":                                       0,
		"# all\nhttp://a/\nb\nhttp://c/" + strings.Repeat("x", 3000):                                          3,
		"http://a/" + strings.Repeat("x", 65<<10) + "\nhttp://b/":                                             1,
		head + "<url/><url><loc>/a": 1,
	} {
		_, err := read(in)
		if e := new(sitemap.Error); !errors.As(err, &e) || e.Dropped != want {
			t.Errorf("%.60s: %d entries left out, want %d: %v", in, e.Dropped, want, err)
		}
	}
}
