package experiment

import (
	"errors"
	"fmt"
	"math"

	"github.com/lokman-crawler/lokman/crawl"
)

// mostPages is how large a budget may be: an AUC has a value for each page of it.
const mostPages = 10_000_000

// check fails if the experiment lacks something that no topic can do without.
func (e *Experiment) check() error {
	switch {
	case e.Web == nil:
		return errors.New("experiment: no Web")
	case len(e.Topics) == 0:
		return errors.New("experiment: no Topics")
	case len(e.Entrants) == 0:
		return errors.New("experiment: no Entrants")
	case e.Pages < 1 || e.Pages > mostPages:
		return fmt.Errorf("experiment: Pages is %d: want 1 to %d", e.Pages, mostPages)
	case e.Workers < 0:
		return fmt.Errorf("experiment: Workers is %d: want more than 0, or 0 for one a processor", e.Workers)
	case e.Start.Far < 0:
		return fmt.Errorf("experiment: Start.Far is %d: want more than 0, or 0 for the topic's seeds", e.Start.Far)
	case e.Clock.Workers < 0:
		return fmt.Errorf("experiment: Clock.Workers is %d: want more than 0, or 0 for 1", e.Clock.Workers)
	case e.Clock.Delay < 0:
		return fmt.Errorf("experiment: Clock.Delay is %v: want 0 or more", e.Clock.Delay)
	}
	names := map[string]bool{}
	for i, c := range e.Entrants {
		switch {
		case c.Name == "":
			return fmt.Errorf("experiment: entrant %d has no Name", i+1)
		case names[c.Name]:
			return fmt.Errorf("experiment: two entrants are called %q", c.Name)
		case c.New == nil && c.truthful == nil && c.frontier == nil:
			return fmt.Errorf("experiment: the entrant %q has no New", c.Name)
		}
		names[c.Name] = true
	}
	files := map[string]string{}
	for i, t := range e.Topics {
		name := t.FileName()
		if name == "" {
			return fmt.Errorf("experiment: topic %d is called %q: want a name with a letter or a digit", i+1, t.Name)
		}
		if other, ok := files[name]; ok {
			return fmt.Errorf("experiment: the topics %q and %q would share the file %s", other, t.Name, name)
		}
		files[name] = t.Name
	}
	return nil
}

// prepare returns the truth about a topic and its seeds, none if the web has none of them.
func (e *Experiment) prepare(t Topic) (*truth, []string, error) {
	var judge Judge
	var err error
	if e.Judge != nil {
		judge, err = e.Judge(t)
	} else {
		judge, err = t.Judge()
	}
	if err == nil {
		err = checkJudge(judge)
	}
	if err != nil {
		return nil, nil, err
	}
	tr, err := newTruth(e.Web, t, judge)
	if err != nil {
		return nil, nil, err
	}
	seeds := e.Start.seeds(tr, e.Seed)
	known := false
	for _, raw := range seeds {
		url, err := crawl.Canonical(raw)
		if err != nil {
			return nil, nil, fmt.Errorf("seed: %w", err)
		}
		known = known || e.Web.Has(url)
	}
	// A topic that cannot be crawled may be one of another web, unless its relevant pages are where crawls start.
	if known || e.Start.Far > 0 {
		if err := e.findable(t); err != nil {
			return nil, nil, err
		}
	}
	if !known {
		return tr, nil, nil
	}
	return tr, seeds, nil
}

// noSeeds is the error of an experiment none of whose topics can be crawled.
func (e *Experiment) noSeeds() error {
	if e.Start.Far > 0 {
		return fmt.Errorf("experiment: no topic has %s seeds that the web has", e.Start)
	}
	for _, t := range e.Topics {
		field, seeds := e.Start.field(t)
		for _, m := range e.missing(nil, t, field, seeds, e.Web.Has) {
			return fmt.Errorf("experiment: no topic has %s seeds that the web has: %s", e.Start, m)
		}
	}
	field, _ := e.Start.field(Topic{})
	return fmt.Errorf("experiment: no topic has %s seeds: want them in the field %q of a topics file", e.Start, field)
}

// checkJudge fails if a judge lacks something to judge by.
func checkJudge(j Judge) error {
	switch j := j.(type) {
	case nil:
		return errors.New("no judge")
	case NoisyJudge:
		if !(j.Missed >= 0 && j.Missed <= 1 && j.Mistaken >= 0 && j.Mistaken <= 1) {
			return fmt.Errorf("a NoisyJudge has Missed %v and Mistaken %v: want 0 to 1", j.Missed, j.Mistaken)
		}
		return checkJudge(j.Judge)
	case HeldOut:
		switch {
		case j.Scorer == nil || j.Web == nil:
			return errors.New("a HeldOut judge needs a Scorer and a Web")
		case math.IsNaN(j.Threshold):
			return errors.New("a HeldOut judge has Threshold NaN: want a number")
		}
	}
	return nil
}
