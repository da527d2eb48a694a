package bartree_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

func TestScanAllocatesNothing(t *testing.T) {
	for _, text := range []string{"", "Two loaves rose."} {
		var s bartree.Scanner
		if err := s.Find(text); err != nil {
			t.Fatal(err)
		}
		page := []byte(figure)
		s.Scan(page)
		if n := testing.AllocsPerRun(100, func() { s.Scan(page) }); n != 0 {
			t.Errorf("%v allocations a page, looking for %q", n, text)
		}
	}
}
