package corpus

import (
	"fmt"
	"strings"
)

// A Web is a small web of several hosts with a topic.
type Web struct {
	Name, Seed string
	Pages      []WebPage // those that answer; links lead to others too
	Relevant   []string  // URLs of the pages about the topic, the seed not among them

	// The topic's name, and its terms by their relation to it.
	Topic                         string
	Synonyms, Partial, Contextual []string
}

// A WebPage is one page of a Web.
type WebPage struct{ URL, HTML string }

// Webs are the webs, each with what makes it hard for a crawler.
func Webs() []Web {
	var out []Web
	for i, made := range []struct {
		name string
		of   func(*weaver)
	}{
		{"hubs on a portal", hubs},
		{"a tunnel", tunnel},
		{"anchors that mislead", misleading},
		{"directories", directories},
		{"the topic in every menu", menus},
		{"the topic in the title", headlines},
		{"several topics on several hosts", mixture},
		{"blocks of dead links", deadBlocks},
		{"words without terms", wordsAlone},
		{"a catalogue by the page", catalogue},
	} {
		w := weaver{Web: Web{Name: made.name, Topic: "hay fever", Synonyms: []string{"pollinosis", "pollen allergy"},
			Partial: []string{"allergic rhinitis"}, Contextual: []string{"pollen", "antihistamine"}}, dice: dice(i + 1)}
		made.of(&w)
		out = append(out, w.Web)
	}
	return out
}

// A weaver makes a web. Its first page is the seed.
type weaver struct {
	Web
	dice
	menu string // HTML on each page
}

// dice are random numbers, the same on all machines and with all versions of Go.
type dice uint64

// of returns a number from 0 to n-1.
func (d *dice) of(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d)>>33) % n
}

// Words of texts about the topic that are no terms of it, about other things, and of all texts.
var (
	topicWords = strings.Fields(`sneezing nostrils spray birch grasses season itching drops grains symptoms airborne count eyes ragweed masks mowing windows`)
	fields     = [][]string{
		strings.Fields(`oven flour simmer butter whisk dough recipe garlic pan roast onions kitchen`),
		strings.Fields(`sails harbour mast tide anchor keel rigging helm deck storm buoy crew`),
		strings.Fields(`compiler parser lexer register heap pointer branch cache stack linker thread loop`),
		strings.Fields(`violin sonata tempo chord choir pedal melody rehearsal bow strings tuning organ`),
		strings.Fields(`glacier moraine crevasse ridge summit rope crampon valley snow slope hut guide`),
	}
	commonWords = strings.Fields(`the of and in to a for with that this from are was one more when most often part page year people time way place small first`)
)

// text is n words of a kind of text: -1 for the topic, else a field. Each of terms stands in it once.
func (w *weaver) text(kind, n int, terms ...string) string {
	pool := topicWords
	if kind >= 0 {
		pool = fields[kind%len(fields)]
	}
	var out []string
	for i := range n {
		if w.of(2) == 0 {
			out = append(out, pool[w.of(len(pool))])
		} else {
			out = append(out, commonWords[w.of(len(commonWords))])
		}
		if len(terms) > 0 && i%9 == 5 {
			out, terms = append(out, terms[0]), terms[1:]
		}
	}
	return strings.Join(append(out, terms...), " ") + "."
}

// anchor is a link of a block.
type anchor struct{ url, text string }

func block(class string, anchors []anchor) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<ul class="%s">`, class)
	for _, a := range anchors {
		fmt.Fprintf(&b, `<li><a href="%s">%s</a></li>`, a.url, a.text)
	}
	return b.String() + "</ul>"
}

func (w *weaver) page(url, title, body string) {
	if w.Seed == "" {
		w.Seed = url
	}
	w.Pages = append(w.Pages, WebPage{url, fmt.Sprintf("<!DOCTYPE html><html><head><title>%s</title></head><body>%s<h1>%s</h1>%s</body></html>", title, w.menu, title, body)})
}

// about adds a page about the topic and says so.
func (w *weaver) about(url, title, body string) {
	w.page(url, title, body)
	w.Relevant = append(w.Relevant, url)
}

// terms are n terms of the topic.
func (w *weaver) terms(n int) (out []string) {
	all := append(append([]string{w.Topic}, w.Synonyms...), append(w.Partial, w.Contextual...)...)
	for range n {
		out = append(out, all[w.of(len(all))])
	}
	return out
}

func hubs(w *weaver) {
	var letters []anchor
	for h := range 9 {
		letters = append(letters, anchor{fmt.Sprintf("http://portal.example/list/%c", 'a'+h), fmt.Sprintf("List %c", 'A'+h)})
	}
	w.page("http://portal.example/", "Directory of sites", block("letters", letters)+"<p>"+w.text(0, 40)+"</p>")
	for h, hub := range letters {
		var list []anchor
		for i := range 12 {
			url := fmt.Sprintf("http://host%d.example/p%d%d.html", (h+i)%4, h, i)
			list = append(list, anchor{url, fmt.Sprintf("Entry %d", 12*h+i)})
		}
		w.page(hub.url, hub.text, "<p>"+w.text(h, 15)+"</p>"+block("entries", list))
		for i, a := range list {
			if h == 4 || h == 7 && i%3 > 0 {
				w.about(a.url, fmt.Sprintf("Page %d", i), "<p>"+w.text(-1, 70, w.terms(4)...)+"</p>")
			} else {
				w.page(a.url, fmt.Sprintf("Page %d", i), "<p>"+w.text(h+i, 70)+"</p>")
			}
		}
	}
}

func tunnel(w *weaver) {
	var aside []anchor
	for i := range 40 {
		aside = append(aside, anchor{fmt.Sprintf("http://a.example/aside/%d", i), "About " + fields[i%5][i%12]})
	}
	w.page("http://a.example/", "Hay fever", "<p>"+w.text(-1, 60, w.terms(4)...)+`</p><p class="more"><a href="/contact">Contact and partners</a></p>`+block("side", aside[:25]))
	w.page("http://a.example/contact", "Contact", "<p>"+w.text(2, 40)+`</p><a href="http://b.example/members">Members of the union</a>`+block("side", aside[25:]))
	w.page("http://b.example/members", "Members", "<p>"+w.text(3, 40)+`</p><a href="http://c.example/">Clinic</a> <a href="http://d.example/">Bakery</a>`)
	for _, a := range aside {
		w.page(a.url, a.text, "<p>"+w.text(w.of(5), 60)+"</p>")
	}
	for h, host := range []string{"http://c.example/", "http://d.example/"} {
		var list []anchor
		for i := range 20 {
			list = append(list, anchor{fmt.Sprintf("%sleaflet/%d", host, i), fmt.Sprintf("Leaflet %d", i)})
		}
		w.page(host, "Leaflets", block("leaflets", list))
		for _, a := range list {
			if h == 0 {
				w.about(a.url, a.text, "<p>"+w.text(-1, 60, w.terms(3)...)+"</p>")
			} else {
				w.page(a.url, a.text, "<p>"+w.text(0, 60)+"</p>")
			}
		}
	}
}

func misleading(w *weaver) {
	var shops, papers []anchor
	for i := range 30 {
		shops = append(shops, anchor{fmt.Sprintf("http://shop.example/hay-fever/offer%d", i), "Hay fever offers of the week"})
		papers = append(papers, anchor{fmt.Sprintf("http://clinic.example/n/%d", i), "Read more"})
	}
	w.page("http://clinic.example/", "Clinic", "<p>"+w.text(-1, 50, w.terms(3)...)+"</p>"+block("ads", shops[:15])+block("news", papers[:15]))
	for i := range 30 {
		w.page(shops[i].url, "Offers", "<p>"+w.text(0, 60)+"</p>"+block("ads", shops[15:]))
		w.about(papers[i].url, "Notes from the clinic", "<p>"+w.text(-1, 60, w.terms(3)...)+"</p>"+block("news", papers[15:]))
	}
}

func directories(w *weaver) {
	var all []anchor
	for i := range 100 {
		all = append(all, anchor{fmt.Sprintf("http://site.example/%s/%d.html", []string{"cook", "sail", "nose", "code", "play"}[i*7%5], i), fmt.Sprint(i)})
	}
	for k := range 5 {
		w.page(fmt.Sprintf("http://site.example/index%d.html", k), "Index", block("all", append([]anchor{{fmt.Sprintf("/index%d.html", k+1), "next"}}, all[20*k:20*k+20]...)))
	}
	for i, a := range all {
		if i*7%5 == 2 {
			w.about(a.url, fmt.Sprint("Text ", i), "<p>"+w.text(-1, 80, w.terms(2)...)+"</p>")
		} else {
			w.page(a.url, fmt.Sprint("Text ", i), "<p>"+w.text(i*7%5, 80)+"</p>")
		}
	}
}

func menus(w *weaver) {
	w.menu = block("menu", []anchor{{"/", "Home"}, {"/pollen", "Pollen calendar"}, {"/tests", "Antihistamine tests"}})
	var sections []anchor
	for s := range 8 {
		sections = append(sections, anchor{fmt.Sprintf("http://health.example/s%d/", s), "Section " + fields[s%5][s]})
	}
	w.page("http://health.example/", "Health", block("sections", sections))
	w.page("http://health.example/pollen", "Calendar", "<p>"+w.text(1, 60)+"</p>")
	w.page("http://health.example/tests", "Tests", "<p>"+w.text(2, 60)+"</p>")
	for s, a := range sections {
		var list []anchor
		for i := range 12 {
			list = append(list, anchor{fmt.Sprintf("%s%d", a.url, i), "Item " + fields[(s+i)%5][i]})
		}
		w.page(a.url, a.text, block("items", list))
		for i, a := range list {
			if s == 3 || s == 5 && i < 6 {
				w.about(a.url, a.text, "<p>"+w.text(-1, 60, "allergic rhinitis", "pollen", "pollinosis")+"</p>")
			} else {
				w.page(a.url, a.text, "<p>"+w.text(s+i, 60)+"</p>"+block("see", list[i:min(i+2, 12)]))
			}
		}
	}
}

func headlines(w *weaver) {
	var all []anchor
	for i := range 90 {
		all = append(all, anchor{fmt.Sprintf("http://news%d.example/%d", i%3, i), fmt.Sprintf("Story %d", i)})
	}
	w.page("http://news0.example/", "News", block("top", all[:30]))
	for i, a := range all {
		more := block("next", []anchor{all[(2*i+30)%90], all[(2*i+31)%90], all[(3*i+7)%90]})
		if i%3 == 1 {
			w.about(a.url, []string{"Pollinosis in spring", "Allergic rhinitis and school", "A year with pollen"}[i/3%3], "<p>"+w.text(w.of(5), 90)+"</p>"+more)
		} else {
			mention := []string{"pollen"}[:i%2]
			w.page(a.url, "A day with "+fields[i%5][i%12], "<p>"+w.text(w.of(5), 90, mention...)+"</p>"+more)
		}
	}
}

func mixture(w *weaver) {
	const pages = 260
	kind := func(i int) int { return (i*i+i/7)%6 - 1 }
	url := func(i int) string { return fmt.Sprintf("http://h%d.example/%d", i*5%7, i) }
	byKind := map[int][]int{}
	for i := range pages {
		byKind[kind(i)] = append(byKind[kind(i)], i)
	}
	for i := range pages {
		var list []anchor
		for k := range 7 {
			to := w.of(pages)
			if k < 4 {
				same := byKind[kind(i)]
				to = same[w.of(len(same))]
			}
			list = append(list, anchor{url(to), w.text(kind(to), 3)})
		}
		body := "<p>" + w.text(kind(i), 50) + "</p>" + block("links", list[:4]) + block("rest", list[4:])
		if kind(i) < 0 && i > 0 {
			w.about(url(i), w.text(-1, 3, w.terms(i%2)...), "<p>"+w.text(-1, 40, w.terms(3)...)+"</p>"+body)
		} else {
			w.page(url(i), w.text(kind(i), 3), body)
		}
	}
}

func deadBlocks(w *weaver) {
	var blocks string
	for b := range 6 {
		var list []anchor
		for i := range 15 {
			list = append(list, anchor{fmt.Sprintf("http://x.example/b%d/%d", b, i), "Hay fever " + fmt.Sprint(i)})
		}
		blocks += block(fmt.Sprint("block", "abcdef"[b:b+1]), list)
		for i, a := range list {
			switch {
			case b%3 == 0: // dead
			case b%3 == 1:
				w.Relevant = append(w.Relevant, a.url)
				w.Pages = append(w.Pages, WebPage{a.url, "<title>Leaflet</title><p>" + w.text(-1, 60, w.terms(3)...)})
			default:
				w.Pages = append(w.Pages, WebPage{a.url, "<title>Shop</title><p>" + w.text(b+i, 60)})
			}
		}
	}
	w.page("http://x.example/", "Leaflets", blocks)
}

func wordsAlone(w *weaver) {
	var all []anchor
	for i := range 80 {
		all = append(all, anchor{fmt.Sprintf("http://forum.example/t/%d", i), w.text([]int{-1, 0, 1, 2}[i%4], 4)})
	}
	w.page("http://forum.example/", "Hay fever", "<p>"+w.text(-1, 120, w.terms(2)...)+"</p>"+block("threads", all[:40]))
	for i, a := range all {
		more := block("threads", []anchor{all[(i+40)%80], all[(5*i+3)%80]})
		if i%4 == 0 {
			w.about(a.url, a.text, "<p>"+w.text(-1, 90)+"</p>"+more)
		} else {
			w.page(a.url, a.text, "<p>"+w.text(i%4-1, 90)+"</p>"+more)
		}
	}
}

func catalogue(w *weaver) {
	for p := range 12 {
		var list []anchor
		for i := range 10 {
			list = append(list, anchor{fmt.Sprintf("http://shelf.example/book?id=%d", 10*p+i), "Book " + fmt.Sprint(10*p+i)})
		}
		body := block("books", list) + fmt.Sprintf(`<p><a href="/page/%d">Next</a></p>`, p+1)
		w.page(fmt.Sprintf("http://shelf.example/page/%d", p), fmt.Sprint("Books, page ", p), body)
		for i, a := range list {
			if p > 5 && (p+i)%2 == 0 {
				w.about(a.url, a.text, "<p>"+w.text(-1, 50, w.terms(3)...)+"</p>")
			} else {
				w.page(a.url, a.text, "<p>"+w.text(p+i, 50)+"</p>")
			}
		}
	}
}
