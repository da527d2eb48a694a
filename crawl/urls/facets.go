package urls

import "strings"

const (
	// maxParameters bounds how many parameters of a query are looked at.
	maxParameters = 32
	// maxFacets is how many parameters a path with facets may have: with more
	// they are documents.
	maxFacets = 1000
)

// A combination is a query as a selection among the parameters of its path.
type combination struct {
	queries, parameters uint64 // the sets of the path
	query               uint64
	members             [maxParameters + 1]uint64 // the parameters of the query, and its date
	n                   int                       // of members
	limit               int
}

// draftCombination reads the query of p. One with fewer than two parameters
// combines nothing.
func draftCombination(d *draft, p parts, limit int) (c combination, some bool) {
	if strings.IndexByte(p.query, '&') < 0 {
		return c, false
	}
	c.limit = limit
	for parameter := range strings.SplitSeq(p.query, "&") {
		if c.n == maxParameters {
			break
		}
		c.parameters, c.members[c.n] = draftAtPath(d, p, "&", parameter)
		c.n++
	}
	c.queries, c.query = draftAtPath(d, p, "?", p.query)
	return c, true
}

// draftAtPath returns the hashes of a set of the path of p, and of a member.
func draftAtPath(d *draft, p parts, name, member string) (uint64, uint64) {
	d.begin(TrapFacets)
	d.keep(p.host)
	d.keep(p.path)
	d.keep(name)
	d.vary(member)
	return d.set.Sum64(), d.member.Sum64()
}

// addDate makes the date of the URL one parameter more. Else, year, month and
// day apart, a calendar would pass for a combination of few.
func (c *combination) addDate(date uint64) {
	c.members[c.n] = date
	c.n++
}

// admitsCombination reports whether the query may pass: it was seen before,
// has a parameter that its path had not, or the path has room for it.
func (m *memory) admitsCombination(c *combination) bool {
	parameters, queries := m.meet(c.parameters), m.meet(c.queries)
	known := parameters.len()
	if known == 0 || known >= maxFacets || queries.len()/known < c.limit || queries.has(c.query) {
		return true
	}
	for _, member := range c.members[:c.n] {
		if !parameters.has(member) {
			return true
		}
	}
	return false
}

func (m *memory) addCombination(c *combination) {
	if m.meet(c.parameters).len() >= maxFacets {
		return
	}
	m.add(c.queries, c.query)
	for _, member := range c.members[:c.n] {
		m.add(c.parameters, member)
	}
}
