package journal

import (
	"fmt"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

const (
	takeFrom        = 0.99 // confidence from which on a model learns from its own answers
	takeRedesign    = 0.85 // the same on a page of a new layout
	askBelow        = 0.9  // confidence below which a link is worth a question
	rememberedPages = 12   // pages for which something is remembered that they do not have
)

// Adapt classifies the links of a page and learns from it.
func (m *Model) Adapt(links []anchor.Link, labels map[int]string) ([]verdict.Answer, neighbor.Drift, error) {
	if !m.weighs() {
		return m.Model.Adapt(links, labels, m.Learn)
	}
	userLabels, err := indexesOf(labels, len(links))
	if err != nil {
		return nil, neighbor.Drift{}, err
	}
	d := m.weigh(links, userLabels)
	out := m.answers(d, userLabels)
	drift := m.driftOf(d, out)
	m.learnOwn(links, d, d.taken(out, userLabels), userLabels)
	return out, drift, nil
}

// taken returns the classes of the links to learn from, -1 of the others: those of labels and
// of answers that are sure.
func (d *pageDecision) taken(answers []verdict.Answer, userLabels map[int]int) []int {
	from := takeFrom
	if d.redesign {
		from = takeRedesign
	}
	classes := make([]int, len(answers))
	for i, a := range answers {
		classes[i] = -1
		if _, ok := userLabels[i]; ok || !a.Refused && logistic(math.Abs(d.scores[i])) >= from {
			classes[i] = verdict.ClassIndex(a.Class)
		}
	}
	return classes
}

// Question returns the link of a page that is worth asking a person about.
func (m *Model) Question(links []anchor.Link, labels map[int]string) (link int, ok bool) {
	if !m.weighs() {
		return m.Model.Question(links, labels)
	}
	userLabels, err := indexesOf(labels, len(links))
	if err != nil {
		return 0, false
	}
	return m.weigh(links, userLabels).question(userLabels)
}

// question asks about a link in doubt. Where none is it asks about one of a kind that nobody has
// labelled, if it is unlike all examples and not quite sure, or if nothing looks like an article
// still: on a page of another layout a kind of links may be wrong as a whole.
func (d *pageDecision) question(userLabels map[int]int) (link int, ok bool) {
	link, ok = d.questionOf(userLabels, func(i int) bool { return confidence(d.scores[i]) < askBelow })
	if ok {
		return link, true
	}
	told := d.told(userLabels)
	none := d.redesign && slices.Max(d.scores) < 0
	return d.questionOf(userLabels, func(i int) bool {
		return !told[d.view.groups[i]] && (none || d.evidence[i].familiar < strangeFrom && confidence(d.scores[i]) < takeFrom)
	})
}

// told returns the groups of links that look alike of which a person has labelled one.
func (d *pageDecision) told(userLabels map[int]int) map[int]bool {
	groups := map[int]bool{}
	for i := range userLabels {
		groups[d.view.groups[i]] = true
	}
	return groups
}

// questionOf asks about a link of the group of links in doubt that has the most of it, near the
// middle of the group.
func (d *pageDecision) questionOf(userLabels map[int]int, doubtful func(i int) bool) (link int, ok bool) {
	doubt, middle, size := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for i, s := range d.scores {
		g := d.view.groups[i]
		middle[g] += s
		size[g]++
		if _, asked := userLabels[i]; !asked && doubtful(i) {
			doubt[g] += 1 - confidence(s)
			ok = true
		}
	}
	if !ok {
		return 0, false
	}
	best, nearest := 0.0, 0.0
	for i, s := range d.scores {
		g := d.view.groups[i]
		if _, asked := userLabels[i]; asked || !doubtful(i) {
			continue
		}
		away := math.Abs(s - middle[g]/size[g])
		if doubt[g] > best || doubt[g] == best && away < nearest {
			best, nearest, link = doubt[g], away, i
		}
	}
	return link, true
}

// indexesOf turns labels into indexes of classes.
func indexesOf(labels map[int]string, links int) (map[int]int, error) {
	userLabels := make(map[int]int, len(labels))
	if err := neighbor.CheckLabels(labels, links); err != nil {
		return nil, err
	}
	for i, class := range labels {
		if class != verdict.Article && class != verdict.Other {
			return nil, fmt.Errorf("%w: %.40q among %q and %q", neighbor.ErrClass, class, verdict.Article, verdict.Other)
		}
		userLabels[i] = verdict.ClassIndex(class)
	}
	return userLabels, nil
}

// learnOwn makes examples of the links of a page whose classes are not -1.
// Those in userLabels are as a person labelled them.
func (m *Model) learnOwn(links []anchor.Link, d *pageDecision, classes []int, userLabels map[int]int) {
	r := d.view
	m.memory.remember(r)
	if d.redesign {
		m.memory.Base = clueCounts{}
	}
	p := neighbor.Page{Links: len(links), Classes: map[string]int{}}
	var learned []neighbor.Example
	for i, class := range classes {
		if e, ok := m.Index.Find(r.vectors[i]); ok {
			m.Examples[e].Page = m.memory.Page
		}
		if class < 0 {
			continue
		}
		_, byPerson := userLabels[i]
		labelled := byPerson || d.redesign
		m.memory.add(r, i, class, labelled)
		if labelled {
			m.memory.Base.add(&r.clues[i], class)
		}
		p.Classes[verdict.ClassName(class)]++
		learned = append(learned, neighbor.NewExample(&links[i], r.vectors[i], verdict.ClassName(class), !labelled, m.memory.Page))
	}
	var pages []neighbor.Page
	if p.Classes[verdict.Article] > 0 {
		pages = append(pages, p)
	}
	m.Examples = slices.DeleteFunc(m.Examples, func(e neighbor.Example) bool { return e.Own && e.Page < m.memory.Page-rememberedPages })
	m.memory.forget(m.memory.Page - rememberedPages)
	m.Take(learned, pages...)
	if d.redesign {
		m.memory.Limit = m.limit()
		m.memory.Weights = m.ownWeights(r, classes)
	}
}
