package patterns

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
)

// inNextRecords returns the items that stand in the elements behind one around an item as it stands
// in that: the same entry of the next records of a list. Records are elements of one kind; nothing is
// returned if none of the elements from the record to the item has a mark or a name of its own.
func inNextRecords(p *layout.Page, first int32) []int32 {
	const around = 3 // elements that may be the record
	if p.Items[first].Segment() {
		return nil
	}
	path := []int32{first}
	named := hasName(p, first)
	for record, k := p.Items[first].Parent, 0; record >= 0 && k < around; record, k = p.Items[record].Parent, k+1 {
		if named = named || hasName(p, record); named {
			if out := inRecordsBehind(p, record, path); out != nil {
				return out
			}
		}
		path = append(path, record)
	}
	return nil
}

// hasName reports whether an item has marks, or a name that is not of HTML.
func hasName(p *layout.Page, i int32) bool {
	return !p.Unmarked(i) || strings.Contains(p.Items[i].Node.Data, "-")
}

// inRecordsBehind returns the items at a path in the records behind one.
func inRecordsBehind(p *layout.Page, record int32, path []int32) []int32 {
	var out []int32
	for n := p.NextTo(record); n >= 0 && len(out) < people.Max; n = p.NextTo(n) {
		it := &p.Items[n]
		switch {
		case it.Empty():
		case p.Alike(n, record):
			out = appendAt(p, out, n, path)
		case it.To-it.From > maxSeparator:
			return out
		}
	}
	return out
}

// appendAt appends the items inside another that are at a path like that of given items, the innermost first.
func appendAt(p *layout.Page, out []int32, i int32, path []int32) []int32 {
	if len(path) == 0 {
		return append(out, i)
	}
	last := len(path) - 1
	for c := i + 1; c < p.Items[i].End; c = p.Items[c].End {
		if p.Alike(c, path[last]) && !p.Items[c].Empty() {
			out = appendAt(p, out, c, path[:last])
		}
	}
	return out
}
