package metadata

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Of returns the values in a page's own metadata, as label.MetaValues says.
func Of(root *html.Node) (zones.Values, error) {
	p, err := stretches.New(root)
	if err != nil {
		return zones.Values{}, err
	}
	steps, t := Read(p.Page, zones.All[:]), tokens.New(p)
	t.LayLines()
	v := metadataValues(t, steps)
	if len(v.Authors) == 1 {
		if all, listed := listedWith(t, v.Authors[0], v.Title); listed {
			v.Authors = all
		}
	}
	completeAbstract(&v, t, teaserOf(steps))
	known := len(v.Affiliations)
	completeAffiliations(&v, t)
	if known == 0 && len(v.Affiliations) > 0 && slices.Contains(v.Guessed, zones.Authors) {
		v.Guessed = append(v.Guessed, zones.Affiliations)
	}
	return v, nil
}
