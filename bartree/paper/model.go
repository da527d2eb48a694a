package paper

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/modelfile"
)

// The file has the format of bartree's watches, which once were of both loops: what it says of
// templates is left out.
var watchModel = modelfile.Format{Name: "lokman watch", Version: 6, MaxBytes: 256 << 20, Err: bartree.ErrModel}

type watchFile struct {
	modelfile.Head
	Paper   Variables          `json:"paper"`
	Taper   float64            `json:"taper,omitempty"`
	Targets map[string]*target `json:"targets"`
}

// WriteTo writes the watch as JSON, for [Watch.ReadFrom]: all it knows, and its settings but OnChange.
func (w *Watch) WriteTo(to io.Writer) (int64, error) {
	out := watchFile{Paper: cmp.Or(w.Variables, FullVariables), Taper: w.Taper, Targets: w.targets}
	if out.Targets == nil {
		out.Targets = map[string]*target{}
	}
	return watchModel.Write(to, &out)
}

// ReadFrom makes the watch one that [Watch.WriteTo] wrote, up to the end of r, but for
// OnChange. The error wraps [bartree.ErrModel] if there is none of the paper's loop; then
// the watch stays what it is.
func (w *Watch) ReadFrom(r io.Reader) (int64, error) {
	var in watchFile
	n, err := watchModel.Read(r, &in, in.check)
	if err == nil {
		w.Variables, w.Taper, w.targets = in.Paper, in.Taper, in.Targets
	}
	return n, err
}

func (f *watchFile) check() error {
	switch {
	case f.Paper == 0:
		return errors.New("a watch of templates: read it with package bartree")
	case f.Paper > AllVariables:
		return fmt.Errorf("loop with %s", f.Paper)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Targets)) {
		if err := f.Targets[name].check(); err != nil {
			return fmt.Errorf("target %s: %w", excerpt.Quote(name), err)
		}
	}
	return nil
}

// check says what a look would need that a target lacks.
func (t *target) check() error {
	switch {
	case t == nil:
		return errors.New("null")
	case t.Current < 0 || t.Current >= len(t.Versions):
		return fmt.Errorf("version %d of %d is the current one", t.Current, len(t.Versions))
	}
	for i, v := range t.Versions {
		switch {
		case v.Parent < -1 || v.Parent >= len(t.Versions):
			return fmt.Errorf("version %d: parent %d of %d versions", i, v.Parent, len(t.Versions))
		case v.Tree == nil:
			return fmt.Errorf("version %d: no bar tree", i)
		}
	}
	return nil
}
