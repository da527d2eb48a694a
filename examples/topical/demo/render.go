package demo

import (
	"bytes"
	_ "embed"
	"html"
	"math/rand/v2"
	"strings"
	"text/template"
)

//go:embed layouts.html
var layoutsText string

// A view is what the templates of layouts.html see. All strings are HTML.
type view struct {
	Base    string
	Host    string
	Site    string
	Title   string
	Author  string
	Date    string
	Home    string
	Nav     []string
	Crumbs  []string
	Parts   []part
	List    []string
	Related []string
	Tools   []string
	Footer  []string
}

func parseLayouts() (*template.Template, error) {
	return template.New("layouts").Parse(layoutsText)
}

// render writes the page in its site's layout.
func (w *web) render(layouts *template.Template, p *page) ([]byte, error) {
	name := p.site.layout
	if p.kind == printKind {
		name = "print"
	}
	var b bytes.Buffer
	err := layouts.ExecuteTemplate(&b, name, w.view(p))
	return b.Bytes(), err
}

func (w *web) view(p *page) view {
	rng := stream(w.seed, "links of "+p.url)
	text := func(l link) string { return anchorHTML(rng, p, l) }
	v := view{
		Base:   p.site.base(),
		Host:   strings.ReplaceAll(p.site.host, ".", "-"),
		Site:   html.EscapeString(p.site.title),
		Title:  html.EscapeString(p.title),
		Home:   text(link{to: w.homes[p.site], text: "Home"}),
		Author: pick(rng, w.vocabulary.lists["person"]),
		Date:   date(p.day).Format("2 January 2006"),
		Parts:  w.parts(p),
	}
	if p.kind == printKind {
		return v
	}
	for _, s := range p.site.sections {
		if s.parent == "" {
			v.Nav = append(v.Nav, text(link{to: w.indexes[s][0], text: s.title}))
		}
	}
	v.Crumbs = append(v.Crumbs, v.Home)
	if p.section != nil {
		v.Crumbs = append(v.Crumbs, text(link{to: w.indexes[p.section][0], text: p.section.title}))
	}
	w.addInline(rng, p, v.Parts)
	for _, l := range p.list {
		v.List = append(v.List, text(l)+w.note(rng, p, l))
	}
	for _, l := range p.related {
		v.Related = append(v.Related, text(l))
	}
	for _, l := range p.tools {
		v.Tools = append(v.Tools, text(l))
	}
	for _, l := range w.footer(p.site) {
		v.Footer = append(v.Footer, text(l))
	}
	return v
}

// parts is the page's own text. A printed copy has the text of its original.
func (w *web) parts(p *page) []part {
	original := p
	if p.kind == printKind {
		original = p.target
	}
	wr := &writer{w.vocabulary, stream(w.seed, "text of "+original.url)}
	var parts []part
	switch {
	case len(p.subjects) > 0:
		parts = wr.article(p, 125+wr.rng.IntN(300))
	case p.labels != nil: // a hub on a topic has next to no text of its own
		parts = []part{wr.intro(p.domain, 1)}
	default:
		parts = []part{wr.intro(p.domain, 3+wr.rng.IntN(3))}
	}
	for _, part := range parts {
		for i, paragraph := range part.Paragraphs {
			part.Paragraphs[i] = html.EscapeString(paragraph)
		}
	}
	return parts
}

// addInline puts the links of the text at the ends of paragraphs, where a sentence leads up to them.
func (w *web) addInline(rng *rand.Rand, p *page, parts []part) {
	var ends []*string
	for _, part := range parts {
		for i := range part.Paragraphs {
			ends = append(ends, &part.Paragraphs[i])
		}
	}
	wr := &writer{w.vocabulary, rng}
	for i, l := range p.inline {
		pattern := "({link})"
		if !l.vague {
			pattern = pick(rng, p.domain.bridges)
		}
		before, after, _ := strings.Cut(pattern, "{link}")
		sentence := html.EscapeString(wr.sentence(before, nil, phraseRow)) + anchorHTML(rng, p, l) + html.EscapeString(wr.fill(after, nil, phraseRow))
		end := ends[i*len(ends)/len(p.inline)]
		*end = join(*end, sentence)
	}
}

// note is the line that a directory prints beside one link in two: a sentence
// from a page on the same subject, so that links without words of their subject
// may have such words around them.
func (w *web) note(rng *rand.Rand, p *page, l link) string {
	if p.kind != directoryKind || l.to == nil || len(l.to.subjects) == 0 || rng.IntN(2) == 0 {
		return ""
	}
	s := l.to.subjects[0]
	wr := &writer{w.vocabulary, rng}
	return " - " + html.EscapeString(wr.sentence(pick(rng, s.sentences), s, l.to.row))
}

// footer is the same on every page of a site: the portal, its page about itself, and a partner.
func (w *web) footer(s *site) []link {
	rng := stream(w.seed, "footer of "+s.host)
	links := []link{{to: w.homes[w.sites[len(w.sites)-1]], text: "The Open Door"}}
	if about := w.aboutPage(s); about != nil {
		links = append(links, link{to: about, text: about.title})
	}
	for _, i := range rng.Perm(len(w.sites) - 1) {
		if partner := w.sites[i]; partner != s && len(links) < 3 {
			links = append(links, link{to: w.homes[partner], text: partner.title})
		}
	}
	return links
}
