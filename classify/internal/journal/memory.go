package journal

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// memory is what a model remembers of a journal's pages beside its examples.
type memory struct {
	Page     int                 `json:"page"` // how many pages have been learned
	All      verdict.Count       `json:"all"`
	Clues    clueCounts          `json:"clues"`
	Base     clueCounts          `json:"base"` // of the page that the present layout was learned from
	Captions map[string]*caption `json:"captions"`
	Targets  map[string]*target  `json:"targets"`
	Weights  []float64           `json:"weights"` // of the inputs; nil for the prior ones
	Limit    float64             `json:"limit"`   // distance that most right answers keep in the present layout
}

// clueCounts are counts by clue and value.
type clueCounts map[string]map[string]verdict.Count

// caption is a caption that pages had.
type caption struct {
	Count   verdict.Count `json:"count"`
	Targets []string      `json:"targets"` // the first few under it
	Page    int           `json:"page"`    // that had it last
}

// target is what links led to.
type target struct {
	Count verdict.Count `json:"count"`
	Page  int           `json:"page"`
}

func (k *memory) weights() []float64 {
	if k.Weights == nil {
		return priorWeights
	}
	return k.Weights
}

const (
	maxLimit  = 5 // components
	maxWeight = 1 << 20
)

const (
	maxKnown    = 20_000 // captions and targets that are kept, those of the newest pages
	maxCaptions = 4      // targets that are kept of a caption
)

// add counts a link of a class by its clues.
func (c clueCounts) add(of *clues, class int) {
	for j, value := range of {
		values := c[clueNames[j]]
		if values == nil {
			values = map[string]verdict.Count{}
			c[clueNames[j]] = values
		}
		k := values[value]
		k[class]++
		values[value] = k
	}
}

// fill makes the maps that are missing.
func (k *memory) fill() {
	if k.Clues == nil {
		k.Clues = clueCounts{}
	}
	if k.Base == nil {
		k.Base = clueCounts{}
	}
	if k.Captions == nil {
		k.Captions = map[string]*caption{}
	}
	if k.Targets == nil {
		k.Targets = map[string]*target{}
	}
}

// add counts link i of a page.
func (k *memory) add(r *pageView, i, class int, clues bool) {
	if clues {
		k.All[class]++
		k.Clues.add(&r.clues[i], class)
	}
	if t := r.targets[i]; t != "" {
		known := entry(k.Targets, t)
		known.Count[class]++
		known.Page = k.Page
	}
	if c := k.Captions[r.labels[i]]; c != nil {
		c.Count[class]++
	}
}

// remember keeps the captions of a page, whatever its links are.
func (k *memory) remember(r *pageView) {
	k.fill()
	k.Page++
	for i, label := range r.labels {
		if label == "" {
			continue
		}
		c := entry(k.Captions, label)
		c.Page = k.Page
		c.keep(r.targets[i])
	}
}

// entry returns the value of a key, which it makes where there is none.
func entry[T any](m map[string]*T, key string) *T {
	if m[key] == nil {
		m[key] = new(T)
	}
	return m[key]
}

// keep adds targets that are not there yet, the first few.
func (c *caption) keep(targets ...string) {
	for _, t := range targets {
		if len(c.Targets) < maxCaptions && !slices.Contains(c.Targets, t) {
			c.Targets = append(c.Targets, t)
		}
	}
}

// Values of clueSeen on the first page that is learned, and for a new caption.
const (
	captionUnknown = "?"
	captionNew     = "new"
)

// seen says whether earlier pages had a caption, and for what.
func (k *memory) seen(label, target string) string {
	c := k.Captions[label]
	switch {
	case k.Page == 0:
		return captionUnknown
	case c == nil:
		return captionNew
	case slices.Contains(c.Targets, target):
		return "again"
	}
	return "elsewhere"
}

// forget drops what no page since one has had, and the oldest beyond what is
// kept.
func (k *memory) forget(since int) {
	for {
		for label, c := range k.Captions {
			if c.Page < since {
				delete(k.Captions, label)
			}
		}
		for url, t := range k.Targets {
			if t.Page < since {
				delete(k.Targets, url)
			}
		}
		if max(len(k.Captions), len(k.Targets)) <= maxKnown || since > k.Page {
			return
		}
		since++
	}
}

// merge adds what another model remembers, as of pages after the model's own.
func (k *memory) merge(o *memory) {
	if o.Page == 0 {
		return
	}
	k.fill()
	k.All.Add(o.All)
	k.Clues.merge(o.Clues)
	k.Base.merge(o.Base)
	for label, c := range o.Captions {
		own := entry(k.Captions, label)
		own.Count.Add(c.Count)
		own.Page = k.Page + c.Page
		own.keep(c.Targets...)
	}
	for url, t := range o.Targets {
		own := entry(k.Targets, url)
		own.Count.Add(t.Count)
		own.Page = k.Page + t.Page
	}
	k.weigh(o.Weights, o.Page, k.Page)
	k.Limit = max(k.Limit, o.Limit)
	k.Page += o.Page
	k.forget(0)
}

// weigh draws the weights of some pages toward those of n more.
func (k *memory) weigh(w []float64, n, before int) {
	if w == nil {
		return
	}
	if k.Weights == nil {
		k.Weights = slices.Clone(w)
		return
	}
	share := float64(n) / float64(before+n)
	for i := range k.Weights {
		k.Weights[i] += share * (w[i] - k.Weights[i])
	}
}

func (c clueCounts) merge(o clueCounts) {
	for name, values := range o {
		if c[name] == nil {
			c[name] = map[string]verdict.Count{}
		}
		for value, n := range values {
			k := c[name][value]
			k.Add(n)
			c[name][value] = k
		}
	}
}

// check refuses what no model has written.
func (k *memory) check() error {
	switch {
	case k.Page < 0 || k.Page > 1<<30:
		return fmt.Errorf("%d pages", k.Page)
	case max(len(k.Captions), len(k.Targets)) > maxKnown:
		return fmt.Errorf("more than %d captions or targets", maxKnown)
	case k.Weights != nil && len(k.Weights) != inputCount:
		return fmt.Errorf("%d weights, want %d", len(k.Weights), inputCount)
	}
	for _, w := range k.Weights {
		if math.Abs(w) > maxWeight {
			return fmt.Errorf("a weight of %g, want %d at most", w, maxWeight)
		}
	}
	all := []verdict.Count{k.All}
	for _, counts := range []clueCounts{k.Clues, k.Base} {
		for _, values := range counts {
			for _, n := range values {
				all = append(all, n)
			}
		}
	}
	for _, c := range k.Captions {
		if c == nil || len(c.Targets) > maxCaptions {
			return errors.New("a caption without counts or with too many targets")
		}
		all = append(all, c.Count)
	}
	for _, t := range k.Targets {
		if t == nil {
			return errors.New("a target without counts")
		}
		all = append(all, t.Count)
	}
	if k.Limit < 0 || k.Limit > maxLimit*neighbor.Whole {
		return fmt.Errorf("a limit of %g", k.Limit)
	}
	for _, n := range all {
		if n[0] < 0 || n[1] < 0 || n[0] > 1<<40 || n[1] > 1<<40 {
			return fmt.Errorf("counts of %g and %g links", n[0], n[1])
		}
	}
	return nil
}
