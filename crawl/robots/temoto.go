package robots

import (
	"strings"
	"sync"

	"github.com/temoto/robotstxt"
)

// The budget within which temoto decides. It compiles a rule with a wildcard
// to a regular expression, of up to 220 bytes an octet and for up to 2.5 us an
// octet, and asks it about the path, for up to 60 ns an octet of
// pattern and octet of path. So within the budget a decision takes at most 40 ms for
// rules that are compiled and 130 ms for the path; both are far less for
// rules that were not made to be expensive. An agent's rules in the files of large
// sites have some hundred wildcards in 10 KB, of which a path is near to a few.
const (
	maxRules     = 4096     // of the agent, with wildcards or without
	maxWildcards = 16 << 10 // octets of its patterns that have a '*'
	maxWork      = 2 << 20  // those octets times the octets of the path
)

// maxOwners is for how many agents a file remembers whether temoto reads their rules in the
// file itself, and the rules as it read them. A crawler asks for one.
const maxOwners = 4

// maxKept is how many bytes of rules that temoto compiled a file keeps, or half of its own size.
const maxKept = 16 << 10

// A cost is what an agent's rules, or those of a group, cost temoto.
type cost struct {
	rules     int32
	wildcards int32 // octets of the patterns that have a '*'
	size      int32 // about how many bytes they take once compiled
}

// costOf returns what one rule costs. Its size was measured.
func costOf(pattern string) cost {
	stars := strings.Count(pattern, "*")
	if stars == 0 {
		return cost{rules: 1, size: int32(200 + 2*len(pattern))}
	}
	return cost{rules: 1, wildcards: int32(len(pattern)), size: int32(350 + 55*len(pattern) + 150*stars)}
}

func (c *cost) add(other cost) {
	c.rules += other.rules
	c.wildcards += other.wildcards
	c.size += other.size
}

// compiles reports whether temoto is given the rules.
func (c cost) compiles() bool { return c.rules <= maxRules && c.wildcards <= maxWildcards }

// affords reports whether temoto is asked about the path.
func (c cost) affords(path string) bool {
	return c.compiles() && int(c.wildcards)*len(path) <= maxWork
}

// cacheSize is what a cache takes besides the rules, in bytes.
const cacheSize = 600

// A cache holds what temoto compiled: the groups of a few agents in the site's own file, and
// rules one by one, each when it is first asked about a path that has its octets.
type cache struct {
	mu       sync.Mutex
	own      map[string]*robotstxt.Group // by key; nil where the file says something else to temoto
	rules    map[string]*robotstxt.Group // by pattern
	ownSize  int                         // in bytes, about
	ruleSize int
}

// ownGroup returns what f.readOwn does, which is found when a key is first asked for.
func (f *File) ownGroup(key string) *robotstxt.Group {
	c := &f.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	group, known := c.own[key]
	if !known {
		if c.own == nil || len(c.own) == maxOwners {
			c.own, c.ownSize = map[string]*robotstxt.Group{}, 0
		}
		if group = f.readOwn(key); group != nil {
			c.ownSize += int(f.cost(key).size)
		}
		c.own[key] = group
	}
	return group
}

// temoto returns a function that says whether temoto matches a rule with the path.
func (f *File) temoto(path string) func(r *rule, path string) bool {
	canonical := ""
	return func(r *rule, _ string) bool {
		if canonical == "" {
			canonical = canonicalPath(path)
		}
		return !f.forbidding(r.pattern).Test(canonical)
	}
}

// forbidding returns a group of temoto that forbids what the pattern matches, and nothing else.
func (f *File) forbidding(pattern string) *robotstxt.Group {
	c := &f.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	group := c.rules[pattern]
	if group == nil {
		size := int(costOf(pattern).size)
		if c.rules == nil || cacheSize+c.ruleSize+size > f.reserved {
			c.rules, c.ruleSize = map[string]*robotstxt.Group{}, 0
		}
		group = forbid(pattern)
		c.rules[pattern] = group
		c.ruleSize += size
	}
	return group
}

// forbid has temoto compile a file that forbids the pattern to all. If it does not take the
// pattern, which it does in all tests, it forbids nothing: then the matcher decides.
func forbid(pattern string) *robotstxt.Group {
	data, err := robotstxt.FromBytes(append(appendPattern([]byte("User-agent: *\nDisallow: "), pattern), '\n'))
	if err != nil {
		return new(robotstxt.Group)
	}
	return data.FindGroup("*")
}

// appendPattern writes a pattern for temoto, which matches wildcards by an
// unanchored regular expression and takes the length of its source for that of
// the pattern. Each octet becomes a letter of two bytes, as long as the ".*" for
// a star. Two slashes stand in front, where alone paths have slashes, and anchor
// it. The end has a letter of its own, so that only a final '$' matches it.
func appendPattern(out []byte, pattern string) []byte {
	pattern, whole := strings.CutSuffix(pattern, "$")
	// Temoto drops stars at the end, and their length with them. An idle '$'
	// keeps them; one slash less makes up for its length.
	idle := !whole && strings.HasSuffix(pattern, "*")
	if out = append(out, '/'); !idle {
		out = append(out, '/')
	}
	for i := range len(pattern) {
		if pattern[i] == '*' {
			out = append(out, '*')
		} else {
			out = appendOctet(out, pattern[i])
		}
	}
	switch {
	case whole:
		out = append(out, pathEnd...)
	case idle:
		out = append(out, '$')
	}
	return out
}

// canonicalPath writes a path so that canonical patterns match it.
func canonicalPath(path string) string {
	out := append(make([]byte, 0, 2*len(path)+4), "//"...)
	for i := range len(path) {
		out = appendOctet(out, path[i])
	}
	return string(append(out, pathEnd...))
}

// pathEnd is a letter that no octet becomes.
const pathEnd = "\u0200"

// appendOctet writes an octet as one of the letters U+0100 to U+01FF, in UTF-8: none of
// them means anything to temoto or in a regular expression.
func appendOctet(out []byte, octet byte) []byte {
	return append(out, 0xC4|octet>>6, 0x80|octet&0x3F)
}
