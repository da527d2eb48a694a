package adaptive

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// URLs are found again, and each has the list that it was given last.
func TestURLs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var u urls
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		want := map[string]known{}
		for range 3000 {
			url := fmt.Sprintf("http://a.test/%d", random.IntN(500))
			c := u.at(u.add(url))
			k := u.open(c)
			if before := want[url]; !reflect.DeepEqual(cloned(*k), cloned(before)) {
				t.Fatalf("%s has %v, want %v", url, *k, before)
			}
			switch random.IntN(6) {
			case 0:
				k.linkedFrom(source{page: random.Uint32N(5000), inner: uint16(random.Uint32()), outer: uint16(random.Uint32())})
			case 1:
				k.paths = append(k.paths, random.Uint32())[:min(len(k.paths)+1, maxPaths)]
			case 2:
				k.terms = append(k.terms, random.Uint32())[:min(len(k.terms)+1, 9)]
			case 3:
				k.text = append(k.text, uint16(random.Uint32()))[:min(len(k.text)+1, maxText)]
			case 4:
				k.context = append(k.context, uint16(random.Uint32()))[:min(len(k.context)+1, maxContext)]
			default:
				k.terms, k.text, k.context = k.terms[:0], k.text[:0], k.context[:0]
			}
			want[url] = cloned(*k)
			u.put(c, k)
		}
		if _, ok := u.find("http://b.test/"); ok {
			t.Error("a URL is found that was not added")
		}
	})
}

func cloned(k known) known {
	return known{
		slices.Clip(append([]source{}, k.sources...)), append([]uint32{}, k.paths...), append([]uint32{}, k.terms...),
		append([]uint16{}, k.text...), append([]uint16{}, k.context...),
	}
}

func TestTallies(t *testing.T) {
	var all tallies
	key := keyOf(siteTally, 7)
	all.change(key, 1)
	if got := all.of(key); got != (tally{}) {
		t.Errorf("%v is known of a kind without pages", got)
	}
	all.add(key, 0.5)
	all.add(key, 0.25)
	all.change(key, -0.5)
	for i := range uint64(maxTallies) {
		all.add(keyOf(innerTally, i), 1)
		if i%1000 == 0 {
			all.of(key) // is of use
		}
	}
	if got := all.of(key); got != (tally{2, 0.25}) {
		t.Errorf("%v, want two pages worth 0.25", got)
	}
	if n := all.young.Count + all.old.Count; n > maxTallies {
		t.Errorf("%d tallies are kept, want at most %d", n, maxTallies)
	}
}

// From some number on hosts without queued URLs are forgotten.
func TestSitesAreForgotten(t *testing.T) {
	var u urls
	q := newQueue(&u)
	kept := u.add("http://kept.test/")
	q.set(kept, 0, nil)
	for i := range 2 * maxSites {
		number := u.add(fmt.Sprintf("http://h%d.test/", i))
		q.set(number, 0, nil)
		q.sites.answers(q.sites.of(u.at(number).url))
		q.leave(number)
	}
	if n := len(q.sites.numbers); n != maxSites || len(q.sites.answered) != maxSites-1 {
		t.Errorf("%d hosts are known, and %d have answered, want %d and one less", n, len(q.sites.answered), maxSites)
	}
	if got := q.firstFound(q.sites.at(q.sites.of("http://kept.test/x"))); got != kept {
		t.Errorf("the first of a host that is kept is %d, want %d", got, kept)
	}
}
