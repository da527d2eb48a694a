package page

import (
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// maxAlike is how many formatting elements with the same name and attributes are opened
// again (HTML Standard, 13.2.4.3, has the same).
const maxAlike = 3

// addFormatting inserts an element that is opened again where it was not closed.
func (b *builder) addFormatting() {
	b.addElement()
	added := b.current()
	alike := 0
	for k := len(b.formatting) - 1; k >= 0 && b.formatting[k] != marker; k-- {
		if i := b.formatting[k]; b.nodes[i].Atom == b.Tok.Atom && b.sameAttributes(i, added) {
			if alike++; alike >= maxAlike {
				b.formatting = slices.Delete(b.formatting, k, k+1)
			}
		}
	}
	b.formatting = append(b.formatting, added)
}

func (b *builder) sameAttributes(i, j int32) bool {
	s, t := b.nodes[i].attrs, b.nodes[j].attrs
	same := b.Src[s.From:s.To] == b.Src[t.From:t.To]
	if same || b.Plain && b.count(s) <= few && b.count(t) <= few {
		return same || b.within(s, t) && b.within(t, s)
	}
	return slices.Equal(b.sorted(s), b.sorted(t))
}

// within reports whether a tag has all attributes of another, which are few: to sort them would take
// memory at each of the elements that may be alike.
func (b *builder) within(s, t lex.Span) bool {
	for a := (lex.Attributes{Src: b.Src[:s.To], At: int(s.From)}); a.Next(); {
		name := lex.LowerName(b.Src[a.Key.From:a.Key.To])
		value, _ := lex.Find(b.Src, s, name) // the first of that name counts
		if other, ok := lex.Find(b.Src, t, name); !ok || other != value {
			return false
		}
	}
	return true
}

// sorted returns the attributes of a tag in the order of their names.
func (b *builder) sorted(s lex.Span) [][2]string {
	p := Page{src: b.Src, Nodes: []Node{{attrs: s}}}
	var all [][2]string
	for name, value := range p.Attrs(0) {
		all = append(all, [2]string{name, value})
	}
	slices.SortFunc(all, func(a, c [2]string) int { return slices.Compare(a[:], c[:]) })
	return all
}

// clearFormatting forgets the formatting elements up to the last marker.
func (b *builder) clearFormatting() {
	for len(b.formatting) > 0 {
		last := b.formatting[len(b.formatting)-1]
		b.formatting = b.formatting[:len(b.formatting)-1]
		if last == marker {
			return
		}
	}
}

// reopen opens the formatting elements again that were not closed.
func (b *builder) reopen() {
	k := len(b.formatting)
	for k > 0 && b.formatting[k-1] != marker && lastIndex(b.open, b.formatting[k-1]) < 0 {
		k--
	}
	for ; k < len(b.formatting) && b.clones(); k++ {
		clone := b.clone(b.formatting[k])
		b.add(clone)
		b.formatting[k] = clone
	}
}

// endFormatting closes a formatting element that others may overlap: the adoption agency
// algorithm (HTML Standard, 13.2.6.4.7).
func (b *builder) endFormatting(tag atom.Atom, name string) {
	if current := b.current(); b.nodes[current].Data == name && lastIndex(b.formatting, current) < 0 {
		b.pop()
		return
	}
	for range 8 {
		element := b.activeFormatting(tag)
		if element < 0 {
			b.endOther(tag, name)
			return
		}
		at := lastIndex(b.open, element)
		if at < 0 {
			b.formatting = without(b.formatting, element)
			return
		}
		if !b.has(defaultScope, tag) {
			return
		}
		k := slices.IndexFunc(b.open[at:], func(i int32) bool { return isSpecial(&b.nodes[i]) })
		if k < 0 {
			b.cut(at)
			b.formatting = without(b.formatting, element)
			return
		}
		if !b.clones() {
			b.endOther(tag, name)
			return
		}
		b.adopt(element, at, at+k)
	}
}

// activeFormatting returns the last active formatting element of a name, -1 for none.
func (b *builder) activeFormatting(tag atom.Atom) int32 {
	for k := len(b.formatting) - 1; k >= 0 && b.formatting[k] != marker; k-- {
		if i := b.formatting[k]; b.nodes[i].Atom == tag {
			return i
		}
	}
	return -1
}

// adopt moves a block that is in a formatting element out of it, and what is in the block
// into a clone of that element.
func (b *builder) adopt(element int32, at, block int) {
	ancestor, furthest := b.open[at-1], b.open[block]
	bookmark := lastIndex(b.formatting, element)
	last := furthest
	for x, j := block-1, 1; b.open[x] != element; x, j = x-1, j+1 {
		node := b.open[x]
		f := lastIndex(b.formatting, node)
		if j > 3 && f >= 0 {
			b.formatting = slices.Delete(b.formatting, f, f+1)
			if f <= bookmark {
				bookmark--
			}
			continue
		}
		if f < 0 {
			b.drop(node)
			continue
		}
		clone := b.clone(node)
		b.formatting[f], b.open[x] = clone, clone
		if last == furthest {
			bookmark = f + 1
		}
		b.remove(last)
		b.insert(clone, last, 0)
		last = clone
	}
	b.remove(last)
	if partOfTable(b.nodes[ancestor].Atom) {
		b.foster(last)
	} else {
		b.insert(ancestor, last, 0)
	}
	clone := b.clone(element)
	for c := b.links[furthest].first; c != 0; c = b.links[furthest].first {
		b.remove(c)
		b.insert(clone, c, 0)
	}
	b.insert(furthest, clone, 0)
	if old := lastIndex(b.formatting, element); old >= 0 && old < bookmark {
		bookmark--
	}
	b.formatting = slices.Insert(without(b.formatting, element), bookmark, clone)
	b.drop(element)
	b.open = slices.Insert(b.open, lastIndex(b.open, furthest)+1, clone)
}

// endOther closes the innermost element of a name, unless a block is in it.
func (b *builder) endOther(tag atom.Atom, name string) {
	for k := len(b.open) - 1; k >= 0; k-- {
		n := &b.nodes[b.open[k]]
		if n.Space == HTML && n.Atom == tag && (tag != 0 || n.Data == name) {
			b.cut(k)
			return
		}
		if isSpecial(n) {
			return
		}
	}
}
