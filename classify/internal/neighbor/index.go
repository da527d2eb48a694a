package neighbor

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// Index finds the nearest examples without comparing with all of them, and
// finds what comparing with all finds. Each component's distinct strings have
// numbers, so that a query compares with a string once, however many examples
// have it. Examples that differ in titles and addresses alone are summed up
// together. Where comparing is expensive, bounds say what need not be compared.
type Index struct {
	columns []column
	Classes []string
	numbers []int32           // the numbers of example e's strings from e x len(columns)
	counts  [][]int32         // by example and class: how many links were so
	links   [][]verdict.Count // by column and text
	All     verdict.Count
	exact   map[string]int32        // examples by their vector
	answers []atomic.Pointer[Found] // about links with an example's vector

	few, many []int     // columns by how many texts they have
	groups    [][]int32 // by column of few texts: its numbers in the examples that differ in these columns
	groupOf   []int32   // by example
	class     []int32   // by example, the only one of its links, -1 for several
	order     []int32   // examples whose texts begin alike stand together

	queries sync.Pool // of *query: they take many times the memory of a link
}

func newIndex(components []Component, distance Distance, examples []Example) *Index {
	x := &Index{Classes: classesOf(examples), exact: make(map[string]int32, len(examples))}
	for _, c := range components {
		x.columns = append(x.columns, newColumn(c, distance))
	}
	for e, ex := range examples {
		for c, text := range ex.Vector {
			x.numbers = append(x.numbers, x.columns[c].add(text))
		}
		counts := make([]int32, len(x.Classes))
		for class, n := range ex.Counts {
			k, _ := slices.BinarySearch(x.Classes, class)
			counts[k] = int32(n)
		}
		x.counts = append(x.counts, counts)
		x.exact[ex.Vector.key()] = int32(e)
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
	x.answers = make([]atomic.Pointer[Found], len(examples))
	return x
}

// count counts the links of each text, but for the model's own answers.
func (x *Index) count(examples []Example) {
	for _, col := range x.columns {
		x.links = append(x.links, make([]verdict.Count, len(col.texts)))
	}
	for e, counts := range x.counts {
		if examples[e].Own {
			continue
		}
		for k, n := range counts {
			class := verdict.ClassIndex(x.Classes[k])
			x.All[class] += float64(n)
			for c, id := range x.numbersOf(int32(e)) {
				x.links[c][id][class] += float64(n)
			}
		}
	}
}

// group finds the examples that are alike in the columns of few texts.
func (x *Index) group() {
	at := map[string]int32{}
	x.groups = make([][]int32, len(x.columns))
	var key []byte
	for e := range x.counts {
		numbers := x.numbersOf(int32(e))
		key = key[:0]
		for _, c := range x.few {
			key = append(key, byte(numbers[c]))
		}
		g, ok := at[string(key)]
		if !ok {
			g = int32(len(at))
			at[string(key)] = g
			for _, c := range x.few {
				x.groups[c] = append(x.groups[c], numbers[c])
			}
		}
		x.groupOf = append(x.groupOf, g)
		x.class = append(x.class, onlyClass(x.counts[e]))
	}
	for _, c := range x.many {
		for e := range x.counts {
			x.groups[c] = append(x.groups[c], x.numbersOf(int32(e))[c])
		}
	}
}

func onlyClass(counts []int32) int32 {
	only := int32(-1)
	for k, n := range counts {
		if n > 0 {
			if only >= 0 {
				return -1
			}
			only = int32(k)
		}
	}
	return only
}

// sort orders the examples by their texts, so that the texts that a query is
// compared with one after the other have much in common.
func (x *Index) sort() {
	x.order = make([]int32, len(x.counts))
	for e := range x.order {
		x.order[e] = int32(e)
	}
	slices.SortFunc(x.order, func(a, b int32) int {
		for _, c := range x.many {
			if by := strings.Compare(x.columns[c].texts[x.numbersOf(a)[c]], x.columns[c].texts[x.numbersOf(b)[c]]); by != 0 {
				return by
			}
		}
		return cmp.Compare(a, b)
	})
}

func (x *Index) numbersOf(e int32) []int32 {
	n := len(x.columns)
	return x.numbers[int(e)*n : int(e)*n+n]
}

func classesOf(examples []Example) []string {
	seen := map[string]bool{}
	for _, e := range examples {
		for class := range e.Counts {
			seen[class] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Nearest is what a query finds of one class.
type Nearest struct {
	Distance int32 // Far if the class has no example
	links    int32 // at this distance
	example  int32 // the first of them
}

// Far is farther than any example.
const Far = math.MaxInt32

// Leave is a link that a query must not find: itself.
type Leave struct {
	example int32 // -1 for none
	class   int
	alike   bool // nor those of its class that look the same
}

// LeaveNone leaves nothing out.
var LeaveNone = Leave{example: -1}

// Found is what is nearest to a link, by class, and what that decides.
type Found struct {
	Nearest  []Nearest
	Decision Decision
}

// Ask looks for the vector itself before it searches: on most pages half of the links
// are as they were.
func (x *Index) Ask(v Vector, out Leave) *Found {
	e, known := x.exact[v.key()]
	known = known && out == LeaveNone
	if known {
		if f := x.answers[e].Load(); f != nil {
			return f
		}
	}
	f := &Found{Nearest: x.search(v, out)}
	f.Decision = x.decide(f.Nearest)
	if known {
		x.answers[e].Store(f)
	}
	return f
}

// search returns the nearest examples of each class.
func (x *Index) search(v Vector, out Leave) []Nearest {
	q, _ := x.queries.Get().(*query)
	if q == nil {
		q = x.newQuery()
	}
	defer x.queries.Put(q)
	q.ask(v)
	best := make([]Nearest, len(x.Classes))
	for k := range best {
		best[k] = Nearest{Distance: Far, example: -1}
	}
	likeliest := q.likeliest()
	for _, e := range likeliest {
		q.meet(best, e, out)
	}
	farthest := farthestOf(best)
	for _, e := range x.order {
		if q.bounds[e] <= farthest && !slices.Contains(likeliest, e) {
			q.meet(best, e, out)
			farthest = farthestOf(best)
		}
	}
	return best
}

// farthestOf returns the distance of the class that is farthest.
func farthestOf(best []Nearest) int32 {
	far := int32(0)
	for _, b := range best {
		far = max(far, b.Distance)
	}
	return far
}

// meet takes an example's distance into account.
func (x *Index) meet(best []Nearest, e, distance int32, out Leave) {
	for k, count := range x.counts[e] {
		if e == out.example && k == out.class {
			count--
			if out.alike {
				count = 0
			}
		}
		b := &best[k]
		switch {
		case count <= 0:
		case distance < b.Distance:
			*b = Nearest{distance, count, e}
		case distance == b.Distance:
			b.links += count
			b.example = min(b.example, e)
		}
	}
}

// Decision is the class of a link and how near its neighbours are.
type Decision struct {
	Class    int
	Distance int32
	Other    int32 // to the nearest example of another class, or Far
	Example  int32
	tied     bool // with examples of another class,
	Even     bool // the nearest example itself is as often of another class
}

// margin is how much nearer the class is than any other, 0 to 1.
func (d Decision) margin() float64 {
	switch {
	case d.tied:
		return 0
	case d.Other == Far:
		return 1
	}
	return float64(d.Other-d.Distance) / (float64(d.Other) + float64(d.Distance))
}

// decide takes the nearest class. Of classes as near as each other the one
// with more links wins, then Other, so that doubt costs a find and not a false
// one, then the first by name.
func (x *Index) decide(found []Nearest) Decision {
	win := 0
	for k := range found {
		a, b := found[k], found[win]
		switch {
		case k == win:
		case a.Distance != b.Distance:
			if a.Distance < b.Distance {
				win = k
			}
		case a.links > b.links || a.links == b.links && x.Classes[k] == verdict.Other:
			win = k
		}
	}
	d := Decision{Class: win, Distance: found[win].Distance, Other: Far, Example: found[win].example}
	for k := range found {
		if k != win {
			d.Other = min(d.Other, found[k].Distance)
			d.Even = d.Even || found[k].example == d.Example && found[k].links == found[win].links
		}
	}
	d.tied = d.Other == d.Distance
	return d
}

// Find returns the index of the example with a vector.
func (x *Index) Find(v Vector) (example int32, ok bool) {
	example, ok = x.exact[v.key()]
	return example, ok
}

// Leave is what leaves a link with a vector and a class out of a search.
func (x *Index) Leave(v Vector, class string) Leave {
	k, _ := slices.BinarySearch(x.Classes, class)
	return Leave{example: x.exact[v.key()], class: k}
}

// LinksWith counts the links that have a text as component c, but for the model's own answers.
func (x *Index) LinksWith(c int, text string) verdict.Count {
	if id, ok := x.columns[c].ids[text]; ok {
		return x.links[c][id]
	}
	return verdict.Count{}
}
