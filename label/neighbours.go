package label

import "slices"

// withNeighbours returns a list with the lines right before and behind it that read as such a list
// and are in elements with the name, the parent and a mark of those of the list: the first of
// several entries may have marks that the others lack.
func (l *labeller) withNeighbours(name Label, v vote, known bounds) vote {
	if v.by == nil || len(v.lines) == 0 {
		return v
	}
	before, lines := l.entriesFrom(name, v, known, v.lines[0], -1), v.lines
	slices.Reverse(before)
	behind := l.entriesFrom(name, v, known, lines[len(lines)-1], 1)
	if len(before)+len(behind) == 0 {
		return v
	}
	v.lines = slices.Concat(before, lines, behind)
	v.content, v.rule = l.readOnce(v.by, name, v.lines), false
	return v
}

// entriesFrom returns the lines that belong to a list, from its end k in one direction.
func (l *labeller) entriesFrom(name Label, v vote, known bounds, k, direction int) []int {
	var out []int
	for at := k + direction; at >= 0 && at < len(l.lined) && len(out) < maxLines; at += direction {
		if !l.ofOneList(k, at) || known.divide(k, at) {
			break
		}
		x := l.readOnce(v.by, name, []int{at})
		if len(x.items) == 0 || name == Authors && clean(x.items) < 1 || !l.ofOneKind(name, x) {
			break
		}
		out = append(out, at)
	}
	return out
}

// ofOneList reports whether two lines are in elements of one name and parent that have a mark in common.
func (l *labeller) ofOneList(a, b int) bool {
	x, y := &l.lined[a], &l.lined[b]
	p, q := &l.items[x.leaf], &l.items[y.leaf]
	if x.leaf == y.leaf || x.leafTag != y.leafTag || p.parent != q.parent || p.segment() {
		return false
	}
	_, common := commonMarks(q.node, marks(p.node), ".#@")
	return common > 0
}

// divide reports whether the second of two lines is in a zone that the first is not in.
func (b bounds) divide(first, second int) bool {
	for _, zone := range b {
		if zone[0] <= second && second <= zone[1] && (first < zone[0] || first > zone[1]) {
			return true
		}
	}
	return false
}
