package bartree

import (
	"io"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
)

// A Region is what a person copied from the screen: the text of the region of
// interest, and the texts of its parts, each under the name of an attribute.
type Region struct {
	Text  string            `json:"text"`            // of the region
	Parts map[string]string `json:"parts,omitempty"` // text of each part by its name
}

// A LookResult says whether the region of a page could be read.
type LookResult string

const (
	LookRead     LookResult = "read"     // at its known place
	LookMoved    LookResult = "moved"    // found again after a change of the template; Found says where
	LookDeferred LookResult = "deferred" // it or a part of it not found: a person should look, and after a redesign Add the target anew
	LookOther    LookResult = "other"    // a page of another kind, without the region: nothing is read
)

// A Look is one page looked at: its URL, the name of the Target, the Result, and the
// Change of the template: against its current version, or another if the page has that.
// Beside an error it has the first two and perhaps the Page, and its state is
// [StateUnknown].
type Look struct {
	URL    string     `json:"url"`
	Target string     `json:"target"`
	Result LookResult `json:"result,omitempty"`
	Change Change     `json:"change"`
	Region Region     `json:"region,omitzero"` // what was read; if deferred, what could be: a person should check it
	// Found says where the region was found; empty if it was not.
	Found struct {
		Text       string  `json:"text"`             // of the region
		How        string  `json:"how"`              // "path", "text", "parts" or "votes"
		Confidence float64 `json:"confidence"`       // 0 to 1
		Margin     float64 `json:"margin,omitempty"` // over the next best, for votes
		Path       string  `json:"path"`             // the element, for people
	} `json:"found,omitzero"`
	Version int `json:"version"` // that the page was read with, from 0: the index in Versions
	// Row is how many of the last pages, this one included, share a difference from
	// those before that is not by chance, see Watch.FalseAlarms; 0 if they do not. Once
	// found it grows with each page that has the difference, until the template holds
	// on one or a new version is learned. A change without a row is told from this
	// page alone.
	Row int `json:"row,omitempty"`
	// First is the URL of the first page that showed the change: of the row, known in
	// hindsight, or this one without a row; empty without a change.
	First string `json:"first,omitempty"`
	Page  []byte `json:"page,omitempty"`
	// Warning says why the page is deferred and names the part, if it is one; nil
	// otherwise. It mostly wraps [ErrMissing].
	Warning error `json:"warning,omitempty"`

	old *bar.Tree // of the current version
	new *bar.Tree // of this page; nil if deferred
}

// WriteSVG draws the bar tree of the current version and, beside it, that of the page if
// the region moved, as one SVG picture; nothing without a tree. What differs is red. Labels
// come from pages and are escaped.
func (l Look) WriteSVG(w io.Writer) error {
	if l.old == nil {
		return nil
	}
	other := l.new
	if l.Result == LookRead {
		other = nil
	}
	return bar.WriteSVG(w, l.old, other)
}
