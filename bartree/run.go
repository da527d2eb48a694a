package bartree

import (
	"fmt"
	"math"
	"slices"
)

// mostInRun is how many of the last pages a run remembers.
const mostInRun = 8

// A run is pages looked at one after the other that all differ from a template,
// each perhaps too little to tell: what all of them share is judged as for a set
// of pages. A page that differs in nothing ends it.
type run []suspect

// A suspect is a page of a run: how it differs.
type suspect struct {
	URL        string      `json:"url"`
	Deviations []deviation `json:"deviations"`
	Otherwise  bool        `json:"otherwise,omitempty"` // refers to other stylesheets or scripts
}

// suspect returns how a page differs.
func (t *Template) suspect(url string, f *Fingerprint) suspect {
	return suspect{url, t.deviations(presences([]*Fingerprint{f}), 1), t.refersOtherwise(f)}
}

// add adds a page. Another look at a URL replaces the first, since it is no
// further evidence.
func (r run) add(s suspect) run {
	if len(s.Deviations) == 0 {
		return nil
	}
	r = slices.DeleteFunc(r, func(old suspect) bool { return old.URL == s.URL })
	if len(r) == mostInRun {
		r = slices.Delete(r, 0, 1)
	}
	return append(r, s)
}

// evidence returns the greatest evidence of a change in what two or more of the
// last pages share, 1 or more for a change, what that is, and the first of these
// pages: of several first ones that say so the earliest.
func (r run) evidence(t *Template) (score float64, shared []deviation, first string) {
	if len(r) == 0 || t.pages < 2 {
		return 0, nil, ""
	}
	last := r[len(r)-1]
	all, otherwise := slices.Clone(last.Deviations), last.Otherwise
	for i := len(r) - 2; i >= 0; i-- {
		all = slices.DeleteFunc(all, func(d deviation) bool {
			return !slices.ContainsFunc(r[i].Deviations, func(e deviation) bool { return e.Hash == d.Hash && e.Added == d.Added })
		})
		if len(all) == 0 {
			break
		}
		otherwise = otherwise && r[i].Otherwise
		m := len(r) - i
		s := t.improbability(all, m)
		if otherwise {
			s += referenceWeight * rarity(t.pages, m, float64(t.strange))
		}
		if s /= t.noise() + noiseMargin; s >= max(1, score) || s > score && score < 1 {
			score, shared, first = s, slices.Clone(all), r[i].URL
		}
	}
	return score, shared, first
}

// check says what a run that was read from a file has that no run has.
func (r run) check() error {
	if len(r) > mostInRun {
		return fmt.Errorf("run of %d pages", len(r))
	}
	for _, s := range r {
		for _, d := range s.Deviations {
			if d.Trials < 0 || d.Trials > math.MaxInt32 || !(d.Weight >= 0 && d.Weight <= 1) {
				return fmt.Errorf("run with a deviation of weight %g in %d trials", d.Weight, d.Trials)
			}
		}
	}
	return nil
}
