//go:build !race

package phrase

import (
	"strings"
	"testing"
)

// Under the race detector this would fail: sync.Pool then drops at random what
// it is given.
func TestMatchAllocatesNothing(t *testing.T) {
	s := build([]string{"heart attack", "leucémie aiguë", "白血病"})
	text := strings.Repeat("Heart attack and leuce\u0301mie aiguë, 白血病. Otorhinolaryngology’s H\u0331. ", 50)
	dst := s.Match(nil, text)
	if len(dst) != 150 {
		t.Fatalf("%d hits, want 150", len(dst))
	}
	if n := testing.AllocsPerRun(100, func() { dst = s.Match(dst[:0], text) }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
