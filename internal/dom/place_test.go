package dom_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
)

// Links of one list are in one block and, if their tags and classes agree, at one
// place of the layout.
func TestPlaces(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<ul><li><a>0</a><li><a>1</a></ul><ul class=x><li><a>2</a></ul><p><b><a>3</a></b></p>`))
	if err != nil {
		t.Fatal(err)
	}
	var places dom.Places
	var at []dom.Place
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" {
			at = append(at, places.Of(n))
		}
	}
	if len(at) != 4 || at[0] != at[1] || at[0].Blocks[0] == at[2].Blocks[0] || at[0].Path == at[2].Path || at[2].Blocks[1] != at[3].Blocks[1] {
		t.Errorf("places %v", at)
	}
	if p := places.Of(nil); p.Blocks != [2]int32{-1, -1} {
		t.Errorf("no element is in %v", p)
	}
}

// The place of an element does not depend on which element was asked for before.
func TestPlacesAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	for range 300 {
		var b strings.Builder
		for range 60 {
			b.WriteString(pick("<ul>", "</ul>", "<li>", "<li class=x>", "<p>", "<div>", "<div class=x>", "</div>", "<b>", "</b>", "<a>", "<a class=x>", "</a>"))
		}
		root, err := html.Parse(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		var places, apart dom.Places
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			apart.Of(nil)
			if got, want := places.Of(n), apart.Of(n); got != want {
				t.Fatalf("%s: %s is at %v, want %v", b.String(), n.Data, got, want)
			}
		}
	}
}
