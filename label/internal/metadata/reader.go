package metadata

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

type reader struct {
	named, graph map[zones.Label]ranked
	count        int
	linked       zones.Values // of the article of JSON-LD
	isLinked     bool         // there is one
	micro        microdata
	title        string
}

// bounded returns the first names or affiliations of a page.
func bounded(list []string) []string { return list[:min(len(list), people.Max)] }

// minTeaser is the least length in bytes of an og:description that is taken for
// an abstract: shorter ones are teasers.
const minTeaser = 250

// markup matches tags that some pages leave inside metas and JSON-LD.
var markup = regexp.MustCompile(`</?([a-zA-Z][a-zA-Z0-9]*)[^<>]*>`)

// references matches the character references that are left where a page was escaped twice.
var references = regexp.MustCompile(`&#?[0-9A-Za-z]+;`)

// plainText returns a text without the tags and the references that pages leave in metas and JSON-LD.
func plainText(s string) string {
	if strings.IndexByte(s, '&') >= 0 {
		s = references.ReplaceAllStringFunc(s, html.UnescapeString)
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = markup.ReplaceAllStringFunc(s, func(tag string) string {
			switch strings.ToLower(markup.FindStringSubmatch(tag)[1]) {
			case "br", "p", "div", "li":
				return " "
			}
			return ""
		})
	}
	return s
}

// ranked are the values of the metas of the lowest rank so far.
type ranked struct {
	rank   int
	values []string
}

// first returns the first of the values, "" if there are none.
func (r ranked) first() string {
	if len(r.values) == 0 {
		return ""
	}
	return r.values[0]
}

// metaName is the name of metas that hold the value of a label, in lower case,
// with _ for - and a full stop for :.
type metaName struct {
	name  string
	rank  int  // the lowest that is there counts
	graph bool // Open Graph, which is asked later
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

// named returns names in the order of their ranks.
func named(names ...string) []metaName {
	out := make([]metaName, len(names))
	for i, n := range names {
		out[i] = metaName{n, i, false}
	}
	return out
}

// maxJSON bounds one script of JSON-LD in bytes.
const maxJSON = 1 << 20

// jsonLD reads the first article of a script that has a title, else the first: parts of a page,
// such as its comments, may be articles without one.
func (r *reader) jsonLD(script string) {
	if r.linked.Title != "" || len(script) > maxJSON {
		return
	}
	queue := documents(script)
	nodes := jsonNodes(queue)
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		switch x := node.(type) {
		case []any:
			queue = append(queue, x...)
		case map[string]any:
			if slices.ContainsFunc(jsonTexts(x["@type"], ""), isArticle) {
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
				v.Authors = append(v.Authors, jsonNames(who)...)
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

// jsonNodes returns the objects of documents, of their lists and of their @graphs by their @id.
func jsonNodes(docs []any) map[string]any {
	out := map[string]any{}
	for _, doc := range docs {
		for _, d := range jsonList(doc) {
			m, _ := d.(map[string]any)
			for _, node := range append(jsonList(m["@graph"]), d) {
				if n, ok := node.(map[string]any); ok {
					if id, _ := n["@id"].(string); id != "" {
						out[id] = n
					}
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

// jsonNames returns the name of a person, which may be in two parts, or the names that a text lists.
func jsonNames(who any) []string {
	m, isObject := who.(map[string]any)
	if !isObject {
		return people.AuthorNames(jsonTexts(who, ""), true)
	}
	names := jsonTexts(who, "name")
	if names == nil {
		names = append(jsonTexts(m["givenName"], ""), jsonTexts(m["familyName"], "")...)
	}
	if name := people.CleanName(people.SurnameLast(strings.Join(names, " "))); name != "" {
		return []string{name}
	}
	return nil
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
			out = append(out, plainText(s))
		}
	}
	return out
}
