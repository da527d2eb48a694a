package metadata

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// metadataValues returns what a page's metadata say of its article, as far as the page bears it out: each
// value is that of the first source whose value stands on the page. Without any it is what the
// first source says.
func metadataValues(t *tokens.Tokenized, steps []Step) zones.Values {
	var said, out zones.Values
	for _, s := range steps {
		if s.Source == zones.SourceMeta || s.Source == zones.SourceJSONLD {
			said.Fill(s.Values)
		}
	}
	if said.Title == "" && said.Authors == nil {
		return said // other sources name a page's title, be it of an article or not
	}
	ofArticle := steps
	if ofVolume(t, steps) {
		ofArticle, said = slices.DeleteFunc(slices.Clone(steps), func(s Step) bool {
			return words.Normal(s.Values.Title) == words.Normal(steps[0].Values.Title)
		}), zones.Values{}
	}
	for _, s := range ofArticle {
		known := out.Authors != nil
		out.Fill(borneOut(t, s))
		if !known && out.Authors != nil && s.Source == zones.SourceOpenGraph {
			out.Guessed = []zones.Label{zones.Authors} // the site's keeper has such metas too
		}
	}
	if out.Authors == nil && out.Title != "" {
		if from, end := linesBehind(t, out.Title); from < end {
			if items := Byline(t.Page, from); items != nil {
				m := patterns.Patternless()
				out.Authors = m.Read(t.Page, zones.Authors, items).Items
			}
		}
		if out.Authors != nil {
			out.Guessed = []zones.Label{zones.Authors}
		}
	}
	out.Fill(zones.Values{Title: said.Title, Authors: said.Authors})
	return out
}

// borneOut returns the values of a source that stand on the page, and its abstract.
func borneOut(t *tokens.Tokenized, s Step) zones.Values {
	v := zones.Values{Title: shownTitle(t, s.Values.Title)}
	if namesMost(t, s.Values.Authors) {
		v.Authors = s.Values.Authors
	}
	if s.Source == zones.SourceMeta || s.Source == zones.SourceJSONLD {
		v.Abstract = s.Values.Abstract
		if slices.ContainsFunc(s.Values.Affiliations, func(a string) bool { return len(t.FindAffiliation(a)) > 0 }) {
			v.Affiliations = s.Values.Affiliations
		}
	}
	return v
}

// shownTitle returns a title as it stands on the page, or else what it has beside the site's name, or the line
// that begins with what was cut; "" if it does not.
func shownTitle(t *tokens.Tokenized, title string) string {
	if title == "" {
		return ""
	}
	if len(t.LocateTitle(title)) > 0 {
		return title
	}
	if found, ok := Standing(t.Page, title); ok {
		return found.Text
	}
	return lineBegunBy(t, title)
}

// lineBegunBy returns the line that begins with a title that was cut, "" if none does.
func lineBegunBy(t *tokens.Tokenized, title string) string {
	const fewest, headline = 4, 100 // words; bytes, from which on headlines of JSON-LD are cut
	cut := strings.TrimSuffix(strings.TrimSuffix(title, "…"), "...")
	if cut == title && len(title) < headline {
		return ""
	}
	ws := words.Of(cut)
	if len(ws) <= fewest {
		return ""
	}
	for _, v := range t.Find(ws[:len(ws)-1]) { // the last word may be cut
		k := t.LineAt(v.From)
		if k == len(t.Lines) {
			continue
		}
		it := &t.Items[t.Lines[k].Top]
		if len(t.Within(layout.Interval{From: it.From, To: v.From})) == 0 && t.Lines[k].Size <= maxTitleLine {
			return t.TextOf(t.Lines[k].Top)
		}
	}
	return ""
}

// namesMost reports whether most of the authors are named on the page.
func namesMost(t *tokens.Tokenized, names []string) bool {
	n := 0
	names = names[:min(len(names), tokens.MaxFound)]
	for _, name := range names {
		if len(t.FindName(name)) > 0 {
			n++
		}
	}
	return n > 0 && 2*n >= len(names)
}

// ofVolume reports whether the metas, the first source, speak of a volume or a site: their title is
// the name of the site, or what <title> has behind one that stands in a higher heading, or no other
// source has it while two others agree on one that stands in a higher heading.
func ofVolume(t *tokens.Tokenized, steps []Step) bool {
	own, others := steps[0].Values.Title, steps[1:]
	switch {
	case own == "":
		return false
	case namesSite(t.Page, own), headingOf(t, titleBefore(t.Page, own)) < headingOf(t, own):
		return true
	case slices.ContainsFunc(others, func(s Step) bool { return sameTitle(own, s.Values.Title) }):
		return false
	}
	for i, a := range others {
		agrees := func(b Step) bool { return sameTitle(a.Values.Title, b.Values.Title) }
		title := shownTitle(t, a.Values.Title)
		if title == "" || !slices.ContainsFunc(others[i+1:], agrees) {
			continue
		}
		if headingOf(t, title) < headingOf(t, own) {
			return true
		}
	}
	return false
}

// siteNames are the metas that name what an article is part of, and who publishes it, as Read compares them.
var siteNames = named("og.site_name", "citation_journal_title", "citation_publisher", "dc.publisher", "dcterms.publisher", "prism.publicationname")

// namesSite reports whether a title is the name of the site, the journal or the publisher.
func namesSite(p *layout.Page, title string) bool {
	return slices.ContainsFunc(p.Metadata, func(n int32) bool {
		name := cmp.Or(p.Value(n, "name"), p.Value(n, "property"))
		return p.Nodes[n].Atom == atom.Meta && slices.ContainsFunc(siteNames, func(m metaName) bool { return m.is(name) }) &&
			words.Normal(p.Value(n, "content")) == words.Normal(title)
	})
}

// titleBefore returns what <title> has before a site's name and a sign, "" if it has another end. Before
// a colon stands the site's name itself.
func titleBefore(p *layout.Page, site string) string {
	for _, n := range p.Metadata {
		if p.Nodes[n].Atom != atom.Title || p.First(n) == page.None {
			continue
		}
		if before, ok := strings.CutSuffix(words.Collapse(firstText(p, n)), " "+site); ok {
			if title := strings.TrimRight(before, "|—–-·"); title != before {
				return strings.TrimSpace(title)
			}
		}
		break
	}
	return ""
}

// sameTitle reports whether one of two titles is the other, perhaps with the site's name.
func sameTitle(a, b string) bool {
	x, y := words.Normal(a), words.Normal(b)
	return x != "" && y != "" && (strings.Contains(" "+x+" ", " "+y+" ") || strings.Contains(" "+y+" ", " "+x+" "))
}

// headingOf returns the level of the highest heading that holds a title, noHeading without.
func headingOf(t *tokens.Tokenized, title string) int {
	best := noHeading
	for _, s := range t.LocateTitle(title) {
		best = min(best, headingAround(t.Page, s.First))
	}
	return best
}

// teaserOf returns what Open Graph says the page is about.
func teaserOf(steps []Step) string {
	return steps[slices.IndexFunc(steps, func(s Step) bool { return s.Source == zones.SourceOpenGraph })].teaser
}
