// Package pool takes experiments together: the shares of a bound that strategies reach on several
// webs and from several starts, tested over all their topics.
package pool

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
)

// A Pool takes several experiments together, on several webs and lists of topics and from
// several starts, each of them a row.
//
// Its figures are shares of a bound: the AUC divided by the mean AUC of the bound
// over the row's topics, so that the mean of a row is the one mean AUC divided by the
// other. Its unit is the topic. What a strategy reached on a topic from several
// starts is averaged before anything is tested, as such crawls depend on each
// other, and so are several runs of a row with different random seeds.
type Pool struct {
	Rows       []string // names, in the order that they were given
	Strategies []string // those that crawled all topics of all rows, the bound included

	bound string
	rows  []measured
	units []unit
	seed  uint64
}

// A Row is the runs of one experiment of a [Pool].
type Row struct {
	Name string           // in tables and errors
	Web  string           // that was crawled: a topic has the same name in all rows of a web
	Runs []experiment.Run // several of one strategy on one topic are averaged
}

// measured is the runs of a row, by strategy and topic.
type measured struct {
	Row
	topics []string // with targets
	runs   map[string]map[string][]*experiment.Run
	scale  float64 // mean AUC of the bound
}

// unit is a topic with the rows that it is in.
type unit struct {
	web, topic string
	rows       []int
}

// mostTopics is how many topics a pool may have; some tests are cubic in them.
const mostTopics = 1000

// New takes rows together. The bound, "allknowing" for example, is the
// strategy whose AUC is 1. Strategies that lack a topic of some row are left out of
// Strategies; it is an error if the bound does, if a row has no topic with
// targets, or if there are more than 1,000 topics. The seed is that of bootstraps and permutations.
func New(rows []Row, bound string, seed uint64) (*Pool, error) {
	if len(rows) == 0 {
		return nil, errors.New("pool: no rows")
	}
	p := &Pool{bound: bound, seed: seed}
	for _, r := range rows {
		row, err := newRow(r, bound)
		if err != nil {
			return nil, err
		}
		p.Rows = append(p.Rows, r.Name)
		p.rows = append(p.rows, row)
	}
	for i := range rows[0].Runs {
		name := rows[0].Runs[i].Strategy
		missing := func(r measured) bool { return !r.has(name) }
		if !slices.Contains(p.Strategies, name) && !slices.ContainsFunc(p.rows, missing) {
			p.Strategies = append(p.Strategies, name)
		}
	}
	known := map[[2]string]int{} // places of units
	for i, r := range p.rows {
		for _, topic := range r.topics {
			at, ok := known[[2]string{r.Web, topic}]
			if !ok {
				at = len(p.units)
				known[[2]string{r.Web, topic}] = at
				p.units = append(p.units, unit{web: r.Web, topic: topic})
			}
			p.units[at].rows = append(p.units[at].rows, i)
		}
	}
	if len(p.units) > mostTopics {
		return nil, fmt.Errorf("pool: %d topics: want %d or fewer", len(p.units), mostTopics)
	}
	slices.SortStableFunc(p.units, func(a, b unit) int { return slices.Compare(a.rows, b.rows) })
	return p, nil
}

func newRow(r Row, bound string) (measured, error) {
	row := measured{Row: r, runs: map[string]map[string][]*experiment.Run{}}
	seen := map[string]bool{}
	for i := range r.Runs {
		run := &r.Runs[i]
		if math.IsNaN(run.AUC) {
			continue // a topic without targets
		}
		of := row.runs[run.Strategy]
		if of == nil {
			of = map[string][]*experiment.Run{}
			row.runs[run.Strategy] = of
		}
		of[run.Topic] = append(of[run.Topic], run)
		if !seen[run.Topic] {
			seen[run.Topic] = true
			row.topics = append(row.topics, run.Topic)
		}
	}
	if len(row.topics) == 0 {
		return row, fmt.Errorf("pool: %s: no run of a topic with targets", r.Name)
	}
	if !row.has(bound) {
		return row, fmt.Errorf("pool: %s: some topic has no run of the bound %q", r.Name, bound)
	}
	if row.scale = row.mean(bound, auc); row.scale == 0 {
		return row, fmt.Errorf("pool: %s: the bound %q finds nothing, so there are no shares of it", r.Name, bound)
	}
	return row, nil
}

func auc(r *experiment.Run) float64 { return r.AUC }

// has reports whether a strategy crawled all topics of the row.
func (r *measured) has(strategy string) bool { return len(r.runs[strategy]) == len(r.topics) }

// at returns the mean of a figure over the runs of a strategy on a topic.
func (r *measured) at(strategy, topic string, of func(*experiment.Run) float64) float64 {
	var sum float64
	runs := r.runs[strategy][topic]
	for _, run := range runs {
		sum += of(run)
	}
	return sum / float64(len(runs))
}

// mean returns the mean of a figure over topics.
func (r *measured) mean(strategy string, of func(*experiment.Run) float64) float64 {
	var sum float64
	for _, topic := range r.topics {
		sum += r.at(strategy, topic, of)
	}
	return sum / float64(len(r.topics))
}

// share returns the AUC of a strategy on a topic as a share of the bound.
func (r *measured) share(strategy, topic string) float64 { return r.at(strategy, topic, auc) / r.scale }

// share returns what a strategy reaches on a topic, the mean of its rows.
func (p *Pool) share(strategy string, u unit) float64 {
	var sum float64
	for _, i := range u.rows {
		sum += p.rows[i].share(strategy, u.topic)
	}
	return sum / float64(len(u.rows))
}

// mustHave fails if a strategy is none of the pool's, or if none is named.
func (p *Pool) mustHave(strategies ...string) error {
	if len(strategies) == 0 {
		return errors.New("pool: no strategy is named")
	}
	for _, name := range strategies {
		if !slices.Contains(p.Strategies, name) {
			return fmt.Errorf("pool: %q has not crawled all topics of all rows", name)
		}
	}
	return nil
}

// strata returns how many topics are in the same rows, in the order of the units.
func (p *Pool) strata() []int {
	var sizes []int
	for i, u := range p.units {
		if i == 0 || !slices.Equal(u.rows, p.units[i-1].rows) {
			sizes = append(sizes, 0)
		}
		sizes[len(sizes)-1]++
	}
	return sizes
}

// A Cell is what a strategy reached in a row.
type Cell struct {
	Row      string         `json:"row"`      // its name
	Strategy string         `json:"strategy"` // its name
	Share    stats.Estimate `json:"share"`    // of the bound, over the row's topics
	Pages    float64        `json:"pages"`    // mean of a crawl
	Requests float64        `json:"requests"` // mean of a crawl
}

// Cells returns what a strategy reached, one cell a row.
func (p *Pool) Cells(strategy string) ([]Cell, error) {
	if err := p.mustHave(strategy); err != nil {
		return nil, err
	}
	var all []Cell
	for i := range p.rows {
		r := &p.rows[i]
		var shares []float64
		for _, topic := range r.topics {
			shares = append(shares, r.share(strategy, topic))
		}
		all = append(all, Cell{
			Row: r.Name, Strategy: strategy, Share: stats.Bootstrap(p.seed, len(shares))(shares),
			Pages:    r.mean(strategy, func(r *experiment.Run) float64 { return float64(r.Pages) }),
			Requests: r.mean(strategy, func(r *experiment.Run) float64 { return float64(r.Requests) }),
		})
	}
	return all, nil
}

// Mean returns what a strategy reaches over the topics of all rows, as a share of
// the bound.
func (p *Pool) Mean(strategy string) (stats.Estimate, error) {
	if err := p.mustHave(strategy); err != nil {
		return stats.Estimate{}, err
	}
	var shares []float64
	for _, u := range p.units {
		shares = append(shares, p.share(strategy, u))
	}
	return stats.Bootstrap(p.seed, p.strata()...)(shares), nil
}

// Compare tests a strategy against others over the topics of all rows: the
// mean difference in the share of the bound, with a bootstrap that draws from
// those topics together that are in the same rows, and the permutation test that flips the
// signs of topics, each with all its rows. Holm's correction is for as many tests as there are others.
func (p *Pool) Compare(strategy string, others ...string) ([]stats.Comparison, error) {
	if err := p.mustHave(append([]string{strategy}, others...)...); err != nil {
		return nil, err
	}
	b := stats.Bootstrap(p.seed, p.strata()...)
	var all []stats.Comparison
	for _, other := range others {
		var d []float64
		for _, u := range p.units {
			d = append(d, p.share(strategy, u)-p.share(other, u))
		}
		all = append(all, stats.Compare(strategy, other, "share of "+p.bound, d, p.seed, b))
	}
	return stats.Correct("pooled, against "+strategy, all), nil
}

// Best returns the strategy that has the highest mean in each row, the first of those
// that are equal.
func (p *Pool) Best(of ...string) ([]string, error) {
	if err := p.mustHave(of...); err != nil {
		return nil, err
	}
	var best []string
	for i := range p.rows {
		r := &p.rows[i]
		best = append(best, slices.MaxFunc(of, func(a, b string) int { return cmp.Compare(r.mean(a, auc), r.mean(b, auc)) }))
	}
	return best, nil
}

// AddBest adds a strategy that is in each row the best of some others there. To be
// chosen after the fact is to its advantage.
func (p *Pool) AddBest(name string, of ...string) error {
	if slices.Contains(p.Strategies, name) {
		return fmt.Errorf("pool: there is a strategy %q", name)
	}
	best, err := p.Best(of...)
	if err != nil {
		return err
	}
	for i, strategy := range best {
		p.rows[i].runs[name] = p.rows[i].runs[strategy]
	}
	p.Strategies = append(p.Strategies, name)
	return nil
}

// A Shortfall is a topic on which a strategy reached less than another.
type Shortfall struct {
	Row        string  `json:"row"`        // its name
	Topic      string  `json:"topic"`      // its name
	Share      float64 `json:"share"`      // of the bound, by the strategy
	OtherShare float64 `json:"other"`      // by the other one
	Difference float64 `json:"difference"` // of the shares, below 0
}

// Shortfalls lists, row by row, the topics on which a strategy's share of the bound is
// below another's by more than a margin, the worst first.
func (p *Pool) Shortfalls(strategy, other string, margin float64) ([]Shortfall, error) {
	if err := p.mustHave(strategy, other); err != nil {
		return nil, err
	}
	var all []Shortfall
	for i := range p.rows {
		r := &p.rows[i]
		for _, topic := range r.topics {
			s := Shortfall{Row: r.Name, Topic: topic, Share: r.share(strategy, topic), OtherShare: r.share(other, topic)}
			if s.Difference = s.Share - s.OtherShare; s.Difference < -margin {
				all = append(all, s)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Shortfall) int { return cmp.Compare(a.Difference, b.Difference) })
	return all, nil
}
