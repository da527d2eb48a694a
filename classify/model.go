package classify

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/internal/jsonarray"
	"github.com/lokman-crawler/lokman/internal/modelfile"
)

var linkModel = modelfile.Format{Name: "lokman link model", Version: 1, MaxBytes: 256 << 20, Err: ErrModel}

// stored is a model as JSON.
type stored struct {
	modelfile.Head
	Journal    string         `json:"journal"`
	Mode       Mode           `json:"mode"`
	Distance   Distance       `json:"distance"`
	Components []string       `json:"components"`
	Pages      []page         `json:"pages"`
	Known      known          `json:"known"`
	Examples   storedExamples `json:"examples"`
}

// storedExamples are at most one more than a model may have.
type storedExamples []storedExample

// UnmarshalJSON implements [json.Unmarshaler].
func (s *storedExamples) UnmarshalJSON(text []byte) error {
	*s = nil
	for e, err := range jsonarray.Elements[storedExample](text) {
		if err != nil {
			return err
		}
		if *s = append(*s, e); len(*s) > MaxExamples {
			break
		}
	}
	return nil
}

type storedExample struct {
	Classes map[string]int `json:"classes"`
	Href    string         `json:"href"`
	Text    string         `json:"text"`
	Own     bool           `json:"own,omitempty"`
	Page    int            `json:"page,omitempty"`
	Vector  Vector         `json:"vector"`
}

// WriteTo writes the model as JSON, for [ReadNearestNeighbor]. What it has
// learned about its own answers is not written but found again when the model
// is read, which then gives the same answers.
func (m *NearestNeighbor) WriteTo(w io.Writer) (int64, error) {
	if err := m.valid(); err != nil {
		return 0, err
	}
	s := stored{
		Journal: m.Journal, Mode: m.mode(), Distance: m.distance(),
		Components: m.Mode.Components(), Pages: m.pages, Known: m.known,
	}
	for _, e := range m.examples {
		s.Examples = append(s.Examples, storedExample{e.counts, e.href, e.text, e.own, e.page, e.vector})
	}
	n, err := linkModel.Write(w, &s)
	if err != nil {
		return n, fmt.Errorf("classify: write model: %w", err)
	}
	return n, nil
}

// ErrModel is the cause of the error for a file that is not a model of this
// package, or one of another version.
var ErrModel = errors.New("classify: not a link model")

// ReadNearestNeighbor reads what [NearestNeighbor.WriteTo] wrote, up to the end
// of r. The error wraps [ErrModel] if that is not a model.
func ReadNearestNeighbor(r io.Reader) (*NearestNeighbor, error) {
	var s stored
	if err := linkModel.Read(r, &s, s.check); err != nil {
		return nil, err
	}
	m := &NearestNeighbor{Journal: s.Journal, Mode: s.Mode, Distance: s.Distance, known: s.Known}
	m.known.fill()
	var learned []example
	for _, e := range s.Examples {
		learned = append(learned, example{e.Vector, e.Classes, e.Href, e.Text, e.Own, e.Page})
	}
	m.take(learned, s.Pages)
	return m, nil
}

func (s *stored) check() error {
	if len(s.Examples) > MaxExamples {
		return fmt.Errorf("more than %d examples", MaxExamples)
	}
	if err := errors.Join(s.Mode.valid(), s.Distance.valid()); err != nil {
		return err
	}
	want := s.Mode.Components()
	if !slices.Equal(s.Components, want) {
		return fmt.Errorf("the components are %.200q, want %q", s.Components, want)
	}
	if err := s.Known.check(); err != nil {
		return err
	}
	for i, e := range s.Examples {
		if err := e.check(len(want)); err != nil {
			return fmt.Errorf("example %d: %w", i+1, err)
		}
	}
	return nil
}

func (e storedExample) check(components int) error {
	if len(e.Vector) != components {
		return fmt.Errorf("%d components, want %d", len(e.Vector), components)
	}
	for _, v := range e.Vector {
		if len(v) > 2*maxComponent {
			return fmt.Errorf("a component of %d bytes, want %d at most", len(v), 2*maxComponent)
		}
	}
	return checkCounts(e.Classes)
}

func checkCounts(classes map[string]int) error {
	if len(classes) == 0 {
		return errors.New("no class")
	}
	for class, n := range classes {
		if class == "" || n < 1 || n > 1<<30 {
			return fmt.Errorf("class %.40q has %d links, want a name and 1 or more", class, n)
		}
	}
	return nil
}
