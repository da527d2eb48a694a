package zones

import (
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/label"
)

// Tally counts the pages of one journal.
type Tally struct {
	Journal  string              `json:"journal"`
	Learnt   bool                `json:"learnt"` // false: the pages had nothing to learn from
	Pages    int                 `json:"pages"`
	Right    map[label.Label]int `json:"right"`
	Truths   map[label.Label]int `json:"truths"`
	Exact    int                 `json:"titles_exact"` // equal to the truth to the letter
	Articles int                 `json:"articles_right"`
	Judged   int                 `json:"articles_judged"` // with any truth
	Changed  int                 `json:"changed"`         // pages said not to follow the template
}

// NewTally begins the tally of a journal.
func NewTally(journal string) Tally {
	return Tally{Journal: journal, Right: map[label.Label]int{}, Truths: map[label.Label]int{}}
}

// Add counts a page.
func (t *Tally) Add(p Prediction, truth label.Values, v Verdict) {
	t.Pages++
	if p.Changed {
		t.Changed++
	}
	if len(v) == 0 {
		return
	}
	t.Judged++
	if v.all() {
		t.Articles++
	}
	if truth.Title != "" && sameText(p.Title, truth.Title) {
		t.Exact++
	}
	for l, right := range v {
		t.Truths[l]++
		if right {
			t.Right[l]++
		}
	}
}

// sheet prints tallies and their totals.
type sheet struct {
	w    io.Writer
	rows []Tally
}

// PrintTallies prints tallies and their totals, or as JSON the tallies.
func PrintTallies(w io.Writer, rows []Tally, asJSON bool) error {
	if asJSON {
		return program.PrintLines(w, rows)
	}
	s := sheet{w, rows}
	fmt.Fprintf(s.w, "%-18s %5s  %6s %6s %8s %12s %9s %8s %8s\n", "journal", "pages", "title", "exact", "authors", "affiliations", "abstract", "article", "changed")
	for _, t := range s.rows {
		note := ""
		if !t.Learnt {
			note = "  not counted: nothing to learn from"
		}
		fmt.Fprintf(s.w, "%-18s %5d  %6s %6s %8s %12s %9s %8s %8d%s\n", t.Journal, t.Pages, t.rate(label.Title), percent(t.Exact, t.Truths[label.Title]),
			t.rate(label.Authors), t.rate(label.Affiliations), t.rate(label.Abstract), percent(t.Articles, t.Judged), t.Changed, note)
	}
	s.line("mean", func(sum, n, worst float64) float64 { return sum / n })
	_, err := s.line("worst", func(sum, n, worst float64) float64 { return worst })
	return err
}

// line prints one figure for each column over the journals that count.
func (s sheet) line(name string, figure func(sum, n, worst float64) float64) (int, error) {
	column := func(of func(t Tally) (right, all int)) string {
		sum, n, worst := 0.0, 0.0, 100.0
		for _, t := range s.rows {
			right, all := of(t)
			if all == 0 || !t.Learnt {
				continue
			}
			share := 100 * float64(right) / float64(all)
			sum, n, worst = sum+share, n+1, min(worst, share)
		}
		if n == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f", figure(sum, n, worst))
	}
	zone := func(l label.Label) string {
		return column(func(t Tally) (int, int) { return t.Right[l], t.Truths[l] })
	}
	exact := column(func(t Tally) (int, int) { return t.Exact, t.Truths[label.Title] })
	return fmt.Fprintf(s.w, "%-18s %5s  %6s %6s %8s %12s %9s %8s\n", name, "", zone(label.Title), exact, zone(label.Authors), zone(label.Affiliations),
		zone(label.Abstract), column(func(t Tally) (int, int) { return t.Articles, t.Judged }))
}

func (t Tally) rate(l label.Label) string { return percent(t.Right[l], t.Truths[l]) }

func percent(right, all int) string {
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(right)/float64(all))
}
