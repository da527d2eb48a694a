package dom

import "bytes"

// enter begins an svg or math element.
func (m *meter) enter(t *markup, name []byte) {
	switch {
	case t.self == perhaps:
		m.unsure()
	case t.self == no && !m.loose:
		m.foreign = append(m.foreign, name)
	}
}

// inForeign reads a start tag in foreign content and reports whether it opens
// a foreign element for certain.
func (m *meter) inForeign(t *markup, name []byte, tag tag) bool {
	if len(m.foreign) == 0 {
		return false
	}
	switch top := m.foreign[len(m.foreign)-1]; {
	case look(top).traits&point != 0, tag.name == font, t.self == perhaps,
		m.doubt && (tag.name == outer || tag.traits&point != 0):
		m.unsure()
		return false
	case tag.traits&breakout != 0:
		if m.mayHoldHTML() {
			m.unsure()
		}
		m.foreign, m.doubt = m.foreign[:0], false
		return false
	}
	if t.self == no {
		m.foreign = append(m.foreign, name)
	}
	return !m.doubt
}

// mayHoldHTML reports whether one of the open foreign elements can.
func (m *meter) mayHoldHTML() bool {
	for _, n := range m.foreign {
		if look(n).traits&point != 0 {
			return true
		}
	}
	return false
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
	case len(m.foreign) == 0:
	case m.mayHoldHTML():
		m.unsure()
	default: // it may close an element outside, and the foreign ones with it
		m.doubt, m.inP = true, false
		m.loseContexts()
	}
	return false
}
