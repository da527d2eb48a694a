package frame_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/frame"
)

const menu = "home and news and more"

// A block is the frame's once two pages had it, and one page's while few are known.
func TestFrames(t *testing.T) {
	var s frame.Site
	for i, want := range []string{"", menu, menu, menu, menu} {
		if _, got := s.Divide(menu + "\n\nalone"); strings.TrimSpace(got) != want {
			t.Errorf("after %d pages the frame is %q, want %q", i, got, want)
		}
		s.Add(fmt.Sprintf("%s\n\npage %d\n\n%[1]s", menu, i))
	}
	own, framed := s.Divide("page 3\n\n" + menu + "\n\npage 9")
	if own != "page 3\n\npage 9\n\n" || framed != menu+"\n\n" {
		t.Errorf("%q and %q", own, framed)
	}
	if !s.Met(frame.Hash("page 4")) || s.Met(frame.Hash("page 9")) {
		t.Error("a block that a page had is not known, or one that none had is")
	}
}

// What is known of a site is bounded, and what was not met for long is forgotten; so many blocks
// of a page are its own at most.
func TestBounded(t *testing.T) {
	var s frame.Site
	page := func(from, to int) string {
		blocks := []string{menu}
		for i := from; i < to; i++ {
			blocks = append(blocks, fmt.Sprint("block ", i))
		}
		return strings.Join(blocks, "\n\n")
	}
	for i := range 20 {
		s.Add(page(500*i, 500*i+3*frame.MaxBlocks))
	}
	known := 0
	for i := range 20 * frame.MaxBlocks {
		if s.Met(frame.Hash(fmt.Sprint("block ", i))) {
			known++
		}
	}
	if known == 0 || known > 2*frame.MaxBlocks {
		t.Errorf("%d blocks are known, want at most %d", known, 2*frame.MaxBlocks)
	}
	own, framed := s.Divide(page(1, 3*frame.MaxBlocks))
	if n := strings.Count(own, "\n\n"); !strings.HasPrefix(framed, menu) || !strings.HasPrefix(own, "block 1\n") || n > frame.MaxBlocks {
		t.Errorf("%d blocks are the page's own, from %.20q on", n, own)
	}
}
