// Package watched has a small site to watch, and the report of what was seen on watched pages.
package watched

import (
	"fmt"
	"strings"
	"time"
)

// article is the contents of one article of the built-in site.
type article struct{ title, author, Abstract string }

// Articles are those of the site.
var Articles = []article{
	{"Tides in small harbours", "M. Okafor", "We measured the tide in four small harbours for a year and found that a wall of stones delays it by eleven minutes."},
	{"The bread of the valley", "L. Haugen", "Loaves from nine bakeries were compared by weight and crust. The oven explains more than the flour."},
	{"Counting swifts at dusk", "P. Ilves", "Swifts were counted on forty evenings. Two people who count together agree within three birds in a hundred."},
}

// FirstLayout is the design that is learned.
const FirstLayout = `<!DOCTYPE html><html><head><title>%[1]s</title></head><body>
<div class="top"><a href="/">Journal of Small Things</a></div>
<div class="content"><h1>%[1]s</h1><p class="authors">%[2]s</p>
<div class="abstract"><h2>Abstract</h2><p>%[3]s</p></div>%[4]s</div>
<div class="foot">2011</div></body></html>`

// NextLayout is the redesign.
const NextLayout = `<!DOCTYPE html><html><head><title>%[1]s</title></head><body>
<header class="bar"><a href="/">Journal of Small Things</a><nav><ul><li>Issues</li><li>About</li></ul></nav></header>
<main><article class="paper"><header><h1>%[1]s</h1><ul class="people"><li>%[2]s</li></ul></header>
<section class="abstract"><h2>Abstract</h2><div class="prose"><p>%[3]s</p></div></section>%[4]s</article></main>
<footer>2012</footer></body></html>`

// Notes come and go with the content.
var Notes = []string{"", "<p>Received in spring.</p>", "<p>Received in spring.</p><p>Revised in <i>autumn</i>.</p>"}

// URL is that of an article, from 0.
func URL(i int) string { return fmt.Sprintf("http://journal.example/article/%d", i+1) }

// Render returns the page of an article in a layout.
func Render(layout string, a article, note string) []byte {
	return []byte(strings.TrimSpace(fmt.Sprintf(layout, a.title, a.author, a.Abstract, note)))
}

// Visit is a page as it was at a time; Err says why it could not be fetched or is none.
type Visit struct {
	URL  string
	Time time.Time // zero for now
	Body []byte
	Err  error
}

// When returns the time.
func (v Visit) When() time.Time {
	if v.Time.IsZero() {
		return time.Now()
	}
	return v.Time
}

// Demo returns the articles as they are learned, and as they are looked at later: with
// other content, redesigned, and the last one withdrawn.
func Demo() (taught, later []Visit) {
	day := time.Date(2011, 4, 1, 9, 0, 0, 0, time.UTC)
	for i, a := range Articles {
		taught = append(taught, Visit{URL: URL(i), Time: day, Body: Render(FirstLayout, a, Notes[i])})
		later = append(later, Visit{URL: URL(i), Time: day.AddDate(0, 1, i), Body: Render(FirstLayout, a, Notes[2-i])})
	}
	for i, a := range Articles {
		later = append(later, Visit{URL: URL(i), Time: day.AddDate(1, 0, i), Body: Render(NextLayout, a, Notes[i])})
	}
	withdrawn := `<!DOCTYPE html><html><body><p>This article was withdrawn.</p></body></html>`
	return taught, append(later, Visit{URL: URL(2), Time: day.AddDate(2, 0, 0), Body: []byte(withdrawn)})
}
