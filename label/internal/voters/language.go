package voters

import (
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// LanguageWithout returns the language of the lines of a page that are not left out, of long
// pages that of some lines from all parts: menus and references may be in another
// language.
func LanguageWithout(p *layout.Page, left []bool) *words.Language {
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

// MinShortWords is the number of short words from which on a language is known.
const MinShortWords = 20

// PenalizeOtherLanguages lowers the votes for texts in another language than the rest of the page.
func (b *Ballot) PenalizeOtherLanguages(p *layout.Page) {
	if len(b.Votes) < 2 {
		return
	}
	left := make([]bool, len(p.Lines))
	for i := range b.Votes {
		for _, k := range b.Votes[i].Lines {
			left[k] = true
		}
	}
	rest := LanguageWithout(p, left)
	if rest.Size() < MinShortWords {
		return
	}
	likes := make([]float64, len(b.Votes))
	best := 0.0
	for i := range b.Votes {
		likes[i] = words.LanguageOf(b.Votes[i].Content.Text).Like(rest)
		best = max(best, likes[i])
	}
	for i := range b.Votes {
		r := likes[i] / max(best, 0.01)
		b.Votes[i].Weight *= r * r
		if r < otherLanguage {
			b.Votes[i].Plaus *= r
		}
	}
}

// otherLanguage is the likeness to the page's language, as a share of the best, below
// which a text is in another language.
const otherLanguage = 0.7
