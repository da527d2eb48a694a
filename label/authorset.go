package label

import (
	"bytes"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// pageAuthors returns the authors that were found on the page.
func (l *labeller) pageAuthors() people.Authors {
	if l.authors == nil {
		l.authors = people.NewAuthors(l.of(zones.Authors).content.Items)
	}
	return l.authors
}

// formed says from 0 to 1 how far what was read from lines has the form of a zone.
func (l *labeller) formed(c *compiledVoter, name zones.Label, x zones.Content, lines []int) float64 {
	return c.quality(name, x) * l.foreign(name, x) * l.cutShort(name, lines)
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

// cutShortForm is the form, 0 to 1, of authors whose list ends in "et al.".
const cutShortForm = 0.2

// cutShort is less than 1 for lists of authors that end in "et al.".
func (l *labeller) cutShort(name zones.Label, lines []int) float64 {
	const longest = 1000 // bytes of a line
	if name != zones.Authors {
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
	found.content = l.pageAuthors().CutFrom(found.content)
	if found.there() {
		found.zone.Items, found.zone.Text = found.content.Items, found.content.Text
	}
}
