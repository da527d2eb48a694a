package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// WriteCSV writes one row a run. A name that a spreadsheet would take for a formula has an
// apostrophe before it.
func (r *Results) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{
		"strategy", "topic", "bound", "budget", "pages", "relevant", "known_relevant", "targets", "harvest_rate",
		"harvest_rate_excl_depth1", "harvest_rate_beyond_depth1", "self_harvest_rate",
		"self_harvest_rate_excl_depth1", "value_harvest_rate", "value_harvest_rate_excl_depth1", "target_recall", "auc",
		"harvest_auc", "first_hit", "hosts", "requests", "bytes", "redirects", "failed", "dry",
	}}
	for i := range r.Runs {
		run := &r.Runs[i]
		rows = append(rows, []string{
			legible.Cell(run.Strategy), legible.Cell(run.Topic), strconv.FormatBool(run.Bound), strconv.Itoa(run.Budget), strconv.Itoa(run.Pages),
			strconv.Itoa(run.Relevant), strconv.Itoa(run.Known), strconv.Itoa(run.Targets), legible.DecimalCell(run.HarvestRate),
			legible.DecimalCell(run.HarvestRateExclDepth1), legible.DecimalCell(run.HarvestRateBeyond1), legible.DecimalCell(run.SelfHarvestRate),
			legible.DecimalCell(run.SelfHarvestRateExclDepth1), legible.DecimalCell(run.ValueHarvestRate), legible.DecimalCell(run.ValueHarvestRateExclDepth1),
			legible.DecimalCell(run.TargetRecall), legible.DecimalCell(run.AUC), legible.DecimalCell(run.HarvestAUC), strconv.Itoa(run.FirstHit),
			strconv.Itoa(run.Hosts), strconv.FormatInt(run.Requests, 10), strconv.FormatInt(run.Bytes, 10),
			strconv.FormatInt(run.Redirects, 10), strconv.FormatInt(run.Failed, 10), strconv.FormatBool(run.Dry),
		})
	}
	return out.WriteAll(rows)
}

// readable are the columns of [Results.WriteCSV] that ReadCSV looks at.
var readable = []string{"strategy", "topic", "bound", "budget", "pages", "relevant", "known_relevant", "targets", "harvest_rate", "target_recall", "auc", "requests"}

// ReadCSV reads the runs that [Results.WriteCSV] wrote: what a [Pool] needs. Of a run
// it has Strategy, Topic, Bound, Budget, Pages, Relevant, Known, Targets, HarvestRate,
// TargetRecall, AUC and Requests. An error names the line.
func ReadCSV(r io.Reader) ([]Run, error) {
	in, column, err := readHead(r, readable...)
	if err != nil {
		return nil, fmt.Errorf("experiment: runs: %w", err)
	}
	var runs []Run
	for {
		row, err := in.Read()
		if err == io.EOF {
			return runs, nil
		}
		if err != nil {
			return nil, fmt.Errorf("experiment: runs: %w", err)
		}
		c := cells{row: row, column: column}
		run := Run{
			Strategy: legible.FromCell(c.text("strategy")), Topic: legible.FromCell(c.text("topic")), Bound: c.text("bound") == "true",
			Budget: c.whole("budget"), Pages: c.whole("pages"), Relevant: c.whole("relevant"), Known: c.whole("known_relevant"),
			Targets: c.whole("targets"), HarvestRate: c.rate("harvest_rate"), TargetRecall: c.rate("target_recall"), AUC: c.rate("auc"),
			Requests: int64(c.whole("requests")),
		}
		if c.err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("experiment: runs: line %d: %w", line, c.err)
		}
		runs = append(runs, run)
	}
}

// cells reads the cells of one row. The first error is kept.
type cells struct {
	row    []string
	column map[string]int
	err    error
}

func (c *cells) text(name string) string { return c.row[c.column[name]] }

func (c *cells) whole(name string) int {
	n, err := strconv.Atoi(c.text(name))
	if (err != nil || n < 0) && c.err == nil {
		c.err = fmt.Errorf("%s is %.20q: want a whole number", name, c.text(name))
	}
	return n
}

// rate reads a number from 0 to 1; an empty cell is NaN.
func (c *cells) rate(name string) float64 {
	if c.text(name) == "" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(c.text(name), 64)
	if (err != nil || !(v >= 0 && v <= 1)) && c.err == nil {
		c.err = fmt.Errorf("%s is %.20q: want a number from 0 to 1, or nothing", name, c.text(name))
	}
	return v
}
