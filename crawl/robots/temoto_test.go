package robots

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// deciders are the ways to a verdict that must pass the same cases: what users
// ask, and each of the two alone.
var deciders = map[string]func(f *File, agent, url string) bool{
	"both":    (*File).Allowed,
	"matcher": matcherAlone,
	"temoto":  temotoAlone,
}

func matcherAlone(f *File, agent, url string) bool {
	path, exempt := f.path(url)
	best := longest(f.rulesOf(f.key(agent)), path)
	return exempt || best == nil || best.allow
}

// temotoAlone asks temoto whatever it costs.
func temotoAlone(f *File, agent, url string) bool {
	path, exempt := f.path(url)
	key := f.key(agent)
	return exempt || key == "" || f.cache.group(key, f.rulesOf(key), 0).Test(canonicalPath(path))
}

// checkDeciders checks that all of them say the same.
func checkDeciders(t rapid.TB, f *File, agent, url string) {
	t.Helper()
	want := matcherAlone(f, agent, url)
	for name, allowed := range deciders {
		if got := allowed(f, agent, url); got != want {
			t.Errorf("%s on %q: %s: allowed = %v, the matcher says %v", agent, url, name, got, want)
		}
	}
}

// FuzzDeciders asks temoto and the matcher alone and together, on anything that
// is within temoto's budget.
func FuzzDeciders(f *testing.F) {
	for _, c := range decisions {
		f.Add(c.file, "Bot", c.path)
	}
	f.Add("User-agent: *\nDisallow: /*a*a*a*a*a*b\nAllow: /**$", "Bot/1.0 (x)", "http://h/"+strings.Repeat("a", 50)+"?b#c")
	f.Add("User-agent: *\nDisallow: $\nDisallow: /\xff$$*\nAllow: //ā*Ȁ", "Bot", "//\xff$$āȀ")
	f.Fuzz(func(t *testing.T, file, agent, url string) {
		for _, parse := range []func([]byte) *File{Parse, ParseRFC} {
			parsed := parse([]byte(file))
			path, exempt := parsed.path(url)
			cost := parsed.cost(parsed.key(agent))
			d := parsed.Decide(agent, url)
			switch {
			case exempt || cost.rules == 0:
				if d != (Decision{Allowed: true}) {
					t.Errorf("%+v without a rule", d)
				}
			case !cost.affords(path):
				if d.By != byMatcher || d.Allowed != matcherAlone(parsed, agent, url) {
					t.Errorf("%+v beyond the budget: %+v", d, cost)
				}
			default:
				if d.By != byTemoto {
					t.Errorf("%+v within the budget: %+v", d, cost)
				}
				checkDeciders(t, parsed, agent, url)
			}
		}
	})
}

// The deciders agree on rules of the letters that they treat unlike.
func TestDecidersRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := []byte("User-agent: *\n")
		for range rapid.IntRange(1, 4).Draw(t, "rules") {
			key := rapid.SampledFrom([]string{"Allow", "Disallow"}).Draw(t, "key")
			body = fmt.Appendf(body, "%s: %s\n", key, rapid.StringMatching(`/?[ab*$/%2.?]{0,8}`).Draw(t, "pattern"))
		}
		path := rapid.StringMatching(`/[ab*$/%2.?]{0,10}`).Draw(t, "path")
		checkDeciders(t, Parse(body), "Bot", path)
		checkDeciders(t, ParseRFC(body), "Bot", path)
	})
}

// Each part of the budget is used to its end and not beyond.
func TestBudget(t *testing.T) {
	const star = "User-agent: *\n"
	// 1 KiB of wildcards: 64 rules of 16 octets.
	wild := strings.Repeat("Disallow: /*0123456789abc_\n", 64)
	for _, c := range []struct {
		name, file, path string
		want             string
	}{
		{"all rules", star + strings.Repeat("Disallow: /b\n", maxRules), "/a", byTemoto},
		{"a rule more", star + strings.Repeat("Disallow: /b\n", maxRules+1), "/a", byMatcher},
		{"rules of others", star + "Disallow: /b\nUser-agent: b\n" + strings.Repeat("Disallow: /b\n", maxRules+1), "/a", byTemoto},
		{"rules in several groups", strings.Repeat(star+"Disallow: /b\n", maxRules+1), "/a", byMatcher},
		{"all wildcards", star + strings.Repeat(wild, maxWildcards>>10), "/a", byTemoto},
		{"an octet of wildcards more", star + strings.Repeat(wild, maxWildcards>>10) + "Disallow: *b\n", "/a", byMatcher},
		{"all work", star + strings.Repeat(wild, 4), "/" + strings.Repeat("a", maxWork/(4<<10)-1), byTemoto},
		{"an octet of the path more", star + strings.Repeat(wild, 4), "/" + strings.Repeat("a", maxWork/(4<<10)), byMatcher},
		{"a long path without wildcards", star + "Disallow: /b\n", "/" + strings.Repeat("a", 2*maxWork), byTemoto},
	} {
		if got := Parse([]byte(c.file)).Decide("Bot", c.path); got != (Decision{Allowed: true, By: c.want}) {
			t.Errorf("%s: %+v, want it allowed by %s", c.name, got, c.want)
		}
	}
}

// What is kept for several agents stays bounded, and Size says what is kept.
func TestManyAgents(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "User-agent: bot%c\nDisallow: /%d*x\n", 'a'+i, i)
	}
	f := Parse([]byte(b.String()))
	before := f.Size()
	for i := range 20 {
		agent := "bot" + string(rune('a'+i))
		if f.Allowed(agent, fmt.Sprintf("/%d/x", i)) || !f.Allowed(agent, fmt.Sprintf("/%d/x", i+1)) {
			t.Errorf("%s is decided on by the rules of another agent", agent)
		}
		if i == 0 && f.Size() != before {
			t.Errorf("the first agent changed the size from %d to %d", before, f.Size())
		}
	}
	if got := len(f.cache.groups); got != maxCompiled {
		t.Errorf("%d agents are kept, want %d", got, maxCompiled)
	}
	if got, most := f.Size(), before+(maxCompiled-1)*f.reserved; got <= before || got > most {
		t.Errorf("size %d after %d with one agent, want at most %d", got, before, most)
	}
}

func TestConcurrentUse(t *testing.T) {
	f := Parse(ordinary(8 << 10))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			agent := "Bot" + string(rune('a'+i%6))
			for j := range 100 {
				checkDeciders(t, f, agent, fmt.Sprintf("/catalog/section-%d/private/", j))
				f.Delay(agent)
				f.Sitemaps()
				f.Size()
			}
		})
	}
	wg.Wait()
}
