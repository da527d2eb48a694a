package unlabelled

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// guesser finds what may be the zones of pages of one journal.
type guesser struct {
	pages  []*stretches.CutPage
	common map[string]int  // texts of lines, by the number of pages that have them
	opens  map[string]int  // the same of labels that lines open with
	parts  map[string]int  // the same of the parts of lines that may be bylines
	small  map[string]bool // words that some page has in small letters
}

// maxByline is the length, in bytes, of the longest line that may name authors.
const maxByline = 4000

func newGuesser(pages []*stretches.CutPage) *guesser {
	g := &guesser{pages, map[string]int{}, map[string]int{}, map[string]int{}, map[string]bool{}}
	for _, p := range pages {
		lines, opens, parts := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for k, l := range p.Lines {
			text := p.TextOf(l.Top)
			lines[text] = true
			if o := openingLabel(text); o != "" {
				opens[o] = true
			}
			if l.Size > maxByline {
				continue
			}
			c := p.Cut(k)
			for _, a := range c.Stretches {
				parts[c.Text[a.From:a.To]] = true
			}
		}
		countEach(g.common, lines)
		countEach(g.opens, opens)
		countEach(g.parts, parts)
		g.addSmall(p.Page)
	}
	return g
}

func countEach(n map[string]int, texts map[string]bool) {
	for text := range texts {
		n[text]++
	}
}

// addSmall adds the words that a page has in small letters. Addresses are left out: they have names so.
func (g *guesser) addSmall(p *layout.Page) {
	for _, r := range p.Texts {
		for text := range strings.FieldsSeq(r.Text) {
			if strings.ContainsAny(text, "@/") {
				continue
			}
			for w := range strings.FieldsFuncSeq(text, words.Outside) {
				if first, _ := utf8.DecodeRuneInString(w); unicode.IsLower(first) {
					g.small[w] = true
				}
			}
		}
	}
}

// most reports whether so many pages are most of them.
func (g *guesser) most(n int) bool { return 2*n > max(2, len(g.pages)) }

// openingLabel returns the few words that a line begins with before a colon.
func openingLabel(text string) string {
	const longest = 40 // bytes
	before, _, ok := strings.Cut(text[:min(len(text), longest)], ":")
	if ws := words.Of(before); ok && len(ws) > 0 && len(ws) <= layout.MaxLandmark {
		return words.Masked(ws)
	}
	return ""
}

// labelOf is different for lines that open with different labels, if several pages have the label.
func (g *guesser) labelOf(text string) uint64 {
	if o := openingLabel(text); o != "" && 2*g.opens[o] >= len(g.pages) {
		return layout.MarkHash("." + o)
	}
	return 0
}

// unlabelledText is a text without the label that it opens with.
func (g *guesser) unlabelledText(text string) string {
	if g.labelOf(text) == 0 {
		return text
	}
	_, rest, _ := strings.Cut(text, ":")
	return strings.TrimSpace(rest)
}

// labelBefore is different for lines behind different labels, if pages share the label.
func (g *guesser) labelBefore(p *layout.Page, k int) uint64 {
	if k == 0 || g.common[p.TextOf(p.Lines[k-1].Top)] < 2 {
		return 0
	}
	label := strings.TrimSuffix(p.LabelWords(k-1), "s") // "Author:" and "Authors:"
	if label == "" {
		return 0
	}
	return layout.MarkHash(label)
}

// slot is lines of one kind, of each page.
type slot [][]int

// inOneLine reports whether most pages that have lines of a slot have one.
func (s slot) inOneLine() bool {
	one, more := 0, 0
	for _, lines := range s {
		switch {
		case len(lines) == 1:
			one++
		case len(lines) > 1:
			more++
		}
	}
	return one > more
}

// slotKey is what the lines of a slot have in common: their elements and what label they open with,
// and the label before them, 0 for any.
type slotKey struct{ kind, label uint64 }

// slots returns the kinds of lines that differ between the pages, and that half of the pages have: those in
// the same elements, be it the innermost or the innermost block, and of these, those behind the same label.
func (g *guesser) slots() []slot {
	pages := map[slotKey]int{} // that have any
	for i := range g.pages {
		seen := map[slotKey]bool{}
		g.eachKey(i, func(_ int, key slotKey) { seen[key] = true })
		for key := range seen {
			pages[key]++
		}
	}
	const most = 60 // lines of one kind on a page
	var out []slot
	index := map[slotKey]int{}
	for i := range g.pages {
		g.eachKey(i, func(k int, key slotKey) {
			if 2*pages[key] < len(g.pages) {
				return
			}
			at, ok := index[key]
			if !ok {
				at = len(out)
				index[key] = at
				out = append(out, make(slot, len(g.pages)))
			}
			if lines := &out[at][i]; len(*lines) < most && (len(*lines) == 0 || (*lines)[len(*lines)-1] != k) {
				*lines = append(*lines, k)
			}
		})
	}
	return out
}

// eachKey calls f with each line of page i that differs between the pages, once for each slot that it is in or
// more often.
func (g *guesser) eachKey(i int, f func(k int, key slotKey)) {
	p := g.pages[i]
	var kinds, labels [2]uint64 // of the line before
	for k, l := range p.Lines {
		text := p.TextOf(l.Top)
		opens, label := g.labelOf(text), g.labelBefore(p.Page, k)
		for n, at := range []int32{l.Core, l.Leaf} {
			kind := p.PathOf(at) + opens
			if kind != kinds[n] || label != 0 {
				labels[n] = label
			}
			kinds[n] = kind
			if !g.most(g.common[text]) {
				f(k, slotKey{kind, 0})
				f(k, slotKey{kind, labels[n]})
			}
		}
	}
}

// best returns the lines of the slot with the greatest score on each page, those of the zone, which score
// returns too; no lines if none scores enough.
func (g *guesser) best(slots []slot, score func(page int, lines []int) (float64, []int)) [][]int {
	out, top := make([][]int, len(g.pages)), leastScore
	for _, s := range slots {
		sum := 0.0
		chosen := make([][]int, len(g.pages))
		for i, lines := range s {
			if len(lines) > 0 {
				var v float64
				v, chosen[i] = score(i, lines)
				sum += v
			}
		}
		if sum /= float64(len(g.pages)); sum > top {
			out, top = chosen, sum
		}
	}
	return out
}

// leastScore is the least score of a slot, of a page on average, that is a zone's.
const leastScore = 0.3
