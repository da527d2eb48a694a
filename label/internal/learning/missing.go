package learning

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Missing is a value that [Learn] did not find on its page.
type Missing struct {
	Example int // the index of its page among the examples, from 0
	Label   zones.Label
	Value   string // as it was given
}

// String names the example, counted from 1, and the value, of a long one the beginning.
func (m Missing) String() string {
	return fmt.Sprintf("example %d lacks %.60q (%s)", m.Example+1, m.Value, m.Label)
}

// ErrNothingLearnt says that no value was found on any page.
var ErrNothingLearnt = errors.New("no value was found on the pages")

// nothingLearnt returns the error for pages that taught nothing, with the first of
// the values that they lack.
func nothingLearnt(missing []Missing) error {
	const named = 4
	var lacks strings.Builder
	for i, v := range missing[:min(len(missing), named)] {
		lacks.WriteString([]string{": ", ", "}[min(i, 1)] + v.String())
	}
	if len(missing) > named {
		fmt.Fprintf(&lacks, " and %d more", len(missing)-named)
	}
	return fmt.Errorf("label: %w%s", ErrNothingLearnt, lacks.String())
}

// missing returns the values of a page, the example with an index, that are not on it.
func (t *trainingPage) missing(example int) []Missing {
	var out []Missing
	for _, l := range zones.All {
		if (l == zones.Title || l == zones.Abstract) && t.sites[l] != nil {
			continue
		}
		for i, value := range t.values.Of(l) {
			if slices.ContainsFunc(t.parts[l], func(p tokens.Part) bool { return p.Value == i }) ||
				l == zones.Affiliations && len(t.FindAffiliation(value)) > 0 || len(words.Of(value)) == 0 {
				continue
			}
			out = append(out, Missing{Example: example, Label: l, Value: value})
		}
	}
	return out
}
