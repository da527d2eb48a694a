package robots

import (
	"fmt"
	"strings"
	"testing"
)

// A hostileFile was made to be expensive. The path is one that its rules take
// long to find not matching, and the forbidden one matches its last rule.
type hostileFile struct {
	body      string
	path      string
	by        string
	forbidden string
	line      int // that forbids it, 0 if it is allowed
}

func hostile() map[string]hostileFile {
	const star = "User-agent: *\n"
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	a := func(n int) string { return strings.Repeat("a", n) }
	long := "/" + a(8000)
	stars := strings.Repeat("*a", 2000)
	return map[string]hostileFile{
		"same wildcards": {
			star + strings.Repeat("Disallow: /*x*y*z*\n", 25000), "/" + strings.Repeat("xy", 4000), byMatcher,
			"/xyz", 2,
		},
		"distinct wildcards": {
			star + numbered("Disallow: /*x%d*y*z*\n", 21000), "/" + strings.Repeat("x1", 4000), byMatcher,
			"/x20999yz", 21001,
		},
		"agents": {
			numbered("User-agent: bot%d\n", 20000) + "User-agent: zed\n" + numbered("Disallow: /dir%d/\n", 2000), long, byReader,
			"/dir1999/", 22001,
		},
		"groups": {strings.Repeat(star+"Disallow: /*b\n", 18000), long, byMatcher, "/ab", 2},
		"delays": {
			numbered("User-agent: bot%d\n", 10000) + star + strings.Repeat("Crawl-delay: 1\n", 20000) + "Disallow: /x\n", long, byReader,
			"/x", 30002,
		},
		"agents and delays": {
			strings.Repeat(star+"Crawl-delay: 1\n", 12000) + strings.Repeat("Disallow: /*b\n", 10000), long, byMatcher,
			"/b", 24001,
		},
		"one line":    {star + "Disallow: /" + strings.Repeat("a*", 5<<19) + "\n", long, "", "/a", 0},
		"stars":       {star + strings.Repeat("Disallow: /"+stars+"b\n", 120), long, byMatcher, "/" + a(2000) + "b", 2},
		"long pieces": {star + numbered("Disallow: /*"+a(80)+"%d\n", 5000), long, byMatcher, "/" + a(80) + "4999", 5001},
	}
}

// costly returns files and paths that use the budget of temoto up and make the
// most of it: patterns that nearly match, in regular expressions of all lengths.
func costly() map[string]struct{ body, path string } {
	files := map[string]struct{ body, path string }{}
	for name, pattern := range map[string]string{
		"short":            "/*a",
		"one piece":        "/*aaaab",
		"pieces":           "/*a*b*c*a*b*c*d",
		"stars":            "/" + strings.Repeat("*", 16) + "b",
		"hundred stars":    "/" + strings.Repeat("*a", 100) + "b",
		"thousand stars":   "/" + strings.Repeat("*a", 1000) + "b",
		"hundred octets":   "/*" + strings.Repeat("a", 100) + "b",
		"thousand octets":  "/*" + strings.Repeat("a", 1000) + "b",
		"thousand at once": "/" + strings.Repeat("*", 1000) + "b",
	} {
		for _, n := range []int{100, 1000, 8000} {
			rules := min(maxRules, min(maxWildcards, maxWork/n)/len(pattern))
			if rules == 0 {
				continue
			}
			files[fmt.Sprintf("%s, path %d", name, n)] = struct{ body, path string }{
				"User-agent: *\n" + strings.Repeat("Disallow: "+pattern+"\n", rules),
				"/" + strings.Repeat("abcaaa", n/6+1)[:n-1],
			}
		}
	}
	return files
}

// Hostile files get the verdicts that they ask for, and decisions take no
// memory worth measuring. The time they take is for the benchmarks.
func TestHostile(t *testing.T) {
	for name, h := range hostile() {
		f := Parse([]byte(h.body))
		if d := f.Decide("zed", h.path); d != (Decision{Allowed: true, By: h.by}) {
			t.Errorf("%s: %+v, want it allowed by %q", name, d, h.by)
		}
		if d := f.Decide("zed", h.forbidden); d.Allowed != (h.line == 0) || d.Line != h.line {
			t.Errorf("%s: %+v, want line %d to forbid it", name, d, h.line)
		}
		if _, ok := f.Delay("zed"); ok != strings.Contains(name, "delays") {
			t.Errorf("%s: it asks for a delay: %v", name, ok)
		}
		if got, most := f.Size(), 10*MaxSize+4<<20; got > most {
			t.Errorf("%s: takes %d bytes, want at most %d", name, got, most)
		}
		if n := testing.AllocsPerRun(1, func() { f.Decide("zed", h.path) }); n > 20 {
			t.Errorf("%s: a decision allocates %v times, want at most 20", name, n)
		}
	}
}

// At the end of its budget temoto decides, and says what the matcher says.
func TestCostly(t *testing.T) {
	for name, h := range costly() {
		f := Parse([]byte(h.body))
		if d := f.Decide("zed", h.path); d.By != byReader || d.Allowed != matcherAlone(f, "zed", h.path) {
			t.Errorf("%s: %+v, the matcher alone says %v", name, d, !d.Allowed)
		}
		if got, most := f.Size(), 10*len(h.body)+4<<20; got > most {
			t.Errorf("%s: takes %d bytes, want at most %d", name, got, most)
		}
	}
}
