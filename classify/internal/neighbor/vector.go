package neighbor

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/each"
)

// A Method says what is compared of a link.
type Method struct {
	Name       string // in the files of its models
	Components []Component
	Vector     func(dom.Link) Vector
	Distances  []Distance // that its models may compare by, the first by default
}

// A Component of a vector: how much it counts, and whether it is compared by
// its words whatever the model's Distance is.
type Component struct {
	Name   string
	Weight int32
	Words  bool
}

// A Vector is what is compared of a link, a string for each of the components.
type Vector []string

// key is the vector in one string.
func (v Vector) key() string { return strings.Join(v, "\x00") }

// An Example is a distinct vector with what the links that have it were.
type Example struct {
	Vector Vector
	Counts map[string]int // links by class
	Href   string         // of the first of them
	Text   string
	Own    bool // the model's own answers alone
	Page   int  // that had it last
}

// Names returns the names of the components, in their order.
func (m *Method) Names() []string {
	return each.Of(m.Components, func(c Component) string { return c.Name })
}

// scale turns parts into a mean distance of the components, 0 to 1.
func (m *Method) scale(distance int32) float64 {
	weights := int32(0)
	for _, c := range m.Components {
		weights += c.Weight
	}
	return float64(distance) / Whole / float64(weights)
}

// CheckDistance refuses one that the method's models do not compare by.
func (m *Method) CheckDistance(d Distance) error {
	if d == "" || slices.Contains(m.Distances, d) {
		return nil
	}
	want := each.Of(m.Distances, func(known Distance) string { return strconv.Quote(string(known)) })
	list := want[len(want)-1]
	if n := len(want) - 1; n > 0 {
		list = strings.Join(want[:n], ", ") + " or " + list
	}
	return fmt.Errorf("classify: distance %q: want %s", d, list)
}

// DistanceOf returns the distance that a model compares by.
func (m *Method) DistanceOf(d Distance) Distance { return cmp.Or(d, m.Distances[0]) }
