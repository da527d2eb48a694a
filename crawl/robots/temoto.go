package robots

import (
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/temoto/robotstxt"
)

// The budget within which temoto decides. It compiles each rule with a wildcard
// to a regular expression, of up to 220 bytes an octet and for up to 2.5 us an
// octet, and asks all of them about each path, for up to 60 ns an octet of
// pattern and octet of path. So within the budget the rules of an agent take at
// most 4 MB and 40 ms once, and a decision at most 130 ms; both are far less for
// rules that were not made to be expensive. An agent's rules in the files of large
// sites have some hundred wildcards in 10 KB.
const (
	maxRules     = 4096     // of the agent, with wildcards or without
	maxWildcards = 16 << 10 // octets of its patterns that have a '*'
	maxWork      = 2 << 20  // those octets times the octets of the path
)

// maxCompiled is for how many agents a file keeps what temoto compiled. A crawler
// asks for one.
const maxCompiled = 4

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
		return cost{rules: 1, size: int32(64 + 2*len(pattern))}
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

// A cache holds the rules of a few agents as temoto compiled them.
type cache struct {
	mu     sync.Mutex
	groups map[string]compiled // by key
	size   int                 // of all groups, in bytes
}

// compiled is rules as temoto holds them, nil if it does not take them.
type compiled struct {
	*robotstxt.Group
	own  bool // read from the site's file: its paths are as they are
	size int  // in bytes, about
}

// compiled returns the rules that have the key, compiled when they are first asked
// for. Its Group is nil if temoto does not take them.
func (f *File) compiled(key string, size int) compiled {
	c := &f.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.groups[key]; ok {
		return known
	}
	added := compiled{Group: f.own(key), size: size}
	if added.own = added.Group != nil; !added.own {
		added.Group = f.read(key)
	}
	if c.groups == nil {
		c.groups = map[string]compiled{}
	}
	for other, old := range c.groups {
		if len(c.groups) < maxCompiled {
			break
		}
		delete(c.groups, other)
		c.size -= old.size
	}
	c.groups[key] = added
	c.size += size
	return added
}

// read returns the key's rules as we read them, nil if temoto does not take them.
func (f *File) read(key string) *robotstxt.Group {
	data, err := robotstxt.FromBytes(canonical(f.rulesOf(key)))
	if err != nil {
		return nil
	}
	return data.FindGroup("*")
}

// canonical writes the rules as a file which temoto reads the way we mean it:
// one group, Allow first because temoto lets the first of equally long rules
// win, and the patterns as appendPattern has them.
func canonical(rules iter.Seq[*rule]) []byte {
	out := []byte("User-agent: *\n")
	for _, allow := range []bool{true, false} {
		name := "Disallow: "
		if allow {
			name = "Allow: "
		}
		for r := range rules {
			if r.allow == allow {
				out = append(appendPattern(append(out, name...), r.pattern), '\n')
			}
		}
	}
	return out
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

// appendOctet writes an octet as one of the letters U+0100 to U+01FF: none of
// them means anything to temoto or in a regular expression.
func appendOctet(out []byte, octet byte) []byte {
	return utf8.AppendRune(out, 0x100+rune(octet))
}
