package layout

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/page/pagetest"
)

// The visible text is what all readers of this module agree on.
func TestReaderCases(t *testing.T) {
	for _, c := range pagetest.Cases {
		t.Run(c.Name, func(t *testing.T) {
			root, err := html.Parse(strings.NewReader(c.Page))
			if err != nil {
				t.Fatal(err)
			}
			p, err := New(page.Of(root))
			if err != nil {
				t.Fatal(err)
			}
			if got := p.TextOf(0); got != c.Text {
				t.Errorf("text %q, want %q", got, c.Text)
			}
		})
	}
}
