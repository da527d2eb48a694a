package treesize

import "bytes"

// enter begins an svg or math element.
func (m *meter) enter(t *markup) {
	switch {
	case t.self == perhaps:
		m.unsure()
	case t.self == no && !m.loose:
		m.foreign = append(m.foreign, m.src[t.nameStart:t.nameEnd])
	}
}

// inForeign reads a start tag in foreign content and reports whether it opens
// a foreign element for certain.
func (m *meter) inForeign(t *markup) bool {
	switch {
	case t.traits&void != 0 && !m.doubt && m.inForeignObject():
		return false
	case m.atPoint(), t.name == font, t.self == perhaps,
		m.doubt && (t.name == outer || t.traits&point != 0):
		m.unsure()
		return false
	case t.traits&breakout != 0:
		m.foreign, m.doubt = m.foreign[:0], false
		return false
	}
	if t.self == no {
		m.foreign = append(m.foreign, m.src[t.nameStart:t.nameEnd])
	}
	if len(m.foreign) > maxForeign {
		m.unsure()
		return false
	}
	return !m.doubt
}

// maxForeign is how many foreign elements may be open: the parser refuses 512
// elements that are.
const maxForeign = 512

// atPoint reports whether the innermost foreign element may have HTML in it.
func (m *meter) atPoint() bool {
	return look(m.foreign[len(m.foreign)-1]).traits&point != 0
}

// inForeignObject reports whether the innermost foreign element is a foreignObject of an
// svg, in which there is HTML.
func (m *meter) inForeignObject() bool {
	return bytes.EqualFold(m.foreign[0], []byte("svg")) && bytes.EqualFold(m.foreign[len(m.foreign)-1], []byte("foreignobject"))
}

// endForeign reads an end tag in foreign content and reports whether it closes
// a foreign element for certain.
func (m *meter) endForeign(name []byte) bool {
	for i := len(m.foreign) - 1; i >= 0; i-- {
		if bytes.EqualFold(m.foreign[i], name) {
			m.foreign = m.foreign[:i]
			certain := !m.doubt
			m.doubt = m.doubt && i > 0
			return certain
		}
	}
	switch {
	case m.atPoint():
		m.unsure()
	default: // it may close an element outside, and the foreign ones with it
		m.doubt, m.inP = true, false
		m.loseContexts()
	}
	return false
}
