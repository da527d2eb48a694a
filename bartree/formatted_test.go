package bartree_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
)

// formattedPage is a page of a site with a region.
func formattedPage(region string, n int) []byte {
	return fmt.Appendf(nil, `<!doctype html><html><head><title>Gardens</title></head><body><div class="nav"><a href="/">Home</a> <a href="/all">All</a></div>%s<div class="text"><p>Plants of garden %d</p><p>More about garden %d</p></div></body></html>`, region, n, n)
}

// TestFormattedRegion: what formats the whole text of a region is content: a page without it, or
// with other formats, is read at the region's place.
func TestFormattedRegion(t *testing.T) {
	for _, tt := range []struct {
		name  string
		learn []string // pages that are learned; the text in the first is the region
		next  []string // pages that are looked at
		want  string   // what is read of the last
	}{
		{"a heading in italics", []string{"<h2><em>Beans</em></h2>", "<h2><em>Peas</em></h2>", "<h2><em>Moss</em></h2>", "<h2><em>Reed</em></h2>"}, []string{"<h2>Ferns at night</h2>"}, "Ferns at night"},
		{"a cell in two formats", []string{"<table><td><font size=2><b>Beans</b></font></td></table>", "<table><td><font size=2><b>Peas</b></font></td></table>", "<table><td><font size=2><b>Moss</b></font></td></table>", "<table><td><font size=2><b>Reed</b></font></td></table>"}, []string{"<table><td><b>Ferns</b></td></table>", "<table><td>Oaks</td></table>"}, "Oaks"},
		{"a byline in strong, then in italics", []string{"<p class=by><strong>Ada Bean</strong></p>", "<p class=by><strong>Bert Pea</strong></p>", "<p class=by><strong>Cy Moss</strong></p>", "<p class=by><strong>Di Reed</strong></p>"}, []string{"<p class=by><i>Eve Fern</i></p>"}, "Eve Fern"},
		{"one page is without", []string{"<h2><em>Beans</em></h2>", "<h2>Peas</h2>", "<h2><em>Moss</em></h2>", "<h2><em>Reed</em></h2>"}, []string{"<h2>Ferns</h2>"}, "Ferns"},
		{"some of the line on another page", []string{"<p class=by><b>Ada Bean</b></p>", "<p class=by><b>Bert Pea</b>, Harbour College</p>", "<p class=by><b>Cy Moss</b></p>", "<p class=by><b>Di Reed</b></p>"}, []string{"<p class=by><b>Eve Fern</b>, Hill College</p>"}, "Eve Fern"},
		{"a class is no format", []string{"<p><b class=name>Ada Bean</b></p>", "<p><b class=name>Bert Pea</b></p>", "<p><b class=name>Cy Moss</b></p>", "<p><b class=name>Di Reed</b></p>"}, []string{"<p><b class=name>Eve Fern</b>, Hill College</p>"}, "Eve Fern"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.learn[0][strings.LastIndex(tt.learn[0][:strings.Index(tt.learn[0], "</")], ">")+1 : strings.Index(tt.learn[0], "</")]
			var pages [][]byte
			for i, region := range tt.learn {
				pages = append(pages, formattedPage(region, i))
			}
			w := bartree.Watch{OnChange: func(l bartree.Look) { t.Errorf("change: %v %v", l.Change.State, l.Change.Where) }}
			if err := w.Add("t", bartree.Region{Text: text}, time.Now(), pages[0], pages[1:]...); err != nil {
				t.Fatal(err)
			}
			marked, err := bartree.Learn(pages...)
			if err == nil {
				err = marked.Mark(text, pages[0], pages[1:]...)
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, region := range tt.next {
				page := formattedPage(region, 9+i)
				l, err := w.Look("t", fmt.Sprintf("http://x.example/%d", i), page, time.Now())
				if err != nil || l.Result != bartree.LookRead || l.Change.Alarm() {
					t.Errorf("%s: %s, %v %v, %v", region, l.Result, l.Change.State, l.Change.Where, err)
				}
				found, err := marked.Locate(page)
				if i == len(tt.next)-1 && (l.Region.Text != tt.want || err != nil || found.Region.Text != tt.want || found.Result != bartree.LookRead) {
					t.Errorf("%s: read %q, located %q, %v; want %q", region, l.Region.Text, found.Region.Text, err, tt.want)
				}
			}
		})
	}
}
