package document_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// Links of one list are in one block and, if their tags and classes agree, at one
// place of the layout.
func TestPlaces(t *testing.T) {
	p := page.Scan([]byte(`<ul><li><a>0</a><li><a>1</a></ul><ul class=x><li><a>2</a></ul><p><b><a>3</a></b></p>`))
	places := document.PlacesOf(p)
	var at []document.Place
	for i := range p.Nodes {
		if p.Nodes[i].Data == "a" {
			at = append(at, places.Of(int32(i)))
		}
	}
	if len(at) != 4 || at[0] != at[1] || at[0].Blocks[0] == at[2].Blocks[0] || at[0].Path == at[2].Path || at[2].Blocks[1] != at[3].Blocks[1] {
		t.Errorf("places %v", at)
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
		p := page.Scan([]byte(b.String()))
		places := document.PlacesOf(p)
		for i := range p.Nodes {
			if p.Nodes[i].Type != page.ElementNode {
				continue
			}
			// The path alone: other blocks have been numbered.
			if got, want := places.Of(int32(i)).Path, document.PlacesOf(p).Of(int32(i)).Path; got != want {
				t.Fatalf("%s: %s is at %v, want %v", b.String(), p.Nodes[i].Data, got, want)
			}
		}
	}
}
