package label

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

var (
	leadMark         = regexp.MustCompile(`^[\[(]?(\d{1,2}|[*†‡§¶]+|[a-z])[\])]?(?:[.:]?\s+|\s*)`)
	affiliationLabel = regexp.MustCompile(`^(?i:(?:author )?affiliation(?:s|\(s\))?): ?`)
	tailMail         = regexp.MustCompile(`[\s,;.:(]*(?:[Ee]-?mail[:\s]*|[Ee]lectronic address[:\s]*)?\S+@\S+\s*$`)
)

// readAffiliations reads one affiliation an element, a line, or a mark.
func (m *matcher) readAffiliations(p *layout.Page, zone []int32) content {
	var c content
	if items := m.itemsInside(p, zone); len(items) > 0 {
		zone = items
	}
	for _, row := range m.rowsOf(p, zone) {
		marked := row[0].IsNote()
		mark := ""
		var parts []layout.Piece
		for _, x := range row {
			if !x.IsNote() {
				parts = append(parts, x)
				continue
			}
			if marked {
				if parts != nil {
					c.addAffiliation(affiliationIn(layout.Join(parts), mark))
					parts, mark = nil, ""
				}
				mark += " " + x.Text
			}
		}
		c.addAffiliation(affiliationIn(layout.Join(parts), strings.TrimSpace(mark)))
	}
	c.apart()
	c.text = strings.Join(c.items, "; ")
	return c
}

// affiliationIn takes from an affiliation what isn't part of it: an address, and the mark that it may begin with, which it returns.
func affiliationIn(text, mark string) (place, itsMark string) {
	if text != "" && text[0]|0x20 == 'a' {
		text = affiliationLabel.ReplaceAllString(text, "")
	}
	if isAddress(text) {
		return "", mark
	}
	if n := len(text) - len(orcid); n >= 0 && strings.EqualFold(text[n:], orcid) {
		text = text[:n]
	}
	if strings.Contains(text, "@") {
		text = tailMail.ReplaceAllString(text, "")
	}
	if mark == "" && text != "" && !words.StartsUpper(text) {
		if found := leadMark.FindStringSubmatch(text); found != nil && words.StartsUpper(text[len(found[0]):]) {
			mark, text = found[1], text[len(found[0]):]
		}
	}
	return strings.Trim(text, affiliationSigns), mark
}

// orcid is what links to the identifiers of authors read as.
const orcid = "ORCID"

// affiliationSigns are what parts affiliations from each other and from names.
const affiliationSigns = " " + nameSigns

// nameSigns are those of them that end a name.
const nameSigns = ",;|:·•—–-"

// addAffiliation adds an affiliation if it reads as one and isn't there yet.
func (c *content) addAffiliation(place, mark string) {
	switch {
	case len(c.items) == maxNames, len(place) < 2:
	case len(c.items) < maxApart && slices.Contains(c.items, place):
	default:
		c.add(place, noteMarks(mark))
	}
}

// isAddress reports whether a text is an address of the web or of e-mail, with a label such as
// "ORCID:" before it or without.
func isAddress(s string) bool {
	if label, rest, ok := strings.Cut(s, " "); ok && strings.HasSuffix(label, ":") {
		s = rest
	}
	return !strings.Contains(s, " ") && (strings.Contains(s, "://") || strings.Contains(s, "@"))
}

// maxApart bounds the affiliations that are compared with each other.
const maxApart = 100

// apart removes the affiliations that are items of their own from items that list several. One is left where
// only a name without a comma is before it, as in "Department of Peas, University of Bonn".
func (c *content) apart() {
	if len(c.items) > maxApart {
		return
	}
	for i, whole := range c.items {
		for k, part := range c.items {
			if i == k || len(part) < 20 {
				continue
			}
			before, behind, ok := strings.Cut(whole, part)
			if !ok {
				continue
			}
			if rest := strings.Trim(before+behind, " ,;"); rest != "" && (before == "" || strings.Contains(rest, ",")) {
				whole = rest
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

// completeAffiliations takes affiliations as the page has them, and those that the metadata lack
// from the elements that are named so, or the lines that say so, or those of the authors and
// behind them, where the page names the most.
func (v *Values) completeAffiliations(p *tokenizedPage) {
	if len(v.Affiliations) > 0 {
		v.Affiliations = p.asWritten(v.Affiliations, v.Authors)
		return
	}
	m, authors := patternless(), newAuthorSet(v.Authors)
	read := func(zone []int32) []string {
		var out []string
		for _, s := range m.readAffiliations(p.Page, zone).items {
			out = append(out, authors.between(s)...)
		}
		return distinct(out)
	}
	v.Affiliations = read(namedAffiliations(p.cutPage.Page))
	if len(v.Affiliations) == 0 {
		v.Affiliations = read(labelledAffiliations(p.cutPage.Page))
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = p.besideAuthors(v, false)
		if others := p.besideAuthors(v, true); len(others) > len(v.Affiliations) {
			v.Affiliations = others
		}
	}
}
