package label

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// content is what a zone reads as.
type content struct {
	text  string
	items []string
	notes [][]string // the marks of each item: "1", "*"
}

// read reads the items of a zone.
func (m *matcher) read(p *page, l Label, items []int32) content {
	switch l {
	case Authors:
		return m.readAuthors(p, items)
	case Affiliations:
		return m.readAffiliations(p, items)
	}
	if l == Title && len(m.drop) > 0 {
		return content{text: m.withoutOpening(joinPieces(slices.Concat(m.rowsOf(p, items)...)))}
	}
	w := rowWriter{byRow: l == Abstract, buf: make([]byte, 0, p.items[items[len(items)-1]].to-p.items[items[0]].from+16)}
	for _, i := range items {
		w.line = true
		p.texts(i, w.see)
	}
	text := string(w.buf)
	if m.Opens != "" {
		text, w.rows = m.withoutOpening(text), nil
	}
	if l == Abstract {
		text = abstractOf(text, w.rows)
	}
	return content{text: text}
}

// withoutOpening takes the words that the zone opens with from a text.
func (m *matcher) withoutOpening(text string) string {
	if m.Opens == "" {
		return text
	}
	rest := text
	for range strings.Count(m.Opens, " ") + 1 {
		rest = strings.TrimLeftFunc(rest, notWord)
		i := strings.IndexFunc(rest, notWord)
		if i < 0 {
			return text
		}
		rest = rest[i:]
	}
	if singular(words(maskDigits(text[:len(text)-len(rest)]))) != m.Opens {
		return text
	}
	return strings.TrimLeft(rest, " .:;)]—–-")
}

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

// abstractOf cuts the heading from the beginning of a text and keywords from
// its end, given where its rows begin.
func abstractOf(text string, rows []int) string {
	from := 0
	for k, at := range rows {
		row := text[at:]
		if k+1 < len(rows) {
			row = text[at : rows[k+1]-1]
		}
		switch {
		case keywords(row):
			return withoutHeading(strings.TrimSpace(text[from:at]))
		case at == from && len(row) < 60 && headingText(row) && k+1 < len(rows):
			from = rows[k+1]
		}
	}
	return withoutHeading(text[from:])
}

// withoutHeading takes "Abstract:" away from the beginning of a text.
func withoutHeading(s string) string {
	const longest = 40 // bytes of a heading
	i := strings.IndexFunc(s[:min(len(s), longest)], func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 || !slices.Contains(abstractHeadings, strings.ToLower(s[:i])) {
		return s
	}
	rest := strings.TrimLeft(s[i:], " ")
	cut := strings.TrimLeft(rest, ".:—–-― ")
	if cut != rest || s[:i] == strings.ToUpper(s[:i]) || startsUpper(rest) {
		return cut
	}
	return s
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// rowsOf returns the pieces of the items row by row, without those of dropped
// elements.
func (m *matcher) rowsOf(p *page, items []int32) [][]piece {
	var rows [][]piece
	for _, i := range items {
		dropped := m.droppedIn(p, i)
		fresh := true
		for _, x := range p.pieces(i) {
			fresh = fresh || x.line
			for len(dropped) > 0 && dropped[0].to <= x.at {
				dropped = dropped[1:]
			}
			if len(dropped) > 0 && dropped[0].from <= x.at && !x.isNote() {
				continue
			}
			if fresh {
				rows = append(rows, nil)
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], x)
			fresh = false
		}
	}
	return rows
}

// linesOf returns those rows of the items that are read.
func (m *matcher) linesOf(p *page, items []int32) [][]piece {
	if m.Line == 0 {
		return m.rowsOf(p, items)
	}
	var out [][]piece
	for _, i := range items {
		if rows := m.rowsOf(p, []int32{i}); len(rows) >= m.Line {
			out = append(out, rows[m.Line-1])
		}
	}
	return out
}

func (m *matcher) droppedIn(p *page, i int32) []interval {
	if len(m.drop) == 0 {
		return nil
	}
	var out []interval
	for k := i + 1; k < p.items[i].end; k++ {
		if it := &p.items[k]; !it.empty() && slices.Contains(m.drop, p.own(k)) {
			out = append(out, interval{it.from, it.to})
			k = it.end - 1
		}
	}
	return out
}

// itemsInside returns the items of single names or affiliations in a zone.
func (m *matcher) itemsInside(p *page, zone []int32) []int32 {
	var out []int32
	for _, z := range zone {
		for i := z; i < p.items[z].end; i++ {
			if it := &p.items[i]; it.tag == m.itemTag && !it.empty() && len(out) < maxNames && p.own(i) == m.item {
				out = append(out, i)
				i = it.end - 1
			}
		}
	}
	return out
}

// note reports whether a piece is a mark that ties a name to an affiliation.
func (x *piece) isNote() bool {
	if x.note {
		return true
	}
	t := strings.TrimSpace(x.text)
	return t != "" && len(t) <= 12 && strings.Trim(t, "0123456789,*†‡§¶#∗ ") == "" && strings.Trim(t, ", ") != ""
}

var noteSplit = regexp.MustCompile(`[,;\s]+`)

func noteMarks(s string) []string {
	var out []string
	for _, m := range noteSplit.Split(strings.TrimSpace(s), -1) {
		if m = strings.Trim(m, "()[]."); m != "" && utf8.RuneCountInString(m) <= 3 {
			out = append(out, m)
		}
	}
	return out
}

// readAuthors reads names and the marks that follow each.
func (m *matcher) readAuthors(p *page, zone []int32) content {
	if m.Item != nil {
		if items := m.itemsInside(p, zone); len(items) > 0 {
			return m.readNamed(p, zone, items)
		}
	}
	var list strings.Builder
	type noted struct {
		at    int
		marks []string
	}
	var notes []noted
	for _, row := range m.linesOf(p, zone) {
		list.WriteString("\n")
		for k, x := range row {
			if x.isNote() {
				notes = append(notes, noted{list.Len(), noteMarks(x.text)})
				list.WriteString(", ")
				continue
			}
			if k > 0 && aside(x, row[0]) && !slices.Contains(joiners, strings.Trim(strings.ToLower(x.text), " ,")) {
				list.WriteString(" ")
				continue
			}
			if k > 0 && sameKind(row[k-1], x) {
				list.WriteString(", ")
			}
			list.WriteString(collapseInline(x.text))
		}
	}
	names := list.String()
	if m.Opens != "" {
		names = m.withoutOpening(names)
	}
	c := content{items: splitNames(names, m.Inverted)}
	if len(notes) > 0 {
		c.notes = make([][]string, len(c.items))
		at := 0
		for i, name := range c.items {
			from := strings.Index(list.String()[at:], name)
			if from < 0 {
				continue
			}
			at += from + len(name)
			for _, n := range notes {
				if n.at >= at && n.at <= at+2 || len(c.notes[i]) > 0 && n.at > at && onlyNotes(list.String()[at:n.at]) {
					c.notes[i] = append(c.notes[i], n.marks...)
				}
			}
		}
	}
	c.text = strings.Join(c.items, ", ")
	return c
}

// collapseInline collapses white space, but keeps that at the ends.
func collapseInline(s string) string {
	t := collapse(s)
	if s[0] <= ' ' {
		t = " " + t
	}
	if s[len(s)-1] <= ' ' {
		t += " "
	}
	return t
}

func onlyNotes(s string) bool { return strings.Trim(s, ", \n") == "" }

// aside reports whether a piece is a remark in small letters in an element
// inside the first one's, such as "mail" after a name.
func aside(x, first piece) bool {
	inner := x.node.Parent
	if inner == nil || inner == first.node.Parent || x.node.Parent.DataAtom == atom.A {
		return false
	}
	letters := strings.ContainsFunc(x.text, unicode.IsLetter)
	return letters && !strings.ContainsFunc(x.text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.IsLower(r) })
}

// sameKind reports whether two neighbouring pieces are names in elements of one
// kind with nothing between them.
func sameKind(a, b piece) bool {
	x, y := a.node.Parent, b.node.Parent
	if x == nil || y == nil || x == y || x.Data != y.Data || !sameMarks(x, y) {
		return false
	}
	s, t := strings.TrimSpace(a.text), strings.TrimSpace(b.text)
	return strings.Contains(s, " ") && strings.Contains(t, " ") && plausibleName(s) && plausibleName(t)
}

// readNamed reads names that stand in elements of their own.
func (m *matcher) readNamed(p *page, zone, items []int32) content {
	var c content
	all := slices.Concat(m.rowsOf(p, zone)...)
	var parts []piece
	for k, i := range items {
		parts = parts[:0]
		var tail []string
		it, end := &p.items[i], int32(math.MaxInt32)
		if k+1 < len(items) {
			end = p.items[items[k+1]].from
		}
		for ; len(all) > 0 && all[0].at < end; all = all[1:] {
			switch x := all[0]; {
			case x.at < it.from:
			case x.isNote():
				tail = append(tail, noteMarks(x.text)...)
			case x.at < it.to && (len(parts) == 0 || !aside(x, parts[0])):
				parts = append(parts, x)
			}
		}
		name := cleanName(withoutLeadIn(surnameLast(strings.Trim(joinPieces(parts), " ,;"))))
		if plausibleName(name) && !slices.Contains(c.items, name) {
			c.items = append(c.items, name)
			c.notes = append(c.notes, tail)
		}
	}
	c.text = strings.Join(c.items, ", ")
	return c
}

var (
	leadPlace = regexp.MustCompile(`(?i)^\s*(?:author\s+)?affiliations?\s*:\s*`)
	leadWord  = regexp.MustCompile(`^\pL+\s*:?\s*`)
	leadMark  = regexp.MustCompile(`^[\[(]?(\d{1,2}|[*†‡§¶]+|[a-z])[\])]?(?:[.:]?\s+|\s*)`)
	tailMail  = regexp.MustCompile(`[\s,;.:(]*(?:[Ee]-?mail[:\s]*|[Ee]lectronic address[:\s]*)?\S+@\S+\s*$`)
	notPlaces = regexp.MustCompile(`(?i)^\W*(?:corresponding author|e-?mail|for all author|(?:author )?affiliations?\W*$|contributed equally|equal contribut|these authors|log on|find articles)`)
)

// readAffiliations reads one affiliation an element, a line, or a mark.
func (m *matcher) readAffiliations(p *page, zone []int32) content {
	var c content
	rows := m.linesOf
	if m.Item != nil {
		if items := m.itemsInside(p, zone); len(items) > 0 {
			zone, rows = items, m.rowsOf
		}
	}
	add := func(mark string, parts []piece) {
		text := joinPieces(parts)
		if strings.Contains(text, "@") {
			text = tailMail.ReplaceAllString(text, "")
		}
		if m.Lead != "" {
			if !strings.HasPrefix(strings.ToLower(text), m.Lead) {
				return
			}
			text = leadWord.ReplaceAllString(text, "")
		}
		if strings.Contains(text, ":") {
			text = leadPlace.ReplaceAllString(text, "")
		}
		if mark == "" && text != "" && !startsUpper(text) {
			if found := leadMark.FindStringSubmatch(text); found != nil && startsUpper(text[len(found[0]):]) {
				mark, text = found[1], text[len(found[0]):]
			}
		}
		text = strings.Trim(text, " ,;|")
		if len(c.items) == maxNames {
			return
		}
		if len(strings.Fields(text)) < 2 && len(text) < 8 || notPlaces.MatchString(text) || len(c.items) < maxApart && slices.Contains(c.items, text) {
			return
		}
		c.items = append(c.items, text)
		c.notes = append(c.notes, noteMarks(mark))
	}
	for k, row := range rows(p, zone) {
		if k == 0 && m.Opens != "" {
			row = m.openedRow(row)
		}
		marked := row[0].isNote()
		mark := ""
		var parts []piece
		for _, x := range row {
			if !x.isNote() {
				parts = append(parts, x)
				continue
			}
			if marked {
				if parts != nil {
					add(mark, parts)
					parts, mark = nil, ""
				}
				mark += " " + x.text
			}
		}
		add(strings.TrimSpace(mark), parts)
	}
	c.apart()
	c.text = strings.Join(c.items, "; ")
	return c
}

// openedRow takes the words that the zone opens with from its first row.
func (m *matcher) openedRow(row []piece) []piece {
	text := joinPieces(row)
	if rest := m.withoutOpening(text); rest != text && !row[0].isNote() {
		return []piece{{row[0].node, rest, row[0].at, false, row[0].line}}
	}
	return row
}

// maxApart bounds the affiliations that are compared with each other.
const maxApart = 100

// apart takes affiliations that stand alone elsewhere out of those that list
// several.
func (c *content) apart() {
	if len(c.items) > maxApart {
		return
	}
	for i, whole := range c.items {
		for k, part := range c.items {
			if i == k || len(part) >= len(whole) || len(part) < 20 {
				continue
			}
			if cut := strings.Replace(whole, part, "", 1); len(cut) < len(whole) {
				cut = strings.Trim(cut, " ,;")
				if len(strings.Fields(cut)) == 0 {
					cut = part
				}
				whole = cut
			}
		}
		c.items[i] = whole
	}
	for i := len(c.items) - 1; i > 0; i-- {
		if slices.Contains(c.items[:i], c.items[i]) {
			c.items, c.notes = slices.Delete(c.items, i, i+1), slices.Delete(c.notes, i, i+1)
		}
	}
}

// link ties authors to affiliations by their marks.
func link(authors, affiliations content) []Author {
	out := make([]Author, len(authors.items))
	for i, name := range authors.items {
		out[i].Name = name
		if i >= len(authors.notes) {
			continue
		}
		for k, marks := range affiliations.notes {
			if len(marks) > 0 && slices.ContainsFunc(marks, func(m string) bool { return slices.Contains(authors.notes[i], m) }) {
				out[i].Affiliations = append(out[i].Affiliations, k)
			}
		}
	}
	return out
}

// unusual is by how many times a zone must be shorter or longer than any that was
// learnt from to look wrong.
const unusual = 8

// doubtful is how plausible content is that is unusual for its zone.
const doubtful = 0.6

// plausible checks the content of a zone: 1 for what it should look like, less
// for what is unusual, 0 for what it can't be.
func (m *matcher) plausible(l Label, c content) float64 {
	n := strings.Count(c.text, " ") + 1 // white space is collapsed
	if len(c.items) > 1 {
		n /= len(c.items)
	}
	switch l {
	case Title:
		if c.text == "" || n > 80 || !strings.ContainsFunc(c.text, unicode.IsLetter) || n < 3 && headingText(c.text) {
			return 0
		}
	case Authors:
		if len(c.items) == 0 || len(c.items) > 2000 {
			return 0
		}
	case Affiliations:
		if len(c.items) == 0 {
			return 0
		}
		if n == 1 || !strings.ContainsFunc(c.text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.IsLower(r) }) {
			return doubtful
		}
	case Abstract:
		if n < minAbstract {
			return 0
		}
		n = max(n, minAbstract)
	}
	if m.Words[1] > 0 && (n*unusual < m.Words[0] || n > m.Words[1]*unusual) {
		return doubtful
	}
	return 1
}
