package label

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// metadataStep is what one source of a page says about it.
type metadataStep struct {
	source zones.Source
	values zones.Values
	teaser string // what Open Graph says the page is about, however short
}

// metaName is the name of metas that hold the value of a label, in lower case,
// with _ for - and a full stop for :.
type metaName struct {
	name  string
	rank  int  // the lowest that is there counts
	graph bool // Open Graph, which is asked later
}

var metaNames = map[zones.Label][]metaName{
	zones.Title: append(named("citation_title", "bepress_citation_title", "eprints.title", "prism.title", "dcterms.title", "dc.title", "wkhealth_title"),
		metaName{"og.title", 0, true}),
	zones.Authors: named("citation_author", "citation_authors", "bepress_citation_author", "eprints.creators_name", "prism.author",
		"dcterms.creator", "dc.creator", "dc.contributor", "wkhealth_authors"),
	zones.Affiliations: named("citation_author_institution", "citation_author_affiliation", "bepress_citation_author_institution"),
	zones.Abstract: append(named("citation_abstract", "bepress_citation_abstract", "eprints.abstract", "dcterms.abstract", "dcterms.description",
		"dc.description", "dc.description.abstract", "abstract"),
		metaName{"og.description", 0, true}, metaName{"description", 1, true}),
}

// named returns names in the order of their ranks.
func named(names ...string) []metaName {
	out := make([]metaName, len(names))
	for i, n := range names {
		out[i] = metaName{n, i, false}
	}
	return out
}

// is reports whether a meta has the name.
func (m *metaName) is(name string) bool {
	if len(name) != len(m.name) {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '-':
			c = '_'
		case c == ':':
			c = '.'
		}
		if c != m.name[i] {
			return false
		}
	}
	return true
}

// markup matches tags that some pages leave inside metas and JSON-LD.
var markup = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)

func withoutMarkup(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	return markup.ReplaceAllString(s, "")
}

// maxMetas bounds the metas that are read.
const maxMetas = 20000

// minTeaser is the least length in bytes of an og:description that is taken for
// an abstract: shorter ones are teasers.
const minTeaser = 250

// readMetadata reads what a page says about the labels that are wanted, by
// source in the order of the fallback chain.
func readMetadata(p *layout.Page, wanted []zones.Label) []metadataStep {
	var r metadataReader
	var names [len(zones.All)][]metaName // of those that are wanted
	for k, l := range wanted {
		names[k] = metaNames[l]
	}
	micro := slices.Contains(wanted, zones.Title) || slices.Contains(wanted, zones.Authors) // which microdata has
	for _, n := range p.Metadata {
		switch n.DataAtom {
		case atom.Meta:
			for k, l := range wanted {
				r.meta(n, l, names[k])
			}
		case atom.Script:
			if n.FirstChild != nil && strings.EqualFold(strings.TrimSpace(dom.Attribute(n.Attr, "type")), "application/ld+json") {
				r.jsonLD(n.FirstChild.Data)
			}
		case atom.Title:
			if r.title == "" && n.FirstChild != nil && slices.Contains(wanted, zones.Title) {
				r.title = words.Collapse(n.FirstChild.Data)
			}
		}
		if micro {
			r.property(n, nil)
		}
	}
	if micro {
		for i := range p.Items {
			if it := &p.Items[i]; !it.Segment() && it.Node.Type == html.ElementNode {
				r.property(it.Node, p.RunsOf(int32(i)))
			}
		}
	}
	named := zones.Values{
		Title:        r.named[zones.Title].first(),
		Authors:      bounded(people.AuthorNames(r.named[zones.Authors].values)),
		Affiliations: bounded(zones.Distinct(r.named[zones.Affiliations].values)),
		Abstract:     r.abstract(),
	}
	graph := zones.Values{Title: r.graph[zones.Title].first()}
	teaser := abstracts.WithoutHeading(r.graph[zones.Abstract].first())
	if len(r.graph[zones.Abstract].first()) > minTeaser {
		graph.Abstract = teaser
	}
	return []metadataStep{{source: zones.SourceMeta, values: named}, {source: zones.SourceJSONLD, values: r.linked}, {source: zones.SourceMicrodata, values: r.micro},
		{zones.SourceOpenGraph, graph, teaser}, {source: zones.SourceTitle, values: zones.Values{Title: withoutSite(r.title)}}}
}

// bounded returns the first names or affiliations of a page.
func bounded(list []string) []string { return list[:min(len(list), people.Max)] }

// ranked are the values of the metas of the lowest rank so far.
type ranked struct {
	rank   int
	values []string
}

type metadataReader struct {
	named, graph map[zones.Label]ranked
	count        int
	linked       zones.Values // of the article of JSON-LD
	isLinked     bool         // there is one
	micro        zones.Values
	title        string
}

// meta reads a meta that has a name of a label.
func (r *metadataReader) meta(n *html.Node, l zones.Label, names []metaName) {
	name := dom.Attribute(n.Attr, "name")
	if name == "" {
		name = dom.Attribute(n.Attr, "property")
	}
	i := slices.IndexFunc(names, func(m metaName) bool { return m.is(name) })
	if i < 0 || r.count == maxMetas {
		return
	}
	value := words.Collapse(withoutMarkup(dom.Attribute(n.Attr, "content")))
	if value == "" {
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

// first returns the first of the values, "" if there are none.
func (r ranked) first() string {
	if len(r.values) == 0 {
		return ""
	}
	return r.values[0]
}

// abstract returns the first meta that reads as an abstract: of 8 words or more.
func (r *metadataReader) abstract() string {
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

// property reads microdata: <meta itemprop> and the text of elements.
func (r *metadataReader) property(n *html.Node, text []layout.Run) {
	props := dom.Attribute(n.Attr, "itemprop")
	headline, author := hasWord(props, "headline"), hasWord(props, "author")
	if !headline && !author {
		return
	}
	value := dom.Attribute(n.Attr, "content")
	if value == "" {
		value = shortText(text)
	}
	switch {
	case headline && r.micro.Title == "":
		r.micro.Title = value
	case author && len(value) < 200 && len(r.micro.Authors) < maxMetas:
		if name := people.CleanName(value); people.PlausibleName(name) {
			r.micro.Authors = append(r.micro.Authors, name)
		}
	}
}

// hasWord reports whether one of the words of a text is another.
func hasWord(text, word string) bool {
	if len(text) <= len(word) {
		return text == word
	}
	for w := range strings.FieldsSeq(text) {
		if w == word {
			return true
		}
	}
	return false
}

// shortText returns the beginning of a text.
func shortText(text []layout.Run) string {
	const maxTitle = 1000 // bytes
	var w words.Writer
	layout.Write(&w, text, maxTitle, maxTitle)
	return strings.ToValidUTF8(string(w.Text), "")
}

// maxJSON bounds one script of JSON-LD in bytes.
const maxJSON = 1 << 20

// jsonLD reads the first article of a script that has a title, else the first: parts of a page,
// such as its comments, may be articles without one. A script that isn't JSON says nothing.
func (r *metadataReader) jsonLD(s string) {
	var doc any
	if r.linked.Title != "" || len(s) > maxJSON || json.Unmarshal([]byte(s), &doc) != nil {
		return
	}
	nodes := jsonNodes(doc)
	queue := []any{doc}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		switch x := node.(type) {
		case []any:
			queue = append(queue, x...)
		case map[string]any:
			if isArticle(x["@type"]) {
				if v := articleValues(x, nodes); v.Title != "" || !r.isLinked {
					r.linked, r.isLinked = v, true
				}
				if r.linked.Title != "" {
					return
				}
			}
			for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
				if x[key] != nil {
					queue = append(queue, x[key])
				}
			}
		}
	}
}

func isArticle(t any) bool {
	for _, name := range jsonTexts(t, "") {
		switch name {
		case "BlogPosting", "Report", "Thesis":
			return true
		}
		if strings.HasSuffix(name, "Article") {
			return true
		}
	}
	return false
}

func articleValues(x map[string]any, nodes map[string]any) zones.Values {
	var v zones.Values
	for _, key := range []string{"headline", "name"} {
		if t := jsonTexts(x[key], ""); v.Title == "" && len(t) > 0 {
			v.Title = words.Collapse(t[0])
		}
	}
	for _, key := range []string{"author", "creator"} {
		if v.Authors == nil {
			for _, who := range jsonList(x[key]) {
				if node, ok := nodes[reference(who)]; ok {
					who = node
				}
				if name := people.CleanName(people.SurnameLast(jsonName(who))); name != "" {
					v.Authors = append(v.Authors, name)
				}
				if m, ok := who.(map[string]any); ok {
					v.Affiliations = append(v.Affiliations, jsonTexts(m["affiliation"], "name")...)
				}
			}
		}
	}
	v.Authors, v.Affiliations = bounded(zones.Distinct(v.Authors)), bounded(zones.Distinct(v.Affiliations))
	for _, key := range []string{"abstract", "description"} {
		if t := jsonTexts(x[key], ""); v.Abstract == "" && len(t) > 0 && len(t[0]) > minTeaser {
			v.Abstract = abstracts.WithoutHeading(words.Collapse(t[0]))
		}
	}
	return v
}

// jsonNodes returns the objects of a document's @graph by their @id.
func jsonNodes(doc any) map[string]any {
	out := map[string]any{}
	for _, d := range jsonList(doc) {
		m, _ := d.(map[string]any)
		for _, node := range jsonList(m["@graph"]) {
			if n, ok := node.(map[string]any); ok {
				if id, _ := n["@id"].(string); id != "" {
					out[id] = n
				}
			}
		}
	}
	return out
}

// reference returns the @id of an object that has nothing else, "" of any other.
func reference(x any) string {
	m, _ := x.(map[string]any)
	id, _ := m["@id"].(string)
	if len(m) > 1 {
		return ""
	}
	return id
}

// jsonName returns the name of a person, which may be in two parts.
func jsonName(who any) string {
	names := jsonTexts(who, "name")
	if m, ok := who.(map[string]any); ok && names == nil {
		names = append(jsonTexts(m["givenName"], ""), jsonTexts(m["familyName"], "")...)
	}
	return strings.Join(names, " ")
}

func jsonList(x any) []any {
	if list, ok := x.([]any); ok {
		return list
	}
	return []any{x}
}

// jsonTexts returns the strings of a value, a list of values, or the key of
// objects among them, without what some pages leave in them of their HTML.
func jsonTexts(x any, key string) []string {
	var out []string
	for _, e := range jsonList(x) {
		if m, ok := e.(map[string]any); ok && key != "" {
			e = m[key]
		}
		if s, ok := e.(string); ok && s != "" {
			out = append(out, withoutMarkup(html.UnescapeString(s)))
		}
	}
	return out
}
