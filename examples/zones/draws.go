package main

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

	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/label"
)

// drawn is how one journal was labelled with the training pages of each draw.
type drawn struct {
	Journal string  `json:"journal"`
	Draws   []tally `json:"draws"`
	Zones   []given `json:"-"`

	predictions []drawnPrediction
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
	article              // stripped of its metadata
	learnt  label.Values // the truth, or the values of its metadata
}

// readAll parses each page of a journal once.
func (j journal) readAll(o options) ([]copyOf, error) {
	var out []copyOf
	for _, id := range j.ids {
		a, err := j.read(id)
		if err != nil {
			return nil, err
		}
		c := copyOf{id: id, article: a, learnt: a.truth}
		if o.labels == "metas" {
			if c.learnt, err = label.MetaValues(a.root); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", j.name, id, err)
			}
		}
		strip(a.root)
		out = append(out, c)
	}
	return out, nil
}

// draw returns the places of the training pages of draw k. Every third draw is
// from the third of the pages that have the fewest names: a list that was learnt
// from pages with one entry is the hardest to get whole.
func draw(name string, pages []copyOf, k int, o options) []int {
	h := fnv.New64a()
	io.WriteString(h, name)
	r := rand.New(rand.NewPCG(h.Sum64()^o.seed, uint64(k)))
	order := r.Perm(len(pages))
	if k%3 == 2 {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(pages[a].truth.Authors), len(pages[b].truth.Authors)) })
		few := order[:min(len(order), max(len(order)/3, o.train+1))]
		r.Shuffle(len(few), func(a, b int) { few[a], few[b] = few[b], few[a] })
	}
	return order[:min(o.train, len(order)-1)]
}

// poolSize is the number of pages from which training pages are chosen, and of those that are learnt from without labels.
const poolSize = 10

// choose returns the places of training pages that models ask for, each time of the
// pages of a drawn pool.
func choose(name string, pages []copyOf, k int, o options) ([]int, error) {
	wide := o
	wide.train = poolSize
	pool := draw(name, pages, k, wide)
	var out []int
	var examples []label.Example
	m := &label.Model{}
	for range min(o.train, len(pool)-1) {
		var roots []*html.Node
		for _, i := range pool {
			roots = append(roots, pages[i].root)
		}
		next, err := m.Next(roots)
		if err != nil {
			return nil, err
		}
		i := pool[next]
		pool = slices.Delete(pool, next, next+1)
		out = append(out, i)
		examples = append(examples, label.Example{Root: pages[i].root, Values: pages[i].learnt})
		if m, err = orEmpty(label.Learn(examples)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// labelDraws learns and labels a journal once for each draw.
func (j journal) labelDraws(ctx context.Context, o options) (drawn, error) {
	d := drawn{Journal: j.name}
	pages, err := j.readAll(o)
	if err != nil {
		return d, err
	}
	for k := range o.draws {
		if o.labels == "none" {
			o.train = poolSize
		}
		training := draw(j.name, pages, k, o)
		if o.choose {
			if training, err = choose(j.name, pages, k, o); err != nil {
				return d, fmt.Errorf("%s: %w", j.name, err)
			}
		}
		var examples []label.Example
		var names []string
		for _, i := range training {
			examples = append(examples, label.Example{Root: pages[i].root, Values: pages[i].learnt})
			names = append(names, pages[i].id)
		}
		m, err := orEmpty(o.learn(examples))
		if err != nil {
			return d, fmt.Errorf("%s: %w", j.name, err)
		}
		t := newTally(j.name)
		t.Learnt = learnt(m)
		for i := range pages {
			if slices.Contains(training, i) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return d, err
			}
			found, err := m.Label(pages[i].root)
			if err != nil {
				return d, fmt.Errorf("%s/%s: %w", j.name, pages[i].id, err)
			}
			p := predict(j.name, pages[i].id, found)
			v := judge(p, pages[i].truth)
			t.add(p, pages[i].truth, v)
			if !t.Learnt {
				continue
			}
			for _, l := range label.Labels() {
				if right, ok := v[l]; ok {
					d.Zones = append(d.Zones, given{l, p.Confidence[l], right})
				}
			}
			d.predictions = append(d.predictions, drawnPrediction{prediction: p, Draw: k, Training: names, Right: v})
		}
		d.Draws = append(d.Draws, t)
	}
	return d, nil
}

// orEmpty replaces the error for pages that teach nothing by a model that knows nothing.
func orEmpty(m *label.Model, err error) (*label.Model, error) {
	if errors.Is(err, label.ErrNothingLearnt) {
		return &label.Model{}, nil
	}
	return m, err
}

// learn learns from the pages' values, or without.
func (o options) learn(examples []label.Example) (*label.Model, error) {
	if o.labels != "none" {
		return label.Learn(examples)
	}
	var roots []*html.Node
	for _, e := range examples {
		roots = append(roots, e.Root)
	}
	return label.LearnUnlabelled(roots)
}

// drawnPrediction is what -predictions holds of a page of one draw.
type drawnPrediction struct {
	prediction
	Draw     int      `json:"draw"`
	Training []string `json:"training"`
	Right    verdict  `json:"right"`
}

// labelAllDraws labels every journal, several at once; the output is in the order
// of the journals.
func labelAllDraws(ctx context.Context, o options, journals []journal, predictions *program.Lines, bar *program.Progress) ([]drawn, error) {
	out := make([]drawn, len(journals))
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
