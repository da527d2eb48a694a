package classify

import (
	"math/bits"
	"slices"
)

// column is one component of all examples.
type column struct {
	component
	overlap bool
	ids     map[string]int32
	texts   []string
	marks   []uint64         // which bytes each text has, by their lower bits
	words   map[string]int32 // nil unless the words are compared
	sizes   []int32          // of each text: how many words it has
	having  [][]int32        // by word: the texts that have it
	pairs   [][]int32        // distances between texts, where they are few
}

func newColumn(c component, d Distance) column {
	col := column{component: c, overlap: d == Overlap && !c.words, ids: map[string]int32{}}
	if d == Jaccard {
		col.component.words = true
	}
	if col.component.words {
		col.words = map[string]int32{}
	}
	return col
}

func (c *column) add(text string) int32 {
	if id, ok := c.ids[text]; ok {
		return id
	}
	id := int32(len(c.texts))
	c.ids[text] = id
	c.texts = append(c.texts, text)
	if c.words == nil {
		c.marks = append(c.marks, marksOf(text))
		return id
	}
	set := distinct(words(text))
	c.sizes = append(c.sizes, int32(len(set)))
	for _, w := range set {
		n, ok := c.words[w]
		if !ok {
			n = int32(len(c.words))
			c.words[w] = n
			c.having = append(c.having, nil)
		}
		c.having[n] = append(c.having[n], id)
	}
	return id
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// pair compares all texts with each other.
func (c *column) pair() {
	if len(c.texts) > fewTexts {
		return
	}
	var pairs [][]int32
	for _, text := range c.texts {
		d := comparison{room: make([]int32, len(c.texts))}
		d.begin(c, text)
		row := d.all()
		if !d.bounded() {
			pairs = append(pairs, row)
			continue
		}
		for id := range row {
			row[id] = d.to(int32(id))
		}
		pairs = append(pairs, row)
	}
	c.pairs = pairs
}

// comparison is a text on its way along a column.
type comparison struct {
	column  *column
	text    string
	same    int32   // the text's own number, -1 if no example has it
	known   []int32 // all distances, if it is one of few texts
	room    []int32 // for distances
	pattern pattern
	ready   bool // the pattern is the text's
}

func (d *comparison) begin(c *column, text string) {
	d.column, d.text, d.same, d.known, d.ready = c, text, -1, nil, false
	if id, ok := c.ids[text]; ok {
		d.same = id
		if c.pairs != nil {
			d.known = c.pairs[id]
		}
	}
}

// bounded reports whether all gives bounds.
func (d *comparison) bounded() bool {
	return d.known == nil && d.column.words == nil && !d.column.overlap && len(d.column.texts) > boundFrom
}

// all returns the distances to all texts, or bounds that are not greater.
func (d *comparison) all() []int32 {
	if d.known != nil {
		return d.known
	}
	to := d.room
	switch {
	case d.column.words != nil:
		clear(to)
		d.jaccard(to)
	case d.bounded():
		marks := marksOf(d.text)
		for id := range to {
			to[id] = d.bound(int32(id), marks)
		}
	default:
		for id := range to {
			to[id] = d.to(int32(id))
		}
	}
	if d.same >= 0 {
		to[d.same] = 0
	}
	return to
}

// jaccard counts for each text the words in common, by way of the words.
func (d *comparison) jaccard(to []int32) {
	set := distinct(words(d.text))
	for _, w := range set {
		if n, ok := d.column.words[w]; ok {
			for _, id := range d.column.having[n] {
				to[id]++
			}
		}
	}
	for id, common := range to {
		to[id] = jaccard(int(common), len(set), int(d.column.sizes[id]))
	}
}

// bound says how many edits there are at least: as many as the lengths differ,
// and one for each byte that only one of the texts has.
func (d *comparison) bound(id int32, marks uint64) int32 {
	text, other := d.column.texts[id], d.column.marks[id]
	edits := max(
		len(d.text)-len(text), len(text)-len(d.text),
		bits.OnesCount64(marks&^other), bits.OnesCount64(other&^marks),
	)
	return inParts(edits, max(len(d.text), len(text)))
}

func marksOf(text string) uint64 {
	var marks uint64
	for i := range len(text) {
		marks |= 1 << (text[i] % 64)
	}
	return marks
}

// to returns the distance to a text.
func (d *comparison) to(id int32) int32 {
	switch {
	case id == d.same:
		return 0
	case d.known != nil:
		return d.known[id]
	case d.column.overlap:
		return whole
	}
	if !d.ready {
		d.pattern.set(d.text)
		d.ready = true
	}
	return levenshtein(&d.pattern, d.column.texts[id])
}
