package bartree

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

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
