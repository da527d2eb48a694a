package label

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// authorSet are the authors of a page.
type authorSet map[string]bool

func newAuthorSet(names []string) authorSet {
	a := authorSet{}
	for _, name := range names {
		a[name] = true
	}
	return a
}

// pageAuthors returns the authors that were found on the page.
func (l *labeller) pageAuthors() authorSet {
	if l.authors == nil {
		l.authors = newAuthorSet(l.of(Authors).content.items)
	}
	return l.authors
}

// formed says from 0 to 1 how far what was read from lines has the form of a zone.
func (l *labeller) formed(c *compiledVoter, name Label, x content, lines []int) float64 {
	return c.quality(name, x) * l.foreign(name, x) * l.cutShort(name, lines)
}

// foreign is less than 1 for affiliations that are authors of the page, as in a list of
// both that was read by one rule.
func (l *labeller) foreign(name Label, x content) float64 {
	if name != Affiliations || len(x.items) == 0 {
		return 1
	}
	authors, n := l.pageAuthors(), 0
	for _, s := range x.items {
		if !authors[s] {
			n++
		}
	}
	q := float64(n) / float64(len(x.items))
	return 0.1 + 0.9*q*q
}

// cutShortForm is the form, 0 to 1, of authors whose list ends in "et al.".
const cutShortForm = 0.2

// cutShort is less than 1 for lists of authors that end in "et al.".
func (l *labeller) cutShort(name Label, lines []int) float64 {
	const longest = 1000 // bytes of a line
	if name != Authors {
		return 1
	}
	for _, k := range lines {
		if x := &l.Lines[k]; x.Size <= longest && bytes.Contains(l.Written(x.Top), []byte(" et al")) {
			return cutShortForm
		}
	}
	return 1
}

// separate takes the authors from affiliations that the patterns found.
func (l *labeller) separate(found *foundZone) {
	found.content = l.pageAuthors().cutFrom(found.content)
	if found.there() {
		found.zone.Items, found.zone.Text = found.content.items, found.content.text
	}
}

// others returns affiliations without those that are authors.
func (a authorSet) others(x content) content {
	var out content
	for i, s := range x.items {
		if !a[s] {
			out.items, out.notes = append(out.items, s), append(out.notes, x.notes[i])
		}
	}
	out.text = strings.Join(out.items, "; ")
	return out
}

// cutFrom takes authors from the beginning of affiliations.
func (a authorSet) cutFrom(x content) content {
	if len(a) == 0 || !slices.ContainsFunc(x.items, func(s string) bool { return a.behind(s) != s }) {
		return x
	}
	out, at := content{from: x.from}, map[string]int{}
	for i, s := range x.items {
		s = a.behind(s)
		if k, ok := at[s]; ok {
			out.notes[k] = append(slices.Clip(out.notes[k]), x.notes[i]...)
			continue
		}
		at[s] = len(out.items)
		out.items, out.notes = append(out.items, s), append(out.notes, x.notes[i])
	}
	out.text = strings.Join(out.items, "; ")
	return out
}

// behind takes the author from the beginning of an affiliation, as in "Ada Bean, Bonn"
// and "Ada Bean (Bonn)". Names of one word and of institutions are left.
func (a authorSet) behind(s string) string {
	const longest = 100 // bytes of a name
	from := 0
	for i, r := range s[:min(len(s), longest)] {
		if endsName(s, i, r) && a.names(s[:i]) {
			from = i
		}
	}
	if from == 0 {
		return s
	}
	rest := strings.TrimLeft(s[from:], " ,:-–—")
	rest, ok := withoutBracketsAround(rest)
	if !ok {
		return s
	}
	if rest = words.Trim(rest, " ,;"); rest == "" {
		return s
	}
	return rest
}

// withoutContact takes addresses and numbers from the end of an affiliation, as lists of authors have them.
func withoutContact(s string) string {
	for {
		i := strings.LastIndexByte(s, ',')
		if i < 0 || !isAddress(strings.TrimSpace(s[i+1:])) && strings.ContainsFunc(s[i:], unicode.IsLetter) {
			return s
		}
		s = s[:i]
	}
}

// withoutBracketsAround takes the brackets from around a text, and is false if it begins with one that
// ends inside.
func withoutBracketsAround(s string) (string, bool) {
	if !strings.HasPrefix(s, "(") {
		return s, true
	}
	if strings.IndexByte(s, ')') != len(s)-1 {
		return s, false
	}
	return s[1 : len(s)-1], true
}

// endsName reports whether a name may end before a character of a text.
func endsName(s string, i int, r rune) bool {
	switch r {
	case '(', ',', ';', '|', ':', '·', '•', '—', '–': // "(" and nameSigns
		return true
	case '-':
		return strings.HasSuffix(s[:i], " ")
	}
	return false
}

// names reports whether a text is an author, of several words and none of an institution.
func (a authorSet) names(s string) bool {
	s = strings.TrimPrefix(strings.TrimSpace(s), "and ")
	return a[s] && strings.Contains(s, " ") && !namesInstitution(s)
}

// between returns what stands between and behind the authors in a text, as in
// "Ada Bean (Bonn), Bert Pea (Rome) and Carl Oat, Oslo".
func (a authorSet) between(s string) []string {
	var out []string
	keep := func(s string) {
		s = strings.Trim(strings.TrimSuffix(strings.Trim(s, affiliationSigns), " and"), affiliationSigns)
		s, _ = withoutBracketsAround(withoutContact(s))
		if s != "" && s != "and" {
			out = append(out, s)
		}
	}
	kept, before, part := 0, 0, 0 // where what is kept begins, and what may be a surname, and a name
	cut := func(end int) {
		switch {
		case a.names(s[part:end]):
			keep(s[kept:part])
			kept = end
		case before >= kept && a.names(surnameLast(strings.TrimSpace(s[before:end]))):
			keep(s[kept:before])
			kept = end
		}
		before, part = part, end
	}
	for i, r := range s {
		if endsName(s, i, r) || r == ')' || r == ' ' && strings.HasPrefix(s[i:], " and ") {
			cut(i)
		}
		if i == part && strings.ContainsRune(")"+nameSigns, r) {
			part += utf8.RuneLen(r)
		}
	}
	cut(len(s))
	keep(s[kept:])
	return out
}
