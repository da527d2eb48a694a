package labelling

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/metadata"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// doubt lowers the confidence of authors and affiliations of which the page's metas, if they name its title, say something else.
func (l *labeller) doubt() {
	if title := l.of(zones.Title); !title.there() || len(l.model.Zones) == 0 {
		return
	}
	said := metadata.Named(l.Page)
	if said.Title == "" || words.Letters(said.Title) != words.Letters(l.of(zones.Title).zone.Text) {
		return
	}
	for _, name := range []zones.Label{zones.Authors, zones.Affiliations} {
		if f := l.of(name); f.there() && f.zone.Source == zones.SourceTemplate && contradicts(name, f.content.Items, said.Of(name)) {
			f.zone.Confidence *= uncertainShare
		}
	}
}

// contradicts reports whether metas name other authors than a page, or affiliations that it lacks: they often have one author of
// several, and less of an affiliation than the page.
func contradicts(name zones.Label, shown, said []string) bool {
	const least = 0.8 // of the names, or of the words
	if name == zones.Authors {
		return len(said) > 1 && people.NamesF1(shown, said) < least
	}
	has, n, all := map[string]bool{}, 0, 0
	for _, w := range words.Of(strings.Join(shown, " ")) {
		has[w] = true
	}
	for _, w := range words.Of(strings.Join(said, " ")) {
		all++
		if has[w] {
			n++
		}
	}
	return float64(n) < least*float64(all)
}
