package records

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// example is a record as a person pointed at it.
type example struct {
	text  []byte
	names []string // of the parts, sorted
	parts map[string][]byte
	links map[string]string // the parts as they would be written as the address of a link
}

func newExample(record bartree.Region) (*example, error) {
	x := &example{text: markup.Fold(record.Text), parts: map[string][]byte{}, links: map[string]string{}}
	if len(x.text) == 0 || len(x.text) > markup.MaxText {
		return nil, fmt.Errorf("bartree: record text of %d bytes: want 1 to %d", len(x.text), markup.MaxText)
	}
	if len(record.Parts) > maxParts {
		return nil, fmt.Errorf("bartree: record of %d parts: want at most %d", len(record.Parts), maxParts)
	}
	for name, text := range record.Parts {
		if x.parts[name] = markup.Fold(text); len(x.parts[name]) == 0 {
			return nil, fmt.Errorf("bartree: part %q is empty", name)
		}
		x.links[name] = text
	}
	if len(x.parts) == 0 {
		x.parts[""] = x.text
	}
	x.names = slices.Sorted(maps.Keys(x.parts))
	return x, nil
}

// part shows a part in a message.
func (x *example) part(name string) string {
	return fmt.Sprintf("%q: %s", name, excerpt.Quote(string(x.parts[name])))
}
