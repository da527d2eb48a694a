package pageclass

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
)

// Reading is linear in a page whose cells all are headings in one row.
func TestHostileRow(t *testing.T) {
	root, err := html.Parse(strings.NewReader("<table><tr>" + strings.Repeat("<td>Abstract", 60_000) + "</table>"))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	readText(page.Of(root))
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
