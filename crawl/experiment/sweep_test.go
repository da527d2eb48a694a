package experiment_test

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
)

func TestSweep(t *testing.T) {
	e := experiment.Experiment{
		Web: small(t), Topics: []experiment.Topic{smallTopic()}, Pages: 8,
		Entrants: []experiment.Entrant{fixed("a", crawl.BreadthFirst{}), fixed("b", crawl.BreadthFirst{})},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sweep := experiment.Sweep{Parameter: "share <of>", Points: []experiment.SweepPoint{{Value: 0.5, Strategy: "b"}, {Value: 0.1, Strategy: "a"}}}
	rows, err := csv.NewReader(strings.NewReader(written(t, func(w io.Writer) error { return res.WriteSweepCSV(w, sweep) }))).ReadAll()
	if err != nil || len(rows) != 3 || rows[0][0] != "share <of>" || rows[1][0] != "0.5" || rows[2][1] != "a" || rows[1][2] == "" || rows[1][3] != "" {
		t.Errorf("rows %q, %v", rows, err)
	}
	text := written(t, func(w io.Writer) error { return res.WriteSweepSVG(w, sweep) })
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	if n := strings.Count(text, "<circle"); n != 2 || strings.Contains(text, "NaN") {
		t.Errorf("%d points in %s", n, text)
	}
	sweep.Points[0].Strategy = "c"
	if err := res.WriteSweepSVG(io.Discard, sweep); err == nil || !strings.Contains(err.Error(), `"c"`) {
		t.Errorf("an entrant that is not there: %v", err)
	}
}
