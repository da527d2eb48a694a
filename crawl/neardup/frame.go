package neardup

import (
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

const (
	maxHosts  = 500      // whose frames are known, the latest
	maxBlocks = 1000     // of a page that are looked at, and that are known in half a frame
	fewPages  = 3        // of a host: until then what one page has may be its frame
	leastOwn  = 8        // words that make a page another one than its frame alone
	maxEarly  = 16 << 10 // octets of the text of each of the first pages of a host
)

// frames are the menus, footers and other blocks of text that pages of a host have in
// common, of each host some 70 KB at most. Its zero value is ready.
type frames struct {
	byHost map[string]*frame
	hosts  []string // a ring once it is full
	next   int      // the oldest, to be forgotten next
}

// A frame holds on how many pages blocks were, 2 for more. When recent is full it takes
// the place of old, so that blocks which are not met for long are forgotten.
type frame struct {
	pages       int
	recent, old map[uint32]uint8
	early       map[string]string // the texts of the first pages, until the frame is known
}

// blocks yields the hashes of the blocks of a text, and the blocks.
func blocks(text string) func(yield func(uint32, string) bool) {
	return func(yield func(uint32, string) bool) {
		for block := range strings.SplitSeq(text, "\n\n") {
			if block != "" && !yield(uint32(xxhash.Sum64String(block)), block) {
				return
			}
		}
	}
}

// learn counts the blocks of a page. Once enough are known it returns the first pages by
// name, with their texts.
func (f *frames) learn(host, name, text string) (early map[string]string) {
	known := f.byHost[host]
	if known == nil {
		known = &frame{recent: map[uint32]uint8{}, early: map[string]string{}}
		f.remember(host, known)
	}
	page, n := map[uint32]bool{}, 0
	for hash := range blocks(text) {
		if n++; n > maxBlocks {
			break
		}
		if !page[hash] {
			page[hash] = true
			known.count(hash)
		}
	}
	if known.pages < fewPages {
		if len(text) <= maxEarly {
			known.early[name] = strings.Clone(text)
		}
		if known.pages++; known.pages == fewPages {
			early, known.early = known.early, nil
		}
	}
	return early
}

func (f *frames) remember(host string, known *frame) {
	if f.byHost == nil {
		f.byHost = map[string]*frame{}
	}
	if len(f.hosts) < maxHosts {
		f.hosts = append(f.hosts, host)
	} else {
		delete(f.byHost, f.hosts[f.next])
		f.hosts[f.next] = host
		f.next = (f.next + 1) % maxHosts
	}
	f.byHost[host] = known
}

// count counts a block.
func (k *frame) count(hash uint32) {
	n := k.of(hash)
	if len(k.recent) >= maxBlocks {
		k.old, k.recent = k.recent, map[uint32]uint8{}
	}
	k.recent[hash] = min(n+1, 2)
}

func (k *frame) of(hash uint32) uint8 { return max(k.recent[hash], k.old[hash]) }

// young reports whether few pages of a host are known.
func (f *frames) young(host string) bool {
	known := f.byHost[host]
	return known == nil || known.pages < fewPages
}

// A division is a text divided into what is a host's frame and what is not.
type division struct {
	framed string // the frame
	own    TextSketch
	words  int // that are not the frame's
}

// divide divides a text by what is known of a host.
func (f *frames) divide(host, text string) (d division) {
	known, least := f.byHost[host], uint8(2)
	if known != nil && known.pages < fewPages {
		least = 1
	}
	var framed, own strings.Builder
	n := 0
	for hash, block := range blocks(text) {
		// What is behind so many blocks is not learned: it is no page's own either.
		if n++; n > maxBlocks || known != nil && known.of(hash) >= least {
			framed.WriteString(block)
			framed.WriteString("\n\n")
			continue
		}
		own.WriteString(block)
		own.WriteString("\n\n")
		for range phrase.Words(block) {
			d.words++
		}
	}
	d.framed = framed.String()
	d.own, _ = NewTextSketch(own.String())
	return d
}

// leastSlots is how many slots of a sketch tell whether texts are alike.
const leastSlots = 4

// alike reports whether a page that was divided by the frame of an earlier one, and is
// like it on the whole, is so beside the frame: most is the same of what is their own, or
// of what the page's sketch has and that of its frame has not.
func (d *division) alike(page *TextSketch, earlier *page) bool {
	if d.words < leastOwn || d.own.Likeness(&earlier.own) >= 0.5 {
		return true
	}
	frame, _ := NewTextSketch(d.framed)
	own, both := 0, 0
	for i := range page {
		if page[i] != frame[i] {
			own++
			if page[i] == earlier.sketch.Content[i] {
				both++
			}
		}
	}
	return own >= leastSlots && 2*both >= own
}
