package zones

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/label"
)

// Drawing says how training pages are drawn, and what is learnt from them.
type Drawing struct {
	Draws  int
	Train  int
	Seed   uint64
	Choose bool // of ten pages drawn those that the model asks for
	Metas  bool // the pages' own metadata teach
	Learn  func([]label.Example) (*label.Model, error)
}

// Drawn is how one journal was labelled with the training pages of each draw.
type Drawn struct {
	Journal string  `json:"journal"`
	Draws   []Tally `json:"draws"`
	Zones   []given `json:"-"`
	Served  []given `json:"-"` // of the pages as they are served

	predictions []DrawnPrediction
}

// given is one zone that was given or missed where there is a truth.
type given struct {
	label      label.Label
	confidence float64 // 0 for a missed one
	right      bool
}

// copyOf is a page as it is labelled, with what can be learnt from it.
type copyOf struct {
	id      string
	Article              // stripped of its metadata
	served  *html.Node   // with them
	learnt  label.Values // the truth, or the values of its metadata
}

// readAll parses each page of a journal as it is served, and once more to strip it.
func (j Journal) readAll(metas bool) ([]copyOf, error) {
	var out []copyOf
	for _, id := range j.IDs {
		a, err := j.Read(id)
		if err != nil {
			return nil, err
		}
		asServed, err := j.Read(id)
		if err != nil {
			return nil, err
		}
		Strip(a.Root)
		c := copyOf{id: id, Article: a, served: asServed.Root, learnt: a.Truth}
		if metas {
			if c.learnt, err = label.MetaValues(c.served); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", j.Name, id, err)
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// draw returns the places of the training pages of draw k. Every third draw is
// from the third of the pages that have the fewest names: a list that was learnt
// from pages with one entry is the hardest to get whole.
func draw(name string, pages []copyOf, k int, o Drawing) []int {
	h := fnv.New64a()
	io.WriteString(h, name)
	r := rand.New(rand.NewPCG(h.Sum64()^o.Seed, uint64(k)))
	order := r.Perm(len(pages))
	if k%3 == 2 {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(pages[a].Truth.Authors), len(pages[b].Truth.Authors)) })
		few := order[:min(len(order), max(len(order)/3, o.Train+1))]
		r.Shuffle(len(few), func(a, b int) { few[a], few[b] = few[b], few[a] })
	}
	return order[:min(o.Train, len(order)-1)]
}

// PoolSize is the number of pages from which training pages are chosen, and of those that are learnt from without labels.
const PoolSize = 10

// choose returns the places of training pages that models ask for, each time of the
// pages of a drawn pool.
func choose(name string, pages []copyOf, k int, o Drawing) ([]int, error) {
	wide := o
	wide.Train = PoolSize
	pool := draw(name, pages, k, wide)
	var out []int
	var examples []label.Example
	m := &label.Model{}
	for range min(o.Train, len(pool)-1) {
		var roots []*html.Node
		for _, i := range pool {
			roots = append(roots, pages[i].Root)
		}
		next, err := m.Next(roots)
		if err != nil {
			return nil, err
		}
		i := pool[next]
		pool = slices.Delete(pool, next, next+1)
		out = append(out, i)
		examples = append(examples, label.Example{Root: pages[i].Root, Values: pages[i].learnt})
		if m, err = orEmpty(o.Learn(examples)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Learnt reports whether the pages had a title or authors to learn from: an
// abstract is found by its heading on pages without metas too.
func Learnt(m *label.Model) bool { return m.Knows(label.Title) || m.Knows(label.Authors) }

// labelDraws learns and labels a journal once for each draw.
func (j Journal) labelDraws(ctx context.Context, o Drawing) (Drawn, error) {
	d := Drawn{Journal: j.Name}
	pages, err := j.readAll(o.Metas)
	if err != nil {
		return d, err
	}
	for k := range o.Draws {
		training := draw(j.Name, pages, k, o)
		if o.Choose {
			if training, err = choose(j.Name, pages, k, o); err != nil {
				return d, fmt.Errorf("%s: %w", j.Name, err)
			}
		}
		var examples []label.Example
		var names []string
		for _, i := range training {
			examples = append(examples, label.Example{Root: pages[i].Root, Values: pages[i].learnt})
			names = append(names, pages[i].id)
		}
		m, err := orEmpty(o.Learn(examples))
		if err != nil {
			return d, fmt.Errorf("%s: %w", j.Name, err)
		}
		t := NewTally(j.Name)
		t.Learnt = Learnt(m)
		for i := range pages {
			if slices.Contains(training, i) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return d, err
			}
			p, err := j.label(m, pages[i].id, pages[i].Root)
			if err != nil {
				return d, err
			}
			served, err := j.label(m, pages[i].id, pages[i].served)
			if err != nil {
				return d, err
			}
			truth := pages[i].Truth
			t.Add(p, served, truth)
			if !t.Learnt {
				continue
			}
			v, asServed := Judge(p, truth), Judge(served, truth)
			for _, l := range label.Labels() {
				if right, ok := v[l]; ok {
					d.Zones = append(d.Zones, given{l, p.Confidence[l], right})
					d.Served = append(d.Served, given{l, served.Confidence[l], asServed[l]})
				}
			}
			d.predictions = append(d.predictions, DrawnPrediction{Prediction: p, Draw: k, Training: names, Right: v})
		}
		d.Draws = append(d.Draws, t)
	}
	return d, nil
}

func (j Journal) label(m *label.Model, id string, root *html.Node) (Prediction, error) {
	found, err := m.Label(root)
	if err != nil {
		return Prediction{}, fmt.Errorf("%s/%s: %w", j.Name, id, err)
	}
	return PredictionOf(j.Name, id, found), nil
}

// orEmpty replaces the error for pages that teach nothing by a model that knows nothing.
func orEmpty(m *label.Model, err error) (*label.Model, error) {
	if errors.Is(err, label.ErrNothingLearnt) {
		return &label.Model{}, nil
	}
	return m, err
}

// DrawnPrediction is what -predictions holds of a page of one draw.
type DrawnPrediction struct {
	Prediction
	Draw     int      `json:"draw"`
	Training []string `json:"training"`
	Right    Verdict  `json:"right"`
}

// LabelDraws labels every journal, several at once; the output is in the order
// of the journals.
func LabelDraws(ctx context.Context, o Drawing, journals []Journal, predictions *program.Lines, bar *program.Progress) ([]Drawn, error) {
	out := make([]Drawn, len(journals))
	errs := make([]error, len(journals))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				out[i], errs[i] = journals[i].labelDraws(ctx, o)
				bar.Increment()
			}
		})
	}
	for i := range journals {
		next <- i
	}
	close(next)
	workers.Wait()
	for _, d := range out {
		for _, p := range d.predictions {
			if err := predictions.Put(p); err != nil {
				return nil, err
			}
		}
	}
	return out, errors.Join(errs...)
}
