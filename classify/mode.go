package classify

import "fmt"

// A Mode says which components of a link a NearestNeighbor compares.
type Mode string

const (
	// ModeEnhanced adds to the paper's nine what stands around a link: the row
	// it is in, its neighbours, its ancestors, the shape of its path. It is the
	// default.
	ModeEnhanced Mode = "enhanced"

	// ModePaper compares the nine components of Le and Thoma 2004 (section 2),
	// each with the same weight.
	ModePaper Mode = "paper"
)

// Components names the components of a mode's vectors, in their order.
func (m Mode) Components() []string {
	var names []string
	for _, c := range m.components() {
		names = append(names, c.name)
	}
	return names
}

// Vector reads the components of a link. Without Link.Node only those of its
// URL and text are known, the others are empty. No more than the first KiB of
// a component, of an attribute and of a text is read and no more than some
// hundred nodes around a link, so that the cost of a link is bounded however
// its page looks.
func (m Mode) Vector(l Link) Vector {
	if m.paper() {
		return nine(l)
	}
	return enhanced(l)
}

func (m Mode) paper() bool { return m == ModePaper }

func (m Mode) valid() error {
	if m != "" && m != ModeEnhanced && m != ModePaper {
		return fmt.Errorf("classify: mode %q: want %q or %q", m, ModeEnhanced, ModePaper)
	}
	return nil
}

func (m Mode) components() []component {
	if m.paper() {
		return paperComponents
	}
	return enhancedComponents
}
