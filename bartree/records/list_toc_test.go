package records_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// A tocReader reads the records of pages after it was taught one.
type tocReader interface {
	learn(page []byte, a tocArticle) error
	read(page []byte) []tocArticle // none: deferred
}

// tocScore counts what came of reading pages.
type tocScore struct {
	lessons, judged, deferred    int
	articles, found, records     int
	titles, authors, withAuthors int
	wrongAuthors                 int
}

func (s *tocScore) add(t tocScore) {
	s.lessons += t.lessons
	s.judged += t.judged
	s.deferred += t.deferred
	s.articles += t.articles
	s.found += t.found
	s.records += t.records
	s.titles += t.titles
	s.authors += t.authors
	s.withAuthors += t.withAuthors
	s.wrongAuthors += t.wrongAuthors
}

func (s *tocScore) judge(p tocPage, got []tocArticle) {
	s.judged++
	s.articles += len(p.articles)
	truth := map[string]tocArticle{}
	for _, a := range p.articles {
		truth[a.href] = a
		if a.authors != "" {
			s.withAuthors++
		}
	}
	if len(got) == 0 {
		s.deferred++
		return
	}
	for _, g := range got {
		s.records++
		a, ok := truth[g.href]
		if !ok {
			continue
		}
		delete(truth, g.href)
		s.found++
		if sameWords(a.title, g.title) {
			s.titles++
		}
		switch {
		case a.authors != "" && sameWords(a.authors, g.authors):
			s.authors++
		case g.authors != "":
			s.wrongAuthors++
		}
	}
}

func share(a, b int) string {
	if b == 0 {
		return "    -"
	}
	return fmt.Sprintf("%5.1f", 100*float64(a)/float64(b))
}

// listReader is the package, with its own constants or others.
type listReader struct {
	list   *records.List
	inline float64
	run    float64
}

func (l *listReader) learn(page []byte, a tocArticle) error {
	parts := map[string]string{"title": a.title}
	if a.authors != "" {
		parts["authors"] = a.authors
	}
	if !sameWords(a.link, a.title) {
		parts["page"] = a.href
	}
	region := bartree.Region{Text: a.title, Parts: parts}
	var err error
	if l.run > 0 {
		l.list, err = records.LearnWith(page, region, l.inline, l.run)
	} else {
		l.list, err = records.Learn(page, region)
	}
	return err
}

func (l *listReader) read(page []byte) []tocArticle {
	got, err := l.list.Read("", page)
	if errors.Is(err, records.ErrNoRecord) || len(got.Lost) > 0 {
		return nil
	}
	var out []tocArticle
	for _, r := range got.Records {
		href := r.Links["page"]
		if href == "" {
			href = r.Links["title"]
		}
		if href == "" {
			continue
		}
		out = append(out, tocArticle{href: href, title: r.Parts["title"], authors: r.Parts["authors"]})
	}
	return out
}

const tocTrials = 5 // choices of the taught record for a journal

// lesson chooses a page of a journal and one of its records.
func lesson(r *rand.Rand, pages []tocPage) (page int, a tocArticle) {
	page = r.IntN(len(pages))
	return page, anArticle(r, pages[page])
}

// anArticle chooses a record, one with authors if the page has them.
func anArticle(r *rand.Rand, p tocPage) tocArticle {
	for range 20 {
		if a := p.articles[r.IntN(len(p.articles))]; a.authors != "" && a.title != "" {
			return a
		}
	}
	return p.articles[r.IntN(len(p.articles))]
}

func seeded(journal string, trial int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(journal))
	return rand.New(rand.NewPCG(h.Sum64(), uint64(trial)))
}

// one teaches one record and reads all other pages.
func one(journal string, pages []tocPage, trial int, newReader func() tocReader) tocScore {
	r := seeded(journal, trial)
	page, a := lesson(r, pages)
	reader, s := newReader(), tocScore{lessons: 1}
	failed := reader.learn(pages[page].body, a) != nil
	for i, p := range pages {
		switch {
		case i == page:
		case failed:
			s.judge(p, nil)
		default:
			s.judge(p, reader.read(p.body))
		}
	}
	return s
}

// many teaches a record, reads page after page in a random order, and where a page
// is deferred teaches one of its records too, as the paper has a person do.
func many(journal string, pages []tocPage, trial int, newReader func() tocReader) tocScore {
	r := seeded(journal, trial)
	var readers []tocReader
	var s tocScore
	for _, i := range r.Perm(len(pages)) {
		p := pages[i]
		var got []tocArticle
		for _, reader := range readers {
			if got = reader.read(p.body); len(got) > 0 {
				break
			}
		}
		if len(got) > 0 {
			s.judge(p, got)
			continue
		}
		a, reader := anArticle(r, p), newReader()
		s.lessons++
		if reader.learn(p.body, a) == nil {
			readers = append(readers, reader)
		}
	}
	return s
}

// TestLists teaches one record and reads the other pages of each journal, in five
// random choices of the record, and prints docs/lists.md's tables. "One": one
// record of a journal is taught. "More": one more wherever a page is deferred; the
// page it is on is not judged.
func TestLists(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute of measurements")
	}
	parsed := trees{}
	readers := []struct {
		name string
		make func() tocReader
	}{
		{"bartree", func() tocReader { return &listReader{} }},
		{"tag path", func() tocReader { return &pathReader{trees: parsed} }},
		{"tag and class path", func() tocReader { return &pathReader{trees: parsed, classes: true} }},
		{"exact path", func() tocReader { return &exactReader{pathReader: pathReader{trees: parsed}} }},
		{"delimiters", func() tocReader { return &tokenReader{} }},
	}
	mean := make([][2]float64, len(readers))
	journals := tocJournals(t)
	for _, journal := range journals {
		clear(parsed)
		pages := readTOC(t, journal)
		for k, reader := range readers {
			var s, m tocScore
			for trial := range tocTrials {
				s.add(one(journal, pages, trial, reader.make))
				m.add(many(journal, pages, trial, reader.make))
			}
			t.Logf("| %s | %s | %s | %.3f | %.1f | %s | %.3f |", journal, reader.name, s.row(), s.right(), float64(m.lessons)/tocTrials, m.row(), m.right())
			mean[k][0] += s.right() / float64(len(journals))
			mean[k][1] += m.right() / float64(len(journals))
			if k == 0 && m.right() < leastRight {
				t.Errorf("%s: %.3f of the attributes right, want %.2f", journal, m.right(), leastRight)
			}
		}
	}
	for k, reader := range readers {
		t.Logf("%-20s attributes right, mean of the journals: one %.3f, more %.3f", reader.name, mean[k][0], mean[k][1])
		if k > 0 && mean[k][1] >= mean[0][1] {
			t.Errorf("%s is as good as the package", reader.name)
		}
	}
	if mean[0][1] < leastMean {
		t.Errorf("%.3f of the attributes right, want %.2f", mean[0][1], leastMean)
	}
}

// The bars, with more records taught: the share of links, titles and authors of
// articles that are right, for a journal and in the mean.
const (
	leastRight = 0.90
	leastMean  = 0.98
)

// row is deferred pages, articles found, articles among the records, and of the
// articles' titles and authors those that are right, in percent.
func (s *tocScore) row() string {
	return fmt.Sprintf("%s | %s | %s | %s | %s", share(s.deferred, s.judged), share(s.found, s.articles),
		share(s.found, s.records), share(s.titles, s.articles), share(s.authors, s.withAuthors))
}

// right is the share of all attributes of the articles that were read right.
func (s *tocScore) right() float64 {
	return float64(s.found+s.titles+s.authors) / float64(max(1, 2*s.articles+s.withAuthors))
}

var tune = flag.Bool("tune", false, "choose the constants of lists from all that docs/lists.md names")

// TestListTuning leaves each journal out, chooses the two constants by the others,
// and prints what the left-out journal has by that choice. Nothing depends on it but
// what people choose: without -tune it tries few constants, once.
func TestListTuning(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of measurements")
	}
	journals := tocJournals(t)
	inlines, runs, trials := []float64{0.3, 1}, []float64{1, 1.25}, 1
	if *tune {
		inlines, runs, trials = []float64{0.1, 0.3, 0.6, 1}, []float64{1, 1.25, 1.6, 2}, 3
	}
	grid := make([][]float64, len(journals)) // by journal and choice
	for j, journal := range journals {
		pages := readTOC(t, journal)
		for _, inline := range inlines {
			for _, run := range runs {
				var m tocScore
				for trial := range trials {
					m.add(many(journal, pages, trial, func() tocReader { return &listReader{inline: inline, run: run} }))
				}
				// A record too many is as wrong as one that is missing.
				grid[j] = append(grid[j], m.right()*float64(m.found)/float64(max(1, m.records)))
			}
		}
	}
	choose := func(out int) int {
		best, most := []int(nil), 0.0
		for k := range grid[0] {
			sum := 0.0
			for j := range grid {
				if j != out {
					sum += grid[j][k]
				}
			}
			switch {
			case sum > most+1e-9:
				best, most = []int{k}, sum
			case sum > most-1e-9:
				best = append(best, k)
			}
		}
		return best[len(best)/2]
	}
	show := func(k int) string {
		return fmt.Sprintf("inline %.1f run %.2f", inlines[k/len(runs)], runs[k%len(runs)])
	}
	all := choose(-1)
	t.Logf("all journals: %s", show(all))
	for j, journal := range journals {
		k := choose(j)
		t.Logf("| %s | %s | %.3f | %.3f |", journal, show(k), grid[j][k], grid[j][all])
		if grid[j][all]-grid[j][k] > 0.05 {
			t.Logf("%s: needs itself", journal)
		}
	}
}
