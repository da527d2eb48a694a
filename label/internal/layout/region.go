package layout

// Interval is a part of the visible text.
type Interval struct{ From, To int32 }

// Region is a run of items with one parent.
type Region struct{ First, Last int32 }

// IntervalOf returns the visible text of a region.
func (p *Page) IntervalOf(r Region) Interval {
	return Interval{p.Items[r.First].From, p.Items[r.Last].To}
}

// Enclosing returns the deepest item that holds an interval.
func (p *Page) Enclosing(v Interval) int32 {
	deepest := int32(0)
	for i := range p.Items {
		it := &p.Items[i]
		if it.From > v.From {
			break
		}
		if it.To >= v.To {
			deepest = int32(i)
		}
	}
	return deepest
}

// Between returns the run of an item's children that hold an interval, and
// whether other children with text are left out.
func (p *Page) Between(parent int32, v Interval) (Region, bool) {
	r := Region{-1, -1}
	left := false
	for c := parent + 1; c < p.Items[parent].End; c = p.Items[c].End {
		it := &p.Items[c]
		switch {
		case it.Empty():
		case it.To <= v.From || it.From >= v.To:
			left = true
		default:
			if r.First < 0 {
				r.First = c
			}
			r.Last = c
		}
	}
	return r, left && r.First >= 0
}

// NextTo returns the item after i in the same parent, -1 if it is the last.
func (p *Page) NextTo(i int32) int32 {
	n := p.Items[i].End
	if int(n) < len(p.Items) && p.Items[n].Parent == p.Items[i].Parent {
		return n
	}
	return -1
}

// ItemsOf returns the items of a run that have text.
func (p *Page) ItemsOf(r Region) []int32 {
	var out []int32
	for i := r.First; i >= 0; i = p.NextTo(i) {
		if !p.Items[i].Empty() {
			out = append(out, i)
		}
		if i == r.Last {
			break
		}
	}
	return out
}
