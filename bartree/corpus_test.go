package bartree_test

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/corpus"
)

var update = flag.Bool("update", false, "write testdata/corpus*.txt")

// TestCorpus judges each version of the project's own templates by what was learned of the
// first one, follows them with a Watch, and finds their regions.
func TestCorpus(t *testing.T) {
	table := corpus.NewTable("history and version", "3 learned, 1 judged", "8 learned, 1 judged", "8 learned, 4 judged", "likeness", "odd", "touch", "watched", "region read", "located", "votes")
	for _, h := range corpus.Histories() {
		first := bodiesOf(h.Versions[0].Pages)
		few, all := learned(t, first[:3]), learned(t, first)
		if err := all.Mark(h.Versions[0].Pages[0].Region, first[0], first[1:]...); err != nil {
			t.Fatal(err)
		}
		var w bartree.Watch
		if err := w.Add("region", bartree.Region{Text: h.Versions[0].Pages[0].Region}, time.Unix(0, 0), first[0], first[1:3]...); err != nil {
			t.Fatal(err)
		}
		for i, v := range h.Versions {
			pages := bodiesOf(v.Pages)
			likeness, touches := 0.0, map[string]int{}
			for _, p := range pages {
				c := judged(t, all, p)
				likeness += c.Likeness
				touches[c.Region]++
			}
			watched, read := watchedBy(t, &w, v.Pages)
			located, votes := locatedBy(all, v.Pages)
			name := fmt.Sprintf("%s, version %d", h.Name, i)
			if v.Changes != "" {
				name += ": " + v.Changes
			}
			table.Add(name, states(t, few, pages), states(t, all, pages),
				score(judged(t, all, pages[:4]...))+" / "+score(judged(t, all, pages[4:]...)),
				corpus.Figure(likeness, len(pages)), fmt.Sprint(len(learned(t, pages).Odd())), counted(touches), watched, read, located, votes)
		}
	}
	table.Check(t, "testdata/corpus.txt", *update)
}

func bodiesOf(pages []corpus.Snapshot) (out [][]byte) {
	for _, p := range pages {
		out = append(out, []byte(p.HTML))
	}
	return out
}

func learned(t *testing.T, pages [][]byte) *bartree.Template {
	template, err := bartree.Learn(pages...)
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func judged(t *testing.T, template *bartree.Template, pages ...[]byte) bartree.Change {
	c, err := template.Judge(pages...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func score(c bartree.Change) string { return c.State.String() + " " + corpus.Figure(c.Score, 1) }

// states are the states of pages, each judged alone, with their mean score.
func states(t *testing.T, template *bartree.Template, pages [][]byte) string {
	n, sum := map[string]int{}, 0.0
	for _, p := range pages {
		c := judged(t, template, p)
		n[c.State.String()]++
		sum += c.Score
	}
	return counted(n) + ": " + corpus.Figure(sum, len(pages))
}

// counted writes what was counted, the most first.
func counted(n map[string]int) string {
	var out []string
	for name, k := range n {
		out = append(out, fmt.Sprintf("%d %s", k, name))
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(b[0], a[0]), strings.Compare(a, b)) })
	return strings.Join(out, " ")
}

// watchedBy is what a Watch makes of pages in a row, and how many of their regions it reads.
func watchedBy(t *testing.T, w *bartree.Watch, pages []corpus.Snapshot) (looks, read string) {
	n, right := map[string]int{}, 0
	for _, p := range pages {
		look, err := w.Look("region", p.URL, []byte(p.HTML), time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		n[string(look.Result)]++
		if look.Change.Alarm() {
			n["alarm"]++
		}
		if look.Row > 0 {
			n["row"]++
		}
		if look.Region.Text == p.Region {
			right++
		}
	}
	versions, current := w.Versions("region")
	return fmt.Sprintf("%s, version %d of %d", counted(n), current, len(versions)), fmt.Sprintf("%d/%d", right, len(pages))
}

// locatedBy is how many regions of pages are found, and by how many of the votes.
func locatedBy(template *bartree.Template, pages []corpus.Snapshot) (found, votes string) {
	right, wrong, sure, lead := 0, 0, 0.0, 0.0
	for _, p := range pages {
		switch l, err := template.Locate([]byte(p.HTML)); {
		case err != nil:
			sure += l.Found.Confidence
			lead += l.Found.Margin
		case l.Found.Text == p.Region:
			right++
			sure += l.Found.Confidence
			lead += l.Found.Margin
		default:
			wrong++
		}
	}
	return fmt.Sprintf("%d/%d, %d wrong", right, len(pages), wrong), corpus.Figure(sure, len(pages)) + " " + corpus.Figure(lead, len(pages))
}
