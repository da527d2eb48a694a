package neighbor

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/jsonarray"
	"github.com/lokman-crawler/lokman/internal/modelfile"
)

// ErrModel is the cause of the error for a file that is not a model of links.
var ErrModel = errors.New("classify: not a link model")

var format = modelfile.Format{Name: "lokman link model", Version: 1, MaxBytes: 256 << 20, Err: ErrModel}

// file is a model as JSON, with what its method knows beside the examples.
type file[Known any] struct {
	modelfile.Head
	Journal    string         `json:"journal"`
	Mode       string         `json:"mode"` // the name of the method
	Distance   Distance       `json:"distance"`
	Components []string       `json:"components"`
	Pages      []Page         `json:"pages"`
	Known      Known          `json:"known"`
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
		if *s = append(*s, e); len(*s) > maxExamples {
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

// Write writes a journal's model as JSON. What it has learned about its own answers is not
// written but found again when the model is read, which then gives the same answers.
func Write[Known any](w io.Writer, method *Method, m *Model, journal string, known Known) (int64, error) {
	s := file[Known]{
		Journal: journal, Mode: method.Name, Distance: method.DistanceOf(m.Distance),
		Components: method.Names(), Pages: m.Pages, Known: known,
	}
	for _, e := range m.Examples {
		s.Examples = append(s.Examples, storedExample{e.Counts, e.Href, e.Text, e.Own, e.Page, e.Vector})
	}
	return format.Write(w, &s)
}

// Read reads what Write wrote into a model that knows nothing, and returns the journal
// and the number of bytes read.
func Read[Known any](r io.Reader, method *Method, m *Model, known *Known, check func(*Known) error) (journal string, n int64, err error) {
	var s file[Known]
	if n, err = format.Read(r, &s, func() error { return s.check(method, check) }); err != nil {
		return "", n, err
	}
	m.Method, m.Distance = method, s.Distance
	var learned []Example
	for _, e := range s.Examples {
		learned = append(learned, Example{e.Vector, e.Classes, e.Href, e.Text, e.Own, e.Page})
	}
	m.Take(learned, s.Pages...)
	*known = s.Known
	return s.Journal, n, nil
}

func (s *file[Known]) check(method *Method, check func(*Known) error) error {
	if len(s.Examples) > maxExamples {
		return fmt.Errorf("more than %d examples", maxExamples)
	}
	if s.Mode != method.Name && s.Mode != "" {
		return fmt.Errorf("mode %.40q, want %q: package classify reads models of mode \"enhanced\", and classify/paper those of mode \"paper\"", s.Mode, method.Name)
	}
	if err := method.CheckDistance(s.Distance); err != nil {
		return err
	}
	want := method.Names()
	if !slices.Equal(s.Components, want) {
		return fmt.Errorf("the components are %.200q, want %q", s.Components, want)
	}
	if err := check(&s.Known); err != nil {
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
		if len(v) > 2*anchor.MaxComponent {
			return fmt.Errorf("a component of %d bytes, want %d at most", len(v), 2*anchor.MaxComponent)
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
