package zones

import (
	"fmt"
	"io"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/label"
)

// Tally counts the pages of one journal.
type Tally struct {
	Journal string              `json:"journal"`
	Learnt  bool                `json:"learnt"` // false: the pages had nothing to learn from
	Pages   int                 `json:"pages"`
	Truths  map[label.Label]int `json:"truths"`
	Judged  int                 `json:"articles_judged"` // with any truth
	Changed int                 `json:"changed"`         // pages said not to follow the template
	Rights                      // of pages without their metadata
	Served  Rights              `json:"served"` // of pages with their metadata, as they are served
}

// Rights counts what is right.
type Rights struct {
	Right    map[label.Label]int `json:"right"`
	Exact    int                 `json:"titles_exact"` // equal to the truth to the letter
	Articles int                 `json:"articles_right"`
}

// NewTally begins the tally of a journal.
func NewTally(journal string) Tally {
	right := func() Rights { return Rights{Right: map[label.Label]int{}} }
	return Tally{Journal: journal, Truths: map[label.Label]int{}, Rights: right(), Served: right()}
}

// Add counts a page that was labelled without its metadata and as it is served.
func (t *Tally) Add(bare, served Prediction, truth label.Values) {
	t.Pages++
	if bare.Changed {
		t.Changed++
	}
	v := Judge(bare, truth)
	if len(v) == 0 {
		return
	}
	t.Judged++
	for l := range v {
		t.Truths[l]++
	}
	t.Rights.add(bare, truth, v)
	t.Served.add(served, truth, Judge(served, truth))
}

func (r *Rights) add(p Prediction, truth label.Values, v Verdict) {
	if v.all() {
		r.Articles++
	}
	if truth.Title != "" && sameText(p.Title, truth.Title) {
		r.Exact++
	}
	for l, right := range v {
		if right {
			r.Right[l]++
		}
	}
}

// A share is how many of some are right.
type share struct{ right, all int }

func (s share) String() string { return percent(s.right, s.all) }

// shares are the columns of the table.
func (t *Tally) shares(r Rights) [6]share {
	of := func(l label.Label) share { return share{r.Right[l], t.Truths[l]} }
	return [...]share{of(label.Title), {r.Exact, t.Truths[label.Title]}, of(label.Authors), of(label.Affiliations), of(label.Abstract), {r.Articles, t.Judged}}
}

// servedRow is the name of a row of pages as they are served, below that of the same pages without their metadata.
const servedRow = "  as served"

// PrintTallies prints tallies and their totals, or as JSON the tallies.
func PrintTallies(w io.Writer, rows []Tally, asJSON bool) error {
	if asJSON {
		return program.PrintLines(w, rows)
	}
	fmt.Fprintf(w, "%-18s %5s  %6s %6s %8s %12s %9s %8s %8s\n", "journal", "pages", "title", "exact", "authors", "affiliations", "abstract", "article", "changed")
	for _, t := range rows {
		note := fmt.Sprintf(" %8d", t.Changed)
		if !t.Learnt {
			note += "  not counted: nothing to learn from"
		}
		printRow(w, t.Journal, strconv.Itoa(t.Pages), t.shares(t.Rights), note)
		printRow(w, servedRow, "", t.shares(t.Served), "")
	}
	bare, served := func(t *Tally) [6]share { return t.shares(t.Rights) }, func(t *Tally) [6]share { return t.shares(t.Served) }
	for i, name := range []string{"mean", "worst"} {
		printRow(w, name, "", overJournals(rows, bare)[i], "")
		if err := printRow(w, servedRow, "", overJournals(rows, served)[i], ""); err != nil {
			return err
		}
	}
	return nil
}

func printRow[T any](w io.Writer, name, pages string, c [6]T, note string) error {
	_, err := fmt.Fprintf(w, "%-18s %5s  %6v %6v %8v %12v %9v %8v%s\n", name, pages, c[0], c[1], c[2], c[3], c[4], c[5], note)
	return err
}

// overJournals returns the mean and the worst figure of each column over the journals that count.
func overJournals(rows []Tally, of func(*Tally) [6]share) (out [2][6]string) {
	for c := range out[0] {
		sum, n, worst := 0.0, 0.0, 100.0
		for i := range rows {
			s := of(&rows[i])[c]
			if s.all == 0 || !rows[i].Learnt {
				continue
			}
			rate := 100 * float64(s.right) / float64(s.all)
			sum, n, worst = sum+rate, n+1, min(worst, rate)
		}
		out[0][c], out[1][c] = "-", "-"
		if n > 0 {
			out[0][c], out[1][c] = fmt.Sprintf("%.1f", sum/n), fmt.Sprintf("%.1f", worst)
		}
	}
	return out
}

func percent(right, all int) string {
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(right)/float64(all))
}
