package markup_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

func TestScanAllocatesNothing(t *testing.T) {
	var s markup.Scanner
	page := []byte(markuptest.Figure)
	s.Scan(page)
	if n := testing.AllocsPerRun(100, func() { s.Scan(page) }); n != 0 {
		t.Errorf("%v allocations a page", n)
	}
}
