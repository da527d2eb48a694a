package label

import (
	"slices"
	"strings"
)

// isAuthor reports whether a text is an author that was found on the page.
func (l *labeller) isAuthor(s string) bool {
	if l.authors == nil {
		l.authors = map[string]bool{}
		for _, name := range l.of(Authors).content.items {
			l.authors[name] = true
		}
	}
	return l.authors[s]
}

// foreign is less than 1 for affiliations that are authors of the page, as in a list of
// both that was read by one rule.
func (l *labeller) foreign(name Label, x content) float64 {
	if name != Affiliations || len(x.items) == 0 {
		return 1
	}
	n := 0
	for _, s := range x.items {
		if !l.isAuthor(s) {
			n++
		}
	}
	q := float64(n) / float64(len(x.items))
	return 0.1 + 0.9*q*q
}

// separate takes the authors from affiliations that the patterns found.
func (l *labeller) separate(found *finding) {
	found.content = l.withoutAuthors(found.content)
	if found.there() {
		found.zone.Items, found.zone.Text = found.content.items, found.content.text
	}
}

// withoutAuthors takes authors from the beginning of affiliations.
func (l *labeller) withoutAuthors(x content) content {
	if !slices.ContainsFunc(x.items, func(s string) bool { return l.withoutAuthor(s) != s }) {
		return x
	}
	out, at := content{from: x.from}, map[string]int{}
	for i, s := range x.items {
		s = l.withoutAuthor(s)
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

// withoutAuthor takes the author from the beginning of an affiliation, as in "Ada Bean, Bonn"
// and "Ada Bean (Bonn)". Names of one word and of institutions are left.
func (l *labeller) withoutAuthor(s string) string {
	const longest = 100 // bytes of a name
	from := 0
	for i, r := range s[:min(len(s), longest)] {
		if !strings.ContainsRune(",(:-–—", r) || r == '-' && !strings.HasSuffix(s[:i], " ") {
			continue
		}
		if name := strings.TrimRight(s[:i], " "); strings.Contains(name, " ") && l.isAuthor(name) && !namesInstitution(name) {
			from = i
		}
	}
	if from == 0 {
		return s
	}
	rest := strings.TrimLeft(s[from:], " ,:-–—")
	if strings.HasPrefix(rest, "(") {
		if strings.IndexByte(rest, ')') != len(rest)-1 {
			return s
		}
		rest = rest[1 : len(rest)-1]
	}
	if rest = trim(rest, " ,;"); rest == "" {
		return s
	}
	return rest
}
