package weburl

import (
	"net/url"
	"testing"
	"time"
)

const benchBase = "https://www.books.example/shelf/history/page1.html?sort=year"

// links is a mix as on a typical page.
var links = []string{
	"https://www.books.example/about/contact.html",
	"https://music.example/albums/1997/blue?track=4",
	"/",
	"/shelf/science/",
	"/search?q=roman+roads&page=2",
	"/static/img/cover-small.jpg",
	"page2.html",
	"item/48151623.html",
	"../poetry/index.html",
	"../../about/team.html",
	"?sort=title",
	"#reviews",
	"HTTPS://WWW.Books.Example/News/2024/",
	"//cdn.example/lib/main.js?v=3",
	"/shelf/old maps/atlas.html",
	"/autor/bücher",
}

// BenchmarkResolve compares resolving and writing the links of one page; "ratio"
// is the time of weburl by that of net/url.
func BenchmarkResolve(b *testing.B) {
	var ours, theirs time.Duration
	b.Run("net_url", func(b *testing.B) {
		base, err := url.Parse(benchBase)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			for _, link := range links {
				u, err := base.Parse(link)
				if err != nil {
					b.Fatal(err)
				}
				_ = u.String()
			}
		}
		theirs = b.Elapsed() / time.Duration(b.N)
	})
	b.Run("weburl", func(b *testing.B) {
		base, err := Parse(benchBase)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			for _, link := range links {
				u, err := base.Resolve(link)
				if err != nil {
					b.Fatal(err)
				}
				_ = u.String()
			}
		}
		ours = b.Elapsed() / time.Duration(b.N)
		if theirs > 0 {
			b.ReportMetric(float64(ours)/float64(theirs), "ratio")
		}
	})
}
