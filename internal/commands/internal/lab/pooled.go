package lab

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// bound is what figures of pooled runs are shares of.
const bound = "allknowing"

// margin is how far behind published Lokman a topic may be before it is listed, in
// shares of the bound.
const margin = 0.02

// bestPlain is, in each row, the best of the plain crawlers.
const bestPlain = "best plain crawler of each row"

// pooled takes the runs of earlier experiments together.
func pooled(o Options, stdout, stderr io.Writer) error {
	rows, shared, err := readRows(o.Pool)
	if err != nil {
		return err
	}
	p, err := pool.New(rows, bound, o.Seed)
	if err != nil {
		return err
	}
	for _, name := range leftOut(rows, p) {
		fmt.Fprintf(stderr, "experiment: %s has not crawled all topics of all rows and is left out\n", name)
	}
	r, err := newPoolReport(p, o.candidates(p))
	if err != nil {
		return err
	}
	if o.JSON {
		return json.NewEncoder(stdout).Encode(r)
	}
	r.shared = shared
	_, err = io.WriteString(stdout, r.String())
	return err
}

// leftOut names the strategies that the pool cannot compare.
func leftOut(rows []pool.Row, p *pool.Pool) []string {
	var names []string
	for _, row := range rows {
		for _, run := range row.Runs {
			if !slices.Contains(p.Strategies, run.Strategy) && !slices.Contains(names, run.Strategy) {
				names = append(names, run.Strategy)
			}
		}
	}
	return names
}

// candidates are the strategies that the report is about: those of -strategies, and
// adaptive by itself.
func (o Options) candidates(p *pool.Pool) []string {
	if slices.Equal(o.Strategies, StrategyNames()) {
		return []string{"adaptive"}
	}
	return o.Strategies
}

// readRows reads the directories of earlier runs. Those that differ by strategies and
// random seeds alone are one row, and shared says which these are.
func readRows(dirs []string) (rows []pool.Row, shared []string, err error) {
	var of [][]string // the directories of each row
	at := map[string]int{}
	type crawled struct {
		row             string
		seed            uint64
		strategy, topic string
	}
	before := map[crawled]float64{}
	for _, dir := range dirs {
		rec, err := readRecord(filepath.Join(dir, "record.json"))
		if err != nil {
			return nil, nil, err
		}
		f, err := os.Open(filepath.Join(dir, "runs.csv"))
		if err != nil {
			return nil, nil, err
		}
		runs, err := experiment.ReadCSV(f)
		f.Close()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", dir, err)
		}
		key, err := rec.row()
		if err != nil {
			return nil, nil, err
		}
		i, ok := at[key]
		if !ok {
			i = len(rows)
			at[key] = i
			rows = append(rows, pool.Row{Name: filepath.Base(dir), Web: rec.Inputs["web"]})
			of = append(of, nil)
		}
		of[i] = append(of[i], filepath.Base(dir))
		for _, run := range runs {
			c := crawled{key, rec.Options.Seed, run.Strategy, run.Topic}
			if auc, ok := before[c]; ok && auc != run.AUC && auc == auc {
				return nil, nil, fmt.Errorf("%s: %s on %q is not what an earlier directory has, with the same options: is one of another build?", dir, run.Strategy, run.Topic)
			}
			before[c] = run.AUC
		}
		rows[i].Runs = append(rows[i].Runs, runs...)
	}
	for i, names := range of {
		if len(names) > 1 {
			shared = append(shared, fmt.Sprintf("%s is %s together: the same web, topics and start, the mean of several seeds", rows[i].Name, strings.Join(names, ", ")))
		}
	}
	return rows, shared, nil
}

// row identifies what was crawled, from where and how far.
func (r *record) row() (string, error) {
	o := r.Options
	o.Strategies, o.Shares, o.Seed = nil, nil, 0
	o.Web, o.Topics, o.Ontologies = "", nil, nil // their contents count, in Inputs
	key, err := json.Marshal([]any{o, r.Inputs})
	return string(key), err
}

// A poolReport is what -pool prints.
type poolReport struct {
	Strategy   string             `json:"strategy"` // the best of the candidates, which is compared
	Cells      []pool.Cell        `json:"cells"`    // by strategy, the best first, and by row
	Plain      []plainCell        `json:"plain"`
	Tests      []stats.Comparison `json:"tests"`      // against those that are no candidates
	Named      []stats.Comparison `json:"named"`      // against the other candidates
	Shortfalls []pool.Shortfall   `json:"shortfalls"` // against published Lokman
	Webs       []pool.Choice      `json:"webs_left_out"`
	Topics     []pool.Choice      `json:"topics_left_out"`

	rows   []string
	shared []string // which directories are one row
	lokman bool
	many   bool // candidates
}

// plainCell is the best plain crawler of a row in which one finds anything.
type plainCell struct {
	Row      string  `json:"row"`
	Strategy string  `json:"strategy"`
	Ratio    float64 `json:"ratio"` // of the compared strategy's AUC to its
}

func newPoolReport(p *pool.Pool, candidates []string) (*poolReport, error) {
	chosen, err := p.Choose(candidates...)
	if err != nil {
		return nil, err
	}
	r := &poolReport{Strategy: chosen, rows: p.Rows, many: len(candidates) > 1}
	plain := slices.DeleteFunc(slices.Clone(p.Strategies), func(name string) bool { return !slices.Contains(strategies.Plain(), name) })
	if len(plain) > 0 {
		if err := p.AddBest(bestPlain, plain...); err != nil {
			return nil, err
		}
	}
	means := map[string]float64{}
	for _, name := range p.Strategies {
		cells, err := p.Cells(name)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			means[name] += c.Share.Mean
		}
		r.Cells = append(r.Cells, cells...)
	}
	slices.SortStableFunc(r.Cells, func(a, b pool.Cell) int { return compareMeans(means, a.Strategy, b.Strategy) })
	if err := r.comparePlain(p, plain); err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(slices.Clone(p.Strategies), func(name string) bool {
		return slices.Contains([]string{"oracle", bound}, name) || slices.Contains(candidates, name)
	})
	if r.Tests, err = p.Compare(chosen, others...); err != nil {
		return nil, err
	}
	if r.lokman = slices.Contains(p.Strategies, "lokman"); r.lokman {
		if r.Shortfalls, err = p.Shortfalls(chosen, "lokman", margin); err != nil {
			return nil, err
		}
	}
	if !r.many {
		return r, nil
	}
	named := slices.DeleteFunc(slices.Clone(candidates), func(name string) bool { return name == chosen })
	if r.Named, err = p.Compare(chosen, named...); err != nil {
		return nil, err
	}
	if r.Webs, err = p.LeaveWebsOut(candidates...); err != nil {
		return nil, err
	}
	r.Topics, err = p.LeaveTopicsOut(candidates...)
	return r, err
}

func compareMeans(means map[string]float64, a, b string) int {
	switch {
	case means[a] > means[b]:
		return -1
	case means[a] < means[b]:
		return 1
	}
	return strings.Compare(a, b)
}

// comparePlain sets the chosen strategy against the best plain crawler of each row.
func (r *poolReport) comparePlain(p *pool.Pool, plain []string) error {
	if len(plain) == 0 {
		return nil
	}
	best, err := p.Best(plain...)
	if err != nil {
		return err
	}
	own, err := p.Cells(r.Strategy)
	if err != nil {
		return err
	}
	theirs, err := p.Cells(bestPlain)
	if err != nil {
		return err
	}
	for i := range best {
		if theirs[i].Share.Mean > 0 {
			r.Plain = append(r.Plain, plainCell{p.Rows[i], best[i], own[i].Share.Mean / theirs[i].Share.Mean})
		}
	}
	return nil
}

// String writes the report for people to read.
func (r *poolReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "AUC of target recall as a share of the %s crawl's, and requests a crawl; rows: %s\n", bound, strings.Join(r.rows, ", "))
	for _, line := range r.shared {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	width := len(bestPlain)
	for _, c := range r.Cells {
		width = max(width, len(c.Strategy))
	}
	fmt.Fprintf(&b, "%-*s", width, "strategy")
	for _, name := range r.rows {
		fmt.Fprintf(&b, "  %*s", columnWidth(name), name)
	}
	b.WriteByte('\n')
	for i, c := range r.Cells {
		if i%len(r.rows) == 0 {
			fmt.Fprintf(&b, "%-*s", width, c.Strategy)
		}
		fmt.Fprintf(&b, "  %*s", columnWidth(c.Row), fmt.Sprintf("%.3f (%7.1f)", c.Share.Mean, c.Requests))
		if i%len(r.rows) == len(r.rows)-1 {
			b.WriteByte('\n')
		}
	}
	r.writePlain(&b)
	fmt.Fprintf(&b, "\n%s against each, over the topics of all rows (paired permutation test, a topic with all its rows; Holm's correction for %s):\n",
		r.Strategy, program.Count(len(r.Tests), "test"))
	writeTests(&b, width, r.Tests)
	if len(r.Named) > 0 {
		fmt.Fprintf(&b, "\n%s against the others of -strategies, by the same test (chosen by these topics as the best of them; Holm's correction for %s):\n",
			r.Strategy, program.Count(len(r.Named), "test"))
		writeTests(&b, width, r.Named)
	}
	r.writeShortfalls(&b)
	r.writeChoices(&b)
	return b.String()
}

// columnWidth is how wide the column of a row is, which has room for the figures of a crawl.
func columnWidth(row string) int { return max(16, utf8.RuneCountInString(row)) }

func writeTests(b *strings.Builder, width int, tests []stats.Comparison) {
	for _, c := range tests {
		interval := ""
		if d := c.Difference; d.Topics > 1 {
			interval = fmt.Sprintf(" [%+.3f, %+.3f]", d.Low, d.High)
		}
		fmt.Fprintf(b, "  %-*s  %+.3f%s, p %.4f, after Holm %.4f\n", width, c.B, c.Difference.Mean, interval, c.P, c.Corrected)
	}
}

func (r *poolReport) writePlain(b *strings.Builder) {
	if len(r.Plain) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s / best plain crawler, by row:\n", r.Strategy)
	for _, c := range r.Plain {
		fmt.Fprintf(b, "  %-16s  %.2f (%s)\n", c.Row, c.Ratio, c.Strategy)
	}
}

func (r *poolReport) writeShortfalls(b *strings.Builder) {
	if !r.lokman {
		return
	}
	fmt.Fprintf(b, "\nTopics on which %s is worse than lokman by more than %.2f:\n", r.Strategy, margin)
	for _, s := range r.Shortfalls {
		fmt.Fprintf(b, "  %s, %s: %.3f, lokman %.3f\n", s.Row, s.Topic, s.Share, s.OtherShare)
	}
	if len(r.Shortfalls) == 0 {
		b.WriteString("  none\n")
	}
}

func (r *poolReport) writeChoices(b *strings.Builder) {
	if !r.many {
		return
	}
	fmt.Fprintf(b, "\nChosen on the other webs: what it reaches, and what %s reaches, chosen on all:\n", r.Strategy)
	for _, c := range r.Webs {
		fmt.Fprintf(b, "  %-16s  %.3f, %.3f (%s)\n", c.LeftOut, c.Share, c.OnAll, c.Strategy)
	}
	if len(r.Webs) == 0 {
		b.WriteString("  there is one web\n")
	}
	if len(r.Topics) == 0 {
		return
	}
	var left, all float64
	times := map[string]int{}
	for _, c := range r.Topics {
		left += c.Share
		all += c.OnAll
		times[c.Strategy]++
	}
	n := float64(len(r.Topics))
	fmt.Fprintf(b, "Chosen on all other topics, mean of %d: %.3f, %.3f (%s)\n", len(r.Topics), left/n, all/n, counts(times))
}

// counts writes "a 7 times, b once".
func counts(times map[string]int) string {
	var all []string
	for name, n := range times {
		text := name + " once"
		if n > 1 {
			text = fmt.Sprintf("%s %d times", name, n)
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
