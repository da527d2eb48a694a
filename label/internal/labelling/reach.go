package labelling

import (
	"math"
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// farthest returns how many bytes of visible text of a page are read as long as no
// zone is missing: far more than there were before the ends of the zones on the pages
// that were learnt from.
func (m *Model) farthest() int {
	const always, times = 4000, 3
	if m.Reach <= 0 || m.Reach > (math.MaxInt-always)/times {
		return math.MaxInt
	}
	return always + times*m.Reach
}

// unfinished reports whether a zone that was learnt was not found in what was read, or
// may go on behind it.
func (l *labeller) unfinished() bool {
	return slices.ContainsFunc(zones.All[:], func(name zones.Label) bool {
		f := l.of(name)
		return len(l.model.Zones[name]) > 0 && (!f.there() || f.zone.Last == int(l.Rows)-1)
	})
}

// readRest reads of the rest of a page what the fallback chain needs for some labels.
func (l *labeller) readRest(root *html.Node, wanting []zones.Label) error {
	if slices.ContainsFunc(wanting, l.needsRest) {
		l.headed = nil
		return l.Read(root, math.MaxInt)
	}
	describeRest(l.CutPage.Page, root)
	return nil
}

// needsRest reports whether the rest of a page is looked at for a zone that was not found before it:
// for one that was learnt, and for an abstract under a heading that may go on there.
func (l *labeller) needsRest(name zones.Label) bool {
	if name == zones.Abstract {
		if h := l.headedAbstract(); h.OK {
			return h.Asked == l.Bytes
		}
	}
	return name != zones.Affiliations && len(l.model.Zones[name]) > 0
}

// describeRest finds what a page says about itself in the part that was not laid out.
func describeRest(p *layout.Page, root *html.Node) {
	over := false
	for n := p.Rest; n != nil; n = dom.Following(n, root, over) {
		over = false
		if n.Type == html.ElementNode {
			k := layout.KindOf(n)
			if k&layout.Describing != 0 {
				p.Metadata = append(p.Metadata, n)
			}
			over = k&layout.Hidden != 0
		}
	}
}
