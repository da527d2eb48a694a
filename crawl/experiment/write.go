package experiment

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// MarshalJSON writes a run as one object. Its curve is the target recall after
// 1, 2, ... pages.
func (r Run) MarshalJSON() ([]byte, error) {
	curve := make([]legible.Decimal, len(r.Hits))
	for i := range curve {
		curve[i] = legible.Decimal(r.RecallAt(i + 1))
	}
	precision := map[string]legible.Decimal{}
	for _, n := range checkpoints(r.Budget) {
		precision[strconv.Itoa(n)] = legible.Decimal(r.PrecisionAt(n))
	}
	groups := map[string]legible.Decimal{}
	for group, recall := range r.GroupRecall {
		groups[group] = legible.Decimal(recall)
	}
	return json.Marshal(struct {
		Strategy   string                     `json:"strategy"`
		Topic      string                     `json:"topic"`
		Pages      int                        `json:"pages"`
		Relevant   int                        `json:"relevant"`
		Harvest    legible.Decimal            `json:"harvest_rate"`
		ExclDepth1 legible.Decimal            `json:"harvest_rate_excl_depth1"`
		Recall     legible.Decimal            `json:"target_recall"`
		AUC        legible.Decimal            `json:"auc"`
		Curve      []legible.Decimal          `json:"curve"`
		ExclSeeds  legible.Decimal            `json:"harvest_rate_excl_seeds"`
		Beyond1    legible.Decimal            `json:"harvest_rate_beyond_depth1"`
		Self       legible.Decimal            `json:"self_harvest_rate"`
		SelfExcl1  legible.Decimal            `json:"self_harvest_rate_excl_depth1"`
		Value      legible.Decimal            `json:"value_harvest_rate"`
		ValueExcl1 legible.Decimal            `json:"value_harvest_rate_excl_depth1"`
		HarvestAUC legible.Decimal            `json:"harvest_auc"`
		Precision  map[string]legible.Decimal `json:"precision"`
		FirstHit   int                        `json:"first_hit"`
		Hosts      int                        `json:"hosts"`
		Requests   int64                      `json:"requests"`
		Bytes      int64                      `json:"bytes"`
		Redirects  int64                      `json:"redirects"`
		Failed     int64                      `json:"failed"`
		Known      int                        `json:"known_relevant"`
		Targets    int                        `json:"targets"`
		Groups     map[string]legible.Decimal `json:"recall_by_group,omitempty"`
		Dry        bool                       `json:"dry"`
		Order      string                     `json:"order_sha256"`
	}{
		r.Strategy, r.Topic, r.Pages, r.Relevant, legible.Decimal(r.HarvestRate), legible.Decimal(r.HarvestRateExclDepth1),
		legible.Decimal(r.TargetRecall), legible.Decimal(r.AUC), curve, legible.Decimal(r.HarvestRateExclSeeds), legible.Decimal(r.HarvestRateBeyond1),
		legible.Decimal(r.SelfHarvestRate), legible.Decimal(r.SelfHarvestRateExclDepth1), legible.Decimal(r.ValueHarvestRate), legible.Decimal(r.ValueHarvestRateExclDepth1),
		legible.Decimal(r.HarvestAUC), precision, r.FirstHit, r.Hosts, r.Requests, r.Bytes, r.Redirects, r.Failed,
		r.Known, r.Targets, groups, r.Dry, r.Order,
	})
}

// checkpoints are the page counts at which crawls are compared by custom, up
// to a budget, and the budget.
func checkpoints(budget int) []int {
	var at []int
	for _, n := range []int{10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000} {
		if n < budget {
			at = append(at, n)
		}
	}
	return append(at, budget)
}

// WriteJSON writes all there is: summaries, tests and runs. The same results
// give the same bytes.
func (r *Results) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(struct {
		Pages       int                `json:"pages"`
		Seeds       string             `json:"seeds"`
		Seed        uint64             `json:"seed"`
		Topics      []string           `json:"topics"`
		Skipped     []string           `json:"skipped"`
		Summaries   []Summary          `json:"summaries"`
		Comparisons []stats.Comparison `json:"comparisons"`
	}{r.Pages, r.Start.String(), r.Seed, r.Topics, r.Skipped, r.Summaries(), r.Comparisons()})
}

// WriteRuns writes one JSON object a run and line.
func (r *Results) WriteRuns(w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, run := range r.Runs {
		if err := enc.Encode(run); err != nil {
			return err
		}
	}
	return nil
}

// WriteTable writes the summaries for people to read, the highest AUC first.
func (r *Results) WriteTable(w io.Writer) error {
	all, width := r.rows()
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n", r.settings(), r.means("; "))
	fmt.Fprintf(&b, "%-*s  %-21s %-21s %-21s %8s %8s %9s %5s\n", width, "strategy",
		"AUC of target recall", "target recall", "harvest rate", "relevant", "pages", "requests", "dry")
	for _, s := range all {
		fmt.Fprintf(&b, "%-*s  %-21s %-21s %-21s %8s %8s %9s %5d\n", width, s.label(),
			s.AUC, s.TargetRecall, s.HarvestRate, legible.Number(s.Relevant.Mean, 1), legible.Number(s.Pages.Mean, 1), legible.Number(s.Requests.Mean, 1), s.Dry)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteSelfJudged writes the rates by which the thesis reports its crawlers (4.2.1
// and 4.3.2) beside judged ones: the share of pages that each strategy
// itself takes for relevant. A self-judged rate must not be compared with
// that of another scorer, nor with a judged one.
func (r *Results) WriteSelfJudged(w io.Writer) error {
	all, width := r.rows()
	var b strings.Builder
	fmt.Fprintf(&b, "%s; harvest rates%s\n", r.settings(), r.means(", "))
	fmt.Fprintf(&b, "%-*s  %-21s %-21s %-21s %-21s %-21s %-21s %8s %9s %5s\n", width, "strategy", "self-judged by score",
		"  without depth 1", "self-judged by value", "  without depth 1", "judged", "  without depth 1", "pages", "requests", "dry")
	for _, s := range all {
		fmt.Fprintf(&b, "%-*s  %-21s %-21s %-21s %-21s %-21s %-21s %8s %9s %5d\n", width, s.label(), s.SelfHarvest, s.SelfExclDepth1,
			s.ValueHarvest, s.ValueExclDepth1, s.HarvestRate, s.ExclDepth1, legible.Number(s.Pages.Mean, 1), legible.Number(s.Requests.Mean, 1), s.Dry)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rows returns the rows of a table and the width of their first column.
func (r *Results) rows() (all []Summary, width int) {
	all, width = r.Summaries(), len("strategy")
	for _, s := range all {
		width = max(width, len(s.Strategy)+len(" (bound)"))
	}
	return all, width
}

// label is the name of a strategy in a table.
func (s Summary) label() string {
	if s.Bound {
		return s.Strategy + " (bound)"
	}
	return s.Strategy
}

// settings is the first line of a table.
func (r *Results) settings() string {
	return fmt.Sprintf("%s, %d pages, from %s seeds", legible.Counted(len(r.Topics), "topic", "topics"), r.Pages, r.Start)
}

// means says after the settings what the figures are; those of one topic are its own.
func (r *Results) means(after string) string {
	if len(r.Topics) == 1 {
		return ""
	}
	return after + "means and 95 % intervals over topics"
}
