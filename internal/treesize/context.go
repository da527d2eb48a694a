package treesize

// context is a table, or an object, that is open for certain: what the parser
// does with the parts of a table depends on what is open there, and when a cell
// or an object ends, the formatting elements in it are not opened again.
type context struct {
	mode    mode
	name    name // of an object
	body    name // of the tbody, tfoot or thead that is open
	cell    name // td or th
	before  int  // how many elements the list had
	outside int  // how many it had before the cell or caption
}

// mode is the parser's insertion mode in a table.
type mode uint8

const (
	tableMode mode = iota
	rowsMode
	rowMode
	cellMode
	captionMode
	objectMode
)

// startContext reads a start tag that may begin or end a table, a part of one
// or an object. It reports false if the parser ignores it.
func (m *meter) startContext(t tag) bool {
	var c *context
	if n := len(m.contexts); n > 0 {
		c = &m.contexts[n-1]
	}
	switch {
	case t.name == column && m.templates > 0: // what follows may be ignored
		m.size += 2 * nodeSize
		m.unsure()
	case t.traits&inTable != 0:
		if c == nil || c.mode == objectMode {
			m.loseContexts()
			m.size += 2 * nodeSize
			return true
		}
		return m.startPart(c, t.name)
	case t.name == table:
		if c != nil && c.mode < cellMode { // it closes that one
			m.endTable(c)
		}
		m.pushContext(context{before: len(m.list.open)})
	case t.traits&object != 0:
		if c == nil && m.lost {
			break
		}
		if c != nil && c.mode < cellMode { // the next part of the table may close it
			m.loseContexts()
			break
		}
		m.pushContext(context{mode: objectMode, name: t.name, before: len(m.list.open)})
	case t.name == template:
		m.templates++
		m.loseContexts()
	case t.name == choice && c != nil && c.mode == objectMode:
		m.loseContexts()
	}
	return true
}

func (m *meter) pushContext(c context) {
	if m.certain() && m.templates == 0 {
		m.contexts = append(m.contexts, c)
	}
}

// loseContexts gives up knowing what tables and objects are open.
func (m *meter) loseContexts() {
	m.contexts = m.contexts[:0]
	m.lost = true
}

// startPart reads the start tag of a part of a table.
func (m *meter) startPart(c *context, n name) bool {
	if c.mode == captionMode && n == headCell {
		return false
	}
	m.closePart(c)
	isCell := n == cell || n == headCell
	if c.mode == rowMode && !isCell {
		c.mode = rowsMode
	}
	if c.mode == rowsMode && !isCell && n != row {
		c.mode = tableMode
	}
	if c.mode == tableMode {
		switch n {
		case caption:
			c.mode, c.outside = captionMode, len(m.list.open)
			return true
		case column:
			m.size += 2 * nodeSize // a colgroup, and a text that it does not take
			return true
		case tbody, tfoot, thead:
			c.mode, c.body = rowsMode, n
			return true
		}
		m.size += nodeSize
		c.mode, c.body = rowsMode, tbody
	}
	if c.mode == rowsMode {
		c.mode = rowMode
		if isCell {
			m.size += nodeSize
		}
	}
	if isCell {
		c.mode, c.cell, c.outside = cellMode, n, len(m.list.open)
	}
	return true
}

// closePart ends the cell or caption that is open.
func (m *meter) closePart(c *context) {
	switch c.mode {
	case cellMode:
		c.mode = rowMode
	case captionMode:
		c.mode = tableMode
	default:
		return
	}
	m.list.truncate(c.outside)
}

func (m *meter) endTable(c *context) {
	m.closePart(c)
	m.list.closeFrom(c.before)
	m.contexts = m.contexts[:len(m.contexts)-1]
}

// endContext reads an end tag.
func (m *meter) endContext(t tag) {
	if t.name == template {
		m.loseContexts()
		if m.templates > 0 && m.certain() {
			m.templates--
		}
	}
	n := len(m.contexts)
	if n == 0 || t.traits&(inTable|stop) == 0 {
		return
	}
	c := &m.contexts[n-1]
	switch {
	case c.mode == objectMode:
		switch {
		case t.name == c.name:
			m.list.truncate(c.before)
			m.contexts = m.contexts[:n-1]
		case t.traits&inTable != 0 || t.name == table:
			m.loseContexts()
		}
	case t.name == table:
		m.endTable(c)
	case c.mode == cellMode && t.name == c.cell, c.mode == captionMode && t.name == caption:
		m.closePart(c)
	case t.name == row && (c.mode == rowMode || c.mode == cellMode):
		m.closePart(c)
		c.mode = rowsMode
	case t.name == c.body && (c.mode == rowsMode || c.mode == rowMode || c.mode == cellMode):
		m.closePart(c)
		c.mode = tableMode
	}
}
