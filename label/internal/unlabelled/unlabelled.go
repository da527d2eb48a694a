// Package unlabelled guesses the values of pages of one journal that nobody has labelled, by what is the
// same on them and what differs.
package unlabelled

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/learning"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Learn fills a model of a journal from pages that nobody has labelled, as label.LearnUnlabelled says.
func Learn(m *labelling.Model, pages []*page.Page) ([]learning.Missing, error) {
	laid, err := layOut(pages)
	if err != nil {
		return nil, err
	}
	g := newGuesser(laid)
	var examples []learning.Example
	for i, v := range g.values() {
		if v.Title != "" || v.Authors != nil {
			v.Guessed = zones.All[:]
			examples = append(examples, learning.Example{Page: pages[i], Values: v})
		}
	}
	if len(examples) == 0 {
		return nil, fmt.Errorf("label: %w", learning.ErrNothingLearnt)
	}
	const most = 6 // pages, as learning compares each with each
	slices.SortStableFunc(examples, func(a, b learning.Example) int { return b.Values.Zones() - a.Values.Zones() })
	missing, err := learning.Learn(m, examples[:min(len(examples), most)])
	m.Reach = 0 // where zones end was only guessed
	return missing, err
}

// layOut lays pages out with their lines.
func layOut(pages []*page.Page) ([]*stretches.CutPage, error) {
	out := make([]*stretches.CutPage, len(pages))
	for i, tree := range pages {
		p, err := stretches.New(tree)
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", i, err)
		}
		p.LayLines()
		out[i] = p
	}
	return out, nil
}

// values guesses the values of each page.
func (g *guesser) values() []zones.Values {
	slots := g.slots()
	out := make([]zones.Values, len(g.pages))
	titles := g.best(slots, func(i int, lines []int) (float64, []int) { return titleScore(g.pages[i].Page, lines) })
	at := make([]int, len(g.pages)) // the lines of the titles, -1 where there is none
	for i, p := range g.pages {
		at[i] = -1
		if len(titles[i]) > 0 {
			at[i] = titles[i][0]
			out[i].Title = g.unlabelledText(p.TextOf(p.Lines[at[i]].Top))
		}
	}
	authors := g.authors(slots, at)
	institutions := g.best(slots, func(i int, lines []int) (float64, []int) {
		return institutionsScore(g.pages[i].Page, lines, append([]int{at[i]}, authors[i].lines...))
	})
	for i, p := range g.pages {
		out[i].Authors = authors[i].names
		out[i].Affiliations = zones.Distinct(patterns.ReadLines(p.Page, zones.Affiliations, institutions[i]).Items)
		named := func(k int) bool { return slices.Contains(authors[i].lines, k) }
		if len(authors[i].institutions) > 0 && (len(institutions[i]) == 0 || slices.ContainsFunc(institutions[i], named)) {
			out[i].Affiliations = zones.Distinct(authors[i].institutions)
		}
	}
	g.abstracts(out, at)
	return out
}

// titleScore: a heading or large type, one line, of three words or more, early; what
// is labelled so before all.
func titleScore(p *layout.Page, lines []int) (float64, []int) {
	k := lines[0]
	n := strings.Count(p.TextOf(p.Lines[k].Top), " ") + 1
	if n < 3 || n > 40 {
		return 0, []int{k}
	}
	score := 0.3
	for i := p.Lines[k].Core; i >= 0; i = p.Items[i].Parent {
		it := &p.Items[i]
		if it.Segment() {
			continue
		}
		switch h := layout.Heading(p.NodeOf(i)); {
		case h == 1:
			score = max(score, 1)
		case h == 2:
			score = max(score, 0.8)
		case h > 0:
			score = max(score, 0.6)
		case slices.Contains(largeType, p.NodeOf(i).Data):
			score = max(score, 0.5)
		}
		if slices.ContainsFunc(p.Marks(it.Node), func(m string) bool { return strings.Contains(strings.ToLower(m), "title") }) {
			score += 0.2
			break
		}
	}
	if label := p.LabelWords(k - 1); label == "title" || p.Opening(p.Lines[k].Top, 1) == "title" {
		score = 1.5
	}
	return score / float64(len(lines)) * (1 - 0.3*float64(k)/float64(len(p.Lines))), []int{k}
}

var largeType = []string{"b", "strong", "font", "big", "center"}

// institutionsScore: the share of a few lines behind the title or the authors that name an institution.
func institutionsScore(p *layout.Page, lines, before []int) (float64, []int) {
	const longest, near = 400, 40 // bytes; lines
	n := 0
	for _, k := range lines {
		text := p.TextOf(p.Lines[k].Top)
		behind := slices.ContainsFunc(before, func(b int) bool { return k > b && k < b+near })
		if behind && len(text) <= longest && people.NamesInstitution(text) {
			n++
		}
	}
	score := float64(n) / float64(len(lines))
	if score < 0.7 {
		return 0, nil
	}
	return score, lines
}

// abstracts guesses the abstracts: what is under such a heading, or, where fewer than half of the pages
// have one, the first prose behind the title.
func (g *guesser) abstracts(out []zones.Values, titles []int) {
	const longest = 1000 // words; what is longer is the whole text
	headed := 0
	for i, p := range g.pages {
		h := abstracts.Find(p.Page)
		if !h.OK {
			continue
		}
		if text := patterns.ReadRegion(p.Page, zones.Abstract, h.Region).Text; strings.Count(text, " ") < longest {
			out[i].Abstract = text
			headed++
		}
	}
	if 2*headed >= len(g.pages) {
		return
	}
	for i, p := range g.pages {
		if out[i].Abstract == "" && titles[i] >= 0 {
			out[i].Abstract = g.firstProse(p.Page, titles[i])
		}
	}
}

// firstProse returns the first long text behind the title that no other page has, with the paragraphs
// behind it, unless these are too many for an abstract.
func (g *guesser) firstProse(p *layout.Page, title int) string {
	const least, most = 40, 500 // words
	isProse := func(l layout.Line) bool {
		text := p.TextOf(l.Top)
		return g.common[text] == 1 && strings.Count(text, " ")+1 >= least
	}
	first := slices.IndexFunc(p.Lines[title+1:], isProse)
	if first < 0 {
		return ""
	}
	lines := p.Lines[title+1+first:]
	text, kind := p.TextOf(lines[0].Top), p.PathOf(lines[0].Core)
	paragraphs, n := []string{text}, strings.Count(text, " ")+1
	for _, l := range lines[1:] {
		if p.PathOf(l.Core) != kind {
			break
		}
		text := p.TextOf(l.Top)
		if n += strings.Count(text, " ") + 1; n > most {
			paragraphs = paragraphs[:1]
			break
		}
		paragraphs = append(paragraphs, text)
	}
	return abstracts.Of(strings.Join(paragraphs, "\n"), nil)
}

// Next returns the index of the page that a model would learn most from, as label.Model.Next says.
func Next(m *labelling.Model, pages []*page.Page) (int, error) {
	if len(pages) == 0 {
		return 0, fmt.Errorf("label: next page: %w", layout.ErrNoPage)
	}
	laid, err := layOut(pages)
	if err != nil {
		return 0, err
	}
	guessed := newGuesser(laid).values()
	typical := typicality(laid)
	best, most := 0, -1.0
	for i, tree := range pages {
		a, err := m.LabelThoroughly(tree)
		if err != nil {
			return 0, fmt.Errorf("page %d: %w", i, err)
		}
		doubt := 0.0
		for _, l := range zones.All {
			n := len(guessed[i].Of(l))
			switch {
			case len(m.Zones[l]) > 0:
				doubt += 1 - a.Confidence(l)
			case n > 0:
				doubt += 1 + severalGain*float64(min(n, enoughEntries)-1)
			}
		}
		if gain := (doubt + 0.1) * typical[i]; gain > most {
			best, most = i, gain
		}
	}
	return best, nil
}

// A list of several entries teaches more than one of a single entry: so much for each
// entry, up to a number of them.
const (
	severalGain   = 0.1
	enoughEntries = 4
)

// typicality says of each page how far its lines stand in the same elements as those
// of the others, from 0 to 1.
func typicality(pages []*stretches.CutPage) []float64 {
	kinds := make([]map[uint64]bool, len(pages))
	for i, p := range pages {
		kinds[i] = map[uint64]bool{}
		for _, l := range p.Lines {
			kinds[i][p.PathOf(l.Leaf)] = true
		}
	}
	out := make([]float64, len(pages))
	for i, a := range kinds {
		for _, b := range kinds {
			n := 0
			for k := range a {
				if b[k] {
					n++
				}
			}
			out[i] += float64(2*n) / float64(max(1, len(a)+len(b))*len(pages))
		}
	}
	return out
}
