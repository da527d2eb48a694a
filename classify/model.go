package classify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/jsonarray"
)

// modelVersion is that of the format that Save writes.
const modelVersion = 1

const modelFormat = "lokman link model"

// maxModel bounds the bytes of a model that are read.
const maxModel = 256 << 20

// stored is a model as JSON: sorted, so that two versions of a model can be
// compared line by line.
type stored struct {
	Format     string         `json:"format"`
	Version    int            `json:"version"`
	Journal    string         `json:"journal"`
	Mode       Mode           `json:"mode"`
	Distance   Distance       `json:"distance"`
	Components []string       `json:"components"`
	Pages      []page         `json:"pages"`
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
	Vector  Vector         `json:"vector"`
}

// Save writes the model as JSON. What it has learned about its own answers is
// not written but found again by Load, which gives the same answers.
func (m *NearestNeighbor) Save(w io.Writer) error {
	s := stored{
		Format: modelFormat, Version: modelVersion, Journal: m.Journal, Mode: m.mode(), Distance: m.distance(),
		Components: m.Mode.Components(), Pages: m.pages,
	}
	for _, e := range m.examples {
		s.Examples = append(s.Examples, storedExample{e.counts, e.href, e.text, e.vector})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(s); err != nil {
		return fmt.Errorf("classify: save model: %w", err)
	}
	return nil
}

// ErrModel is returned for a file that is no link model or one that this
// version cannot read.
var ErrModel = errors.New("classify: not a link model that can be read")

// LoadNearestNeighbor reads a model that Save has written.
func LoadNearestNeighbor(r io.Reader) (*NearestNeighbor, error) {
	limited := &io.LimitedReader{R: r, N: maxModel}
	var s stored
	if err := json.NewDecoder(limited).Decode(&s); err != nil {
		if limited.N <= 0 {
			return nil, fmt.Errorf("%w: more than %d bytes", ErrModel, maxModel)
		}
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	m := &NearestNeighbor{Journal: s.Journal, Mode: s.Mode, Distance: s.Distance}
	var learned []example
	for _, e := range s.Examples {
		learned = append(learned, example{e.Vector, e.Classes, e.Href, e.Text})
	}
	m.take(learned, s.Pages)
	return m, nil
}

func (s stored) check() error {
	switch {
	case s.Format != modelFormat:
		return fmt.Errorf("format is %q, want %q", excerpt.Cut(s.Format, 40), modelFormat)
	case s.Version != modelVersion:
		return fmt.Errorf("version is %d, want %d", s.Version, modelVersion)
	case len(s.Examples) > MaxExamples:
		return fmt.Errorf("more than %d examples", MaxExamples)
	}
	if err := errors.Join(s.Mode.valid(), s.Distance.valid()); err != nil {
		return err
	}
	want := s.Mode.Components()
	if fmt.Sprint(s.Components) != fmt.Sprint(want) {
		return fmt.Errorf("the components are %.200q, want %q", s.Components, want)
	}
	for i, p := range s.Pages {
		for role, classes := range p.Roles {
			if err := checkCounts(classes); err != nil {
				return fmt.Errorf("page %d, role %.40q: %w", i+1, role, err)
			}
		}
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
