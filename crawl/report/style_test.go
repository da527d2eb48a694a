package report

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/contrast"
)

func TestContrast(t *testing.T) {
	css, err := files.ReadFile("report.css")
	if err != nil {
		t.Fatal(err)
	}
	contrast.Check(t, string(css), 3, []contrast.Pair{ // light, dark and print
		{On: "paper", Names: "ink muted own failed mean c1 c2 c3 c4 c5", Least: 4.5},
		{On: "raised", Names: "ink muted", Least: 4.5},
		{On: "own-soft", Names: "ink own muted", Least: 4.5},
		{On: "failed-soft", Names: "failed", Least: 4.5},
		{On: "paper", Names: "other", Least: 2}, // the rest of a bar, with figures beside it
	})
}
