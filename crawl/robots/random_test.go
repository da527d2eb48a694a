package robots_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/robots"
)

// A made-up file of groups and rules, and what RFC 9309 says about it by the
// plainest reading: all groups that name the agent, or else those of *; of the
// rules that match the longest, Allow first.
type madeFile struct {
	groups []madeGroup
}

type madeGroup struct {
	agents []string
	rules  []madeRule
}

type madeRule struct {
	allow   bool
	pattern string
}

func drawFile(t *rapid.T) madeFile {
	rule := rapid.Custom(func(t *rapid.T) madeRule {
		return madeRule{rapid.Bool().Draw(t, "allow"), rapid.StringMatching(`(/[abc*]{0,3}){1,3}\$?`).Draw(t, "pattern")}
	})
	group := rapid.Custom(func(t *rapid.T) madeGroup {
		return madeGroup{
			rapid.SliceOfN(rapid.SampledFrom([]string{"*", "breadbot", "BreadBot", "otherbot", "bread"}), 1, 3).Draw(t, "agents"),
			rapid.SliceOfN(rule, 1, 6).Draw(t, "rules"), // a group without rules would run into the next
		}
	})
	return madeFile{rapid.SliceOfN(group, 0, 5).Draw(t, "groups")}
}

func (f madeFile) String() string {
	var b strings.Builder
	for _, g := range f.groups {
		for _, a := range g.agents {
			fmt.Fprintf(&b, "User-agent: %s\n", a)
		}
		for _, r := range g.rules {
			fmt.Fprintf(&b, "%s: %s\n", map[bool]string{true: "Allow", false: "Disallow"}[r.allow], r.pattern)
		}
	}
	return b.String()
}

func (f madeFile) allowed(agent, path string) bool {
	named := false
	var own, everybodys []madeRule
	for _, g := range f.groups {
		for _, a := range g.agents {
			switch {
			case a == "*":
				everybodys = append(everybodys, g.rules...)
			case strings.EqualFold(a, agent):
				named, own = true, append(own, g.rules...)
			}
		}
	}
	if !named {
		own = everybodys
	}
	longest, verdict := -1, true
	for _, r := range own {
		if n := len(r.pattern); fits(r.pattern, path) && (n > longest || n == longest && r.allow) {
			longest, verdict = n, r.allow
		}
	}
	return verdict
}

// fits compares a path with a pattern, piece by piece.
func fits(pattern, path string) bool {
	switch {
	case pattern == "":
		return true
	case pattern == "$":
		return path == ""
	case pattern[0] == '*':
		return fits(pattern[1:], path) || path != "" && fits(pattern, path[1:])
	}
	return path != "" && path[0] == pattern[0] && fits(pattern[1:], path[1:])
}

func TestRandomFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := drawFile(t)
		file := robots.Parse([]byte(made.String()))
		for range 8 {
			agent := rapid.SampledFrom([]string{"breadbot", "BREADBOT", "otherbot", "stranger"}).Draw(t, "agent")
			path := rapid.StringMatching(`(/[abc]{0,3}){1,4}`).Draw(t, "path")
			if got, want := file.Allowed(agent, "http://mill.example"+path), made.allowed(agent, path); got != want {
				t.Fatalf("Allowed(%q, %q) = %v in\n%s", agent, path, got, made)
			}
		}
	})
}

// A pattern matches as by the plainest definition of a wildcard.
func TestRandomPatterns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`/[ab*$]{0,8}`).Draw(t, "pattern")
		path := rapid.StringMatching(`/[ab$]{0,10}`).Draw(t, "path")
		file := robots.Parse([]byte("User-agent: *\nDisallow: " + pattern))
		if got, want := !file.Allowed("breadbot", "http://mill.example"+path), fits(pattern, path); got != want {
			t.Fatalf("%q matches %q: %v", pattern, path, got)
		}
	})
}
