package journal

import (
	"io"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// Learn adds the links of one page.
func (m *Model) Learn(links []anchor.Link, classes []string) error {
	m.Method = &Method
	p, err := neighbor.NewPage(links, classes)
	if err != nil {
		return err
	}
	r := readPage(links, m.memory.seen)
	learned, indexes := make([]neighbor.Example, len(links)), make([]int, len(links))
	for i, class := range classes {
		learned[i] = neighbor.NewExample(&links[i], r.vectors[i], class, false, m.memory.Page)
		indexes[i] = verdict.ClassIndex(class)
	}
	m.memory.remember(r)
	for i, class := range indexes {
		m.memory.add(r, i, class, true)
		m.memory.Base.add(&r.clues[i], class)
	}
	m.memory.forget(0)
	m.Take(learned, p)
	m.memory.Limit = m.limit()
	if m.weighs() {
		m.memory.weigh(m.ownWeights(r, indexes), 1, m.memory.Page-1)
	}
	return nil
}

// ownWeights are those that hold on a page that was learned.
func (m *Model) ownWeights(r *pageView, classes []int) []float64 {
	all := m.gather(r, classes)
	familiar := familiarity(all)
	var labelled []linkEvidence
	var indexes []int
	for i, class := range classes {
		if class >= 0 {
			labelled = append(labelled, all[i])
			indexes = append(indexes, class)
		}
	}
	return fit(labelled, indexes, familiar)
}

// Merge adds what another model has learned.
func (m *Model) Merge(o *Model) {
	m.Method = &Method
	pages := m.memory.Page
	m.memory.merge(&o.memory)
	m.Model.Merge(&o.Model, pages)
}

// Write writes the model of a journal.
func (m *Model) Write(w io.Writer, journal string) (int64, error) {
	return neighbor.Write(w, &Method, &m.Model, journal, m.memory)
}

// Read reads what Write wrote into a model that knows nothing, and returns the journal
// and the number of bytes read.
func (m *Model) Read(r io.Reader) (journal string, n int64, err error) {
	journal, n, err = neighbor.Read(r, &Method, &m.Model, &m.memory, (*memory).check)
	m.memory.fill()
	return journal, n, err
}

// doubtedShare is the share of a page's links from which on it has drifted if they are refused,
// where a link's part counts: no more are to be refused.
const doubtedShare = 0.05

// ClassifyPage is that of classify.NearestNeighbor, as Learn, Adapt, Question and Merge are.
func (m *Model) ClassifyPage(links []anchor.Link) ([]verdict.Answer, neighbor.Drift) {
	if !m.weighs() {
		return m.Model.ClassifyPage(links)
	}
	d := m.weigh(links, nil)
	out := m.answers(d, nil)
	return out, m.driftOf(d, out)
}

// driftOf is the drift of a page that was weighed.
func (m *Model) driftOf(d *pageDecision, out []verdict.Answer) neighbor.Drift {
	drift := m.DriftOf(out, func(i int) neighbor.Decision { return d.evidence[i].decision }, doubtedShare)
	if d.redesign && !drift.Drifted {
		drift.Drifted, drift.Why = true, "nothing looks as the articles did"
	}
	return drift
}
