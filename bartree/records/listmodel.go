package records

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/modelfile"
)

var listModel = modelfile.Format{Name: "lokman list", Version: 1, MaxBytes: 16 << 20, Err: bartree.ErrModel}

type listFile struct {
	modelfile.Head
	Records *recordList `json:"records"`
	Next    *pagerLink  `json:"next,omitempty"`
}

// WriteTo writes the list as JSON, for [List.ReadFrom]. The same list gives the same
// bytes.
func (l *List) WriteTo(w io.Writer) (int64, error) {
	if err := l.learned(); err != nil {
		return 0, err
	}
	return listModel.Write(w, &listFile{Records: &l.records, Next: l.next})
}

// ReadFrom makes the list one that [List.WriteTo] wrote, up to the end of r. The error
// wraps [bartree.ErrModel] if there is none; then the list stays what it is.
func (l *List) ReadFrom(r io.Reader) (int64, error) {
	var in listFile
	n, err := listModel.Read(r, &in, in.check)
	if err == nil {
		*l = List{records: *in.Records, next: in.Next}
	}
	return n, err
}

func (f *listFile) check() error {
	if f.Next != nil && (len(f.Next.Path) == 0 || len(f.Next.Path) > markup.MaxDepth || len(f.Next.Text) > maxPagerText || f.Next.Number != (f.Next.Text == "")) {
		return errors.New("a link to the next page without text or place")
	}
	return f.Records.check(1)
}

// maxNested is how deep lists may lie in lists.
const maxNested = 8

// check says what reading would need that a list lacks.
func (l *recordList) check(depth int) error {
	switch {
	case l == nil:
		return errors.New("no list")
	case depth > maxNested:
		return fmt.Errorf("lists in lists more than %d deep", maxNested)
	case len(l.Parts) == 0 || len(l.Parts) > maxParts:
		return fmt.Errorf("records of %d parts: want 1 to %d", len(l.Parts), maxParts)
	case len(l.Path) > markup.MaxDepth || len(l.Run) > maxTags || len(l.Known) > maxKnown || len(l.Lists) > maxParts:
		return errors.New("a list that is too large")
	}
	for _, name := range slices.Sorted(maps.Keys(l.Parts)) {
		switch a := l.Parts[name]; {
		case a == nil:
			return fmt.Errorf("part %s: null", excerpt.Quote(name))
		case len(a.Path) > maxPartDepth || len(a.Label) > maxLabelText || len(a.Tail) > maxLabelText:
			return fmt.Errorf("part %s: too large", excerpt.Quote(name))
		case a.Cut != nil && (a.Cut.Skip < 0 || len(a.Cut.Left)+len(a.Cut.Right) > maxLabelText):
			return fmt.Errorf("part %s: a cut that no text has", excerpt.Quote(name))
		case a.Had < 0 || a.Had > a.Of:
			return fmt.Errorf("part %s: on %d of %d records", excerpt.Quote(name), a.Had, a.Of)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Lists)) {
		if err := l.Lists[name].check(depth + 1); err != nil {
			return fmt.Errorf("list %s: %w", excerpt.Quote(name), err)
		}
	}
	return nil
}
