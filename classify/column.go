package classify

import (
	"slices"
	"strings"
)

// column is one component of all examples.
type column struct {
	component
	overlap bool
	ids     map[string]int32
	texts   []string
	letters []letters        // of each text; nil if the words are compared
	kin     []kin            // of each text; nil where the texts are few
	words   map[string]int32 // nil unless the words are compared
	sizes   []int32          // of each text: how many words it has
	having  [][]int32        // by word: the texts that have it
	pairs   [][]int32        // distances between texts, where they are few
	leaders []int32          // texts that stand for many that are nearly the same
}

// kin is a text's leader, by its place among them, and the edits from it.
type kin struct{ leader, edits int }

func newColumn(c component, d Distance) column {
	col := column{component: c, overlap: d == DistanceOverlap && !c.words, ids: map[string]int32{}}
	if d == DistanceJaccard {
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
		c.letters = append(c.letters, lettersOf(text))
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
	if c.words == nil && !c.overlap {
		c.lead()
	}
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

const (
	kinEdits = 5 // one edit in so many bytes of a leader
	leastKin = 4 // texts, for a leader to be worth the comparison
)

// lead finds leaders: texts that are nearly the same are near each other in
// alphabetical order, as addresses are that differ in their numbers.
func (c *column) lead() {
	order := make([]int32, len(c.texts))
	for id := range order {
		order[id] = int32(id)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(c.texts[a], c.texts[b]) })
	c.kin = make([]kin, len(c.texts))
	var p pattern
	for start := 0; start < len(order); {
		leader := order[start]
		p.set(c.texts[leader])
		end := start
		for ; end < len(order); end++ {
			edits := p.edits(c.texts[order[end]])
			if edits*kinEdits > len(c.texts[leader]) {
				break
			}
			c.kin[order[end]] = kin{len(c.leaders), edits}
		}
		if end-start < leastKin {
			for _, id := range order[start:end] {
				c.kin[id].leader = -1
			}
		} else {
			c.leaders = append(c.leaders, leader)
		}
		start = end
	}
}

// comparison is a text on its way along a column.
type comparison struct {
	column  *column
	text    string
	same    int32   // the text's own number, -1 if no example has it
	known   []int32 // all distances, if it is one of few texts
	room    []int32 // for distances
	pattern pattern
	ready   bool  // the pattern is the text's
	leaders []int // edits to each
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
		d.lead()
		d.bounds(to)
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
		if common == 0 && len(set) > 0 {
			to[id] = whole
			continue
		}
		to[id] = jaccard(int(common), len(set), int(d.column.sizes[id]))
	}
}

// bounds says how many edits there are at least: one for each byte of the
// longer text that has no like in the other, and as many as to a text's leader
// less those from there.
func (d *comparison) bounds(to []int32) {
	mine := lettersOf(d.text)
	kin := d.column.kin[:len(to)]
	for id := range to {
		other := &d.column.letters[id]
		edits := max(mine.size-other.size, other.size-mine.size, mine.alone(other))
		if k := kin[id]; k.leader >= 0 {
			edits = max(edits, d.leaders[k.leader]-k.edits)
		}
		to[id] = int32(edits * min(mine.each, other.each) >> eachBits)
	}
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
	d.prepare()
	return levenshtein(&d.pattern, d.column.texts[id])
}

func (d *comparison) prepare() {
	if !d.ready {
		d.pattern.set(d.text)
		d.ready = true
	}
}

// lead compares with the leaders.
func (d *comparison) lead() {
	d.leaders = d.leaders[:0]
	for _, id := range d.column.leaders {
		d.prepare()
		d.leaders = append(d.leaders, d.pattern.edits(d.column.texts[id]))
	}
}
