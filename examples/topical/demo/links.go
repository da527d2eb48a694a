package demo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// addLinks links the pages. Navigation, breadcrumbs and footers are the layout's work; here are the
// links that somebody chose.
func (w *web) addLinks() {
	rng := stream(w.seed, "links")
	for _, i := range rng.Perm(len(w.pages)) {
		p := w.pages[i]
		switch p.kind {
		case articleKind:
			w.linkArticle(rng, p)
		case directoryKind:
			p.list = w.choose(rng, p, 14+rng.IntN(7))
		case indexKind:
			w.linkIndex(rng, p)
		case homeKind:
			w.linkHome(rng, p)
		}
	}
	for _, p := range w.ofKind(goneKind) {
		w.linkFromNeighbours(rng, p)
	}
	for _, p := range w.ofKind(movedKind) {
		home := w.homes[p.site]
		home.list = append(home.list, link{to: p, text: p.target.title})
	}
}

// linkArticle puts a third of the links into the text and the others beside it, in a block.
func (w *web) linkArticle(rng *rand.Rand, p *page) {
	chosen := w.choose(rng, p, 3+rng.IntN(6))
	p.inline, p.related = chosen[:len(chosen)/3], chosen[len(chosen)/3:]
	switch {
	case p.site.layout == "board":
		p.tools = append(p.tools, link{to: w.aboutPage(p.site), text: "Log in to reply", vague: true, nofollow: true})
	case p.site.layout == "paper" && rng.IntN(8) == 0:
		p.tools = append(p.tools, link{outside: elsewhere, text: "Shoes for the wet season", vague: true, nofollow: true})
	}
}

// linkIndex lists the section's pages, then what comes after this page of the index: the next
// page, and on the first one the sections that only this index knows.
func (w *web) linkIndex(rng *rand.Rand, p *page) {
	pages := w.indexes[p.section]
	n := slices.Index(pages, p)
	entries := w.entries[p.section][n*entriesPerIndex:]
	for _, q := range entries[:min(len(entries), entriesPerIndex)] {
		p.list = append(p.list, w.entryLink(rng, p, q))
	}
	if n+1 < len(pages) {
		p.list = append(p.list, link{to: pages[n+1], text: "Next page", vague: true})
	}
	if n == 0 {
		for _, below := range p.site.sections {
			if below.parent == p.section.dir {
				p.list = append(p.list, link{to: w.indexes[below][0], text: below.title})
			}
		}
	}
}

// entryLink is a line of an index. Most indexes print titles; some numbers and bare words are among them.
func (w *web) entryLink(rng *rand.Rand, p, q *page) link {
	switch chance := rng.Float64(); {
	case p.site.layout == "leaflet" && chance < 0.3:
		return link{to: q, text: fmt.Sprintf("Leaflet %d", q.number), vague: true}
	case chance < 0.12:
		return link{to: q, text: pick(rng, w.vocabulary.lists["generic"]), vague: true}
	case p.labels != nil && chance < 0.5: // a hub lists pictures
		return link{to: q, text: q.title, image: true}
	}
	return link{to: q, text: q.title}
}

// linkHome features some pages of the site and some of others. The portal's home knows every site.
func (w *web) linkHome(rng *rand.Rand, p *page) {
	if p.site.layout == "portal" {
		for _, s := range w.sites {
			if s != p.site {
				p.list = append(p.list, link{to: w.homes[s], text: s.title})
			}
		}
		return
	}
	p.list = w.choose(rng, p, 9)
	p.list[0].image, p.list[0].text = true, p.list[0].to.title
}

// linkFromNeighbours makes two pages of the site lead to p.
func (w *web) linkFromNeighbours(rng *rand.Rand, p *page) {
	var near []*page
	for _, q := range w.pages {
		if q.kind == articleKind && q.site == p.site {
			near = append(near, q)
		}
	}
	for range 2 {
		q := near[rng.IntN(len(near))]
		q.related = append(q.related, link{to: p, text: p.title})
	}
}

// aboutPage is the page of a site about itself, or nil.
func (w *web) aboutPage(s *site) *page {
	for _, part := range s.sections {
		for _, p := range w.entries[part] {
			if p.domain.name == "house" {
				return p
			}
		}
	}
	return nil
}

// choose picks up to n different targets for the links of p, the likelier the closer they are in topic
// and host and the more links they have already.
func (w *web) choose(rng *rand.Rand, p *page, n int) []link {
	weights := make([]float64, len(w.pages))
	sum := 0.0
	for i, q := range w.pages {
		weights[i] = attraction(p, q)
		sum += weights[i]
	}
	var links []link
	for range n {
		at := rng.Float64() * sum
		for i, q := range w.pages {
			at -= weights[i]
			if at >= 0 || weights[i] == 0 {
				continue
			}
			q.linked++
			sum -= weights[i]
			weights[i] = 0
			links = append(links, w.anchor(rng, q))
			break
		}
	}
	return links
}

// attraction is the weight of a link from p to q. The figures give an on-topic page of a topic with a
// dozen pages one on-topic link in five or so, and the default topic with its forty one in two.
func attraction(p, q *page) float64 {
	switch {
	case q == p, q.kind == goneKind, q.kind == movedKind, q.kind == printKind, q.kind == indexKind && q.labels == nil:
		return 0
	case q.hidden && (p.domain == q.domain || p.kind != articleKind):
		return 0
	}
	weight := closeness(p, q) * math.Sqrt(1+float64(q.linked))
	if q.site == p.site {
		weight *= 4
	}
	switch {
	case q.kind == homeKind:
		weight *= 0.3
	case q.domain.name == "house":
		weight *= 0.1
	}
	return weight
}

func closeness(p, q *page) float64 {
	if q.hidden { // known to strangers only
		return 0.6
	}
	for _, label := range p.labels {
		if q.about(label) {
			return 6
		}
	}
	if p.family() != "" && p.family() == q.family() {
		return 2.5
	}
	if p.domain == q.domain {
		return 1
	}
	return 0.12
}

func (p *page) family() string {
	if len(p.subjects) == 0 {
		return ""
	}
	return p.subjects[0].family
}

// anchor words a link to q as somebody would who has glanced at it: with its title or a name for
// its subject, which need not be the name that q uses; vaguely; with no word of it; or wrongly.
func (w *web) anchor(rng *rand.Rand, q *page) link {
	wr := &writer{w.vocabulary, rng}
	l := link{to: q, text: q.title}
	chance := rng.Float64()
	if q.hidden {
		chance *= 0.5 // strangers do not know what to call it
	}
	switch {
	case chance < 0.28:
		l.text, l.vague = pick(rng, w.vocabulary.lists["generic"]), true
	case chance < 0.40:
		l.text, l.vague = pick(rng, q.domain.vague), true
	case chance < 0.45:
		l.text = w.wrongText(rng)
	case chance < 0.72 && len(q.subjects) > 0:
		r := q.row
		if rng.IntN(3) == 0 {
			r = phraseRow
		}
		l.text = wr.fill("{name}", q.subjects[0], r)
	}
	if rng.IntN(3) == 0 {
		for _, moved := range w.aliases(q) {
			l.to = moved
		}
	}
	return l
}

// wrongText is what a link says whose writer meant another page.
func (w *web) wrongText(rng *rand.Rand) string {
	if rng.IntN(3) == 0 {
		return pick(rng, w.vocabulary.lists["misfit"])
	}
	return w.pages[rng.IntN(len(w.pages))].title
}
