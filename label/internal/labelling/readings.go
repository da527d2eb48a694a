package labelling

import (
	"bytes"
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// readOnce reads lines; those that were read before in the same way are not again.
func (l *labeller) readOnce(c *voters.Compiled, name zones.Label, picked []int) zones.Content {
	for i := range l.cache {
		if r := &l.cache[i]; r.label == name && r.reader == c.Reader && slices.Equal(r.lines, picked) {
			return r.content
		}
	}
	x := l.of(name).content
	if !l.readAlike(c, name, picked) {
		x = c.Read(l.CutPage, &l.decoder, name, picked)
	}
	if name == zones.Affiliations {
		x = l.pageAuthors().CutFrom(x)
	}
	l.cache = append(l.cache, cachedReading{name, c.Reader, picked, x})
	return x
}

// readAlike reports whether the patterns have read a title or an abstract as a voter would from lines.
func (l *labeller) readAlike(c *voters.Compiled, name zones.Label, picked []int) bool {
	f := l.of(name)
	return (name == zones.Title || name == zones.Abstract) && f.matcher != nil && f.matcher.ReadsAs(&c.Whole) &&
		slices.EqualFunc(f.items, picked, func(i int32, k int) bool {
			a, b := &l.Items[i], &l.Items[l.Lines[k].Top]
			return a.Run == b.Run && a.RunEnd == b.RunEnd
		})
}

// ofOneKind reports whether no author of a list names an institution, and no affiliation is an author.
func (l *labeller) ofOneKind(name zones.Label, x zones.Content) bool {
	return l.foreign(name, x) == 1 && (name != zones.Authors || !slices.ContainsFunc(x.Items, people.NamesInstitution))
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

// linesOfZone returns the lines of a zone that the patterns found.
func (l *labeller) linesOfZone(z *Zone) []int {
	first := l.LineOf(z.First)
	end := min(l.LineOf(z.Last+1), first+zones.MaxLines)
	out := slices.Grow([]int(nil), end-first)
	for k := first; k < end; k++ {
		out = append(out, k)
	}
	return out
}
