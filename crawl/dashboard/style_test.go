package dashboard

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/contrast"
)

func TestContrast(t *testing.T) {
	css, err := files.ReadFile("page.css")
	if err != nil {
		t.Fatal(err)
	}
	contrast.Check(t, string(css), 2, []contrast.Pair{ // light and dark
		{On: "paper", Names: "ink muted own recent failed hold", Least: 4.5},
		{On: "raised", Names: "ink muted", Least: 4.5},
		{On: "own-soft", Names: "own", Least: 4.5},
		{On: "failed-soft", Names: "failed", Least: 4.5},
		{On: "paper", Names: "edge", Least: 3},
		{On: "raised", Names: "edge", Least: 3},
	})
}
