package label

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/learning"
	"github.com/lokman-crawler/lokman/label/internal/unlabelled"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// A Model is what is known about one journal's pages: for each label where its
// zone stands, for each template that was seen, and other ways of finding it, which
// vote. The zero value knows nothing and labels by the fallback chain alone. Many
// goroutines may label with one Model; once it has labelled, only Merge may change
// it, and not meanwhile. A Model must not be copied, which go vet checks; pass it by
// pointer.
type Model struct {
	// NotFound are the values that [Learn] did not find on their pages, in their
	// order. It is not written to a file, and Merge leaves it as it is.
	NotFound []Missing

	engine labelling.Model
}

// Missing is a value that [Learn] did not find on its page, often for a misprint.
type Missing struct {
	Example int    // the index of its page among the examples, from 0
	Label   Label  // of its zone
	Value   string // as it was given
}

// String names the example, counted from 1, and the value, of a long one the beginning.
func (m Missing) String() string {
	return learning.Missing{Example: m.Example, Label: zones.Label(m.Label), Value: m.Value}.String()
}

// Knows reports whether a model has learnt where the zone of a label is.
func (m *Model) Knows(l Label) bool { return len(m.engine.Zones[zones.Label(l)]) > 0 }

// Label finds the zones of a page: each by a vote of what the model has learnt, or
// else, if that is uncertain, by the fallback chain: metas, JSON-LD, microdata,
// Open Graph, <title>, headings, marks. The tree is read only, and far behind the
// zones of the learnt pages only if one is missing. What is read must be within the
// bounds of [ErrTooDeep] and [ErrTooLarge]. The cost is linear in the page: 3 to 50 % of
// parsing it for full texts, and up to twice that of parsing for small pages.
func (m *Model) Label(root *html.Node) (*Article, error) {
	found, err := m.engine.Label(root)
	if err != nil {
		return nil, err
	}
	return articleOf(found), nil
}

// LabelPage labels a page in UTF-8 from its bytes, in about half of the time of parsing and
// labelling it. What it finds is what Label finds in the page's tree, but for the
// Nodes of the zones, of which there are none.
func (m *Model) LabelPage(src []byte) (*Article, error) {
	tree, err := page.Read(src)
	switch {
	case errors.Is(err, page.ErrTooDeep):
		return nil, ErrTooDeep
	case err != nil:
		return nil, ErrTooLarge
	}
	found, err := m.engine.LabelPage(tree)
	if err != nil {
		return nil, err
	}
	return articleOf(found), nil
}

// Next returns the index, among pages of the model's journal, of the one that the
// model would learn most from if a person labelled it. It is a page like the others
// on which the model is unsure of zones, or that seems to have zones of a label that
// the model has not learnt yet, with several entries in its lists. The pages are
// compared with each other, so that ten or more say more than one. The cost is that
// of labelling them a few times.
func (m *Model) Next(pages []*html.Node) (int, error) {
	return unlabelled.Next(&m.engine, each.Of(pages, page.Of))
}

// Merge adds what another model of the same journal knows: patterns of the same
// element become one, others are kept side by side. A nil one knows nothing.
func (m *Model) Merge(other *Model) {
	if other != nil {
		m.engine.Merge(&other.engine)
	}
}

// Diff returns the differences of another model, a line for each: a pattern
// that is missing, new or changed. A nil one knows nothing.
func (m *Model) Diff(other *Model) []string {
	if other == nil {
		other = &Model{}
	}
	return m.engine.Diff(&other.engine)
}

// ErrModel is the cause of the error for a file that is not a model of this
// package, or one of another version: learn it again.
var ErrModel = labelling.ErrModel

// WriteTo writes the model as JSON with sorted keys, for [Model.ReadFrom].
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	return m.engine.WriteTo(w)
}

// ReadFrom makes the model one that [Model.WriteTo] wrote, up to the end of r. The error
// wraps [ErrModel] if there is none; then the model stays what it is.
func (m *Model) ReadFrom(r io.Reader) (int64, error) {
	n, err := m.engine.ReadFrom(r)
	switch {
	case err == nil:
		m.NotFound = nil
	case errors.Is(err, ErrModel):
		err = fmt.Errorf("%w; learn it again from its pages", err)
	}
	return n, err
}
