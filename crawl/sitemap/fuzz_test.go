package sitemap_test

import (
	"bytes"
	"errors"
	"net/url"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		head + "<url><loc>/a&amp;b</loc><lastmod>2026-03-04</lastmod><x:link rel='alternate' href='/b'/></url>" + tail,
		"<sitemapindex><sitemap>/a<lastmod/></sitemap></sitemapindex>",
		"<rss><channel><item><link>/a</link><pubDate>Wed, 04 Mar 26 00:00 GMT</pubDate><guid>http://a</guid></item></channel></rss>",
		"<feed><entry><link href='/a'/><updated>2026</updated></entry></feed>",
		"<feed xml:base='/a/'><entry xml:base='b'><link href='c'/><id>http://d</id></entry></feed>",
		"<rss xmlns:a='http://www.w3.org/2005/Atom' xmlns:b='b'><item><a:link href='/a'/><b:link>/b</b:link><guid isPermaLink='false'>http://a</guid></item></rss>",
		"<urlset><url><loc>/a</loc><n:news><n:publication_date>5 Jan 2017 8:00 PM GMT+2</n:publication_date></n:news></url></urlset>",
		`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"http://a","url":"\/\u0061\ud83d\ude00","date_published":"2026-03-04"},{"external_url":"/b","tags":["c"]}]}`,
		"<opml><body><outline xmlUrl='/a' htmlUrl='/b'><outline type='include' url='/c'/></outline></body></opml>",
		"<!DOCTYPE a [<!ENTITY b '>'><!-- ' -->]><urlset><url><loc><![CDATA[/]]]></loc><url></x></urlset>",
		"\uFEFFhttp://a\r\n# b\nhttp://c", "<?xml version='1.0' encoding='koi8-r'?><urlset>\xC1</urlset>",
		utf16Text("\uFEFF<urlset/>", 0), string(zipped("<urlset/>")), "<",
	} {
		f.Add([]byte(seed), base)
	}
	f.Fuzz(func(t *testing.T, data []byte, base string) {
		limits := sitemap.Limits{Entries: 100, Bytes: 1 << 20}
		got, err := collect(sitemap.Read(bytes.NewReader(data), base, limits))
		if len(got) > limits.Entries {
			t.Errorf("%d entries", len(got))
		}
		for _, e := range got {
			for _, s := range append([]string{e.URL}, e.Alternates...) {
				if u, err := url.Parse(s); err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "") {
					t.Errorf("URL %q", s)
				}
			}
			if !(0 <= e.Priority && e.Priority <= 1) || e.Reach != "below" && e.Reach != "beside" && e.Reach != "foreign" {
				t.Errorf("%+v", e)
			}
		}
		if e := new(sitemap.Error); errors.As(err, &e) && e.Line < 1 {
			t.Errorf("line %d", e.Line)
		}
		again, _ := collect(sitemap.Read(iotest.OneByteReader(bytes.NewReader(data)), base, limits))
		if diff := cmp.Diff(got, again); diff != "" {
			t.Errorf("(-whole +byte by byte)\n%s", diff)
		}
	})
}
