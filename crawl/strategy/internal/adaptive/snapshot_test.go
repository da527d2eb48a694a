package adaptive

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/document"
)

func snapshotOf(l *Learner, more bool) (all [][]byte) {
	l.Snapshot(more, "", func(piece []byte) bool {
		all = append(all, slices.Clone(piece))
		return true
	})
	return all
}

func yields(all [][]byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, piece := range all {
			if !yield(piece, nil) {
				return
			}
		}
	}
}

// anyStep tells a learner something about URLs of a web of as many hosts as pages.
func anyStep(l *Learner, random *rand.Rand) {
	url := func() string {
		n := random.IntN(60000)
		return fmt.Sprintf("http://h%d.test/%d/%d", n/2, n%3, n)
	}
	pick := func() string {
		if n := len(l.queue.ranked.Items); n > 0 && random.IntN(4) > 0 {
			return l.urls.all.At(l.queue.ranked.Items[0].number).url
		}
		return url()
	}
	words := func(n int) (text string) {
		for range n {
			text += fmt.Sprintf("w%d ", random.IntN(300))
		}
		return text
	}
	switch random.IntN(20) {
	case 0:
		l.Failed(pick(), random.IntN(2) == 0)
	case 1:
		from := pick()
		l.Gone(from)
		l.Redirected(from, url())
	case 2:
		l.Refused(pick())
	case 3:
		l.Judge(url(), random.IntN(2) == 0)
	default:
		doc := classify.Document{Text: words(20)}
		var places []document.Place
		for i := range random.IntN(12) {
			doc.Links = append(doc.Links, classify.Link{URL: url(), Href: "/", Text: words(3), Context: words(6)})
			places = append(places, document.Place{Path: uint64(i % 3), Blocks: [2]int32{int32(i), 0}})
		}
		l.Page(&crawl.Page{URL: pick(), Parent: "http://p.test/"}, doc, places, crawl.Valuation{})
	}
}

// What has changed since a snapshot, behind that snapshot, is as good as all, of a crawl so long that visits
// and hosts are forgotten.
func TestChangesOfALongCrawl(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	fresh := func() *Learner {
		return New(Config{Scorer: terms{}, Query: "w1 w2", Judged: map[string]bool{}, Explore: 1, Seed: 1})
	}
	restored := func(all [][]byte) *Learner {
		l := fresh()
		if _, err := l.Restore(yields(all)); err != nil {
			t.Fatal(err)
		}
		return l
	}
	l, random := fresh(), rand.New(rand.NewPCG(1, 1))
	var parts [][]byte
	for step := range 5600 {
		anyStep(l, random)
		if step%700 == 699 {
			parts = append(parts, snapshotOf(l, len(parts) > 0)...)
		}
	}
	byParts, whole := restored(parts), restored(snapshotOf(l, false))
	if !bytes.Equal(slices.Concat(snapshotOf(byParts, false)...), slices.Concat(snapshotOf(whole, false)...)) {
		t.Error("the state by parts is another than that of the whole")
	}
	if l.visits.facts.Count <= visitsKept || l.queue.sites.all.Count < maxSites || len(l.queue.sites.closed) == 0 {
		t.Errorf("%d visits, %d sites, %d URLs: nothing was forgotten", l.visits.facts.Count, l.queue.sites.all.Count, l.urls.all.Count)
	}
}

// A snapshot of which pieces are missing, doubled, exchanged or cut is refused or is as good as it was.
func TestRestoreOfDamaged(t *testing.T) {
	fresh := func() *Learner { return New(Config{Scorer: terms{}, Judged: map[string]bool{}, Seed: 1}) }
	l, random := fresh(), rand.New(rand.NewPCG(1, 1))
	var all [][]byte
	for step := range 150 {
		anyStep(l, random)
		if step%50 == 49 {
			all = append(all, snapshotOf(l, len(all) > 0)...)
		}
	}
	undamaged := fresh()
	if _, err := undamaged.Restore(yields(all)); err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(snapshotOf(undamaged, false)...)
	for i := range all {
		for name, damaged := range map[string][][]byte{
			"missing":   slices.Delete(slices.Clone(all), i, i+1),
			"cut":       append(append(slices.Clone(all[:i]), all[i][:len(all[i])/2]), all[i+1:]...),
			"exchanged": append(append(slices.Clone(all[:i]), all[(i+1)%len(all)], all[i]), all[min(i+2, len(all)):]...),
		} {
			l := fresh()
			if _, err := l.Restore(yields(damaged)); err == nil && !bytes.Equal(slices.Concat(snapshotOf(l, false)...), want) {
				t.Errorf("piece %d of %d is %s: no error, and another state", i+1, len(all), name)
			}
		}
	}
}
