package label

import (
	"slices"
	"strings"
)

// foreign is less than 1 for affiliations that are authors of the page, as lists of both
// read by one rule are.
func (l *labeller) foreign(name Label, x content) float64 {
	if name != Affiliations || len(x.items) == 0 {
		return 1
	}
	authors, n := l.of(Authors).content.items, 0
	for _, s := range x.items {
		if !slices.Contains(authors, s) {
			n++
		}
	}
	q := float64(n) / float64(len(x.items))
	return 0.1 + 0.9*q*q
}

// separate takes the authors from affiliations that the patterns found.
func (l *labeller) separate(name Label, found *finding) {
	found.content = l.withoutAuthors(name, found.content)
	if name == Affiliations && found.there() {
		found.zone.Items, found.zone.Text = found.content.items, found.content.text
	}
}

// withoutAuthors takes authors from the beginning of affiliations, as in "Ada Bean, Bonn" and
// "Ada Bean (Bonn)".
func (l *labeller) withoutAuthors(name Label, x content) content {
	if name != Affiliations {
		return x
	}
	authors := l.of(Authors).content.items
	if !slices.ContainsFunc(x.items, func(s string) bool { return withoutAuthor(s, authors) != s }) {
		return x
	}
	out := content{from: x.from}
	for i, s := range x.items {
		if s = withoutAuthor(s, authors); !slices.Contains(out.items, s) {
			out.items, out.notes = append(out.items, s), append(out.notes, x.notes[i])
		}
	}
	out.text = strings.Join(out.items, "; ")
	return out
}

// withoutAuthor takes the author that an affiliation begins with from it.
func withoutAuthor(s string, authors []string) string {
	for _, author := range authors {
		rest, ok := strings.CutPrefix(s, author)
		rest = strings.TrimLeft(rest, " ")
		if !ok || rest == "" || !strings.ContainsAny(rest[:1], ",(:-") && !strings.HasPrefix(rest, "–") && !strings.HasPrefix(rest, "—") {
			continue
		}
		if rest = strings.TrimLeft(rest, " ,:-–—"); strings.HasPrefix(rest, "(") {
			rest = strings.TrimSuffix(rest[1:], ")")
		}
		if rest = trim(rest, " ,;"); rest != "" {
			return rest
		}
	}
	return s
}
