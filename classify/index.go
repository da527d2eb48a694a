package classify

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// index finds the nearest examples without comparing with all of them, and
// finds what comparing with all finds. Each component's distinct strings have
// numbers, so that a query compares with a string once, however many examples
// have it. Examples that differ in titles and addresses alone are summed up
// together. Where comparing is expensive, bounds say what need not be compared.
type index struct {
	columns []column
	classes []string
	rows    []int32   // the numbers of example e's strings from e x len(columns)
	counts  [][]int32 // by example and class: how many links were so
	links   [][]count // by column and text
	all     count
	exact   map[string]int32           // examples by their vector
	answers []atomic.Pointer[decision] // about links with an example's vector

	few, many []int     // columns by how many texts they have
	groups    [][]int32 // rows that differ in the few columns
	groupOf   []int32   // by example
	order     []int32   // examples whose texts begin alike stand together

	queries sync.Pool // of *query: they take many times the memory of a link
}

// example is a distinct vector with what the links that have it were.
type example struct {
	vector Vector
	counts map[string]int // links by class
	href   string         // of the first of them
	text   string
	own    bool // the model's own answers alone
	page   int  // that had it last
}

func newIndex(mode Mode, distance Distance, examples []example) *index {
	x := &index{classes: classesOf(examples), exact: make(map[string]int32, len(examples))}
	for _, c := range mode.components() {
		x.columns = append(x.columns, newColumn(c, distance))
	}
	for e, ex := range examples {
		for c, text := range ex.vector {
			x.rows = append(x.rows, x.columns[c].add(text))
		}
		counts := make([]int32, len(x.classes))
		for class, n := range ex.counts {
			k, _ := slices.BinarySearch(x.classes, class)
			counts[k] = int32(n)
		}
		x.counts = append(x.counts, counts)
		x.exact[ex.vector.key()] = int32(e)
	}
	for c := range x.columns {
		x.columns[c].pair()
		if len(x.columns[c].texts) <= fewTexts {
			x.few = append(x.few, c)
		} else {
			x.many = append(x.many, c)
		}
	}
	x.group()
	x.sort()
	x.count(examples)
	x.answers = make([]atomic.Pointer[decision], len(examples))
	return x
}

// count counts the links of each text, but for the model's own answers.
func (x *index) count(examples []example) {
	for _, col := range x.columns {
		x.links = append(x.links, make([]count, len(col.texts)))
	}
	for e, counts := range x.counts {
		if examples[e].own {
			continue
		}
		for k, n := range counts {
			class := place(x.classes[k])
			x.all[class] += float64(n)
			for c, id := range x.row(int32(e)) {
				x.links[c][id][class] += float64(n)
			}
		}
	}
}

// group finds the examples that are alike in the columns of few texts.
func (x *index) group() {
	at := map[string]int32{}
	var key []byte
	for e := range x.counts {
		row := x.row(int32(e))
		key = key[:0]
		for _, c := range x.few {
			key = append(key, byte(row[c]))
		}
		g, ok := at[string(key)]
		if !ok {
			g = int32(len(x.groups))
			at[string(key)] = g
			x.groups = append(x.groups, row)
		}
		x.groupOf = append(x.groupOf, g)
	}
}

// sort orders the examples by their texts, so that the texts that a query is
// compared with one after the other have much in common.
func (x *index) sort() {
	x.order = make([]int32, len(x.counts))
	for e := range x.order {
		x.order[e] = int32(e)
	}
	slices.SortFunc(x.order, func(a, b int32) int {
		for _, c := range x.many {
			if by := strings.Compare(x.columns[c].texts[x.row(a)[c]], x.columns[c].texts[x.row(b)[c]]); by != 0 {
				return by
			}
		}
		return cmp.Compare(a, b)
	})
}

func (x *index) row(e int32) []int32 {
	n := len(x.columns)
	return x.rows[int(e)*n : int(e)*n+n]
}

func classesOf(examples []example) []string {
	seen := map[string]bool{}
	for _, e := range examples {
		for class := range e.counts {
			seen[class] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// nearest is what a query finds of one class.
type nearest struct {
	distance int32 // far if the class has no example
	links    int32 // at this distance
	example  int32 // the first of them
}

const far = math.MaxInt32

// leave is a link that a query must not find: itself.
type leave struct {
	example int32 // -1 for none
	class   int
}

var leaveNone = leave{example: -1}

// search returns the nearest examples of each class.
func (x *index) search(v Vector, out leave) []nearest {
	q, _ := x.queries.Get().(*query)
	if q == nil {
		q = x.newQuery()
	}
	defer x.queries.Put(q)
	q.ask(v)
	best := make([]nearest, len(x.classes))
	for k := range best {
		best[k] = nearest{distance: far, example: -1}
	}
	likeliest := q.likeliest()
	for _, e := range likeliest {
		q.meet(best, e, out)
	}
	for _, e := range x.order {
		if !slices.Contains(likeliest, e) {
			q.meet(best, e, out)
		}
	}
	return best
}

// query is a vector compared with the columns.
type query struct {
	x      *index
	from   []comparison
	cheap  [][]int32 // by column and text: the distance, or a bound of it
	costly []int     // columns with bounds
	exact  [][]int32 // by column and text: the distance plus one, once known
	sums   []int32   // by group
	bounds []int32   // by example: its distance is not less
}

func (x *index) newQuery() *query {
	n := len(x.columns)
	q := &query{
		x: x, from: make([]comparison, n), cheap: make([][]int32, n), exact: make([][]int32, n),
		sums: make([]int32, len(x.groups)), bounds: make([]int32, len(x.counts)),
	}
	for c := range x.columns {
		q.from[c].scratch = make([]int32, len(x.columns[c].texts))
		q.exact[c] = make([]int32, len(x.columns[c].texts))
	}
	return q
}

// ask compares a vector with the texts of all columns and bounds its distance
// to each example.
func (q *query) ask(v Vector) {
	x := q.x
	q.costly = q.costly[:0]
	for c := range x.columns {
		d := &q.from[c]
		d.begin(&x.columns[c], v[c])
		q.cheap[c] = d.all()
		if d.bounded() {
			q.costly = append(q.costly, c)
			clear(q.exact[c])
		}
	}
	for g, row := range x.groups {
		q.sums[g] = 0
		for _, c := range x.few {
			q.sums[g] += x.columns[c].weight * q.cheap[c][row[c]]
		}
	}
	for e := range q.bounds {
		sum, row := q.sums[x.groupOf[e]], x.row(int32(e))
		for _, c := range x.many {
			sum += x.columns[c].weight * q.cheap[c][row[c]]
		}
		q.bounds[e] = sum
	}
}

// likeliest returns the example of the least bound of each class: a short way
// there makes the rest of the search short.
func (q *query) likeliest() []int32 {
	least := make([]int32, len(q.x.classes))
	for k := range least {
		least[k] = -1
	}
	for e, counts := range q.x.counts {
		for k, n := range counts {
			if n > 0 && (least[k] < 0 || q.bounds[e] < q.bounds[least[k]]) {
				least[k] = int32(e)
			}
		}
	}
	slices.Sort(least)
	return slices.Compact(least)
}

// meet measures an example unless it is too far for each of its classes.
func (q *query) meet(best []nearest, e int32, out leave) {
	counts := q.x.counts[e]
	distance := q.bounds[e]
	if hopeless(best, counts, distance) {
		return
	}
	row := q.x.row(e)
	for _, c := range q.costly {
		id := row[c]
		if q.exact[c][id] == 0 {
			q.exact[c][id] = q.from[c].to(id) + 1
		}
		distance += q.x.columns[c].weight * (q.exact[c][id] - 1 - q.cheap[c][id])
		if hopeless(best, counts, distance) {
			return
		}
	}
	q.x.meet(best, e, distance, out)
}

func hopeless(best []nearest, counts []int32, distance int32) bool {
	for k, n := range counts {
		if n > 0 && distance <= best[k].distance {
			return false
		}
	}
	return true
}

// meet takes an example's distance into account.
func (x *index) meet(best []nearest, e, distance int32, out leave) {
	for k, count := range x.counts[e] {
		if e == out.example && k == out.class {
			count--
		}
		b := &best[k]
		switch {
		case count <= 0:
		case distance < b.distance:
			*b = nearest{distance, count, e}
		case distance == b.distance:
			b.links += count
			b.example = min(b.example, e)
		}
	}
}

// key is the vector in one string.
func (v Vector) key() string { return strings.Join(v, "\x00") }

// decision is the class of a link and how near its neighbours are.
type decision struct {
	class    int
	distance int32
	other    int32 // to the nearest example of another class, or far
	example  int32
	tied     bool // with examples of another class,
	even     bool // the nearest example itself is as often of another class
}

// margin is how much nearer the class is than any other, 0 to 1.
func (d decision) margin() float64 {
	switch {
	case d.tied:
		return 0
	case d.other == far:
		return 1
	}
	return float64(d.other-d.distance) / (float64(d.other) + float64(d.distance))
}

// decide takes the nearest class. Of classes as near as each other the one
// with more links wins, then Other, so that doubt costs a find and not a false
// one, then the first by name.
func (x *index) decide(found []nearest) decision {
	win := 0
	for k := range found {
		a, b := found[k], found[win]
		switch {
		case k == win:
		case a.distance != b.distance:
			if a.distance < b.distance {
				win = k
			}
		case a.links > b.links || a.links == b.links && x.classes[k] == ClassOther:
			win = k
		}
	}
	d := decision{class: win, distance: found[win].distance, other: far, example: found[win].example}
	for k := range found {
		if k != win {
			d.other = min(d.other, found[k].distance)
			d.even = d.even || found[k].example == d.example && found[k].links == found[win].links
		}
	}
	d.tied = d.other == d.distance
	return d
}
