package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
)

// article is the contents of one article of the built-in site.
type article struct{ title, author, abstract string }

var articles = []article{
	{"Tides in small harbours", "M. Okafor", "We measured the tide in four small harbours for a year and found that a wall of stones delays it by eleven minutes."},
	{"The bread of the valley", "L. Haugen", "Loaves from nine bakeries were compared by weight and crust. The oven explains more than the flour."},
	{"Counting swifts at dusk", "P. Ilves", "Swifts were counted on forty evenings. Two people who count together agree within three birds in a hundred."},
}

const firstLayout = `<!DOCTYPE html><html><head><title>%[1]s</title></head><body>
<div class="top"><a href="/">Journal of Small Things</a></div>
<div class="content"><h1>%[1]s</h1><p class="authors">%[2]s</p>
<div class="abstract"><h2>Abstract</h2><p>%[3]s</p></div>%[4]s</div>
<div class="foot">2011</div></body></html>`

const nextLayout = `<!DOCTYPE html><html><head><title>%[1]s</title></head><body>
<header class="bar"><a href="/">Journal of Small Things</a><nav><ul><li>Issues</li><li>About</li></ul></nav></header>
<main><article class="paper"><header><h1>%[1]s</h1><ul class="people"><li>%[2]s</li></ul></header>
<section class="abstract"><h2>Abstract</h2><div class="prose"><p>%[3]s</p></div></section>%[4]s</article></main>
<footer>2012</footer></body></html>`

// notes come and go with the content.
var notes = []string{"", "<p>Received in spring.</p>", "<p>Received in spring.</p><p>Revised in <i>autumn</i>.</p>"}

// watchDemo takes the built-in site through other content, a redesign and an
// article that was withdrawn.
func watchDemo(w loop, r *report) error {
	day := time.Date(2011, 4, 1, 9, 0, 0, 0, time.UTC)
	first := func(i, note int) []byte { return render(firstLayout, articles[i], notes[note]) }
	region := bartree.Region{Text: articles[0].abstract}
	if err := w.add(region, day, first(0, 0), first(1, 1), first(2, 2)); err != nil {
		return err
	}
	for i := range articles {
		r.look(w, url(i), first(i, 2-i), day.AddDate(0, 1, i))
	}
	for i := range articles {
		r.look(w, url(i), render(nextLayout, articles[i], notes[i]), day.AddDate(1, 0, i))
	}
	withdrawn := `<!DOCTYPE html><html><body><p>This article was withdrawn.</p></body></html>`
	r.look(w, url(2), []byte(withdrawn), day.AddDate(2, 0, 0))
	r.Versions = w.versions()
	return nil
}

func url(i int) string { return fmt.Sprintf("http://journal.example/article/%d", i+1) }

func render(layout string, a article, note string) []byte {
	return []byte(strings.TrimSpace(fmt.Sprintf(layout, a.title, a.author, a.abstract, note)))
}
