package demo

import (
	"slices"
	"time"
)

// elsewhere is the one address outside the web that pages link to. Nothing answers there.
const elsewhere = "http://adverts.outside.example/click?from=lantern&to=shoes"

// printed and dead say how many pages have a printer's copy and how many links' targets are gone.
const (
	printed = 6
	dead    = 7
)

// addOddities adds what makes a web untidy: copies for the printer, pages that moved, pages that are gone.
func (w *web) addOddities() {
	rng := stream(w.seed, "oddities")
	library := w.sites[0]
	var articles []*page
	for _, i := range rng.Perm(len(w.pages)) {
		if p := w.pages[i]; p.kind == articleKind && p.site == library && len(articles) < printed {
			articles = append(articles, p)
		}
	}
	for _, p := range articles {
		copied := *p
		copied.kind, copied.url, copied.target, copied.hidden = printKind, p.url+"?print=1", p, true
		w.pages = append(w.pages, &copied)
		p.tools = append(p.tools, link{to: &copied, text: "Print this page", vague: true})
	}
	w.addMoved(library, "/flu", w.indexes[library.sections[0]][0])
	hospital := w.sites[1]
	w.addMoved(hospital, "/visitors.html", w.indexes[hospital.sections[0]][0])
	for range dead {
		w.addGone(w.pages[rng.IntN(len(w.pages))])
	}
}

func (w *web) addMoved(s *site, path string, target *page) {
	w.pages = append(w.pages, &page{url: "http://" + s.host + path, kind: movedKind, site: s, target: target, domain: target.domain})
}

// addGone makes a missing page that resembles the given one.
func (w *web) addGone(like *page) {
	if like.kind != articleKind {
		like = w.entries[w.sites[0].sections[1]][0]
	}
	gone := *like
	gone.kind, gone.hidden, gone.labels, gone.tools = goneKind, true, nil, nil
	gone.url = w.newURL(&gone)
	w.pages = append(w.pages, &gone)
}

// aliases are the moved pages that lead to p.
func (w *web) aliases(p *page) []*page {
	var moved []*page
	for _, q := range w.pages {
		if q.kind == movedKind && q.target == p {
			moved = append(moved, q)
		}
	}
	return moved
}

func (w *web) ofKind(k kind) []*page {
	return slices.DeleteFunc(slices.Clone(w.pages), func(p *page) bool { return p.kind != k })
}

func date(day int) time.Time {
	return time.Date(2023, time.November, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, day)
}
