package bartree_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// fewPages is how many pages a template must have been learned from to be asked all:
// of fewer most answers are that it cannot be known.
const fewPages = 4

// A question is what a template is asked of real pages.
type question struct {
	site    string
	kind    string // see the kinds
	changed bool   // the template did
	learned int    // pages
	score   float64
	state   bartree.State
	pages   string
}

// The kinds of questions, and of how many the answer may be wrong.
var kinds = []struct {
	name    string
	changed bool
	most    float64
}{
	{"version changes missed", true, 1. / 20},
	{"sets of one version falsely alarmed", false, 1. / 18},
	{"pages of the next version missed", true, 0.05},
	{"single pages falsely alarmed", false, 0.02},
	{"halves of a version falsely alarmed", false, 1. / 18},
}

const (
	setChanged = iota
	setSame
	nextPage
	single
	half
)

// questions asks all that the real sites allow, once.
var questions = sync.OnceValue(func() []question {
	var out []question
	pages := map[string][]byte{}
	read := func(t *testing.T, paths []string) [][]byte {
		var all [][]byte
		for _, p := range paths {
			if pages[p] == nil {
				pages[p] = readPage(t, p)
			}
			all = append(all, pages[p])
		}
		return all
	}
	t := asking
	ask := func(kind int, site string, a, b []string) {
		template, err := bartree.Learn(read(t, a)...)
		if err != nil {
			t.Fatal(err)
		}
		c, err := template.Judge(read(t, b)...)
		if err != nil {
			t.Fatal(err)
		}
		if c.Alarm() != (len(c.Where) > 0) {
			t.Errorf("%v: %s, where %v", b, c.State, c.Where)
		}
		out = append(out, question{site, kinds[kind].name, kinds[kind].changed, template.Pages(), c.Score, c.State, strings.Join(b, " ")})
	}
	for _, p := range readLines[pair](t, "pairs.jsonl") {
		switch {
		case p.Changed == nil || p.Size == "tiny":
		case !*p.Changed:
			ask(setSame, p.Site, p.APages, p.BPages)
		default:
			ask(setChanged, p.Site, p.APages, p.BPages)
			for _, b := range p.BPages {
				ask(nextPage, p.Site, p.APages, []string{b})
			}
		}
	}
	r := rand.New(rand.NewPCG(6, 6))
	for _, v := range versions(t) {
		site, _, _ := strings.Cut(v[0], "/")
		for i := range v {
			if len(v) > 1 {
				ask(single, site, slices.Concat(v[:i], v[i+1:]), v[i:i+1])
			}
		}
		for range 5 {
			if len(v) > 3 {
				r.Shuffle(len(v), func(i, k int) { v[i], v[k] = v[k], v[i] })
				ask(half, site, v[:len(v)/2], v[len(v)/2:])
			}
		}
	}
	return out
})

// asking is the test that asks the questions.
var asking *testing.T

func ask(t *testing.T) []question {
	if testing.Short() {
		t.Skip("learns hundreds of templates")
	}
	readLines[pair](t, "pairs.jsonl") // skips without data
	asking = t
	return questions()
}

// wrong reports whether the answer to a question is, if scores from alarm on are
// alarms.
func (q question) wrong(alarm float64) bool {
	return (q.score >= alarm && q.state != bartree.StateOther) != q.changed
}

// known reports whether the template says that it knows.
func (q question) known() bool { return q.state != bartree.StateUnknown }

// TestRealSites holds the bars on all sites, with a table of them.
func TestRealSites(t *testing.T) {
	all := ask(t)
	var sites []string
	for _, q := range all {
		if !slices.Contains(sites, q.site) {
			sites = append(sites, q.site)
		}
	}
	count := func(in func(question) bool) (y tally) {
		for _, q := range all {
			if in(q) {
				y.add(q.wrong(1))
			}
		}
		return y
	}
	for _, s := range sites {
		row := fmt.Sprintf("%-14s", s)
		for _, k := range kinds {
			y := count(func(q question) bool { return q.site == s && q.kind == k.name && q.known() })
			row += fmt.Sprintf("%4d of %-4d", y.wrong, y.all)
		}
		t.Log(row)
	}
	for _, k := range kinds {
		few := count(func(q question) bool { return q.kind == k.name && q.learned < fewPages && q.known() })
		unknown := count(func(q question) bool { return q.kind == k.name && !q.known() })
		t.Logf("%s, learned from fewer than %d pages: %d of %d, not known %d", k.name, fewPages, few.wrong, few.all, unknown.all)
		count(func(q question) bool { return q.kind == k.name && q.known() }).most(t, k.name, k.most)
	}
	var named tally
	for _, q := range all {
		if !q.known() && q.learned >= fewPages {
			t.Errorf("%s: not known of %d pages", q.pages, q.learned)
		}
	}
	for _, p := range readLines[pair](t, "pairs.jsonl") {
		if p.Size == "redesign" {
			named.add(judge(t, learn(t, p.APages), p.BPages...).State != bartree.StateRedesign)
		}
	}
	named.most(t, "redesigns not named as such", 0.25)
}

// TestLeaveOneSiteOut chooses the score from which on pages are an alarm on all
// sites but one and asks of that one: the constants hold on sites that they were not
// chosen on.
func TestLeaveOneSiteOut(t *testing.T) {
	all := ask(t)
	all = slices.DeleteFunc(slices.Clone(all), func(q question) bool { return q.learned < fewPages })
	left := map[string]*tally{}
	for _, k := range kinds {
		left[k.name] = &tally{}
	}
	done := map[string]bool{}
	for _, of := range all {
		if done[of.site] {
			continue
		}
		done[of.site] = true
		alarm := chosen(all, of.site)
		if alarm != 1 {
			t.Logf("without %s: alarms from %.2f on", of.site, alarm)
		}
		for _, q := range all {
			if q.site == of.site {
				left[q.kind].add(q.wrong(alarm))
			}
		}
	}
	for _, k := range kinds {
		left[k.name].most(t, "left out: "+k.name, k.most)
	}
}

// chosen returns the alarm score, nearest to 1, that holds all bars on the sites but one,
// else that with the fewest wrong answers: a false alarm counts as much as the bars
// allow fewer of them.
func chosen(all []question, without string) float64 {
	best, least := 1.0, 0.0
	for i, alarm := range []float64{1, 1.05, 0.95, 1.1, 0.9, 1.2, 0.8, 1.4, 0.7, 1.7, 0.6, 2} {
		wrong, holds := 0.0, true
		for _, k := range kinds {
			var y tally
			for _, q := range all {
				if q.kind == k.name && q.site != without {
					y.add(q.wrong(alarm))
				}
			}
			share := float64(y.wrong) / float64(max(1, y.all)) / k.most
			wrong += share
			holds = holds && share <= 1
		}
		if holds {
			return alarm
		}
		if i == 0 || wrong < least {
			best, least = alarm, wrong
		}
	}
	return best
}
