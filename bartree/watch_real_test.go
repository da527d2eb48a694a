package bartree_test

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// regionOf returns the text from the first to the last of an article's parts as
// seen on its page, empty if one of them is not there in one piece.
func regionOf(page []byte, title, abstract string, authors []string) bartree.Region {
	seen, _ := paper.Extract(page, &paper.BarTree{Bars: []paper.Bar{{Depth: 1}}})
	text := seen.Text
	r := bartree.Region{Parts: map[string]string{}}
	if len(authors) == 0 {
		return r
	}
	from, to := len(text), 0
	for _, p := range []struct{ name, first, last string }{{"title", title, title}, {"authors", authors[0], authors[len(authors)-1]}, {"abstract", abstract, abstract}} {
		first, last := strings.Join(strings.Fields(p.first), " "), strings.Join(strings.Fields(p.last), " ")
		i := strings.Index(text, first)
		if first == "" || i < 0 {
			return bartree.Region{}
		}
		k := strings.Index(text[i:], last)
		if k < 0 || p.name == "authors" && k > 100*len(authors) {
			return bartree.Region{}
		}
		end := i + k + len(last)
		r.Parts[p.name] = text[i:end]
		from, to = min(from, i), max(to, end)
	}
	r.Text = text[from:to]
	return r
}

// redesigns are journals whose articles are there in two layouts.
var redesigns = map[string]string{"jmlr": "jmlr-beta", "jmlr-beta": "jmlr", "scielo": "scielo-ds", "scielo-ds": "scielo"}

// TestWatchRealArticles watches title, authors and abstract of each journal, first in the
// layout that it learned, then after a redesign: at URLs that it has read, and of articles that it
// has not. Parts that are wrong must be rare, and few of the pages deferred after a
// redesign of what was read.
func TestWatchRealArticles(t *testing.T) {
	dirs, _ := os.ReadDir(articles)
	var same, again, other looked
	for _, d := range dirs {
		all := located(readArticles(t, d.Name()))
		if len(all) < 8 {
			continue
		}
		first := watchJournal(t, d.Name(), all)
		if first == nil {
			continue
		}
		same.add(watchArticles(t, first, d.Name(), "", all[4:]))
		if after, ok := redesigns[d.Name()]; ok {
			next := located(readArticles(t, after))
			again.add(watchArticles(t, first, d.Name()+" > "+after, "", next))
			other.add(watchArticles(t, watchJournal(t, d.Name(), all), d.Name()+" > "+after+", other articles", "new/", next[5:]))
		}
	}
	t.Logf("%-45s %v", "same layout", same)
	t.Logf("%-45s %v", "after a redesign", again)
	t.Logf("%-45s %v", "after a redesign, other articles", other)
	if all := same.right + same.wrong; 10*same.wrong > all {
		t.Errorf("%d of %d pages read wrong", same.wrong, all)
	}
	if all := again.right + again.wrong + again.deferred; 20*again.wrong > all || 10*again.right < 6*all {
		t.Errorf("after a redesign of %d pages %v", all, again)
	}
	if all := other.right + other.wrong; 10*other.wrong > all {
		t.Errorf("%d of %d pages of other articles read wrong", other.wrong, all)
	}
}

// watchJournal starts a Watch on the first four articles, nil if one of the parts cannot be
// read by what is beside it.
func watchJournal(t *testing.T, name string, all []article) *bartree.Watch {
	t.Helper()
	var w bartree.Watch
	err := w.Add("article", all[0].region, day, all[0].page, all[1].page, all[2].page, all[3].page)
	if isUnreadPart(err) {
		t.Logf("%-45s %v", name, err)
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return &w
}

// looked counts pages whose parts are as the publisher has them, those with another text in one of them, and those deferred.
type looked struct{ right, wrong, deferred int }

func (l *looked) add(m looked) {
	l.right, l.wrong, l.deferred = l.right+m.right, l.wrong+m.wrong, l.deferred+m.deferred
}

func (l looked) String() string {
	return fmt.Sprintf("right %3d, wrong %3d, deferred %3d", l.right, l.wrong, l.deferred)
}

func watchArticles(t *testing.T, w *bartree.Watch, name, site string, all []article) (n looked) {
	t.Helper()
	for _, a := range all {
		l, err := w.Look("article", site+a.id, a.page, day)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case l.Result == bartree.LookDeferred:
			n.deferred++
		case maps.EqualFunc(a.region.Parts, l.Region.Parts, func(want, got string) bool {
			return strings.TrimRight(got, " ,;.") == strings.TrimRight(want, " ,;.")
		}):
			n.right++
		default:
			n.wrong++
		}
	}
	t.Logf("%-45s %v", name, n)
	return n
}
