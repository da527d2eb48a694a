package metadata

import (
	"regexp"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

type reader struct {
	named, graph map[zones.Label]ranked
	count        int
	linked       zones.Values // of the article of JSON-LD
	isLinked     bool         // there is one
	micro        zones.Values
	title        string
}

// bounded returns the first names or affiliations of a page.
func bounded(list []string) []string { return list[:min(len(list), people.Max)] }

// minTeaser is the least length in bytes of an og:description that is taken for
// an abstract: shorter ones are teasers.
const minTeaser = 250

// markup matches tags that some pages leave inside metas and JSON-LD.
var markup = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)

func withoutMarkup(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	return markup.ReplaceAllString(s, "")
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
