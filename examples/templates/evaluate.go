package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/examples/internal/journals"
	"github.com/lokman-crawler/lokman/examples/internal/program"
)

// truth is a line of pairs.jsonl with what is known of the pair.
type truth struct {
	pair
	Changed *bool  `json:"changed"`
	Size    string `json:"size"` // "tiny" changes touch no element
}

// page is a line of manifest.jsonl.
type page struct {
	Path     string `json:"path"`
	Site     string `json:"site"`
	Template string `json:"template"`
	Version  string `json:"version"`
}

// kinds are what is asked: of a set of pages and of single ones, after a change
// of the template and without one.
var kinds = []string{"set missed", "set false", "page missed", "page false", "half false"}

const (
	setMissed = iota
	setFalse
	pageMissed
	pageFalse
	halfFalse
)

// An asked question: pages judged by the template of others.
type asked struct {
	site   string
	kind   int
	score  float64 // of the change, 0 if the page is of another kind
	named  bool    // as a redesign
	is     bool    // one
	known  bool    // false if the template was learned from too few pages to say
	pages  int     // learned
	chance float64 // stated for pages of one template that look like these
	least  float64 // chance that could be stated, by the numbers of pages
}

// fewPages is how many pages a template must have been learned from to count among the
// sites left out.
const fewPages = 4

// A row is the wrong answers on one site, in all, or on sites left out.
type row struct {
	Site    string   `json:"site"`
	Wrong   [5]int   `json:"wrong"` // by kind
	All     [5]int   `json:"all"`
	Unknown [5]int   `json:"unknown"` // not in All: the answer is that it cannot be known
	Names   []string `json:"kinds"`
}

// evaluate asks what manifest.jsonl and pairs.jsonl allow and counts the wrong
// answers, by site. The last row is the sites with the score that makes an alarm chosen on the others, of templates
// learned from four pages or more.
func evaluate(ctx context.Context, o options, stdout, stderr io.Writer) error {
	dir, closeDir, err := data.Open(o.data, journals.Templates())
	if err != nil {
		return err
	}
	defer closeDir()
	bar := program.NewProgress(stderr, "pairs and versions", 0)
	all, err := askAll(ctx, dir, bar)
	bar.Close()
	if err != nil {
		return err
	}
	var rows []row
	total, left := row{Site: "all", Names: kinds}, row{Site: "left out", Names: kinds}
	for _, site := range sitesOf(all) {
		r := row{Site: site, Names: kinds}
		alarm := chosen(all, site)
		for _, q := range all {
			if q.site == site {
				r.count(q, 1)
				total.count(q, 1)
				if q.pages >= fewPages {
					left.count(q, alarm)
				}
			}
		}
		rows = append(rows, r)
	}
	redesigns, named := 0, 0
	for _, q := range all {
		if q.is && q.kind == setMissed {
			redesigns++
			if q.named {
				named++
			}
		}
	}
	rows = append(rows, total, left)
	if o.json {
		for _, r := range rows {
			if err := json.NewEncoder(stdout).Encode(r); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(stdout, "%-16s", "")
	for _, k := range kinds {
		fmt.Fprintf(stdout, " %16s", k)
	}
	fmt.Fprintln(stdout)
	for _, r := range rows {
		fmt.Fprintf(stdout, "%-16s", r.Site)
		for k := range kinds {
			cell := fmt.Sprintf("%d of %d", r.Wrong[k], r.All[k])
			if r.Unknown[k] > 0 {
				cell += fmt.Sprintf(" (%d)", r.Unknown[k])
			}
			fmt.Fprintf(stdout, " %16s", cell)
		}
		fmt.Fprintln(stdout)
	}
	for _, stated := range []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5} {
		fmt.Fprintf(stdout, "chance of %4g or less: %s, %s\n", stated, observed(all, pageFalse, stated), observed(all, halfFalse, stated))
	}
	_, err = fmt.Fprintf(stdout, "redesigns named: %d of %d\nin brackets: not known, learned from too few pages\n", named, redesigns)
	return err
}

func (r *row) count(q asked, alarm float64) {
	if !q.known {
		r.Unknown[q.kind]++
		return
	}
	r.All[q.kind]++
	if q.wrong(alarm) {
		r.Wrong[q.kind]++
	}
}

// wrong reports whether the answer is, if scores from alarm on are alarms.
func (q asked) wrong(alarm float64) bool {
	return (q.score >= alarm) != (q.kind == setMissed || q.kind == pageMissed)
}

// leastChance is the least chance that can be stated of m pages by a template that
// was learned from n.
func leastChance(n, m int) float64 {
	n = min(n, 32)
	chance := 1.0
	for i := range m {
		chance *= float64(i+1) / float64(n+i+1)
	}
	return chance
}

// observed says how many pages of one version, single or halves, have a chance that
// small, of those learned from enough pages for it.
func observed(all []asked, kind int, stated float64) string {
	of, n := 0, 0
	for _, q := range all {
		if q.kind != kind || q.least > stated {
			continue
		}
		of++
		if q.chance <= stated {
			n++
		}
	}
	return fmt.Sprintf("%s %d of %d", []string{pageFalse: "single pages", halfFalse: "halves"}[kind], n, of)
}

func sitesOf(all []asked) []string {
	var out []string
	for _, q := range all {
		if !slices.Contains(out, q.site) {
			out = append(out, q.site)
		}
	}
	return out
}

// allowed is the share of wrong answers of each kind that is good enough: one too
// many of one kind is as bad as of another.
var allowed = [5]float64{1. / 20, 1. / 18, 0.05, 0.02, 1. / 18}

// chosen returns the score from which on pages are an alarm, the nearest to 1, at which
// all sites but one have no more wrong answers than allowed, else the fewest.
func chosen(all []asked, without string) float64 {
	best, least := 1.0, -1.0
	for _, alarm := range []float64{1, 1.05, 0.95, 1.1, 0.9, 1.2, 0.8, 1.4, 0.7, 1.7, 0.6, 2} {
		var r row
		for _, q := range all {
			if q.site != without && q.pages >= fewPages {
				r.count(q, alarm)
			}
		}
		wrong, holds := 0.0, true
		for k := range kinds {
			share := float64(r.Wrong[k]) / float64(max(1, r.All[k])) / allowed[k]
			wrong += share
			holds = holds && share <= 1
		}
		if holds {
			return alarm
		}
		if least < 0 || wrong < least {
			best, least = alarm, wrong
		}
	}
	return best
}

// askAll judges the pairs and their pages, each page by the others of its version,
// and random halves of versions.
func askAll(ctx context.Context, dir fs.FS, bar *program.Progress) ([]asked, error) {
	pairs, err := readLines[truth](dir, "pairs.jsonl")
	if err != nil {
		return nil, err
	}
	versions, err := versionsOf(dir)
	if err != nil {
		return nil, err
	}
	bar.Show(0, len(pairs)+len(versions))
	var out []asked
	ask := func(site string, kind int, is bool, a, b []string) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return
		}
		var c bartree.Change
		if c, err = judgePages(dir, a, b); err == nil {
			q := asked{site: site, kind: kind, score: c.Score, named: c.State == bartree.StateRedesign, is: is, pages: len(a), known: c.State != bartree.StateUnknown, chance: c.Chance, least: leastChance(len(a), len(b))}
			if c.State == bartree.StateOther {
				q.score = 0
			}
			out = append(out, q)
		}
	}
	for _, p := range pairs {
		switch {
		case p.Changed == nil || p.Size == "tiny":
		case !*p.Changed:
			ask(p.Site, setFalse, false, p.APages, p.BPages)
		default:
			ask(p.Site, setMissed, p.Size == "redesign", p.APages, p.BPages)
			for _, b := range p.BPages {
				ask(p.Site, pageMissed, false, p.APages, []string{b})
			}
		}
		bar.Increment()
	}
	r := rand.New(rand.NewPCG(6, 6))
	for _, v := range versions {
		for i := range v.paths {
			if len(v.paths) > 1 {
				ask(v.site, pageFalse, false, slices.Concat(v.paths[:i], v.paths[i+1:]), v.paths[i:i+1])
			}
		}
		for range 5 {
			if n := len(v.paths); n > 3 {
				r.Shuffle(n, func(i, k int) { v.paths[i], v.paths[k] = v.paths[k], v.paths[i] })
				ask(v.site, halfFalse, false, v.paths[:n/2], v.paths[n/2:])
			}
		}
		bar.Increment()
	}
	return out, err
}

func judgePages(dir fs.FS, a, b []string) (bartree.Change, error) {
	learned, err := readPages(dir, a)
	if err != nil {
		return bartree.Change{}, err
	}
	pages, err := readPages(dir, b)
	if err != nil {
		return bartree.Change{}, err
	}
	t, err := bartree.Learn(learned...)
	if err != nil {
		return bartree.Change{}, err
	}
	return t.Judge(pages...)
}

// version is the pages of a version of a template.
type version struct {
	site  string
	paths []string
}

func versionsOf(dir fs.FS) ([]*version, error) {
	lines, err := readLines[page](dir, "manifest.jsonl")
	if err != nil {
		return nil, err
	}
	var out []*version
	at := map[[3]string]*version{}
	for _, p := range lines {
		key := [3]string{p.Site, p.Template, p.Version}
		if at[key] == nil {
			at[key] = &version{site: p.Site}
			out = append(out, at[key])
		}
		at[key].paths = append(at[key].paths, p.Path)
	}
	return out, nil
}
