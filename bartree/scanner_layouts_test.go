package bartree_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

// TestAsParsed: a page as x/net's parser reads and writes it has the same paths.
func TestAsParsed(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	pages := []string{
		markuptest.Figure, "<!DOCTYPE html><p>a<p>b<ul><li>a<li>b</ul><table><tr><td>x</table>",
		"<!DOCTYPE html><title>x</title><dl><dt>a<dd>b</dl><select><option>a<option>b</select>",
	}
	for range 100 {
		l := newLayout(r)
		pages = append(pages, string(l.page(r, "Here.")))
	}
	var a, b markup.Scanner
	for _, p := range pages {
		root, err := html.Parse(strings.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		var parsed bytes.Buffer
		if err := html.Render(&parsed, root); err != nil {
			t.Fatal(err)
		}
		x, y := a.Scan([]byte(p)), b.Scan(parsed.Bytes())
		if x.Likeness(y) != 1 || x.Elements != y.Elements || x.Depth != y.Depth {
			t.Errorf("%d elements %d deep, parsed %d and %d, likeness %g: %s", x.Elements, x.Depth, y.Elements, y.Depth, x.Likeness(y), p)
		}
	}
}

// TestTextIsNoStructure: other words change nothing but the words.
func TestTextIsNoStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		l := newLayout(r)
		seed := r.Uint64()
		var a, b markup.Scanner
		text := rapid.StringMatching(`[a-z A-Z0-9.,;'"&;é]{0,80}`).Draw(t, "text")
		x := a.Scan(l.page(rand.New(rand.NewPCG(seed, 1)), "Here."))
		y := b.Scan(l.page(rand.New(rand.NewPCG(seed, 1)), html.EscapeString(text)))
		if x.Likeness(y) != 1 || x.Elements != y.Elements || x.Paths != y.Paths {
			t.Fatalf("%q changes the fingerprint", text)
		}
	})
}
