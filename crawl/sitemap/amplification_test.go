package sitemap_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// What a list takes if its entries are looked at and dropped, and if all of them
// are kept.
func TestAmplification(t *testing.T) {
	const size = 4 << 20
	base := "http://a.test/" + strings.Repeat("x", 8000) + "/"
	longest := "http://a.test/" + strings.Repeat("x", 2048-len("http://a.test//999999")) + "/"
	var rows []amplification.Row
	add := func(name, base, text string, keep bool, kept, peak int) {
		wire := new(strings.Builder)
		z := gzip.NewWriter(wire)
		_, _ = io.WriteString(z, text)
		_ = z.Close()
		rows = append(rows, amplification.Row{
			Input: name, Wire: wire.Len(), Read: len(text), Kept: kept, Peak: peak,
			Run: func() any {
				var entries []sitemap.Entry
				for e := range sitemap.Read(strings.NewReader(wire.String()), base, sitemap.Limits{}) {
					if keep {
						entries = append(entries, e)
					}
				}
				return entries
			},
		})
	}
	listOf := func(size int, unit string) string {
		b := new(strings.Builder)
		b.WriteString("<urlset>")
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.ReplaceAll(unit, "%", fmt.Sprint(i)))
		}
		b.WriteString("</urlset>")
		return b.String()
	}
	list := func(unit string) string { return listOf(size, unit) }
	const unfolding = size / 4 // each entry becomes a URL of 8,000 bytes: some GB with size
	add("empty entries", base, list("<url/>"), false, 1<<20, 8<<20)
	add("short entries", base, listOf(unfolding, "<url>%</url>"), false, 1<<20, 8<<20)
	add("short entries, all kept", "http://a.test/", list("<url>%</url>"), true, 40<<20, 80<<20)
	add("short entries below a URL of 2 KB, all kept", longest, list("<url>%</url>"), true, 256<<20, 384<<20)
	add("short entries below a URL of 8 KB, all kept", base, listOf(unfolding, "<url>%</url>"), true, 1<<20, 8<<20)
	add("alternates of one entry", base, listOf(unfolding, "<link rel='alternate' href='%'/>"), false, 1<<20, 8<<20)
	add("alternates below a long URL", base, "<urlset><url><loc>a</loc>"+strings.TrimPrefix(listOf(unfolding, "<link rel='alternate' href='%'/>"), "<urlset>"), true, 4<<20, 8<<20)
	add("entities", base, list("<url><loc>"+strings.Repeat("&amp;", 100)+"</loc></url>"), false, 1<<20, 8<<20)
	add("items below a long URL", base, `{"items":[`+strings.Repeat(`{"url":"a"},`, unfolding/12), false, 1<<20, 8<<20)
	add("outlines below a long URL", base, "<opml>"+strings.Repeat(`<outline url="a"/>`, unfolding/18), false, 1<<20, 8<<20)
	add("bases in each other", "http://a.test/", "<feed>"+strings.Repeat("<x xml:base='"+strings.Repeat("y", 2000)+"'/>", size/2020), false, 1<<20, 8<<20)
	add("nested elements", base, list("<url>"), false, 1<<20, 8<<20)
	add("attributes", base, "<urlset "+strings.Repeat("a=b ", size/4), false, 1<<20, 8<<20)
	amplification.Check(t, rows)
}
