package neighbor

import (
	"slices"
	"strings"
)

// column is one component of all examples.
type column struct {
	Component
	overlap         bool
	ids             map[string]int32
	texts           []string
	letters         []letters        // of each text; nil if the words are compared
	members         []member         // of each text; nil where the texts are few
	words           map[string]int32 // nil unless the words are compared
	sizes           []int32          // of each text: how many words it has
	postings        [][]int32        // by word: the texts that have it
	pairs           [][]int32        // distances between texts, where they are few
	representatives []int32          // of clusters: texts that many others differ little from
}

// member says which cluster a text is in, -1 for none, and how many edits its
// representative is away.
type member struct{ cluster, edits int }

func newColumn(c Component, d Distance) column {
	col := column{Component: c, overlap: d == Overlap && !c.Words, ids: map[string]int32{}}
	if d == Jaccard {
		col.Words = true
	}
	if col.Words {
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
	set := distinct(words(nil, text))
	c.sizes = append(c.sizes, int32(len(set)))
	for _, w := range set {
		n, ok := c.words[w]
		if !ok {
			n = int32(len(c.words))
			c.words[w] = n
			c.postings = append(c.postings, nil)
		}
		c.postings[n] = append(c.postings[n], id)
	}
	return id
}

const (
	fewTexts  = 128 // a column of no more texts keeps the distances of all pairs
	boundFrom = 24  // a column of more texts is bounded before it is compared
)

// pair compares all texts with each other.
func (c *column) pair() {
	if c.words == nil && !c.overlap {
		c.cluster()
	}
	if len(c.texts) > fewTexts {
		return
	}
	var pairs [][]int32
	for _, text := range c.texts {
		d := comparison{scratch: make([]int32, len(c.texts)), common: make([]int32, len(c.texts))}
		d.begin(c, text)
		distances := d.all()
		if d.bounded() {
			for id := range distances {
				distances[id] = d.to(int32(id))
			}
		}
		pairs = append(pairs, distances)
	}
	c.pairs = pairs
}

const (
	bytesPerEdit = 5 // of a representative, for a text to be in its cluster
	minCluster   = 4 // texts, for a cluster to save comparisons
)

// cluster finds clusters: texts that are nearly the same are near each other in
// alphabetical order, as addresses are that differ in their numbers.
func (c *column) cluster() {
	order := make([]int32, len(c.texts))
	for id := range order {
		order[id] = int32(id)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(c.texts[a], c.texts[b]) })
	c.members = make([]member, len(c.texts))
	var p pattern
	for start := 0; start < len(order); {
		first := order[start]
		p.set(c.texts[first])
		end := start
		for ; end < len(order); end++ {
			edits := p.edits(c.texts[order[end]])
			if edits*bytesPerEdit > len(c.texts[first]) {
				break
			}
			c.members[order[end]] = member{len(c.representatives), edits}
		}
		if end-start < minCluster {
			for _, id := range order[start:end] {
				c.members[id].cluster = -1
			}
		} else {
			c.representatives = append(c.representatives, first)
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
	scratch []int32 // for distances
	common  []int32 // by text, how many words it has in common with the text, 0 in between
	near    []int32 // those texts that have any
	set     []string
	pattern pattern
	ready   bool  // the pattern is the text's
	edits   []int // to each representative
}

// begin reports whether the text is another than that before, whose distances are known.
func (d *comparison) begin(c *column, text string) bool {
	if d.column == c && d.text == text {
		return false
	}
	d.column, d.text, d.same, d.known, d.ready = c, text, -1, nil, false
	if id, ok := c.ids[text]; ok {
		d.same = id
		if c.pairs != nil {
			d.known = c.pairs[id]
		}
	}
	return true
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
	to := d.scratch
	switch {
	case d.column.words != nil:
		d.jaccard(to)
	case d.bounded():
		d.compareClusters()
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

// jaccard counts for each text the words in common, word by word.
func (d *comparison) jaccard(to []int32) {
	set := distinct(words(d.set[:0], d.text))
	d.set = set
	if len(set) == 0 {
		for id, size := range d.column.sizes {
			to[id] = jaccard(0, 0, int(size))
		}
		return
	}
	for id := range to {
		to[id] = Whole
	}
	d.near = d.near[:0]
	for _, w := range set {
		n, ok := d.column.words[w]
		if !ok {
			continue
		}
		for _, id := range d.column.postings[n] {
			if d.common[id] == 0 {
				d.near = append(d.near, id)
			}
			d.common[id]++
		}
	}
	for _, id := range d.near {
		to[id] = jaccard(int(d.common[id]), len(set), int(d.column.sizes[id]))
		d.common[id] = 0
	}
}

// bounds says how many edits there are at least: one for each byte of the
// longer text that the other lacks, and as many as to the representative of a
// text's cluster less those from there.
func (d *comparison) bounds(to []int32) {
	mine := lettersOf(d.text)
	members := d.column.members[:len(to)]
	for id := range to {
		other := &d.column.letters[id]
		edits := max(mine.size-other.size, other.size-mine.size, mine.alone(other))
		if m := members[id]; m.cluster >= 0 {
			edits = max(edits, d.edits[m.cluster]-m.edits)
		}
		to[id] = int32(edits * min(mine.each, other.each) >> eachBits)
	}
}

// to returns the distance to a text, where it is not known.
func (d *comparison) to(id int32) int32 {
	switch {
	case id == d.same:
		return 0
	case d.column.overlap:
		return Whole
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

// compareClusters counts the edits to the representatives.
func (d *comparison) compareClusters() {
	d.edits = d.edits[:0]
	for _, id := range d.column.representatives {
		d.prepare()
		d.edits = append(d.edits, d.pattern.edits(d.column.texts[id]))
	}
}

// letters counts the bytes of a text by their lower four bits, up to 127 of a
// kind: eight counts in a word.
type letters struct {
	counts [2]uint64
	total  int
	size   int // of the text
	each   int // an edit's part of the text, rounded down, so that a bound of a distance needs no division
}

const eachBits = 14 // of each that are fractions of a part

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	evens = 0x00ff00ff00ff00ff
)

func lettersOf(text string) letters {
	var counts [16]uint64
	for i := range len(text) {
		counts[text[i]%16]++
	}
	l := letters{size: len(text), each: Whole << eachBits / max(1, len(text))}
	for kind, n := range counts {
		n = min(n, 127)
		l.counts[kind/8] |= n << (kind % 8 * 8)
		l.total += int(n)
	}
	return l
}

// alone returns how many bytes of one text the other lacks, in the text that has more of them.
func (l *letters) alone(o *letters) int {
	n := more(l.counts[0], o.counts[0]) + more(l.counts[1], o.counts[1])
	return max(n, n+o.total-l.total)
}

// more adds up by how much the counts of a are greater than those of b.
func more(a, b uint64) int {
	d := (a | highs) - b
	greater := d & highs
	d &= greater - greater>>7
	pairs := d&evens + d>>8&evens
	return int(pairs * (evens & ones) >> 48)
}
