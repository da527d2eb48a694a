package synthetic

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// write renders the pages and all that is no page.
func (b *builder) write() (*webs.Web, error) {
	var docs []webs.Document
	for i := range b.pages {
		docs = append(docs, webs.Document{URL: b.url(i), Type: "text/html; charset=utf-8", Body: b.render(i)})
	}
	docs = b.copies(docs)
	for h := range b.hosts {
		docs = append(docs, b.plumbing(h)...)
	}
	docs = append(docs, b.disorder...)
	w, err := webs.New(docs)
	if err != nil {
		return nil, err
	}
	if !b.Null {
		w.Answer = b.answerer(w)
	}
	return w, nil
}

// render writes a page as HTML.
func (b *builder) render(i int) []byte {
	p := &b.pages[i]
	var w strings.Builder
	head := b.heading(p)
	fmt.Fprintf(&w, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s - %s</title></head><body>\n", head, b.hosts[p.host].name)
	b.navigation(&w, i)
	fmt.Fprintf(&w, "<main><h1>%s</h1>\n", head)
	links := slices.Clone(p.links)
	poor := p.kind == section && i%5 < 2 // a hub with next to no text
	if !poor {
		links = b.prose(&w, p, links)
	}
	b.lists(&w, i, links, poor)
	w.WriteString("</main>\n")
	b.footer(&w, i)
	w.WriteString("</body></html>\n")
	return []byte(w.String())
}

func (b *builder) heading(p *genPage) string {
	switch {
	case p.kind == home:
		return title(b.common()) + " " + b.common()
	case p.topic == none:
		return title(b.common()) + " " + b.common() + " " + b.common()
	case b.rand.Float64() < 0.6:
		return title(b.naming(p.topic, p.named)) + " " + b.common()
	}
	return title(b.pick(b.subjects[p.topic].words)) + " " + b.pick(b.families[b.subjects[p.topic].family].words)
}

// navigation is the same on each page of a host.
func (b *builder) navigation(w *strings.Builder, i int) {
	h := &b.hosts[b.pages[i].host]
	id := ""
	if h.session {
		id = "?sid=" + strconv.Itoa(i)
	}
	fmt.Fprintf(w, "<nav><a href=\"/%s\">home</a>", id)
	for k, s := range h.sections {
		name := "section " + strconv.Itoa(k+1)
		if t := b.pages[s].topic; t != none && !b.Null && s%3 > 0 {
			name = b.families[b.subjects[t].family].words[0]
		}
		fmt.Fprintf(w, " <a href=\"%s%s\">%s</a>", b.pages[s].path, id, name)
	}
	w.WriteString("</nav>\n")
}

func (b *builder) footer(w *strings.Builder, i int) {
	h := &b.hosts[b.pages[i].host]
	w.WriteString("<footer>")
	if !b.Null {
		w.WriteString("<a href=\"/about.html\">about us</a>")
	}
	if h.calendar {
		w.WriteString(" <a href=\"/calendar/1\">calendar</a>")
	}
	if h.guarded {
		w.WriteString(" <a href=\"/private/" + strconv.Itoa(i%5) + "\">members</a>")
	}
	w.WriteString("</footer>")
}

// prose writes paragraphs, with some of the links in them, and returns the
// others.
func (b *builder) prose(w *strings.Builder, p *genPage, links []genLink) []genLink {
	sentences := 9 + int(b.rand.ExpFloat64()*9)
	inline := min(len(links)/2, sentences)
	other := none // a topic that is mentioned and not meant
	if b.rand.Float64() < b.Ambiguous {
		other = b.rand.IntN(len(b.subjects))
	}
	w.WriteString("<p>")
	for k := range min(sentences, 60) {
		topic := p.topic
		if p.second != none && k%2 == 1 {
			topic = p.second
		}
		if k%5 == 4 {
			w.WriteString("</p>\n<p>")
		}
		if k < inline {
			b.sentence(w, links[k].around, p.named)
			w.WriteString(" ")
			b.anchor(w, p.host, links[k])
			w.WriteString(" ")
		}
		b.sentence(w, topic, p.named)
		if other != none && k%4 == 1 {
			w.WriteString(" " + b.naming(other, b.rand.IntN(2) == 0) + ".")
		}
	}
	w.WriteString("</p>\n")
	return links[inline:]
}

// How a sentence mixes its words.
const (
	wordsFunction = 0.36
	wordsGeneral  = 0.22
	wordsField    = 0.10
	wordsFamily   = 0.09
	wordsTopic    = 0.19 // the rest are terms
)

func (b *builder) sentence(w *strings.Builder, topic int, named bool) {
	n := 6 + b.rand.IntN(10)
	for k := range n {
		word := b.proseWord(topic, named)
		if k == 0 {
			word = title(word)
		}
		w.WriteString(word)
		if k < n-1 {
			w.WriteByte(' ')
		}
	}
	w.WriteString(". ")
}

func (b *builder) proseWord(topic int, named bool) string {
	lot := b.rand.Float64()
	if lot < wordsFunction {
		return b.pick(functionWords)
	}
	lot -= wordsFunction
	if topic == none || lot < wordsGeneral {
		return b.common()
	}
	s := &b.subjects[topic]
	f := &b.families[s.family]
	switch lot -= wordsGeneral; {
	case lot < wordsField:
		return b.pick(b.fields[f.field])
	case lot < wordsField+wordsFamily:
		return b.pick(f.words)
	case lot < wordsField+wordsFamily+wordsTopic:
		return b.pick(s.words)
	}
	return b.naming(topic, named)
}

// anchor writes a link. Some go by a redirect, some fail.
func (b *builder) anchor(w *strings.Builder, host int, l genLink) {
	href := b.url(l.to)
	if b.pages[l.to].host == host {
		href = b.pages[l.to].path
	}
	if !l.whole {
		href = b.detour(host, href)
	}
	fmt.Fprintf(w, "<a href=\"%s\">%s</a>", href, l.anchor)
}

// lists writes the links that stand in blocks, those to like things together.
func (b *builder) lists(w *strings.Builder, i int, links []genLink, poor bool) {
	p := &b.pages[i]
	switch p.kind {
	case section:
		for j := i + 1; j < len(b.pages) && b.pages[j].section == i; j++ {
			if !b.pages[j].hidden {
				links = append(links, b.link(i, j))
			}
		}
	case home:
		for _, s := range b.hosts[p.host].sections {
			links = append(links, b.link(i, s))
		}
	case article:
		if next := i + 1; next < len(b.pages) && b.pages[next].section == p.section && !b.pages[next].hidden {
			links = append(links, genLink{to: next, anchor: "next"})
		}
	}
	slices.SortStableFunc(links, func(x, y genLink) int { return x.around - y.around })
	if len(links) == 0 {
		return
	}
	w.WriteString("<ul>\n")
	for k, l := range links {
		w.WriteString("<li>")
		if poor && k%2 == 0 {
			l.anchor = "<img src=\"/i/" + strconv.Itoa(k) + ".png\" alt=\"\">"
		}
		b.anchor(w, p.host, l)
		w.WriteString("</li>\n")
	}
	w.WriteString("</ul>\n")
}

// detour sends some links through a redirect or to something broken.
func (b *builder) detour(host int, href string) string {
	if b.Null {
		return href
	}
	lot := b.rand.Float64()
	base := "http://" + b.hosts[host].name
	n := strconv.Itoa(len(b.disorder))
	switch broken := b.Broken; {
	case lot < broken/2:
		return "/gone/" + strconv.Itoa(b.rand.IntN(1_000_000)) + ".html"
	case lot < broken*3/4:
		b.disorder = append(b.disorder, webs.Document{URL: base + "/error/" + n, Status: http.StatusServiceUnavailable})
		return "/error/" + n
	case lot < broken:
		b.disorder = append(b.disorder, webs.Document{URL: base + "/late/" + n, Silent: true})
		return "/late/" + n
	case lot < broken+0.03:
		b.disorder = append(b.disorder, webs.Document{URL: base + "/go/" + n, Status: http.StatusMovedPermanently, Location: href})
		return "/go/" + n
	}
	return href
}

// copies adds near-duplicates of articles on other paths and hosts, and links
// to them. A copy counts for nothing: what it says is known.
func (b *builder) copies(docs []webs.Document) []webs.Document {
	for i := range b.pages {
		p := &b.pages[i]
		if p.kind != article || p.hidden || b.rand.Float64() >= b.Copied {
			continue
		}
		host := p.host
		if i%2 == 0 {
			host = b.rand.IntN(len(b.hosts))
		}
		path := fmt.Sprintf("/copy/%d.html", i)
		body := strings.Replace(string(docs[i].Body), "<main>", "<main><p>reprinted "+b.common()+"</p>", 1)
		docs = append(docs, webs.Document{URL: "http://" + b.hosts[host].name + path, Type: docs[i].Type, Body: []byte(body)})
		link := "<p><a href=\"http://" + b.hosts[host].name + path + "\">print version</a></p></main>"
		docs[i].Body = []byte(strings.Replace(string(docs[i].Body), "</main>", link, 1))
	}
	return docs
}

// plumbing is what each host has besides its pages.
func (b *builder) plumbing(h int) []webs.Document {
	if b.Null {
		return nil
	}
	base := "http://" + b.hosts[h].name
	var docs []webs.Document
	var w strings.Builder
	w.WriteString("<!DOCTYPE html>\n<title>" + b.hosts[h].name + "</title><p>")
	for range 4 {
		b.sentence(&w, none, false)
	}
	w.WriteString("</p><a href=\"/\">home</a>\n")
	docs = append(docs, webs.Document{URL: base + "/about.html", Type: "text/html", Body: []byte(w.String())})
	if b.hosts[h].guarded {
		docs = append(docs, webs.Document{URL: base + "/robots.txt", Type: "text/plain", Body: []byte("User-agent: *\nDisallow: /private/\n")})
		for k := range 5 {
			docs = append(docs, webs.Document{URL: base + "/private/" + strconv.Itoa(k), Type: "text/html", Body: []byte("<p>for members</p>")})
		}
	}
	return docs
}

// answerer returns what a web answers that has no end: pages under any session
// identifier, and calendars.
func (b *builder) answerer(w *webs.Web) func(string) (webs.Document, bool) {
	session, calendar := map[string]bool{}, map[string]bool{}
	for _, h := range b.hosts {
		session[h.name], calendar[h.name] = h.session, h.calendar
	}
	return func(url string) (webs.Document, bool) {
		host := weburl.HostOf(url)
		if month, ok := strings.CutPrefix(url, "http://"+host+"/calendar/"); ok && calendar[host] {
			n, err := strconv.Atoi(month)
			if err != nil || n < 0 || n > 1_000_000 {
				return webs.Document{}, false
			}
			body := fmt.Sprintf("<!DOCTYPE html>\n<title>calendar %d</title><p>nothing planned</p><a href=\"/calendar/%d\">next month</a> <a href=\"/\">home</a>\n", n, n+1)
			return webs.Document{URL: url, Status: http.StatusOK, Type: "text/html", Body: []byte(body)}, true
		}
		if base, _, ok := strings.Cut(url, "?sid="); ok && session[host] {
			d, ok := w.Document(base)
			d.URL = url
			return d, ok
		}
		return webs.Document{}, false
	}
}
