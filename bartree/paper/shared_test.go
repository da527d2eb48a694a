package paper_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// figure4Taper is the taper of the paper's Figure 4, r = 10 % of I.
const figure4Taper = 0.1

var day = time.Date(2011, 4, 1, 0, 0, 0, 0, time.UTC)

func fill(layout string, values ...any) []byte { return fmt.Appendf(nil, layout, values...) }

func compareTrees(t *testing.T, before, after []byte, region string) paper.Difference {
	t.Helper()
	a, err := paper.Reverse(before, bartree.Region{Text: region}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := paper.Reverse(after, bartree.Region{Text: region}, a)
	if err != nil {
		t.Fatal(err)
	}
	return paper.Compare(a, b)
}
