// Package metadata reads what a page says about itself, and completes it by what the page shows.
package metadata

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Step is what one source of a page says about it.
type Step struct {
	Source zones.Source
	Values zones.Values
	teaser string // what Open Graph says the page is about, however short
}

var metaNames = map[zones.Label][]metaName{
	zones.Title: append(named("citation_title", "bepress_citation_title", "eprints.title", "prism.title", "dcterms.title", "dc.title", "wkhealth_title"),
		metaName{"og.title", 0, true}),
	zones.Authors: append(named("citation_author", "citation_authors", "bepress_citation_author", "eprints.creators_name", "prism.author",
		"dcterms.creator", "dc.creator", "dc.contributor", "wkhealth_authors"),
		metaName{"author", 0, true}, metaName{"article.author", 1, true}),
	zones.Affiliations: named("citation_author_institution", "citation_author_affiliation", "bepress_citation_author_institution"),
	zones.Abstract: append(named("citation_abstract", "bepress_citation_abstract", "eprints.abstract", "dcterms.abstract", "dcterms.description",
		"dc.description", "dc.description.abstract", "abstract"),
		metaName{"og.description", 0, true}, metaName{"description", 1, true}),
}

// Read reads what a page says about the labels that are wanted, by
// source in the order of the fallback chain.
func Read(p *layout.Page, wanted []zones.Label) []Step {
	var r reader
	var names [len(zones.All)][]metaName // of those that are wanted
	for k, l := range wanted {
		names[k] = metaNames[l]
	}
	micro := slices.Contains(wanted, zones.Title) || slices.Contains(wanted, zones.Authors) // which microdata has
	for _, n := range p.Metadata {
		switch p.Nodes[n].Atom {
		case atom.Meta:
			for k, l := range wanted {
				r.meta(p, n, l, names[k])
			}
		case atom.Script:
			if strings.EqualFold(strings.TrimSpace(p.Value(n, "type")), "application/ld+json") {
				r.jsonLD(firstText(p, n))
			}
		case atom.Title:
			if r.title == "" && slices.Contains(wanted, zones.Title) {
				r.title = words.Collapse(firstText(p, n))
			}
		}
		if micro {
			r.micro.property(p, n, nil)
		}
	}
	if micro {
		for i := range p.Items {
			if it := &p.Items[i]; !it.Segment() && p.Nodes[it.Node].Type == page.ElementNode {
				r.micro.property(p, it.Node, p.TextsOf(int32(i)))
			}
		}
	}
	graph := zones.Values{Title: r.graph[zones.Title].first(), Authors: r.namedLoosely(p)}
	teaser := abstracts.WithoutHeading(r.graph[zones.Abstract].first())
	if len(r.graph[zones.Abstract].first()) > minTeaser {
		graph.Abstract = teaser
	}
	return []Step{{Source: zones.SourceMeta, Values: r.values()}, {Source: zones.SourceJSONLD, Values: r.linked}, {Source: zones.SourceMicrodata, Values: r.micro.Values},
		{zones.SourceOpenGraph, graph, teaser}, {Source: zones.SourceTitle, Values: zones.Values{Title: withoutSite(r.title)}}}
}

// Named returns what the metas of a page say of its article, but for the abstract.
func Named(p *layout.Page) zones.Values {
	var r reader
	for _, n := range p.Metadata {
		if p.Nodes[n].Atom == atom.Meta {
			for _, l := range []zones.Label{zones.Title, zones.Authors, zones.Affiliations} {
				r.meta(p, n, l, metaNames[l])
			}
		}
	}
	return r.values()
}

// values returns what the metas say.
func (r *reader) values() zones.Values {
	return zones.Values{
		Title:        r.named[zones.Title].first(),
		Authors:      bounded(r.names()),
		Affiliations: bounded(zones.Distinct(r.named[zones.Affiliations].values)),
		Abstract:     r.abstract(),
	}
}

// firstText returns the text that an element begins with, "" for none.
func firstText(p *layout.Page, n int32) string {
	if n = p.First(n); n == page.None {
		return ""
	}
	return p.Nodes[n].Data
}

// meta reads a meta that has a name of a label.
func (r *reader) meta(p *layout.Page, n int32, l zones.Label, names []metaName) {
	name := cmp.Or(p.Value(n, "name"), p.Value(n, "property"))
	i := slices.IndexFunc(names, func(m metaName) bool { return m.is(name) })
	if i < 0 || r.count == maxMetas {
		return
	}
	value := words.Collapse(plainText(p.Value(n, "content")))
	if value == "" || l == zones.Authors && isNoName(value) {
		return
	}
	r.count++
	if r.named == nil {
		r.named, r.graph = map[zones.Label]ranked{}, map[zones.Label]ranked{}
	}
	into := r.named
	if names[i].graph {
		into = r.graph
	}
	switch have, ok := into[l]; {
	case !ok || names[i].rank < have.rank:
		into[l] = ranked{names[i].rank, []string{value}}
	case names[i].rank == have.rank:
		into[l] = ranked{have.rank, append(have.values, value)}
	}
}

// names returns the authors of the metas, of which those named for several list them.
func (r *reader) names() []string {
	have := r.named[zones.Authors]
	return people.AuthorNames(have.values, strings.HasSuffix(metaNames[zones.Authors][have.rank].name, "authors"))
}

// namedLoosely returns the persons of the metas that sites also name themselves or their keepers by.
func (r *reader) namedLoosely(p *layout.Page) []string {
	names := people.AuthorNames(r.graph[zones.Authors].values, true)
	return bounded(slices.DeleteFunc(names, func(s string) bool {
		return !people.PlausibleName(s) || people.Clean([]string{s}) < 1 || people.NamesInstitution(s) || namesSite(p, s)
	}))
}

// isNoName reports whether the name of an author is an address, or a variable that was not filled in.
func isNoName(s string) bool {
	return strings.Contains(s, "://") || strings.Contains(s, "{{") || strings.IndexByte(s, '$') >= 0
}

// abstract returns the first meta that reads as an abstract: of 8 words or more.
func (r *reader) abstract() string {
	for _, v := range r.named[zones.Abstract].values {
		v = abstracts.WithoutHeading(v)
		if strings.Count(v, " ") >= 7 && !strings.HasPrefix(v, "http") {
			return v
		}
	}
	return ""
}

// withoutSite takes the site's name from the end of a page's title.
func withoutSite(s string) string {
	for _, sep := range []string{" | ", " — ", " – ", " :: ", " - "} {
		if i := strings.LastIndex(s, sep); i > 0 && len(strings.Fields(s[:i])) >= 3 {
			return strings.TrimSpace(s[:i])
		}
	}
	return s
}
