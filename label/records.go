package label

import "strings"

// inNextRecords returns the items that stand in the elements behind one around an item as it stands
// in that: the same entry of the next records of a list. Records are elements of one kind; nothing is
// returned if none of the elements from the record to the item has a mark or a name of its own.
func (p *page) inNextRecords(first int32) []int32 {
	const around = 3 // elements that may be the record
	if p.items[first].segment() {
		return nil
	}
	path := []int32{first}
	named := p.named(first)
	for record, k := p.items[first].parent, 0; record >= 0 && k < around; record, k = p.items[record].parent, k+1 {
		if named = named || p.named(record); named {
			if out := p.inRecordsBehind(record, path); out != nil {
				return out
			}
		}
		path = append(path, record)
	}
	return nil
}

// named reports whether an item has marks, or a name that is not of HTML.
func (p *page) named(i int32) bool {
	return !p.unmarked(i) || strings.Contains(p.items[i].node.Data, "-")
}

// inRecordsBehind returns the items at a path in the records behind one.
func (p *page) inRecordsBehind(record int32, path []int32) []int32 {
	var out []int32
	for n := p.next(record); n >= 0 && len(out) < maxNames; n = p.next(n) {
		it := &p.items[n]
		switch {
		case it.empty():
		case p.alike(n, record):
			out = p.appendAt(out, n, path)
		case it.to-it.from > maxSeparator:
			return out
		}
	}
	return out
}

// appendAt appends the items inside another that are at a path like that of given items, the innermost first.
func (p *page) appendAt(out []int32, i int32, path []int32) []int32 {
	if len(path) == 0 {
		return append(out, i)
	}
	last := len(path) - 1
	for c := i + 1; c < p.items[i].end; c = p.items[c].end {
		if p.alike(c, path[last]) && !p.items[c].empty() {
			out = p.appendAt(out, c, path[:last])
		}
	}
	return out
}
