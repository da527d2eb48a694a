package templates

import (
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

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

// rowsOf counts the wrong answers on each site, on all, and on each site with the score
// that makes an alarm chosen on the others, of templates learned from fewPages or more.
func rowsOf(all []Answer) []row {
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
	return append(rows, total, left)
}

func (r *row) count(q Answer, alarm float64) {
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
func (q Answer) wrong(alarm float64) bool {
	return (q.score >= alarm) != (q.kind == setMissed || q.kind == pageMissed)
}

func sitesOf(all []Answer) []string {
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
func chosen(all []Answer, without string) float64 {
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

// PrintWrong prints the wrong answers by site, and as a table how often the chances that
// are stated come true and redesigns are named.
func PrintWrong(w io.Writer, all []Answer, asJSON bool) error {
	rows := rowsOf(all)
	if asJSON {
		return program.PrintLines(w, rows)
	}
	printRows(w, rows)
	printChances(w, all)
	return printRedesigns(w, all)
}

func printRows(w io.Writer, rows []row) {
	fmt.Fprintf(w, "%-16s", "")
	for _, k := range kinds {
		fmt.Fprintf(w, " %16s", k)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		fmt.Fprintf(w, "%-16s", r.Site)
		for k := range kinds {
			cell := fmt.Sprintf("%d of %d", r.Wrong[k], r.All[k])
			if r.Unknown[k] > 0 {
				cell += fmt.Sprintf(" (%d)", r.Unknown[k])
			}
			fmt.Fprintf(w, " %16s", cell)
		}
		fmt.Fprintln(w)
	}
}

// printChances prints how often pages of one version have the chances that are stated.
func printChances(w io.Writer, all []Answer) {
	for _, stated := range []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5} {
		fmt.Fprintf(w, "chance of %4g or less: %s, %s\n", stated, observed(all, pageFalse, stated), observed(all, halfFalse, stated))
	}
}

// observed says how many pages of one version, single or halves, have a chance that
// small, of those learned from enough pages for it.
func observed(all []Answer, kind int, stated float64) string {
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

func printRedesigns(w io.Writer, all []Answer) error {
	redesigns, named := 0, 0
	for _, q := range all {
		if q.is && q.kind == setMissed {
			redesigns++
			if q.named {
				named++
			}
		}
	}
	_, err := fmt.Fprintf(w, "redesigns named: %d of %d\nin brackets: not known, learned from too few pages\n", named, redesigns)
	return err
}
