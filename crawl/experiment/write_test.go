package experiment_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
)

// results are those of two strategies and the bounds on two topics, one of
// them with a name that wants escaping.
func results(t *testing.T) *experiment.Results {
	t.Helper()
	other := smallTopic()
	other.Name, other.Relevant = `<b>"R&D"</b>`, other.Relevant[:2]
	bounds := experiment.Bounds()
	e := experiment.Experiment{
		Web: small(t), Topics: []experiment.Topic{smallTopic(), other}, Pages: 6,
		Entrants: []experiment.Entrant{fixed("first", crawl.BreadthFirst{}), fixed("second", crawl.BreadthFirst{}), bounds[0], bounds[2], bounds[3]},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var a, b bytes.Buffer
	if err := write(&a); err != nil {
		t.Fatal(err)
	}
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same results were written in two ways")
	}
	return a.String()
}

func TestWriteCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(written(t, results(t).WriteCSV))).ReadAll()
	if err != nil || len(rows) != 1+2*5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if rows[6][1] != `<b>"R&D"</b>` {
		t.Errorf("topic %q", rows[6][1])
	}
}

func TestWriteJSON(t *testing.T) {
	res := results(t)
	var out struct {
		Summaries []struct {
			Strategy string
			Bound    bool
			AUC      struct{ Mean, Low, High float64 }
		}
		Comparisons []stats.Comparison
	}
	if err := json.Unmarshal([]byte(written(t, res.WriteJSON)), &out); err != nil {
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
	if n := strings.Count(written(t, res.WriteRuns), "\n"); n != 10 {
		t.Errorf("%d lines for 10 runs", n)
	}
}

func TestWriteTable(t *testing.T) {
	table := written(t, results(t).WriteTable)
	for _, want := range []string{"2 topics, 6 pages, from topic seeds", "\nallknowing (bound)", "\nfirst  "} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}
