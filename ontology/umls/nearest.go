package umls

import (
	"cmp"
	"context"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// How many names Nearest returns at most, and how alike they are at least, as
// those of ontology.Graph.
const (
	nearestNames = 3
	leastAlike   = 0.3
)

// Nearest returns up to three preferred names of concepts
// that have a name whose letters come nearest to those of name, by the Dice
// coefficient of their trigrams, at least 0.3.
func (d Dir) Nearest(ctx context.Context, name string) ([]string, error) {
	n := neighbours{filter: d.filter(), want: countGrams(phrase.Normalize(name))}
	if len(n.want.grams) == 0 {
		return nil, nil
	}
	if err := d.scan(ctx, mrconso, n.row); err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range n.best {
		ids = append(ids, m.cui)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	r := d.reader(ids)
	if err := r.readNames(ctx); err != nil {
		return nil, err
	}
	var names []string
	for _, c := range r.asked(ids) {
		if !c.Obsolete {
			names = append(names, c.Name)
		}
	}
	return names, nil
}

// neighbours are the concepts whose names are most alike, the best first.
type neighbours struct {
	filter *filter
	want   *gramCounter
	best   []neighbour
	normal []byte // the name of a row in normal form
}

type neighbour struct {
	cui, normal string
	alike       float64
}

func (n *neighbours) row(row []byte) error {
	if !n.filter.wantsLanguage(row) {
		return nil
	}
	begin, end := stringOf(row)
	n.normal = appendNormal(n.normal[:0], row[begin:end])
	// Less alike than the last, it need not be looked at further.
	least := leastAlike
	if len(n.best) == nearestNames {
		least = n.best[nearestNames-1].alike
	}
	alike := n.want.dice(n.normal, least)
	if alike < least || len(n.best) == nearestNames && alike == least {
		return nil
	}
	var f [18][]byte
	split(row, f[:])
	if _, _, ok := n.filter.atom(&f); ok {
		n.add(neighbour{string(f[conCUI]), string(n.normal), alike})
	}
	return nil
}

// add keeps the best, each concept and each name once.
func (n *neighbours) add(m neighbour) {
	same := func(b neighbour) bool { return b.cui == m.cui || b.normal == m.normal }
	if slices.ContainsFunc(n.best, func(b neighbour) bool { return same(b) && b.alike >= m.alike }) {
		return
	}
	n.best = append(slices.DeleteFunc(n.best, same), m)
	slices.SortStableFunc(n.best, func(a, b neighbour) int { return cmp.Compare(b.alike, a.alike) })
	n.best = n.best[:min(len(n.best), nearestNames)]
}

// appendNormal appends the normal form of a name. It is quick if that is ASCII.
func appendNormal(buf, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch kind := kinds[c]; {
		case kind == other:
			return append(buf[:0], phrase.Normalize(string(text))...)
		case isWord(kind):
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			buf = append(buf, c)
		case isPossessive(text, i):
			i++
		case len(buf) > 0 && buf[len(buf)-1] != ' ':
			buf = append(buf, ' ')
		}
	}
	if n := len(buf); n > 0 && buf[n-1] == ' ' {
		buf = buf[:n-1]
	}
	return buf
}

// A gramCounter compares names with one by their trigrams: the runs of three
// bytes of a name with a space at both its ends.
type gramCounter struct {
	grams  []uint32 // the distinct ones
	counts []int    // how often each is in the name
	left   []int    // how often each is to be met yet
	slots  []int32  // a hash table of places in grams, -1 where empty
	total  int

	maybe [4096]bool // whether a trigram of such a hash is among them
}

func countGrams(normal string) *gramCounter {
	g := new(gramCounter)
	if normal == "" {
		return g
	}
	size := 64
	for size < 4*len(normal) {
		size *= 2
	}
	g.slots = make([]int32, size)
	for i := range g.slots {
		g.slots[i] = -1
	}
	padded := " " + normal + " "
	for i := 0; i+3 <= len(padded); i++ {
		gram := uint32(padded[i])<<16 | uint32(padded[i+1])<<8 | uint32(padded[i+2])
		slot := g.slot(gram)
		if g.slots[slot] < 0 {
			g.slots[slot] = int32(len(g.grams))
			g.maybe[hash(gram)>>20] = true
			g.grams, g.counts = append(g.grams, gram), append(g.counts, 0)
		}
		g.counts[g.slots[slot]]++
		g.total++
	}
	g.left = make([]int, len(g.counts))
	return g
}

func hash(gram uint32) uint32 { return gram * 0x9e3779b1 }

// slot returns where a trigram is in the table, or would be.
func (g *gramCounter) slot(gram uint32) int {
	mask := len(g.slots) - 1
	slot := int(hash(gram)>>8) & mask
	for g.slots[slot] >= 0 && g.grams[g.slots[slot]] != gram {
		slot = (slot + 1) & mask
	}
	return slot
}

// dice returns how alike a name is, 0 to 1, or 0 if it can't be as alike as
// least for its length.
func (g *gramCounter) dice(normal []byte, least float64) float64 {
	total := len(normal)
	if total == 0 || 2*float64(min(total, g.total)) < least*float64(total+g.total) {
		return 0
	}
	copy(g.left, g.counts)
	common := 0
	gram := uint32(' ')
	for i := range total + 1 {
		next := byte(' ')
		if i < total {
			next = normal[i]
		}
		gram = gram<<8&0xffffff | uint32(next)
		if i == 0 || !g.maybe[hash(gram)>>20] {
			continue
		}
		if place := g.slots[g.slot(gram)]; place >= 0 && g.left[place] > 0 {
			g.left[place]--
			common++
		}
	}
	return 2 * float64(common) / float64(total+g.total)
}
