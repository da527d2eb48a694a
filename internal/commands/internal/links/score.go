package links

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Prediction is what is said about a link; its field names are a contract.
type Prediction struct {
	Journal    string  `json:"journal"`
	Page       string  `json:"page"`
	Index      int     `json:"index"`
	Href       *string `json:"href"`
	Article    bool    `json:"article"`
	Confidence float64 `json:"confidence"`
	Rejected   bool    `json:"rejected"`
}

// Score counts what was right about a journal's links.
type Score struct {
	Journal  string   `json:"journal"`
	Issues   int      `json:"issues"`
	Links    int      `json:"links"` // whose truth is known
	Right    int      `json:"right"`
	Refused  int      `json:"refused"`
	Answered int      `json:"answered_right"`
	Found    int      `json:"articles_found"` // articles called so
	Called   int      `json:"articles_called"`
	Articles int      `json:"articles"`
	Asked    int      `json:"asked"`   // links whose truth was asked for; they are not among Links
	Drifted  []string `json:"drifted"` // issues unlike those that were learned
}

// Add counts a link, of which the truth is nil where it is unknown.
func (s *Score) Add(p Prediction, truth *bool) {
	if truth == nil {
		return
	}
	s.Links++
	right := p.Article == *truth
	count(&s.Right, right)
	count(&s.Refused, p.Rejected)
	count(&s.Answered, right && !p.Rejected)
	count(&s.Called, p.Article)
	count(&s.Articles, *truth)
	count(&s.Found, p.Article && *truth)
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// PrintScores prints the scores of the journals and of all.
func PrintScores(w io.Writer, scores []Score, asJSON bool) error {
	all := Score{Journal: "all"}
	for _, s := range scores {
		all.Issues += s.Issues
		all.Links += s.Links
		all.Right += s.Right
		all.Refused += s.Refused
		all.Answered += s.Answered
		all.Found += s.Found
		all.Called += s.Called
		all.Articles += s.Articles
		all.Asked += s.Asked
	}
	scores = append(scores, all)
	if asJSON {
		return program.PrintLines(w, scores)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "journal\tissues\tlinks\tright\tprecision\trecall\trefused\tright of answered\tasked\tdrifted\t")
	for _, s := range scores {
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t\n", s.Journal, s.Issues, s.Links,
			share(s.Right, s.Links), share(s.Found, s.Called), share(s.Found, s.Articles),
			share(s.Refused, s.Links), share(s.Answered, s.Links-s.Refused), s.Asked, len(s.Drifted))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range scores {
		if len(s.Drifted) > 0 {
			fmt.Fprintf(w, "%s: unlike what was taught: %s\n", s.Journal, strings.Join(s.Drifted, ", "))
		}
	}
	return nil
}

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(of))
}
