package bartree

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A Region is what a person copied from the screen: the text of the region of
// interest, and the texts of its parts, each under the name of an attribute. One that was
// read also has the links of these.
type Region struct {
	Text  string            `json:"text"`            // of the region
	Parts map[string]string `json:"parts,omitempty"` // text of each part by its name
	// Links are the addresses of the parts that are links, or hold one, on a page that was
	// read: resolved against its URL and its base, http alone, or as written without URL.
	Links map[string]string `json:"links,omitempty"`
	// Focus is the focus point, for Add: which place of the text is meant where the page has several,
	// from 1 in the order of the page; 0 leaves that to the places themselves, headings first.
	Focus int `json:"focus,omitempty"`
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
	// on one or a new version is learned. A change without a row is found on this
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

// MarshalJSON writes the look for a log: the fields by their names in lower case, Warning as
// its text, and nothing for what is empty but the state, the score, the region and the version.
// Page, Old and New are long: set them to nil in a look whose line should be short.
func (l Look) MarshalJSON() ([]byte, error) {
	out := lookJSON{plainLook: plainLook(l)}
	out.Change.Region = cmp.Or(out.Change.Region, regions.ImpactNone.String())
	if l.Warning != nil {
		out.Warning = l.Warning.Error()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // paths have ">"; a caller who wants them escaped has them so
	err := e.Encode(out)
	return b.Bytes(), err
}

// UnmarshalJSON reads what MarshalJSON wrote, in names of any case, as they once were. Of the
// Warning the text alone comes back: it wraps no other error.
func (l *Look) UnmarshalJSON(data []byte) error {
	var in lookJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*l = Look(in.plainLook)
	if in.Warning != "" {
		l.Warning = errors.New(in.Warning)
	}
	return nil
}

type plainLook Look

// lookJSON is a look with a text in the place of the error.
type lookJSON struct {
	plainLook
	Warning string `json:"warning,omitempty"`
}

// MarshalText writes the state as String does.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote. It is an error for what is no state.
func (s *State) UnmarshalText(text []byte) error {
	i, err := named(stateNames[:], "state", text)
	if err == nil {
		*s = State(i)
	}
	return err
}

// named returns the place of a text among the names of a kind.
func named(names []string, kind string, text []byte) (int, error) {
	i := slices.Index(names, string(text))
	if i < 0 {
		return 0, fmt.Errorf("bartree: %s: no %s", excerpt.Quote(string(text)), kind)
	}
	return i, nil
}
