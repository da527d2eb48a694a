package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/examples/internal/journals"
	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/label"
	"github.com/lokman-crawler/lokman/label/paper"
)

// prediction is what -predictions holds of a page.
type prediction struct {
	Journal      string                       `json:"journal"`
	ID           string                       `json:"id"`
	Title        string                       `json:"title"`
	Authors      []string                     `json:"authors"`
	Affiliations []string                     `json:"affiliations"`
	Abstract     string                       `json:"abstract"`
	Confidence   map[label.Label]float64      `json:"confidence"`
	Source       map[label.Label]label.Source `json:"source"`
	Changed      bool                         `json:"changed"`
}

// labeller labels the pages of one journal after learning.
type labeller interface {
	Label(root *html.Node) (*label.Article, error)
}

// paperTemplates are the templates of the published method.
type paperTemplates []paper.Template

func (t paperTemplates) Label(root *html.Node) (*label.Article, error) {
	return paper.Label(root, t)
}

// learn learns from the first pages of a journal. A journal whose pages have no
// metadata is labelled without a template.
func (j journal) learn(o options) (labeller, error) {
	if o.labels == "none" {
		return j.learnUnlabelled(o)
	}
	var examples []label.Example
	var templates paperTemplates
	for _, id := range j.ids[:min(o.train, len(j.ids))] {
		a, err := j.read(id)
		if err != nil {
			return nil, err
		}
		values := a.truth
		if o.labels == "metas" {
			if values, err = label.MetaValues(a.root); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", j.name, id, err)
			}
		}
		if o.mode == "paper" {
			t, err := paper.Learn(a.root, values)
			if errors.Is(err, label.ErrNothingLearnt) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s/%s: %w", j.name, id, err)
			}
			templates = append(templates, t)
			continue
		}
		examples = append(examples, label.Example{Root: a.root, Values: values})
	}
	if o.mode == "paper" {
		return templates, nil
	}
	m, err := label.Learn(examples)
	return j.learned(m, err, o)
}

// learnUnlabelled learns from the first pages of a journal without their labels.
func (j journal) learnUnlabelled(o options) (labeller, error) {
	var roots []*html.Node
	for _, id := range j.ids[:min(poolSize, len(j.ids))] {
		a, err := j.read(id)
		if err != nil {
			return nil, err
		}
		roots = append(roots, a.root)
	}
	m, err := label.LearnUnlabelled(roots)
	return j.learned(m, err, o)
}

// learned returns the model that was learnt, saved, or one that knows nothing if nothing was.
func (j journal) learned(m *label.Model, err error, o options) (labeller, error) {
	if errors.Is(err, label.ErrNothingLearnt) {
		return &label.Model{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.name, err)
	}
	return m, program.SaveModel(o.models, j.name, m)
}

// unlearnt are the pages that are labelled: those that no label was learnt from.
func (j journal) unlearnt(o options) []string {
	if o.labels == "none" {
		return j.ids
	}
	return j.ids[min(o.train, len(j.ids)):]
}

// learnt reports whether the pages had a title or authors to learn from: an
// abstract is found by its heading on pages without metas too.
func learnt(l labeller) bool {
	m, ok := l.(*label.Model)
	return !ok || m.Knows(label.Title) || m.Knows(label.Authors)
}

// labelJournals is what the program does.
func labelJournals(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	dir, closeDir, err := data.Open(o.data, journals.Articles())
	if err != nil {
		return err
	}
	defer closeDir()
	all, err := readJournals(dir)
	if err != nil {
		return err
	}
	predictions, err := program.CreateLines(o.predictions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, predictions.Close()) }()
	bar := &program.Progress{}
	list := io.Discard
	if o.list {
		list = stdout
	} else {
		bar = program.NewProgress(stderr, "journals", len(all))
	}
	if o.draws > 0 {
		drawn, err := labelAllDraws(ctx, o, all, predictions, bar)
		bar.Close()
		if err != nil {
			return err
		}
		return printDraws(stdout, drawn, o.json)
	}
	sheet, err := labelAll(ctx, o, all, predictions, list, bar)
	bar.Close()
	if err != nil {
		return err
	}
	sheet.json, sheet.w = o.json, stdout
	if err := sheet.finish(); err != nil {
		return err
	}
	if o.data == "" && !o.json {
		taught := nextMetas
		if o.labels == "metas" {
			taught = ""
		}
		fmt.Fprintf(stderr, next, filepath.Join(o.html, "small-things", "snails.html"), taught)
	}
	return nil
}

// nextMetas is said in next unless it was just done.
const nextMetas = `Taught by what the pages say of themselves in their <meta> elements, by nobody:
  go run ./examples/zones -labels metas
`

// next is said after the built-in journals.
const next = `
The first two articles of each journal taught the others. The pages with their zones
coloured: open %s in a browser.
%sWhether the pages' template changed: go run ./examples/templates
For journals of your own: go run ./examples/zones -h
`

func labelAll(ctx context.Context, o options, all []journal, predictions *program.Lines, list io.Writer, bar *program.Progress) (sheet, error) {
	var s sheet
	var failures []failure
	for _, j := range all {
		t, failed, err := j.label(ctx, o, predictions, list)
		if err != nil {
			return s, err
		}
		s.add(t)
		failures = append(failures, failed...)
		bar.Increment()
	}
	return s, writeFailures(o.html, failures)
}

// label labels the pages whose labels were not learnt from. Failures are kept for -html.
func (j journal) label(ctx context.Context, o options, out *program.Lines, list io.Writer) (tally, []failure, error) {
	t := newTally(j.name)
	model, err := j.learn(o)
	if err != nil {
		return t, nil, err
	}
	t.Learnt = learnt(model)
	var failures []failure
	asked := ""
	for _, id := range j.unlearnt(o) {
		if err := ctx.Err(); err != nil {
			return t, nil, err
		}
		a, err := j.read(id)
		if err != nil {
			return t, nil, err
		}
		strip(a.root)
		found, err := model.Label(a.root)
		if err != nil {
			return t, nil, fmt.Errorf("%s/%s: %w", j.name, id, err)
		}
		p := predict(j.name, id, found)
		if err := out.Put(p); err != nil {
			return t, nil, err
		}
		v := judge(p, a.truth)
		t.add(p, a.truth, v)
		if err := printZones(list, p); err != nil {
			return t, nil, err
		}
		if o.html == "" {
			continue
		}
		if f, ok := failureOf(j.name, id, a, found, v); ok {
			if asked == "" {
				if asked, err = j.next(model, o); err != nil {
					return t, nil, err
				}
			}
			f.Next = asked
			failures = append(failures, f)
		}
		if err := j.show(o.html, id, a.root, found); err != nil {
			return t, nil, err
		}
	}
	return t, failures, nil
}

func predict(journal, id string, a *label.Article) prediction {
	p := prediction{Journal: journal, ID: id, Authors: []string{}, Affiliations: []string{}, Confidence: map[label.Label]float64{},
		Source: map[label.Label]label.Source{}, Changed: a.Changed}
	for _, z := range a.Zones {
		p.Confidence[z.Label], p.Source[z.Label] = z.Confidence, z.Source
		switch z.Label {
		case label.Title:
			p.Title = z.Text
		case label.Authors:
			p.Authors = append(p.Authors, z.Items...)
		case label.Affiliations:
			p.Affiliations = append(p.Affiliations, z.Items...)
		case label.Abstract:
			p.Abstract = z.Text
		}
	}
	return p
}
