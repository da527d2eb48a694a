package experiment_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
)

func TestWriteCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(labtest.Written(t, labtest.Results(t).WriteCSV))).ReadAll()
	if err != nil || len(rows) != 1+2*5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if rows[6][1] != `<b>"R&D"</b>` {
		t.Errorf("topic %q", rows[6][1])
	}
}

func TestWriteJSON(t *testing.T) {
	res := labtest.Results(t)
	var out struct {
		Summaries []struct {
			Strategy string
			Bound    bool
			AUC      struct{ Mean, Low, High float64 }
		}
		Comparisons []stats.Comparison
	}
	if err := json.Unmarshal([]byte(labtest.Written(t, res.WriteJSON)), &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Summaries) != 5 || out.Summaries[4].Strategy != "second" || out.Summaries[4].Bound || !out.Summaries[0].Bound {
		t.Errorf("summaries %+v, want the bounds first", out.Summaries)
	}
	for _, c := range out.Comparisons {
		if c.P != 1 || c.Significant || c.Difference.Mean != 0 {
			t.Errorf("two strategies that are the same differ: %+v", c)
		}
	}
	if len(out.Comparisons) != 2 {
		t.Errorf("%d comparisons of one pair by two measures", len(out.Comparisons))
	}
	if n := strings.Count(labtest.Written(t, res.WriteRuns), "\n"); n != 10 {
		t.Errorf("%d lines for 10 runs", n)
	}
}

func TestWriteTable(t *testing.T) {
	table := labtest.Written(t, labtest.Results(t).WriteTable)
	for _, want := range []string{"2 topics, 6 pages, from topic seeds", "\nallknowing (bound)", "\nfirst  "} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}
