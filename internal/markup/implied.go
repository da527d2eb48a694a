package markup

// The Scanner keeps the stack of open elements as a browser would.

func (s *Scanner) startTag(t *token) {
	if s.over > 0 {
		s.fp.Truncated = true
		if t.kind&Void == 0 {
			s.over++
		}
		return
	}
	if plain := s.body && t.kind&implies == 0; !plain && s.foreign == 0 && !s.openImplied(t) {
		return
	}
	s.open(t.tag, t.kind, t.pos, t.class)
	n := len(s.frames)
	switch {
	case n == MaxDepth:
		s.popTo(n - 1)
		s.fp.Truncated = true
		if t.kind&Void == 0 {
			s.over = 1
		}
	case t.kind&Void != 0 || s.foreign > 0 && t.self:
		s.popTo(n - 1)
	case t.kind&foreign != 0 && s.foreign == 0:
		if t.self {
			s.popTo(n - 1)
		} else {
			s.foreign = n
		}
	}
}

func (s *Scanner) endTag(t *token) {
	if s.over > 0 {
		s.over--
		return
	}
	s.close(t.tag, t.kind)
}

// close closes the element that an end tag ends, with all elements inside it.
func (s *Scanner) close(tag Tag, kind kind) {
	if tag == tagHTML || tag == tagBody || kind&Void != 0 {
		return // open to the end of the page
	}
	inTable := tag == TagTable || tag == TagTr || tag == tagTd || tag == tagTh || tag == tagCaption ||
		tag == TagTbody || tag == TagThead || tag == TagTfoot
	for i, looked := len(s.frames)-1, 0; i > 0 && looked < endSearch; i-- {
		f := &s.frames[i]
		if f.Tag == tag {
			s.popTo(i)
			return
		}
		if f.Kind&scope != 0 && !(inTable && f.Tag != TagTable) || f.Tag == tagBody {
			return
		}
		if f.Kind&Phrasing == 0 {
			looked++
		}
	}
}

// openImplied closes and opens what the standard implies before a start tag, and
// reports whether the tag then opens an element.
func (s *Scanner) openImplied(t *token) bool {
	if s.body && t.tag != tagHTML && t.tag != TagHead && t.tag != tagBody {
		s.closeImplied(t.tag, t.kind, t.pos)
		return true
	}
	switch n := len(s.frames); {
	case t.tag == tagHTML:
		return n == 0
	case n == 0:
		s.imply(tagHTML, t.pos)
	}
	switch n := len(s.frames); {
	case t.tag == TagHead:
		return n == 1 && !s.body && s.fp.Elements == 1
	case t.tag == tagBody:
		if s.body {
			return false
		}
		s.openBody(t.pos)
		return true
	case !s.body && n == 1 && t.kind&headOnly != 0:
		s.imply(TagHead, t.pos)
		return true
	case !s.body && (n == 1 || n == 2 && t.kind&headOnly == 0 && s.frames[1].Tag == TagHead):
		s.openBody(t.pos)
		s.imply(tagBody, t.pos)
	}
	s.closeImplied(t.tag, t.kind, t.pos)
	return true
}

// openBody closes the head, which every page has, before the body.
func (s *Scanner) openBody(pos int) {
	if s.fp.Elements == 1 {
		s.imply(TagHead, pos)
	}
	s.popTo(1)
	s.body = true
}

// closeImplied closes, and in tables opens, what a start tag in the body implies.
func (s *Scanner) closeImplied(tag Tag, kind kind, pos int) {
	if s.paras > 0 && (kind&block != 0 || tag == TagTable && !s.quirks) {
		s.closeParagraph()
	}
	if kind&item == 0 {
		return
	}
	top := s.frames[len(s.frames)-1].Tag
	switch tag {
	case tagLi:
		s.closeItem(tagLi, tagLi)
		s.closeParagraph()
	case tagDd, tagDt:
		s.closeItem(tagDd, tagDt)
		s.closeParagraph()
	case tagOption, tagOptgroup:
		if top == tagOption {
			s.popTo(len(s.frames) - 1)
			top = s.frames[len(s.frames)-1].Tag
		}
		if top == tagOptgroup && tag == tagOptgroup {
			s.popTo(len(s.frames) - 1)
		}
	case tagTd, tagTh:
		s.closeInTable(tagTd, tagTh, tagTd)
		s.implyInTable(pos, true)
	case TagTr:
		s.closeInTable(TagTr, tagCaption, tagColgroup)
		s.implyInTable(pos, false)
	case TagTbody, TagThead, TagTfoot:
		s.closeInTable(TagTbody, TagThead, TagTfoot)
		s.closeInTable(tagCaption, tagColgroup, tagCaption)
	default:
		if kind&Heading != 0 && s.frames[len(s.frames)-1].Kind&Heading != 0 {
			s.popTo(len(s.frames) - 1)
		}
	}
}

// closeParagraph closes the p that is open in scope, with all elements inside it.
func (s *Scanner) closeParagraph() {
	if s.paras == 0 {
		return
	}
	for i, looked := len(s.frames)-1, 0; i > 0 && looked < 4*endSearch; i, looked = i-1, looked+1 {
		switch f := &s.frames[i]; {
		case f.Tag == tagP:
			s.popTo(i)
			return
		case f.Kind&scope != 0 || f.Tag == tagButton:
			return
		}
	}
}

// closeItem closes the list item that is open in its list.
func (s *Scanner) closeItem(a, b Tag) {
	for i, looked := len(s.frames)-1, 0; i > 0 && looked < 4*endSearch; i, looked = i-1, looked+1 {
		f := &s.frames[i]
		if f.Tag == a || f.Tag == b {
			s.popTo(i)
			return
		}
		if f.Kind&special != 0 && f.Tag != tagAddress && f.Tag != tagDiv && f.Tag != tagP {
			return
		}
	}
}

// closeInTable closes the outermost of the three elements that is open in the
// innermost table.
func (s *Scanner) closeInTable(a, b, c Tag) {
	found := -1
	for i, looked := len(s.frames)-1, 0; i > 0 && looked < 4*endSearch; i, looked = i-1, looked+1 {
		f := &s.frames[i]
		if f.Tag == TagTable || f.Tag == tagTemplate {
			break
		}
		if f.Tag == a || f.Tag == b || f.Tag == c {
			found = i
		}
	}
	if found > 0 {
		s.popTo(found)
	}
}

// implyInTable opens the tbody, and the tr of a cell, that were left out.
func (s *Scanner) implyInTable(pos int, row bool) {
	if s.frames[len(s.frames)-1].Tag == TagTable {
		s.imply(TagTbody, pos)
	}
	if top := s.frames[len(s.frames)-1].Tag; row && (top == TagTbody || top == TagThead || top == TagTfoot) {
		s.imply(TagTr, pos)
	}
}

func (s *Scanner) imply(tag Tag, pos int) {
	s.open(tag, kindOf(tag), pos, nil)
}
