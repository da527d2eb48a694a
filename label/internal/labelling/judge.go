package labelling

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// judge says how well the page follows the model.
func (l *labeller) judge(a *Article) {
	known := 0
	for _, name := range zones.All {
		patterns := l.model.Zones[name]
		if len(patterns) == 0 {
			continue
		}
		known++
		pages := 0
		for i := range patterns {
			pages += patterns[i].Pages
		}
		f := l.of(name)
		a.Fit += f.zone.Confidence
		misfit := func(reason string, args ...any) {
			a.Misfits = append(a.Misfits, Misfit{name, fmt.Sprintf(reason, args...)})
		}
		switch {
		case !f.there() && pages >= l.model.Pages:
			misfit("missing; all %d pages learnt from had it", l.model.Pages)
		case f.there() && f.zone.Confidence < minFit:
			misfit("agrees with the template only by %.2f", f.zone.Confidence)
		}
	}
	if known > 0 {
		a.Fit /= float64(known)
	}
	a.Changed = len(a.Misfits) > 0
}

// tie ties authors to affiliations by their marks.
func tie(authors, affiliations zones.Content) []Author {
	out := make([]Author, len(authors.Items))
	for i, name := range authors.Items {
		out[i].Name = name
		if i >= len(authors.Notes) {
			continue
		}
		for k, marks := range affiliations.Notes {
			if len(marks) > 0 && slices.ContainsFunc(marks, func(m string) bool { return slices.Contains(authors.Notes[i], m) }) {
				out[i].Affiliations = append(out[i].Affiliations, k)
			}
		}
	}
	return out
}

// formed says from 0 to 1 how far what was read from lines has the form of a zone.
func (l *labeller) formed(c *voters.Compiled, name zones.Label, x zones.Content, lines []int) float64 {
	return c.Quality(name, x) * l.foreign(name, x) * l.cutShort(name, lines)
}

// foreign is less than 1 for affiliations that are authors of the page, as in a list of
// both that was read by one rule.
func (l *labeller) foreign(name zones.Label, x zones.Content) float64 {
	if name != zones.Affiliations || len(x.Items) == 0 {
		return 1
	}
	authors, n := l.pageAuthors(), 0
	for _, s := range x.Items {
		if !authors[s] {
			n++
		}
	}
	q := float64(n) / float64(len(x.Items))
	return 0.1 + 0.9*q*q
}

// cutShort is less than 1 for lists of authors that end in "et al.".
func (l *labeller) cutShort(name zones.Label, lines []int) float64 {
	const longest = 1000 // bytes of a line
	if name != zones.Authors {
		return 1
	}
	for _, k := range lines {
		if x := &l.Lines[k]; x.Size <= longest && bytes.Contains(l.Written(x.Top), []byte(" et al")) {
			return voters.CutShortForm
		}
	}
	return 1
}

// separate takes the authors from affiliations that the patterns found.
func (l *labeller) separate(found *foundZone) {
	found.content = l.pageAuthors().CutFrom(found.content)
	if found.there() {
		found.zone.Items, found.zone.Text = found.content.Items, found.content.Text
	}
}

// pageAuthors returns the authors that were found on the page.
func (l *labeller) pageAuthors() people.Authors {
	if l.authors == nil {
		l.authors = people.NewAuthors(l.of(zones.Authors).content.Items)
	}
	return l.authors
}
