package neardup

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/frame"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

const (
	leastOwn = 8        // words that make a page another one than its frame alone
	maxEarly = 16 << 10 // octets of the text of each of the first pages of a host
)

// A site is what is known of the frame of a host, in 70 KB at most.
type site struct {
	frame.Site
	early [][2]string // names and texts of the first pages, until the frame is known
}

// learn counts the blocks of a page. Once enough are known, the first pages are found by what
// they have of their own too.
func (h *site) learn(name, text string, index *Index) {
	young := h.Young()
	h.Add(text)
	if !young {
		return
	}
	if len(text) <= maxEarly {
		h.early = append(h.early, [2]string{name, strings.Clone(text)})
	}
	if !h.Young() {
		for _, page := range h.early {
			index.setOwn(page[0], h.divide(page[1]).own)
		}
		h.early = nil
	}
}

// A division is a text divided into what is a host's frame and what is not.
type division struct {
	framed string // the frame
	own    TextSketch
	words  int // that are not the frame's
}

// divide divides a text by what is known of a host.
func (h *site) divide(text string) (d division) {
	own, framed := h.Divide(text)
	d.framed = framed
	d.own, _ = NewTextSketch(own)
	for range phrase.Words(own) {
		d.words++
	}
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

// maxHosts is of how many hosts something is known at least, at most of twice as many.
const maxHosts = 500

// latest is what is known of the hosts that were asked for latest. The zero value is ready. When
// recent is full it takes the place of old.
type latest[T any] struct{ recent, old map[string]*T }

// of returns what is known of a host.
func (l *latest[T]) of(host string) *T {
	known := l.recent[host]
	if known != nil {
		return known
	}
	if known = l.old[host]; known == nil {
		known = new(T)
	}
	if l.recent == nil || len(l.recent) >= maxHosts {
		l.old, l.recent = l.recent, map[string]*T{}
	}
	l.recent[host] = known
	return known
}
