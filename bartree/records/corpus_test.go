package records_test

import (
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/internal/corpus"
)

var update = flag.Bool("update", false, "write testdata/corpus.txt")

// TestCorpus teaches the title of one article of the project's own contents pages, and
// compares layout by layout how many titles of the journal's other issues are read.
func TestCorpus(t *testing.T) {
	table := corpus.NewTable("layout", "taught first", "wrong", "with links", "taught third", "wrong", "with links")
	for _, journal := range corpus.Issues() {
		cells := []string{journal.Name}
		for _, taught := range []int{0, 2} {
			title := journal.Issues[0].Titles[taught]
			list, err := records.Learn([]byte(journal.Issues[0].HTML), bartree.Region{Text: title, Parts: map[string]string{"title": title}})
			if err != nil {
				t.Fatal(err)
			}
			all, right, wrong, linked := 0, 0, 0, 0
			for _, issue := range journal.Issues[1:] {
				titles := map[string]bool{}
				for _, title := range issue.Titles {
					titles[title] = true
				}
				all += len(titles)
				listing, err := list.Read(issue.URL, []byte(issue.HTML))
				if err != nil && !errors.Is(err, records.ErrNoRecord) {
					t.Fatal(err)
				}
				for _, record := range listing.Records {
					if !titles[record.Parts["title"]] {
						wrong++
						continue
					}
					delete(titles, record.Parts["title"])
					right++
					if record.Links["title"] != "" {
						linked++
					}
				}
			}
			cells = append(cells, fmt.Sprintf("%d/%d", right, all), fmt.Sprint(wrong), fmt.Sprint(linked))
		}
		table.Add(cells...)
	}
	table.Check(t, "testdata/corpus.txt", *update)
}
