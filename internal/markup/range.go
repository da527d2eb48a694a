package markup

// A Range is a range of offsets in an outline's text.
type Range struct{ Start, End int }

// Bounds returns both offsets.
func (r Range) Bounds() (start, end int) { return r.Start, r.End }

// Overlaps reports whether two ranges have a byte in common.
func (r Range) Overlaps(s Range) bool { return r.Start < s.End && s.Start < r.End }

// Trimmed returns the range without space at its ends.
func (o *Outline) Trimmed(r Range) Range {
	for r.Start < r.End && o.Text[r.Start] == ' ' {
		r.Start++
	}
	for r.Start < r.End && o.Text[r.End-1] == ' ' {
		r.End--
	}
	return r
}

// SpanOf returns where the text of an element is, without the space before it.
func (o *Outline) SpanOf(i int32) Range {
	r := Range{o.Elements[i].Seen, o.Elements[i].TextEnd}
	if r.Start < r.End && o.Text[r.Start] == ' ' {
		r.Start++
	}
	return r
}

// IsBlank reports whether a range holds nothing but space.
func (o *Outline) IsBlank(r Range) bool {
	r = o.Trimmed(r)
	return r.Start >= r.End
}

// Words returns the text of a range without space at its ends.
func (o *Outline) Words(r Range) string {
	r = o.Trimmed(r)
	return string(o.Text[r.Start:r.End])
}
