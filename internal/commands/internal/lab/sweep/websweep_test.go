package sweep_test

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/sweep"
)

// webPoint has two webs of two topics, on which a strategy reaches these shares.
func webPoint(t *testing.T, value, breadthfirst, random, strategy float64) sweep.WebPoint {
	t.Helper()
	var rows []pool.Row
	for _, web := range []string{"1", "2"} {
		r := pool.Row{Name: web, Web: web}
		for _, topic := range []string{"x", "y"} {
			for name, auc := range map[string]float64{"allknowing": 0.5, "breadthfirst": breadthfirst / 2, "random": random / 2, "<new>": strategy / 2} {
				r.Runs = append(r.Runs, experiment.Run{Strategy: name, Topic: topic, AUC: auc, Pages: 10, Requests: 12})
			}
		}
		rows = append(rows, r)
	}
	p, err := pool.New(rows, "allknowing", 1)
	if err != nil {
		t.Fatal(err)
	}
	return sweep.WebPoint{Value: value, Pool: p}
}

func TestWebSweep(t *testing.T) {
	s := sweep.WebSweep{Parameter: "noise <of>", Points: []sweep.WebPoint{webPoint(t, 0, 0.4, 0.2, 0.7), webPoint(t, 0.5, 0.4, 0.2, 0.3)}}
	rows, err := csv.NewReader(strings.NewReader(written(t, s.WriteCSV))).ReadAll()
	if err != nil || len(rows) != 1+2*4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	for _, row := range rows[1:] {
		if row[1] != "<new>" {
			continue
		}
		want := []string{"0.700000", "0.300000", "0.500000"}
		if row[0] == "0.5" {
			want = []string{"0.300000", "-0.100000", "0.100000"}
		}
		for i, name := range []string{"share", "over_breadthfirst", "over_random"} {
			if got := row[column[name]]; got != want[i] {
				t.Errorf("at %s %s is %s, want %s", row[0], name, got, want[i])
			}
		}
		// Four topics, all with the same sign: the least p there is.
		if row[column["topics"]] != "4" || row[column["p_random"]] != "0.125000" || row[column["requests"]] != "12.000000" {
			t.Errorf("row %q", row)
		}
	}
	table := written(t, s.WriteTable)
	for _, want := range []string{"by noise <of>", "0.700 (12.0)", "+0.300 [+0.300, +0.300]", "-0.100 [-0.100, -0.100]"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	if lines := written(t, s.WriteJSON); strings.Count(lines, "\n") != 8 || !json.Valid([]byte(strings.SplitN(lines, "\n", 2)[0])) {
		t.Errorf("JSON %s", lines)
	}
	drawing := written(t, s.WriteSVG)
	wellFormed(t, drawing)
	if n := strings.Count(drawing, "<circle"); n != 2 || strings.Contains(drawing, "NaN") || !strings.Contains(drawing, ">-0.1</text>") {
		t.Errorf("%d marks in %s", n, drawing)
	}
	if err := (sweep.WebSweep{}).WriteCSV(io.Discard); err == nil {
		t.Error("a sweep of no points was written")
	}
}
