package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// compare runs the experiment of the options and prints its results.
func compare(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	m, err := openMaterial(ctx, o)
	if err != nil {
		return err
	}
	for _, note := range m.notes {
		fmt.Fprintf(stderr, "experiment: %s\n", note)
	}
	rec, err := newRecord(o, m.web)
	if err != nil {
		return err
	}
	if o.Replay != "" {
		if err := rec.sameInputs(o.Replay); err != nil {
			return err
		}
	}
	e := o.experiment(m)
	for _, missing := range e.Missing() {
		fmt.Fprintf(stderr, "experiment: %s\n", missing)
	}
	e.Order = openOrder(o.Out)
	bar := program.NewProgress(stderr, "crawls", 0)
	e.Progress = bar.Show
	res, err := e.Run(ctx)
	bar.Close()
	if err != nil {
		return err
	}
	for _, name := range res.Skipped {
		fmt.Fprintf(stderr, "experiment: %q has no %s seeds that the web has, and was left out\n", name, o.start)
	}
	if err := rec.writeAll(o.Out, res, m, settings(o, m)); err != nil {
		return err
	}
	if err := printResults(o, res, stdout); err != nil {
		return err
	}
	if o.Replay != "" {
		return rec.sameOutputs(o.Replay, stderr)
	}
	return nil
}

// experiment is the experiment of the options.
func (o Options) experiment(m material) experiment.Experiment {
	return experiment.Experiment{
		Web: m.web, Topics: m.topics, Entrants: entrants(o.entrants(), m.subjects), Pages: o.Pages, Start: o.start,
		Examples: o.Examples, Seed: o.Seed, Workers: o.Jobs,
		Clock: experiment.Clock{Workers: o.Workers, Delay: o.Delay, Latency: m.latency},
	}
}

// openOrder puts the fetch order of a run into a file of its own.
func openOrder(dir string) func(strategy, topic string) (io.WriteCloser, error) {
	return func(strategy, topic string) (io.WriteCloser, error) {
		dir := filepath.Join(dir, strategy)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		return program.Create(filepath.Join(dir, experiment.Topic{Name: topic}.FileName()+".jsonl"))
	}
}

// settings are what the report says about the experiment.
func settings(o Options, m material) [][2]string {
	s := [][2]string{
		{"web", fmt.Sprintf("%s, %d documents", baseNames([]string{o.Web}), m.web.Len())},
		{"topics", baseNames(o.Topics)},
		{"ontology", ontologyName(o)},
		{"budget", fmt.Sprintf("%d pages a crawl", o.Pages)},
		{"seeds", o.start.String()},
		{"random seed", fmt.Sprint(o.Seed)},
	}
	if o.Examples {
		s = append(s, [2]string{"examples", "strategies know that the seeds are relevant"})
	}
	if o.Workers > 1 || o.Delay > 0 {
		s = append(s, [2]string{"simulated", fmt.Sprintf("%d workers, %v between requests to a host", o.Workers, o.Delay)})
	}
	if o.Web == "" {
		tunnel := "1, 2 and 3 pages"
		if o.Tunnel != MixedTunnels {
			tunnel = program.Count(o.Tunnel, "page")
		}
		s = append(s, [2]string{"mismatch", fmt.Sprint(o.Mismatch)}, [2]string{"noise", fmt.Sprint(o.Noise)},
			[2]string{"misled", fmt.Sprint(o.Misled)}, [2]string{"tunnels", tunnel},
			[2]string{"null web", fmt.Sprint(o.Null)})
	}
	return s
}

func ontologyName(o Options) string {
	if o.Web != "" && len(o.Ontologies) == 0 {
		return "none: strategies are told the topics' names"
	}
	return baseNames(o.Ontologies)
}

// baseNames shortens paths; none is something generated.
func baseNames(paths []string) string {
	var names []string
	for _, path := range paths {
		if path != "" {
			names = append(names, filepath.Base(path))
		}
	}
	if len(names) == 0 {
		return "generated"
	}
	return strings.Join(names, ", ")
}

// printResults prints the runs of the requested strategies, or the table.
func printResults(o Options, res *experiment.Results, stdout io.Writer) error {
	if o.JSON {
		names := o.entrants()
		enc := json.NewEncoder(stdout)
		for _, run := range res.Runs {
			if !slices.Contains(names, run.Strategy) {
				continue
			}
			if err := enc.Encode(run); err != nil {
				return err
			}
		}
		return nil
	}
	if o.Self {
		return res.WriteSelfJudged(stdout)
	}
	if err := res.WriteTable(stdout); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "\n%s", significant(res)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "report: %s\n", filepath.Join(o.Out, "report.html"))
	return err
}

// significant lists, for each strategy, those that it is better than.
func significant(res *experiment.Results) string {
	better := map[string][]string{}
	var beyond []string
	comparisons := res.Comparisons()
	for _, c := range comparisons {
		switch {
		case !c.Significant || c.Measure != "auc":
		case c.Family != "pairs":
			if c.Difference.Mean > 0 {
				beyond = append(beyond, fmt.Sprintf("  %s, %s by %s, p %.4f\n", c.A, c.Family, c.Difference, c.Corrected))
			}
		case c.Difference.Mean > 0:
			better[c.A] = append(better[c.A], c.B)
		default:
			better[c.B] = append(better[c.B], c.A)
		}
	}
	var b strings.Builder
	b.WriteString("Significantly better by AUC, of all pairs (paired permutation test over topics, Holm's correction, 5 %):\n")
	for _, s := range res.Summaries() {
		if worse := better[s.Strategy]; len(worse) > 0 {
			fmt.Fprintf(&b, "  %s > %s\n", s.Strategy, strings.Join(worse, ", "))
		}
	}
	if len(better) == 0 {
		b.WriteString("  none")
		if why := res.Powerless(); why != "" {
			b.WriteString(", and none can be: " + why)
		}
		b.WriteByte('\n')
	}
	b.WriteString("Significantly better than a baseline (a family of tests for each baseline):\n")
	b.WriteString(strings.Join(beyond, ""))
	if len(beyond) == 0 {
		b.WriteString("  none\n")
	}
	return b.String()
}
