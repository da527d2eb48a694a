package labelling

import (
	"slices"
	"sort"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

type labeller struct {
	*stretches.CutPage
	model    *Model
	thorough bool
	found    [len(zones.All)]foundZone // in the order of labels

	cache   []cachedReading  // of the lines that were voted for
	authors people.Authors   // that were found, once they were needed
	ballot  voters.Ballot    // of the zone that is voted on
	headed  *abstracts.Found // the abstract under a heading, once it was looked for

	candidates []patterns.Candidate
	picks      voters.Picks
	decoder    grammar.Decoder
}

type foundZone struct {
	zone    Zone
	content zones.Content
	matcher *patterns.Matcher // that read the content, nil if none did
	items   []int32           // that it read
}

func (f *foundZone) there() bool { return f.zone.Label != zones.None }

// cachedReading is what lines were read as.
type cachedReading struct {
	label   zones.Label
	reader  *grammar.Reader // nil without a grammar
	lines   []int
	content zones.Content
}

// forget drops what was found, so that the memory can be reused.
func (l *labeller) forget() {
	clear(l.found[:])
	clear(l.cache)
	l.cache, l.authors = l.cache[:0], nil
	l.ballot.Begin(zones.None)
	l.headed = nil
	l.picks.Forget()
}

// headedAbstract finds the text under the heading of an abstract, once a page.
func (l *labeller) headedAbstract() *abstracts.Found {
	if l.headed == nil {
		h := abstracts.Find(l.CutPage.Page)
		l.headed = &h
	}
	return l.headed
}

// of returns what was found for a label; nothing for none.
func (l *labeller) of(name zones.Label) *foundZone {
	if i := slices.Index(zones.All[:], name); i >= 0 {
		return &l.found[i]
	}
	return &foundZone{}
}

// endOf returns where what the patterns found ends in the visible text, with its block.
func (l *labeller) endOf(f *foundZone) int32 {
	i := sort.Search(len(l.Items), func(i int) bool { return int(l.Items[i].Row) > f.zone.Last })
	if i == len(l.Items) {
		return l.Bytes
	}
	return l.Items[i].From
}

func (l *labeller) zone(name zones.Label, items []int32, c zones.Content, confidence float64) Zone {
	z := Zone{Label: name, Text: c.Text, Items: c.Items, Source: zones.SourceTemplate, Confidence: confidence}
	first, last := &l.Items[items[0]], &l.Items[items[len(items)-1]]
	z.First, z.Last = int(first.Row), int(last.RowEnd)-1
	z.Nodes = make([]*html.Node, 0, len(items))
	for _, i := range items {
		for n := l.Items[i].Node; n != nil; n = n.NextSibling {
			z.Nodes = append(z.Nodes, n)
			if n == l.Items[i].Last {
				break
			}
		}
	}
	return z
}

// pageAuthors returns the authors that were found on the page.
func (l *labeller) pageAuthors() people.Authors {
	if l.authors == nil {
		l.authors = people.NewAuthors(l.of(zones.Authors).content.Items)
	}
	return l.authors
}
