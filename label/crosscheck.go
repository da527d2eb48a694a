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
	out := content{from: x.from}
	for i, s := range x.items {
		if s = l.withoutAuthor(s); len(out.items) > maxApart || !slices.Contains(out.items, s) {
			out.items, out.notes = append(out.items, s), append(out.notes, x.notes[i])
		}
	}
	out.text = strings.Join(out.items, "; ")
	return out
}

// withoutAuthor takes the author from the beginning of an affiliation, as in "Ada Bean, Bonn"
// and "Ada Bean (Bonn)".
func (l *labeller) withoutAuthor(s string) string {
	const longest = 100 // bytes of a name
	for i, r := range s[:min(len(s), longest)] {
		if i == 0 || !strings.ContainsRune(",(:-–—", r) || !l.isAuthor(strings.TrimRight(s[:i], " ")) {
			continue
		}
		rest := strings.TrimLeft(s[i:], " ,:-–—")
		if strings.HasPrefix(rest, "(") {
			rest = strings.TrimSuffix(rest[1:], ")")
		}
		if rest = trim(rest, " ,;"); rest != "" {
			return rest
		}
	}
	return s
}
