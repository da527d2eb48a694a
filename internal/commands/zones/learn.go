package zones

import (
	"errors"
	"fmt"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/commands/internal/zones"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/label"
	"github.com/lokman-crawler/lokman/label/paper"
)

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
func learn(j zones.Journal, o options) (labeller, error) {
	n := o.train
	if o.labels == "none" {
		n = zones.PoolSize
	}
	examples, err := j.Examples(n, o.labels == "metas")
	if err != nil {
		return nil, err
	}
	if o.mode == "paper" {
		return learnPaper(j, examples)
	}
	m, err := o.learn(examples)
	switch {
	case errors.Is(err, label.ErrNothingLearnt):
		return &label.Model{}, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", j.Name, err)
	}
	return m, program.SaveModel(o.models, j.Name, m)
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

func learnPaper(j zones.Journal, examples []label.Example) (labeller, error) {
	var templates paperTemplates
	for i, e := range examples {
		t, err := paper.Learn(e.Root, e.Values)
		switch {
		case errors.Is(err, label.ErrNothingLearnt):
			continue
		case err != nil:
			return nil, fmt.Errorf("%s/%s: %w", j.Name, j.IDs[i], err)
		}
		templates = append(templates, t)
	}
	return templates, nil
}
