package urls_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

// anyURL draws URLs of pieces that mean something to rules and guards.
var anyURL = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{
			"/", "/", "/", "//", ".", "..", "%2e", "%2E", "?", "&", "&", "=", "=", ";", "(", ")", "#", "@", ":",
			"index.html", "Default.ASPX", "page", "7", "2026", "11", "-", "nov", "date", "year", "month", "a", "B", "ab",
			"utm_source", "gclid", "ref", "x_", "sid", "PHPSESSID", "jsessionid", hexID, aspID, "(S(" + aspID + "))", "(A(1)S(2))",
			"%", "%z", "%4", "%41", "%c3%9F", "|", "[", "^", "'", "\\", " ", "ü", "\xff", "+", "~",
		}),
		rapid.StringN(0, 4, -1),
	), 0, 16).Draw(t, "pieces")
	prefix := rapid.SampledFrom([]string{
		"http://h.example/", "https://www.h.example/", "http://h.example:8080/", "HTTP://H.example", "http://h.example?", "http://1.2.3/", "http://h1/", "",
	}).Draw(t, "prefix")
	return prefix + strings.Join(pieces, "")
})

var anyRules = rapid.Custom(func(t *rapid.T) urls.Rules {
	b := func(name string) bool { return rapid.Bool().Draw(t, name) }
	rules := urls.Rules{
		Tracking: b("tracking"), Sessions: b("sessions"), SortQuery: b("sort"), EmptyQuery: b("empty"), Escapes: b("escapes"),
		Slashes: b("slashes"), LowerPath: b("lower"), Documents: b("documents"), TrailingSlash: b("trailing"),
	}
	if b("drop") {
		rules.Drop = []string{"ref", "x_*"}
	}
	return rules
})

func TestRulesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkName(t, anyRules.Draw(t, "rules"), anyURL.Draw(t, "url"))
	})
}

// TestRulesOnQueries compares the rules for queries with what net/url reads.
func TestRulesOnQueries(t *testing.T) {
	rules := urls.Rules{Drop: []string{"b"}, SortQuery: true, EmptyQuery: true}
	rapid.Check(t, func(t *rapid.T) {
		query := rapid.StringMatching(`([abc]{0,2}(=[xy]{0,2})?&){0,6}[abc]?`).Draw(t, "query")
		name, err := rules.Apply("http://h.example/?" + query)
		if err != nil {
			t.Fatal(err)
		}
		want, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		delete(want, "b")
		delete(want, "")
		_, query, _ = strings.Cut(name, "?")
		got, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s has %v, want %v", name, got, want)
		}
		var names []string
		for parameter := range strings.SplitSeq(query, "&") {
			names = append(names, strings.SplitN(parameter, "=", 2)[0])
		}
		if !slices.IsSorted(names) || len(names) > 1 && slices.Contains(names, "") {
			t.Fatalf("%s has the names %q", name, names)
		}
	})
}

// crowded draws URLs from a small world, in which guards with low limits have
// much to stop.
var crowded = rapid.Custom(func(t *rapid.T) string {
	number := rapid.IntRange(1, 6)
	url := fmt.Sprintf("http://h%d.h%d.example/", number.Draw(t, "host"), number.Draw(t, "domain"))
	for range rapid.IntRange(0, 4).Draw(t, "depth") {
		url += rapid.SampledFrom([]string{"a/", "b/", "c/", "1/", "page/2/", "2026/", "nov/"}).Draw(t, "segment")
	}
	if rapid.Bool().Draw(t, "query") {
		url += "?"
		for range rapid.IntRange(1, 4).Draw(t, "parameters") {
			name := rapid.SampledFrom([]string{"a", "b", "page", "PHPSESSID", "year", "month"}).Draw(t, "name")
			url += fmt.Sprintf("%s=%d&", name, number.Draw(t, "value"))
		}
	}
	return url
})

func newStrict() *urls.Guard {
	return &urls.Guard{Length: 70, Depth: 3, Repeats: 2, Hosts: 3, Dates: 2, Sessions: 2, Pages: 3, Facets: 1, Alike: 4}
}

// Two guards that are asked the same say the same; what passed once passes
// again; what is refused leaves no trace.
func TestGuardProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, other, onlyPassed := newStrict(), newStrict(), newStrict()
		passed := map[string]bool{}
		for _, url := range rapid.SliceOfN(crowded, 0, 200).Draw(t, "urls") {
			err := one.Check(url)
			if again := other.Check(url); fmt.Sprint(err) != fmt.Sprint(again) {
				t.Fatalf("%s: %v from one guard, %v from the other", url, err, again)
			}
			if err != nil && passed[url] {
				t.Fatalf("%s passed before, now: %v", url, err)
			}
			if err == nil {
				passed[url] = true
				if err := onlyPassed.Check(url); err != nil {
					t.Fatalf("%s is refused where no other was: %v", url, err)
				}
			}
		}
	})
}

// TestHostsAgainstModel compares with a map of sets, as slow as it is plain.
func TestHostsAgainstModel(t *testing.T) {
	const limit = 2
	rapid.Check(t, func(t *rapid.T) {
		g := urls.Guard{Hosts: limit}
		model := map[int]map[int]bool{}
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			host, domain := rapid.IntRange(1, 5).Draw(t, "host"), rapid.IntRange(1, 3).Draw(t, "domain")
			err := g.Check(fmt.Sprintf("http://a%d.a%d.example/", host, domain))
			hosts := model[domain]
			if hosts == nil {
				hosts = map[int]bool{}
				model[domain] = hosts
			}
			if want := hosts[host] || len(hosts) < limit; (err == nil) != want {
				t.Fatalf("host %d of domain %d, which has %v: %v", host, domain, hosts, err)
			}
			if err == nil {
				hosts[host] = true
			}
		}
	})
}

// TestRepeatsAgainstModel compares with a map of counts.
func TestRepeatsAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		segments := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "1", ""}), 0, 15).Draw(t, "segments")
		counts, most := map[string]int{}, 0
		for _, s := range segments {
			if counts[s]++; s != "1" && s != "" {
				most = max(most, counts[s])
			}
		}
		var g urls.Guard
		err := g.Check("http://h.example/" + strings.Join(segments, "/"))
		if (err == nil) != (most <= 3) {
			t.Fatalf("%q: %v", segments, err)
		}
	})
}
