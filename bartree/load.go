package bartree

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// ErrModel is the error for the JSON of a template or a watch that was not
// written by this package, or by a later version of it.
var ErrModel = errors.New("bartree: not a model that can be read")

const formatVersion = 2

// templateJSON is the JSON form of a Template.
type templateJSON struct {
	Format int         `json:"format"`
	Pages  int         `json:"pages"`
	Noise  float64     `json:"noise"`
	Least  float64     `json:"least"`
	Traits []traitJSON `json:"traits"` // by Hash
	Region *place      `json:"region,omitempty"`
}

type traitJSON struct {
	Hash   uint64 `json:"hash,string"`
	Parent uint64 `json:"parent,string"`
	Pages  int    `json:"pages"`
	Least  int    `json:"least"`
	Total  int    `json:"total"`
	From   origin `json:"from"` // 0 words, 1 frame, 2 path
	At     int    `json:"at"`
	Label  string `json:"label"`
}

// MarshalJSON writes all that a template knows. The same template gives the
// same bytes.
func (t *Template) MarshalJSON() ([]byte, error) {
	out := templateJSON{Format: formatVersion, Pages: t.pages, Noise: t.noise, Least: t.least, Region: t.region}
	for _, h := range slices.Sorted(maps.Keys(t.traits)) {
		tr := t.traits[h]
		out.Traits = append(out.Traits, traitJSON{h, tr.Parent, tr.Pages, tr.Least, tr.Total, tr.From, tr.At, tr.Label})
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads a template and checks that it is whole. The error wraps
// [ErrModel] if it is not; the template is then as it was.
func (t *Template) UnmarshalJSON(b []byte) error {
	var in templateJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return fmt.Errorf("bartree: template: %w", err)
	}
	switch {
	case in.Format != formatVersion:
		return fmt.Errorf("%w: template of format %d, want %d", ErrModel, in.Format, formatVersion)
	case in.Pages < 1 || in.Pages > math.MaxInt32:
		return fmt.Errorf("%w: template of %d pages", ErrModel, in.Pages)
	case !(in.Noise >= 0 && in.Least >= 0 && in.Least <= 1):
		return fmt.Errorf("%w: template of noise %g and least likeness %g", ErrModel, in.Noise, in.Least)
	case in.Region != nil && len(in.Region.Levels) == 0:
		return fmt.Errorf("%w: template with a region that has no levels", ErrModel)
	}
	read := Template{known: known{pages: in.Pages, traits: make(map[uint64]trait, len(in.Traits))}, noise: in.Noise, least: in.Least, region: in.Region}
	for _, tr := range in.Traits {
		if tr.Pages < 1 || tr.Pages > in.Pages || tr.Total < 0 || tr.Total > math.MaxInt32 || tr.From > fromPath {
			return fmt.Errorf("%w: template with a trait on %d of %d pages, %d times, from %d", ErrModel, tr.Pages, in.Pages, tr.Total, tr.From)
		}
		read.traits[tr.Hash] = trait{tr.Parent, tr.Pages, tr.Least, tr.Total, tr.From, tr.At, tr.Label}
	}
	read.group()
	*t = read
	return nil
}

// watchJSON is the JSON form of a Watch.
type watchJSON struct {
	Quorum  int                `json:"quorum,omitempty"`
	Targets map[string]*target `json:"targets"`
}

// MarshalJSON writes all that a watch knows.
func (w *Watch) MarshalJSON() ([]byte, error) {
	return json.Marshal(watchJSON{w.Quorum, w.targets})
}

// UnmarshalJSON reads a watch and checks that it is whole; OnChange stays. The
// error wraps [ErrModel] if it is not; the watch is then as it was.
func (w *Watch) UnmarshalJSON(b []byte) error {
	var in watchJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return fmt.Errorf("bartree: watch: %w", err)
	}
	for name, t := range in.Targets {
		if !t.whole() {
			return fmt.Errorf("%w: target %s", ErrModel, quoteShort(name))
		}
	}
	w.Quorum, w.targets = in.Quorum, in.Targets
	return nil
}

// whole reports whether a target that was read has all that a look needs.
func (t *target) whole() bool {
	if t == nil || t.Current < 0 || t.Current >= len(t.Versions) {
		return false
	}
	good := func(v Version) bool {
		return v.Template != nil && v.Template.region != nil && v.Tree != nil && v.Parent >= -1 && v.Parent < len(t.Versions)
	}
	for _, v := range t.Versions {
		if !good(v) {
			return false
		}
	}
	for _, p := range t.Pending {
		if p.Template == nil || p.Template.region == nil || p.Tree == nil || len(p.Pages) == 0 || len(p.Pages) != len(p.URLs) {
			return false
		}
	}
	return true
}
