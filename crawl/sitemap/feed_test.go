package sitemap_test

import (
	"testing"
	"time"
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
