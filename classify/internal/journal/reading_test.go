package journal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/page"
)

// What is in a menu is so however many elements and links are between, up to 32, and in whatever order they are asked for.
func TestRegionOfNestedLinks(t *testing.T) {
	const deep = 80
	for _, menu := range []int{0, 1, 31, 32, 33, 40, 79, -1} {
		var src strings.Builder
		for i := range deep {
			if i == menu {
				fmt.Fprintf(&src, "<nav><a href=%d></a>", i)
			} else {
				fmt.Fprintf(&src, "<div><a href=%d></a>", i)
			}
		}
		p, err := page.Read([]byte(src.String()))
		if err != nil {
			t.Fatal(err)
		}
		var refs []anchor.Ref
		for i := range p.Nodes {
			if p.Nodes[i].Data == "a" {
				refs = append(refs, anchor.Ref{Page: p, Node: int32(i)})
			}
		}
		if len(refs) != deep {
			t.Fatalf("%d links", len(refs))
		}
		for _, step := range []int{1, 7, deep - 1, 33} { // each is prime to the number of links
			var r reading
			for k := range deep {
				i := k * step % deep
				want := "text"
				if menu >= 0 && i >= menu && i-menu < maxRegion {
					want = "way"
				}
				if got := r.region(refs[i]); got != want {
					t.Errorf("menu at %d, link %d, step %d: %s, want %s", menu, i, step, got, want)
				}
			}
		}
	}
}
