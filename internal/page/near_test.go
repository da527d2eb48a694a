package page_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
)

// What is near a link stands there as on the whole page.
func TestNear(t *testing.T) {
	root, err := html.Parse(strings.NewReader(strings.Repeat("<div><p>t<b>c</b><ul><li>d<li>e<a href=x><i>f</i>g<b>h</b></a>i</ul>", 12)))
	if err != nil {
		t.Fatal(err)
	}
	whole := page.Of(root)
	around := func(p *page.Page, i int32) (path string) {
		for ; i != page.None; i = p.Nodes[i].Parent {
			path += p.Nodes[i].Data + "<"
		}
		return path
	}
	for i := range whole.Nodes {
		for _, most := range []int{0, 1, 7, 100} {
			near, at := page.Near(whole.DOMNode(int32(i)), most, most)
			from, to := i, int(whole.Nodes[i].End) // of the whole page what is to be near
			for k := 0; k < most && from > 0 && (k == 0 || whole.Nodes[from].Data != "a"); k++ {
				from--
			}
			for k := 0; k < most && to < len(whole.Nodes); k++ {
				if to++; whole.Nodes[to-1].Data == "a" {
					to = min(to+most, int(whole.Nodes[to-1].End))
					break
				}
			}
			inside := min(int(whole.Nodes[i].End)-i-1, most)
			for n := from; n < to; n++ {
				j := int(at) + n - i
				if n > i+inside {
					j = int(at) + inside + 1 + n - int(whole.Nodes[i].End)
					if n < int(whole.Nodes[i].End) {
						continue
					}
				}
				if got, want := around(near, int32(j)), around(whole, int32(n)); near.DOMNode(int32(j)) != whole.DOMNode(int32(n)) || got != want {
					t.Fatalf("%d near node %d, node %d: %q, want %q", most, i, n, got, want)
				}
			}
			if size, depth := len(near.Nodes), strings.Count(around(whole, int32(from)), "<"); size > to-from+depth {
				t.Fatalf("%d near node %d: %d nodes, want %d", most, i, size, to-from+depth)
			}
		}
	}
}
