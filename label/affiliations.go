package label

import (
	"slices"
	"strings"
)

// institutions are words that affiliations have.
var institutions = []string{"university", "universität", "université", "universidad", "universidade", "università", "universiteit", "department",
	"departamento", "département", "dipartimento", "institute", "institut", "instituto", "istituto", "hospital", "hôpital", "college", "school",
	"faculty", "faculté", "facultad", "laboratory", "laboratories", "centre", "center", "academy", "clinic", "inc", "gmbh", "ltd", "ministry"}

// completeAffiliations takes affiliations that a page doesn't tell from between
// its title and its abstract: the elements of one row that name an institution
// and no author.
func (v *Values) completeAffiliations(p *page) {
	const most, mostTried = 100, 2000 // affiliations, elements
	if len(v.Affiliations) > 0 || len(v.Authors) == 0 {
		return
	}
	t := p.tokenize()
	title := t.locateTitle(v.Title)
	abstract, f1 := t.locateAbstract(v.Abstract)
	if title == nil || abstract == nil || f1 < minAbstractF1 {
		return
	}
	from, to := t.items[title[0].last].to, t.items[abstract[0].first].from
	var names site
	for _, name := range v.Authors[:min(len(v.Authors), maxFound)] {
		names.parts = append(names.parts, t.findName(name)...)
	}
	tried := 0
	for i := title[0].first; int(i) < len(t.items) && len(v.Affiliations) < most && tried < mostTried; i++ {
		it := &t.items[i]
		if it.from < from || it.to > to || it.empty() || it.stop-it.row > 1 || names.holds(it) {
			continue
		}
		tried++
		if text, ok := p.affiliation(i); ok {
			v.Affiliations = append(v.Affiliations, text)
			i = it.end - 1
		}
	}
	v.Affiliations = distinct(v.Affiliations)
}

// affiliation returns the text of an item if it reads as affiliations: an
// institution and, after a comma, its place.
func (p *page) affiliation(i int32) (string, bool) {
	const fewest, longest = 3, 4000 // words, bytes
	if it := &p.items[i]; it.to-it.from > longest {
		return "", false
	}
	m := matcher{Pattern: &Pattern{}}
	text := m.readAffiliations(p, []int32{i}).text
	ws := words(text)
	return text, len(ws) >= fewest && strings.Contains(text, ",") && slices.ContainsFunc(ws, func(w string) bool { return slices.Contains(institutions, w) })
}
