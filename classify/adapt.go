package classify

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

const (
	takeFrom     = 0.99 // confidence from which on a model learns from its own answers
	takeRedesign = 0.85 // the same on a page of a new layout
	askBelow     = 0.9  // confidence below which a link is worth a question
	memory       = 12   // pages for which something is remembered that they do not have
)

// Adapt classifies the links of the journal's next issue as ClassifyPage does
// and learns from it: what it is sure of becomes an example, and what no recent
// issue has had is forgotten. Give it the issues in the order of time, each
// once. Labels are the classes that a person has given to some of the links,
// by place; nil if nobody was asked.
//
// A wrong turn does not feed itself: what a person labelled outlasts what the
// model has answered; a link whose part differs from that of all articles of
// the present layout is no article, however near it is; and where nothing looks
// as articles did, the page is taken for a redesign: its links are judged by
// their parts alone, and only then does another layout count.
func (m *NearestNeighbor) Adapt(links []Link, labels map[int]string) ([]Classification, Drift, error) {
	if err := m.valid(); err != nil {
		return nil, Drift{}, err
	}
	if !m.weighs() {
		return m.adaptPlain(links, labels)
	}
	said, err := placesOf(labels, len(links))
	if err != nil {
		return nil, Drift{}, err
	}
	o := m.weigh(links, said)
	out := m.answers(o, said)
	drift := m.driftOf(o, out)
	from := takeFrom
	if o.redesign {
		from = takeRedesign
	}
	classes := make([]int, len(links))
	for i, c := range out {
		classes[i] = -1
		if _, ok := said[i]; ok || !c.Refused && logistic(math.Abs(o.scores[i])) >= from {
			classes[i] = place(c.Class)
		}
	}
	m.learnOwn(links, o, classes, said)
	return out, drift, nil
}

// Question returns the link of a page that is worth asking a person about: its
// class settles the most of those links that would be refused, for links that
// look alike are of a class. Ask, put the answer into the labels, and ask
// again; then give the labels to Adapt. There is none if no link is in doubt.
func (m *NearestNeighbor) Question(links []Link, labels map[int]string) (link int, ok bool) {
	if !m.weighs() {
		return m.questionPlain(links, labels)
	}
	said, err := placesOf(labels, len(links))
	if err != nil {
		return 0, false
	}
	o := m.weigh(links, said)
	doubt, middle, size := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for i, s := range o.scores {
		g := o.view.groups[i]
		middle[g] += s
		size[g]++
		if _, asked := said[i]; !asked && confidence(s) < askBelow {
			doubt[g] += 1 - confidence(s)
			ok = true
		}
	}
	if !ok {
		return 0, false
	}
	best, nearest := 0.0, 0.0
	for i, s := range o.scores {
		g := o.view.groups[i]
		if _, asked := said[i]; asked || confidence(s) >= askBelow {
			continue
		}
		away := math.Abs(s - middle[g]/size[g])
		if doubt[g] > best || doubt[g] == best && away < nearest {
			best, nearest, link = doubt[g], away, i
		}
	}
	return link, true
}

// questionPlain asks for the first link that is refused.
func (m *NearestNeighbor) questionPlain(links []Link, labels map[int]string) (link int, ok bool) {
	if checkPlaces(labels, len(links)) != nil {
		return 0, false
	}
	for i, l := range links {
		if _, asked := labels[i]; !asked && m.Classify(l).Refused {
			return i, true
		}
	}
	return 0, false
}

// placesOf turns labels into places of classes.
func placesOf(labels map[int]string, links int) (map[int]int, error) {
	said := make(map[int]int, len(labels))
	if err := checkPlaces(labels, links); err != nil {
		return nil, err
	}
	for i, class := range labels {
		if class != ClassArticle && class != ClassOther {
			return nil, fmt.Errorf("%w: %.40q among %q and %q", ErrClass, class, ClassArticle, ClassOther)
		}
		said[i] = place(class)
	}
	return said, nil
}

// checkPlaces returns an error about a label of no link, or of no class.
func checkPlaces(labels map[int]string, links int) error {
	for _, i := range slices.Sorted(maps.Keys(labels)) {
		switch {
		case i < 0 || i >= links:
			return fmt.Errorf("classify: a label for link %d of %d", i, links)
		case labels[i] == "":
			return fmt.Errorf("%w: the label of link %d", ErrClass, i)
		}
	}
	return nil
}

// learnOwn makes examples of the links of a page whose classes are not -1.
// Those in said are as a person said.
func (m *NearestNeighbor) learnOwn(links []Link, o *opinion, classes []int, said map[int]int) {
	r := o.view
	m.known.remember(r)
	if o.redesign {
		m.known.Base = clueCounts{}
	}
	p := page{Links: len(links), Classes: map[string]int{}}
	var learned []example
	for i, class := range classes {
		if e, ok := m.index.exact[r.vectors[i].key()]; ok {
			m.examples[e].page = m.known.Page
		}
		if class < 0 {
			continue
		}
		_, byPerson := said[i]
		labelled := byPerson || o.redesign
		m.known.add(r, i, class, labelled)
		if labelled {
			m.known.Base.add(&r.clues[i], class)
		}
		p.Classes[classAt(class)]++
		learned = append(learned, m.example(links[i], r.vectors[i], classAt(class), !labelled))
	}
	var pages []page
	if p.Classes[ClassArticle] > 0 {
		pages = append(pages, p)
	}
	m.examples = slices.DeleteFunc(m.examples, func(e example) bool { return e.own && e.page < m.known.Page-memory })
	m.known.forget(m.known.Page - memory)
	m.take(learned, pages)
	if o.redesign {
		m.known.Limit = m.limit()
		m.known.Weights = m.ownWeights(r, classes)
	}
}

// ownWeights are those that hold on a page that was learned.
func (m *NearestNeighbor) ownWeights(r *pageView, classes []int) []float64 {
	all := m.gather(r, classes)
	familiar := familiarity(all)
	var labelled []linkEvidence
	var places []int
	for i, class := range classes {
		if class >= 0 {
			labelled = append(labelled, all[i])
			places = append(places, class)
		}
	}
	return fit(labelled, places, familiar)
}

// adaptPlain is Adapt of a model that does not weigh parts.
func (m *NearestNeighbor) adaptPlain(links []Link, labels map[int]string) ([]Classification, Drift, error) {
	if err := checkPlaces(labels, len(links)); err != nil {
		return nil, Drift{}, err
	}
	out, drift := m.ClassifyPage(links)
	var learned []Example
	for i, l := range links {
		if class, ok := labels[i]; ok {
			out[i] = labelled(class)
		}
		if _, ok := labels[i]; ok || !out[i].Refused && !drift.Drifted {
			learned = append(learned, Example{l, out[i].Class})
		}
	}
	if len(learned) == 0 {
		return out, drift, nil
	}
	return out, drift, m.Learn(learned...)
}
