package adaptive

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/document"
)

// A queued URL takes 128 bytes beside its string, where pages are as those of recorded webs: links
// of three words among twelve others, some of them on two pages. What there is of
// pages does not count.
func TestBytesAQueuedURL(t *testing.T) {
	l := New(Config{Scorer: terms{}, Explore: -1})
	random := rand.New(rand.NewPCG(1, 2))
	words := func(n int) (text string) {
		for range n {
			text += fmt.Sprintf("w%d ", random.IntN(20000))
		}
		return text
	}
	next := 0
	for page := range 2000 {
		var doc classify.Document
		var places []document.Place
		for i := range 25 {
			number := next
			if i < 5 && next > 100 {
				number -= 1 + random.IntN(100)
			} else {
				next++
			}
			doc.Links = append(doc.Links, classify.Link{URL: fmt.Sprintf("http://h%d.test/%d", number%100, number), Href: "/", Text: words(3), Context: words(12)})
			places = append(places, document.Place{Path: uint64(i % 3), Blocks: [2]int32{int32(i), 0}})
		}
		l.Page(&crawl.Page{URL: fmt.Sprintf("http://p%d.test/%d", page%100, page), Parent: "http://p.test/"}, doc, places, crawl.Valuation{})
	}
	u := &l.urls
	bytes := u.all.Count*uint32(unsafe.Sizeof(candidate{})) + 4*(u.places.Count+uint32(len(u.index))+u.lists.Memory.Count) + 8*uint32(cap(l.queue.ranked.Items))
	each := bytes / uint32(len(l.queue.ranked.Items))
	if t.Logf("%d bytes a queued URL", each); each > 128 {
		t.Errorf("%d bytes a queued URL, want at most 128", each)
	}
}

// A site whose last untried URL is fetched again and again takes no more memory each time.
func TestClosedSites(t *testing.T) {
	s := sites{numbers: map[string]uint32{}}
	a, b := s.of("http://a.test/"), s.of("http://b.test/")
	for range 1 << 18 {
		for _, number := range []uint32{a, b} {
			s.untries(number, 1)
			s.untries(number, -1)
		}
	}
	if n := len(s.closed); n < 2 || n > 2*maxSites {
		t.Errorf("%d sites are noted as closed", n)
	}
}
