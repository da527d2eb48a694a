package labelling

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/lokman-crawler/lokman/internal/jsonarray"
	"github.com/lokman-crawler/lokman/internal/modelfile"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

var zoneModel = modelfile.Format{Name: "lokman zones", Version: 2, MaxBytes: 16 << 20, Err: ErrModel}

// ErrModel is the cause of the error for a file that is not a model of this
// package, or one of another version.
var ErrModel = errors.New("label: not a model of zones")

type writtenModel struct {
	modelfile.Head
	Pages        int                             `json:"pages"`
	Zones        map[zones.Label]writtenPatterns `json:"zones"`
	Voters       map[zones.Label]writtenVoters   `json:"voters,omitempty"`
	Reach        int                             `json:"reach,omitempty"`
	SameLanguage bool                            `json:"own_tongue,omitempty"`
}

// Limits of the patterns in a written model: a short text can declare many
// patterns with many steps each.
const (
	maxPatterns = 10_000    // of one label
	maxPattern  = 512 << 10 // bytes of one: 32 steps with 32 marks of 200 bytes, each perhaps escaped, and its siblings
)

// writtenPatterns are checked one by one while they are read.
type writtenPatterns []patterns.Pattern

// UnmarshalJSON implements [json.Unmarshaler].
func (w *writtenPatterns) UnmarshalJSON(text []byte) error {
	patterns, err := readChecked[patterns.Pattern]("pattern", text, maxPatterns, maxPattern)
	*w = patterns
	return err
}

// WriteTo writes the model as JSON.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	written := writtenModel{
		Pages: m.Pages, Zones: listsAs[writtenPatterns](m.Zones), Voters: listsAs[writtenVoters](m.Voters),
		Reach: m.Reach, SameLanguage: m.SameLanguage,
	}
	return zoneModel.Write(w, &written)
}

// ReadFrom makes the model one that WriteTo wrote.
func (m *Model) ReadFrom(r io.Reader) (int64, error) {
	var w writtenModel
	n, err := zoneModel.Read(r, &w, w.check)
	if err != nil {
		return n, err
	}
	m.Pages, m.Zones, m.Voters = w.Pages, listsAs[[]patterns.Pattern](w.Zones), listsAs[[]voters.Voter](w.Voters)
	m.Reach, m.SameLanguage = w.Reach, w.SameLanguage
	m.ready.Store(nil)
	m.voting.Store(nil)
	return n, nil
}

// listsAs returns the lists of labels as lists of another type, nil for nil.
func listsAs[To, From ~[]T, T any](lists map[zones.Label]From) map[zones.Label]To {
	if lists == nil {
		return nil
	}
	out := make(map[zones.Label]To, len(lists))
	for l, list := range lists {
		out[l] = To(list)
	}
	return out
}

func (w *writtenModel) check() error {
	for l := range w.Zones {
		if err := l.Check(); err != nil {
			return err
		}
	}
	if w.Reach < 0 || w.Reach > math.MaxInt32 {
		return fmt.Errorf("a reach of %d bytes, want 0 to %d", w.Reach, math.MaxInt32)
	}
	for l := range w.Voters {
		if err := l.Check(); err != nil {
			return err
		}
	}
	return nil
}

// writtenVoters are checked one by one while they are read.
type writtenVoters []voters.Voter

// UnmarshalJSON implements [json.Unmarshaler].
func (w *writtenVoters) UnmarshalJSON(text []byte) error {
	voters, err := readChecked[voters.Voter]("voter", text, voters.MaxVotersRead, voters.MaxVoterBytes)
	*w = voters
	return err
}

// readChecked reads a JSON array of at most most values, each of at most size bytes
// and checked before the next one is read.
func readChecked[T any, P interface {
	*T
	Check() error
}](name string, text []byte, most, size int) ([]T, error) {
	var read []T
	for raw, err := range jsonarray.Elements[json.RawMessage](text) {
		switch {
		case err != nil:
			return nil, err
		case len(read) == most:
			return nil, fmt.Errorf("more than %d %ss of a label", most, name)
		case len(raw) > size:
			return nil, fmt.Errorf("%s %d has more than %d bytes", name, len(read)+1, size)
		}
		var v T
		if err := json.Unmarshal(raw, &v); err != nil {
			return nil, err
		}
		if err := P(&v).Check(); err != nil {
			return nil, fmt.Errorf("%s %d: %w", name, len(read)+1, err)
		}
		read = append(read, v)
	}
	return read, nil
}
