package bartree_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
)

// elementsOf returns the elements of a page, each with its parent, as "div.main > p".
func elementsOf(t *testing.T, page []byte) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	var walk func(n *html.Node, parent string)
	walk = func(n *html.Node, parent string) {
		name := parent
		if n.Type == html.ElementNode {
			name = n.Data
			for _, a := range n.Attr {
				if a.Key == "class" {
					name = strings.Join(append([]string{name}, strings.Fields(a.Val)...), ".")
				}
			}
			out[parent+" > "+name] = true
		}
		for k := n.FirstChild; k != nil; k = k.NextSibling {
			walk(k, name)
		}
	}
	walk(parsed(t, page), "")
	return out
}

// A difference is what changed between two versions of a template, by pages that are
// there in both with the same content: the elements that came or went on at least half of these.
type difference map[string]bool // "inserted div.main > p"

func differenceOf(t *testing.T, a, b []string) difference {
	t.Helper()
	counts := map[string]int{}
	pages := 0
	for _, p := range b {
		i := slices.IndexFunc(a, func(q string) bool { return path.Base(p) == path.Base(q) })
		if i < 0 {
			continue
		}
		pages++
		before, after := elementsOf(t, readPage(t, a[i])), elementsOf(t, readPage(t, p))
		for e := range after {
			if !before[e] {
				counts["inserted "+e]++
			}
		}
		for e := range before {
			if !after[e] {
				counts["removed "+e]++
			}
		}
	}
	d := difference{}
	for e, n := range counts {
		if 2*n >= pages {
			d[e] = true
		}
	}
	return d
}

// has reports whether a place is one of the differences. Long labels are cut in it.
func (d difference) has(s bartree.Spot) bool {
	labels := strings.Split(s.Path, " > ")
	labels = labels[max(0, len(labels)-2):]
	for e := range d {
		kind, names, _ := strings.Cut(e, " ")
		same := func(name, label string) bool {
			start, cut := strings.CutSuffix(label, "...")
			return name == label || cut && strings.HasPrefix(name, start)
		}
		if kind == s.Kind && slices.EqualFunc(strings.Split(names, " > "), labels, same) {
			return true
		}
	}
	return false
}

// TestWhereReal: of a change between real versions the first place named is one that
// changed on pages that are there in both versions. The page that is judged is none
// of those that were learned, in either version.
func TestWhereReal(t *testing.T) {
	if testing.Short() {
		t.Skip("judges and parses hundreds of pages")
	}
	var sets, pages, spots tally
	for _, p := range readLines[pair](t, "pairs.jsonl") {
		if p.Changed == nil || !*p.Changed || p.Size == "tiny" {
			continue
		}
		truth := differenceOf(t, p.APages, p.BPages)
		if len(truth) == 0 {
			continue // no page in both
		}
		ask := func(y *tally, c bartree.Change) {
			if !c.Alarm() {
				return
			}
			y.add(!truth.has(c.Where[0]))
			if !truth.has(c.Where[0]) {
				t.Logf("%s/%s %s > %s: %s", p.Site, p.Template, p.A, p.B, c.Where[0])
			}
			for _, s := range c.Where {
				spots.add(!truth.has(s))
			}
		}
		ask(&sets, judge(t, learn(t, p.APages), p.BPages...))
		for _, b := range p.BPages {
			others := slices.DeleteFunc(slices.Clone(p.APages), func(a string) bool { return path.Base(a) == path.Base(b) })
			ask(&pages, judge(t, learn(t, others), b))
		}
	}
	sets.most(t, "sets whose first place did not change", 0.05)
	pages.most(t, "single pages whose first place did not change", 0.05)
	spots.most(t, "places that did not change", 0.05)
}
