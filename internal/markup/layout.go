package markup

// Heading returns the heading that an element is or is in, -1 if there is none.
func (o *Outline) Heading(i int32) int32 {
	for i >= 0 && o.Elements[i].Kind&Heading == 0 {
		i = o.Elements[i].Parent
	}
	return i
}

// LayoutPath returns the path to an element without phrasing elements.
func (o *Outline) LayoutPath(i int32) []int32 {
	path := o.Path(i)
	kept := path[:0]
	for _, e := range path {
		if o.Elements[e].Kind&Phrasing == 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// LayoutOf returns an element, or the nearest one above it that is no phrasing
// element.
func (o *Outline) LayoutOf(i int32) int32 {
	if o.Elements[i].Kind&Phrasing == 0 {
		return i
	}
	return o.LayoutParent(i)
}

// LayoutParent returns the nearest ancestor that is no phrasing element.
func (o *Outline) LayoutParent(i int32) int32 {
	p := o.Elements[i].Parent
	for p >= 0 && o.Elements[p].Kind&Phrasing != 0 {
		p = o.Elements[p].Parent
	}
	return p
}
