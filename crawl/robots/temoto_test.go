package robots

import (
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/temoto/robotstxt"
	"pgregory.net/rapid"
)

// deciders are the ways to a verdict that must pass the same cases: what users
// ask, each of the two alone, and temoto on the site's own file where it reads that as we do.
var deciders = map[string]func(f *File, agent, url string) bool{
	"both":    (*File).Allowed,
	"matcher": matcherAlone,
	"temoto":  temotoAlone,
	"own":     ownAlone,
}

func matcherAlone(f *File, agent, url string) bool {
	path, exempt := f.path(url)
	best := longest(f.rulesOf(f.key(agent)), path, (*rule).matches)
	return exempt || best == nil || best.allow
}

// temotoAlone asks temoto about all rules of the agent at once, whatever it costs.
func temotoAlone(f *File, agent, url string) bool {
	path, exempt := f.path(url)
	key := f.key(agent)
	if exempt || key == "" {
		return true
	}
	data, err := robotstxt.FromBytes(canonical(f.rulesOf(key)))
	if err != nil {
		panic(err)
	}
	return data.FindGroup("*").Test(canonicalPath(path))
}

// canonical writes all rules of an agent as one file which temoto reads the way we mean it:
// one group, Allow first because temoto lets the first of equally long rules win.
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

// ownAlone asks temoto about the site's own file, if it is to be asked about that.
func ownAlone(f *File, agent, url string) bool {
	path, exempt := f.path(url)
	key := f.key(agent)
	if exempt || key == "" || f.cost(key).rules == 0 {
		return true
	}
	if group := f.readOwn(key); group != nil {
		return group.Test(path)
	}
	return matcherAlone(f, agent, url)
}

// byOf says who is to decide within the budget.
func byOf(f *File, agent string) string {
	if f.readOwn(f.key(agent)) != nil {
		return byTemoto
	}
	return byReader
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
				if want := byOf(parsed, agent); d.By != want {
					t.Errorf("%+v within the budget: %+v, want it by %s", d, cost, want)
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

// Temoto reads the file itself where every line is in form and the agent's rules are plain.
func TestOwnFile(t *testing.T) {
	const star = "User-agent: *\n"
	if d := Parse([]byte(star+"Allow: /\nUser-agent: b\nDisallow: /")).Decide("b", "/z"); d.Allowed || d.By != byReader {
		t.Errorf("a name of one letter: %+v", d)
	}
	for _, c := range []struct{ name, file, want string }{
		{"plain", "# robots\r\n\r\nUser-Agent: *\r\nDisallow: /a/ # private\r\nAllow: /a/b\r\nNoindex: /c\r\nSitemap: http://h/s.xml\r\n", byTemoto},
		{"rules of others", "User-agent: x\nUser-agent: y\nCrawl-delay: 1\nDisallow: /*.pdf$\nDisallow: /%7e\nDisallow:\n\n" + star + "Disallow: /a", byTemoto},
		{"a comment of other letters", "# ä\x00\xff\n" + star + "Disallow: /a", byTemoto},
		{"Allow first", star + "Allow: /a\nDisallow: /a", byTemoto},
		{"Disallow first", star + "Disallow: /a\nAllow: /a", byReader},
		{"a wildcard", star + "Disallow: /a*b", byReader},
		{"an end", star + "Disallow: /a$", byReader},
		{"a star alone", star + "Disallow: *", byReader},
		{"small digits of an octet", star + "Disallow: /%7e", byReader},
		{"an index page", star + "Disallow: /\nAllow: /index.html", byReader},
		{"no slash", star + "Disallow: a", byReader},
		{"no path", star + "Disallow: /a\nDisallow:\nDisallow: /b", byReader},
		{"a path at last", "User-agent: x\nDisallow:\n" + star + "Disallow: /a\nUser-agent: y\nDisallow:", byReader},
		{"no colon", star + "Disallow /a", byReader},
		{"space before the colon", star + "Disallow : /a", byReader},
		{"two words", star + "Disallow: /a b", byReader},
		{"misspelt", star + "Disalow: /a", byReader},
		{"a word alone", star + "Disallow: /a\nhello", byReader},
		{"a comment at once", star + "Disallow: /a#b", byReader},
		{"another space", star + "Disallow:\v/a", byReader},
		{"other letters", star + "Disallow: /a\nSitemap: /ä", byReader},
		{"a byte order mark", "\ufeff" + star + "Disallow: /a", byReader},
		{"an agent with a version", star + "User-agent: x/1\nDisallow: /a", byReader},
		{"a delay between agents", "User-agent: x\nCrawl-delay: 1\n" + star + "Disallow: /a", byReader},
		{"a delay that is no number", star + "Disallow: /a\nCrawl-delay: x", byReader},
		{"a rule of nobody", "Disallow: /b\n" + star + "Disallow: /a", byReader},
		{"a long line", star + "Disallow: /a\n#" + strings.Repeat("x", maxLine), byReader},
		{"a long file", star + "Disallow: /a\n" + strings.Repeat("# x\n", maxOwn/4), byReader},
		{"wildcards of others", "User-agent: x\n" + strings.Repeat("Disallow: /*"+strings.Repeat("a", 100)+"\n", maxWildcards/100) + star + "Disallow: /a", byReader},
		{"rules of many", strings.Repeat("User-agent: x\n", 100) + strings.Repeat("Disallow: /b\n", 100) + star + "Disallow: /a", byReader},
	} {
		if got := Parse([]byte(c.file)).Decide("Bot", "/z").By; got != c.want {
			t.Errorf("%s: by %s, want %s", c.name, got, c.want)
		}
	}
}

// Whatever file temoto is asked about itself, it says what the matcher says.
func TestOwnRandom(t *testing.T) {
	rule := func(keys, colons, ends []string) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return rapid.SampledFrom(keys).Draw(t, "key") + rapid.SampledFrom(colons).Draw(t, "colon") +
				rapid.StringMatching(`/[ab/]{0,3}`).Draw(t, "path") + rapid.SampledFrom(ends).Draw(t, "end")
		})
	}
	inForm := []*rapid.Generator[string]{
		rapid.SampledFrom([]string{"User-agent: *", "User-agent: bot", "user-agent: b", "User-Agent:Bots"}),
		rule([]string{"Allow", "Disallow"}, []string{": ", ":", ":\t"}, []string{"", " ", " # c", ""}),
		rule([]string{"Allow", "Disallow"}, []string{": "}, []string{""}),
		rapid.SampledFrom([]string{"Crawl-delay: 1", "Sitemap: http://h/x", "# c", "", "Foo: x", " \t", "Host: h"}),
	}
	odd := append(inForm,
		rule([]string{"Allow", "Disallow", "Disallowed", "Disalow"}, []string{": ", " ", " : "}, []string{"", "#c", "*", "$", "/index.html", " x", "%7e", " Disallow: /b"}),
		rapid.SampledFrom([]string{"Disallow:", "Allow: ", "Disallow: # x", "Crawl-delay: x", "User-agent:", "User-agent: b/1", "User-agent: * x", "x", ":", "User-agent b", "\v", "\xEF"}))
	own, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SampledFrom([][]*rapid.Generator[string]{inForm, odd}).Draw(t, "kinds")
		lines := append([]string{"User-agent: *"}, rapid.SliceOfN(rapid.OneOf(kinds...), 1, 10).Draw(t, "lines")...)
		body := []byte(strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n", "\r", "\n\n"}).Draw(t, "end")) + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "last"))
		for _, parse := range []func([]byte) *File{Parse, ParseRFC} {
			f := parse(body)
			for _, agent := range []string{"bot", "bo", "bots", "b", "other"} {
				all++
				if f.cost(f.key(agent)).rules > 0 && f.readOwn(f.key(agent)) != nil {
					own++
				}
				for range 4 {
					checkDeciders(t, f, agent, rapid.StringMatching(`/[ab/]{0,4}(\n|index.html)?`).Draw(t, "path"))
				}
			}
		}
	})
	if t.Logf("%d of %d by temoto itself", own, all); own < all/50 {
		t.Error("too few")
	}
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
		{"rules of others", star + "Disallow: /b\nUser-agent: b\n" + strings.Repeat("Disallow: /b\n", maxRules+1), "/a", byReader},
		{"rules in several groups", strings.Repeat(star+"Disallow: /b\n", maxRules+1), "/a", byMatcher},
		{"all wildcards", star + strings.Repeat(wild, maxWildcards>>10), "/a", byReader},
		{"an octet of wildcards more", star + strings.Repeat(wild, maxWildcards>>10) + "Disallow: *b\n", "/a", byMatcher},
		{"all work", star + strings.Repeat(wild, 4), "/" + strings.Repeat("a", maxWork/(4<<10)-1), byReader},
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
	for _, format := range []string{"User-agent: bot%c\nDisallow: /%d/\n", "User-agent: bot%c\nDisallow: /%d*x\n"} {
		var b strings.Builder
		for i := range 20 {
			fmt.Fprintf(&b, format, 'a'+i, i)
		}
		f := Parse([]byte(b.String()))
		before := f.Size()
		for i := range 20 {
			agent := "bot" + string(rune('a'+i))
			if f.Allowed(agent, fmt.Sprintf("/%d/x", i)) || !f.Allowed(agent, fmt.Sprintf("/%d/x", i+1)) {
				t.Errorf("%s is decided on by the rules of another agent", agent)
			}
			if got := f.Size(); i == 0 && got != before || got < before || got > before+(maxOwners-1)*f.reserved {
				t.Errorf("size %d with %d agents, %d before", got, i+1, before)
			}
		}
		if got := len(f.cache.own); got > maxOwners {
			t.Errorf("%d agents are kept, want at most %d", got, maxOwners)
		}
	}
}

// Rules beyond what is kept are compiled again, with the same verdicts.
func TestKept(t *testing.T) {
	body := []byte("User-agent: *\n")
	for i := range 100 {
		body = fmt.Appendf(body, "Disallow: /*x%d$\n", i)
	}
	f := Parse(body)
	for range 2 {
		for i := range 110 {
			d := f.Decide("Bot", fmt.Sprintf("/a/x%d", i))
			if d.Allowed != (i >= 100) || d.By != byReader {
				t.Errorf("x%d: %+v", i, d)
			}
			if got := f.cache.ruleSize; got > max(f.size/2, maxKept) {
				t.Fatalf("%d bytes are kept", got)
			}
		}
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
