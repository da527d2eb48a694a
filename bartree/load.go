package bartree

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ErrModel is the error for the JSON of a template or a watch that was not
// written by this package, or by a later version of it.
var ErrModel = errors.New("bartree: not a model that can be read")

// UnmarshalJSON reads a template and checks that it is whole. The error wraps
// [ErrModel] if it is not; the template is then as it was.
func (t *Template) UnmarshalJSON(b []byte) error {
	type plain Template
	var p plain
	if err := json.Unmarshal(b, &p); err != nil {
		return fmt.Errorf("bartree: template: %w", err)
	}
	switch {
	case p.Format != formatVersion:
		return fmt.Errorf("%w: template of format %d, want %d", ErrModel, p.Format, formatVersion)
	case p.Pages < 1:
		return fmt.Errorf("%w: template of %d pages", ErrModel, p.Pages)
	case p.Region != nil && len(p.Region.Levels) == 0:
		return fmt.Errorf("%w: template with a region that has no levels", ErrModel)
	}
	slices.SortFunc(p.Traits, func(a, b Trait) int { return cmp.Compare(a.Hash, b.Hash) })
	*t = Template(p)
	return nil
}

// UnmarshalJSON reads a watch and checks that it is whole. The error wraps
// [ErrModel] if it is not; the watch is then as it was.
func (w *Watch) UnmarshalJSON(b []byte) error {
	type plain Watch
	p := plain{OnChange: w.OnChange}
	if err := json.Unmarshal(b, &p); err != nil {
		return fmt.Errorf("bartree: watch: %w", err)
	}
	for name, t := range p.Targets {
		if !t.whole() {
			return fmt.Errorf("%w: target %s", ErrModel, quoteShort(name))
		}
	}
	*w = Watch(p)
	return nil
}

// whole reports whether a target that was read has all that a look needs.
func (t *Target) whole() bool {
	if t == nil || t.Current < 0 || t.Current >= len(t.Versions) {
		return false
	}
	good := func(v Version) bool {
		return v.Template != nil && v.Template.Region != nil && v.Tree != nil && v.Parent >= -1 && v.Parent < len(t.Versions)
	}
	for _, v := range t.Versions {
		if !good(v) {
			return false
		}
	}
	for _, p := range t.Pending {
		if !good(p.Version) {
			return false
		}
	}
	return true
}
