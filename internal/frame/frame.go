// Package frame knows the frames of sites: the menus, banners, footers and lists of links that
// their pages have in common, and that say nothing of one page.
package frame

import (
	"iter"
	"strings"

	"github.com/cespare/xxhash/v2"
)

const (
	// MaxBlocks is how many blocks of a page are looked at, and how many are known in half a Site.
	MaxBlocks = 1000

	fewPages = 3 // until then what one page has may be the frame
)

// A Site is what is known of the frame of one site, in 40 KB at most: on how many pages each block
// of text was, 2 for more. When recent is full it takes the place of old, so that blocks which are
// not met for long are forgotten. The zero value knows nothing.
type Site struct {
	pages       int
	recent, old map[uint32]uint8
}

// Blocks yields the blocks of a document's text, each with its hash.
func Blocks(text string) iter.Seq2[uint32, string] {
	return func(yield func(uint32, string) bool) {
		for block := range strings.SplitSeq(text, "\n\n") {
			if block != "" && !yield(Hash(block), block) {
				return
			}
		}
	}
}

// Hash is that of a block.
func Hash(block string) uint32 { return uint32(xxhash.Sum64String(block)) }

// Add counts the blocks of a page's text.
func (s *Site) Add(text string) {
	page, n := map[uint32]bool{}, 0
	for hash := range Blocks(text) {
		if n++; n > MaxBlocks {
			break
		}
		if !page[hash] {
			page[hash] = true
			s.count(hash)
		}
	}
	s.pages = min(s.pages+1, fewPages)
}

func (s *Site) count(hash uint32) {
	n := s.of(hash)
	if s.recent == nil || len(s.recent) >= MaxBlocks {
		s.old, s.recent = s.recent, map[uint32]uint8{}
	}
	s.recent[hash] = min(n+1, 2)
}

func (s *Site) of(hash uint32) uint8 { return max(s.recent[hash], s.old[hash]) }

// Young reports whether few pages are known.
func (s *Site) Young() bool { return s.pages < fewPages }

// Met reports whether a page had a block.
func (s *Site) Met(hash uint32) bool { return s.of(hash) > 0 }

// Frames reports whether a block is the frame's: two pages had it, or one if few are known.
func (s *Site) Frames(hash uint32) bool {
	n := s.of(hash)
	return n > 1 || n > 0 && s.Young()
}

// Divide returns what of a page's text is its own and what is the frame's. What is behind MaxBlocks
// is not learned: it is no page's own either.
func (s *Site) Divide(text string) (own, frame string) {
	var parts [2]strings.Builder
	n := 0
	for hash, block := range Blocks(text) {
		part := &parts[0]
		if n++; n > MaxBlocks || s.Frames(hash) {
			part = &parts[1]
		}
		part.WriteString(block)
		part.WriteString("\n\n")
	}
	return parts[0].String(), parts[1].String()
}
