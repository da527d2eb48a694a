package label

import (
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// languageWithout returns the language of the lines of a page that are not left out, of long
// pages that of some lines from all parts: menus and references may be in another
// language.
func languageWithout(p *layout.Page, left []bool) *words.Language {
	all := int64(0)
	for k := range p.Lines {
		if !left[k] {
			all += int64(p.Lines[k].Size)
		}
	}
	out := &words.Language{}
	passed, read := int64(0), int64(0)
	for k := range p.Lines {
		l := &p.Lines[k]
		if left[k] {
			continue
		}
		if passed += int64(l.Size); read*all > passed*words.SampledPage {
			continue
		}
		read += int64(l.Size)
		for _, r := range p.RunsOf(l.Top) {
			out.Read(r.Node.Data)
			if r.Spaced {
				out.End()
			}
		}
		out.End()
	}
	return out
}

// minShortWords is the number of short words from which on a language is known.
const minShortWords = 20

// penalizeOtherLanguages lowers the votes for texts in another language than the rest of the page.
func (b *ballot) penalizeOtherLanguages(p *layout.Page) {
	if len(b.votes) < 2 {
		return
	}
	left := make([]bool, len(p.Lines))
	for i := range b.votes {
		for _, k := range b.votes[i].lines {
			left[k] = true
		}
	}
	rest := languageWithout(p, left)
	if rest.Size() < minShortWords {
		return
	}
	likes := make([]float64, len(b.votes))
	best := 0.0
	for i := range b.votes {
		likes[i] = words.LanguageOf(b.votes[i].content.Text).Like(rest)
		best = max(best, likes[i])
	}
	for i := range b.votes {
		r := likes[i] / max(best, 0.01)
		b.votes[i].weight *= r * r
		if r < otherLanguage {
			b.votes[i].plaus *= r
		}
	}
}

// otherLanguage is the likeness to the page's language, as a share of the best, below
// which a text is in another language.
const otherLanguage = 0.7

// sameLanguage reports whether the abstract of each page is in the language of the
// rest of the page.
func sameLanguage(pages []*trainingPage) bool {
	const least = 0.5 // cosine
	n := 0
	for _, t := range pages {
		if t.values.Abstract == "" || len(t.clusters[zones.Abstract]) == 0 {
			continue
		}
		left := make([]bool, len(t.Lines))
		for _, k := range t.clusters[zones.Abstract][0] {
			left[k] = true
		}
		own, rest := words.LanguageOf(t.values.Abstract), languageWithout(t.annotatedPage.Tokenized.CutPage.Page, left)
		if rest.Size() < minShortWords || own.Like(rest) < least {
			return false
		}
		n++
	}
	return n > 0
}
