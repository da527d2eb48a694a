package dom_test

import (
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
