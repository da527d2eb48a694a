package treesize

import (
	"bytes"
	"slices"
)

// list holds the formatting elements of a page that may still be open or have
// to be opened again, and the elements that were opened behind the first of
// them and may stand between one of them and its end tag. It has all that the
// parser has, and perhaps more: an element is taken out only if it is certain
// that the parser has none like it left.
type list struct {
	open   []element
	counts [names]int32         // of the open elements, by name
	format int                  // formatting elements
	sum    int                  // what it takes to open all of them again, in bytes
	most   int                  // what the largest takes
	sizes  [formattingNames]int // what one takes, at most, by name

	kinds     []element // formatting elements that differ
	manyKinds bool      // there are more

	// Formatting elements can be open without being active: those that there
	// are too many of, and those that the adoption agency algorithm leaves
	// behind. End tags close them and leave others active.
	dropped [formattingNames]int32 // that are not on the list, by name
	loose   int                    // so many elements of the list, the first ones, may be such
}

// element is one that may be open.
type element struct {
	tag
	stuck  bool   // a form whose end tag may have no effect
	size   int    // of a formatting element
	source []byte // its start tag, if it is a formatting element
}

// Limits of the standard's algorithms.
const (
	adoptions = 8 // elements that an end tag moves a formatting element into
	clones    = 4 // formatting elements that are opened again in each of them
	family    = 3 // formatting elements that are the same, within a marker
)

// maxFormatting is how many formatting elements may have to be opened again:
// the parser itself refuses 512 elements that are open.
const maxFormatting = 1024

// push adds an element that has been opened. Only what follows a formatting
// element matters.
func (l *list) push(e element) {
	if e.traits&formatting != 0 {
		l.noahsArk(e)
		l.format++
		if more := e.size - l.sizes[e.name]; more > 0 {
			l.sizes[e.name] += more
			l.sum += more * int(l.counts[e.name])
			l.most = max(l.most, e.size)
		}
		l.sum += l.sizes[e.name]
	} else if len(l.open) == 0 {
		return
	}
	if len(l.open) == maxOpen {
		l.forget()
	}
	l.counts[e.name]++
	l.open = append(l.open, e)
}

// pushPoint adds a foreign element that may have HTML in it. The adoption
// agency algorithm takes it for a block.
func (l *list) pushPoint() { l.push(element{tag: tag{integration, tracked | stop}}) }

// maxOpen is how many elements are kept, so that looking for one takes a bound
// time.
const maxOpen = 4096

// forget drops what stands between the formatting elements, and puts something
// behind them that keeps them from being taken out.
func (l *list) forget() {
	l.open = slices.DeleteFunc(l.open, func(e element) bool { return e.traits&formatting == 0 })
	l.counts = [names]int32{}
	for _, e := range l.open {
		l.counts[e.name]++
	}
	l.loose = min(l.loose, len(l.open))
	l.counts[other]++
	l.open = append(l.open, element{tag: tag{other, stop | marker}, stuck: true})
}

// noahsArk makes room for a formatting element: within a marker, the parser
// keeps three of those that are the same, the last ones. How many of a name
// that may be follows from how many kinds of it there are. The list keeps the
// first ones: behind them stands more, not less.
func (l *list) noahsArk(e element) {
	room := 0
	known := false
	for _, k := range l.kinds {
		if k.name == e.name {
			room += family
			known = known || bytes.Equal(k.source, e.source)
		}
	}
	if !known && len(l.kinds) < maxKinds {
		l.kinds = append(l.kinds, e)
		return
	}
	if l.counts[e.name] >= family {
		l.loose = len(l.open)
	}
	if !known || l.manyKinds {
		l.manyKinds = true
		return
	}
	last := -1
	for i := len(l.open) - 1; i >= 0 && l.open[i].traits&marker == 0; i-- {
		if l.open[i].name == e.name {
			if last = max(last, i); room == 1 {
				l.remove(last)
				l.dropped[e.name]++
				return
			}
			room--
		}
	}
}

// maxKinds is how many kinds of formatting elements, by name and attributes,
// are distinguished.
const maxKinds = 32

func (l *list) remove(i int) {
	e := l.open[i]
	l.counts[e.name]--
	l.open = slices.Delete(l.open, i, i+1)
	if i < l.loose {
		l.loose--
	}
	if e.traits&formatting == 0 {
		return
	}
	l.sum -= l.sizes[e.name]
	if l.format--; l.format == 0 {
		*l = list{open: l.open[:0], kinds: l.kinds[:0]}
	}
}

// view is what stands behind the last formatting element of a name.
type view struct {
	at     int  // its place, -1 if there is none
	hidden bool // a stop is among them
	marked bool // a marker is among them
	first  int  // elements behind the first of that name, adoptions at most
	alone  bool // no other formatting element is behind the first of that name
	active bool // all of that name are active
}

func (l *list) view(n name) view {
	v := view{at: -1, alone: true}
	tracks, left, i := 0, l.counts[n], len(l.open)
	for left > 0 && tracks < adoptions {
		i--
		e := &l.open[i]
		switch {
		case e.name == other:
			tracks = adoptions
		case e.name == n:
			left--
			v.first = tracks
			if v.at < 0 {
				v.at = i
			}
		case e.traits&formatting != 0:
			v.alone = false
		default:
			tracks++
			if e.name == table && (v.at >= 0 || l.dropped[n] > 0) {
				tracks += 2 // a tbody and a tr
			}
			if v.at < 0 {
				v.hidden = v.hidden || e.traits&stop != 0
				v.marked = v.marked || e.traits&marker != 0
			}
		}
	}
	if left > 0 {
		v.first, v.alone, i = adoptions, false, 0
	}
	v.active = i >= l.loose
	return v
}

// adopt returns what the adoption agency algorithm may add to the tree at the
// end tag of a formatting element, in bytes.
func (l *list) adopt(v view) int {
	if v.first > 0 && !v.alone {
		l.loose = len(l.open)
	}
	return v.first * min(l.sum, clones*l.most)
}

// endFormatting takes out the last formatting element of a name, at its end
// tag, if that is certain to close one.
func (l *list) endFormatting(v view) {
	switch {
	case v.at < 0 || v.hidden:
	case v.active, v.first == 0 && l.dropped[l.open[v.at].name] == 0:
		l.remove(v.at)
	case v.first == 0:
		l.dropped[l.open[v.at].name]--
		l.loose = len(l.open)
	}
}

// start reads the start tag of an element that is no formatting element.
func (l *list) start(t tag, certain bool) {
	if len(l.open) == 0 {
		return
	}
	if certain {
		l.imply(t)
	}
	if t.traits&tracked != 0 {
		l.push(element{tag: t})
	}
}

// imply takes out what a start tag closes.
func (l *list) imply(t tag) {
	switch {
	case t.name == li:
		l.close(itemScope, li, li)
	case t.name == dd || t.name == dt:
		l.close(itemScope, dd, dt)
	case t.name == button:
		l.close(defaultScope, button, button)
	case t.name == choice || t.name == input:
		l.close(defaultScope, choice, choice)
	}
	if t.traits&closesP != 0 {
		l.close(buttonScope, p, p)
	}
}

// end reads the end tag of an element that is no formatting element and no
// part of a table.
func (l *list) end(t tag) {
	switch {
	case t.name == p:
		l.close(buttonScope, p, p)
	case t.name == li:
		l.close(listScope, li, li)
	case t.name == form:
		l.close(defaultScope, form, form)
		for i := range l.open { // the parser remembers none of the others
			l.open[i].stuck = l.open[i].stuck || l.open[i].name == form
		}
	case t.traits&tracked != 0 && t.traits&marker == 0 && t.name != table:
		l.close(defaultScope, t.name, t.name)
	}
}

// Scopes: what hides an element from a tag that would close it.

func defaultScope(e *element) bool { return e.traits&stop != 0 }
func buttonScope(e *element) bool  { return e.traits&stop != 0 || e.name == button }
func listScope(e *element) bool    { return e.traits&stop != 0 || e.name == ol || e.name == ul }
func itemScope(e *element) bool {
	return e.traits&tracked != 0 && e.name != address && e.name != div && e.name != p
}

// close takes out the last element of two names if it is in scope. If it is
// open, the parser closes it.
func (l *list) close(scope func(*element) bool, n, m name) {
	if l.counts[n]+l.counts[m] == 0 {
		return
	}
	for i := len(l.open) - 1; i >= 0; i-- {
		e := &l.open[i]
		if e.name == n || e.name == m {
			if !e.stuck {
				l.remove(i)
			}
			return
		}
		if scope(e) {
			return
		}
	}
}

// truncate takes out all elements but the first n: the parser has closed them
// for good.
func (l *list) truncate(n int) {
	for len(l.open) > n {
		l.remove(len(l.open) - 1)
	}
}

// closeFrom takes out the elements but the first n, save formatting elements:
// those are opened again elsewhere.
func (l *list) closeFrom(n int) {
	for i := len(l.open) - 1; i >= n; i-- {
		if l.open[i].traits&formatting == 0 {
			l.remove(i)
		}
	}
}
