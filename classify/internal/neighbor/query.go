package neighbor

import "slices"

// query is a vector compared with the columns. What is in it of the vector before holds where
// this has the same texts, as most of those next to each other on a page have.
type query struct {
	x      *Index
	from   []comparison
	cheap  [][]int32 // by column and text: the distance, or a bound of it
	added  [][]int32 // by column and text: what of it is in the sums
	costly []int     // columns with bounds
	exact  [][]int32 // by column and text: the distance plus one, once known
	sums   []int32   // by group, over columns of few texts
	more   []int32   // by example, over the others
	bounds []int32   // by example: its distance is not less
	change []int32   // by text of a column
}

func (x *Index) newQuery() *query {
	n := len(x.columns)
	q := &query{
		x: x, from: make([]comparison, n), cheap: make([][]int32, n), added: make([][]int32, n), exact: make([][]int32, n),
		more: make([]int32, len(x.counts)), bounds: make([]int32, len(x.counts)),
	}
	for c := range x.columns {
		texts := len(x.columns[c].texts)
		q.from[c].scratch, q.from[c].common = make([]int32, texts), make([]int32, texts)
		q.added[c] = make([]int32, texts)
		q.exact[c] = make([]int32, texts)
	}
	if len(x.few) > 0 {
		q.sums = make([]int32, len(x.groups[x.few[0]]))
	} else if len(x.counts) > 0 {
		q.sums = make([]int32, 1)
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
		changed := d.begin(&x.columns[c], v[c])
		if changed {
			q.cheap[c] = d.all()
			sums := q.more
			if len(x.columns[c].texts) <= fewTexts {
				sums = q.sums
			}
			q.add(c, sums)
		}
		if d.bounded() {
			q.costly = append(q.costly, c)
			if changed {
				clear(q.exact[c])
			}
		}
	}
	for e, g := range x.groupOf {
		q.bounds[e] = q.sums[g] + q.more[e]
	}
}

// add puts the distances of a column into sums, in place of those that are there.
func (q *query) add(c int, sums []int32) {
	weight, cheap := q.x.columns[c].Weight, q.cheap[c]
	added := q.added[c][:len(cheap)]
	change := slices.Grow(q.change[:0], len(cheap))[:len(cheap)]
	for id, distance := range cheap {
		change[id] = weight * (distance - added[id])
		added[id] = distance
	}
	sums = sums[:len(q.x.groups[c])]
	for i, id := range q.x.groups[c] {
		sums[i] += change[id]
	}
	q.change = change
}

// likeliest returns the example of the least bound of each class: a short way
// there makes the rest of the search short.
func (q *query) likeliest() []int32 {
	least := make([]int32, len(q.x.Classes))
	for k := range least {
		least[k] = -1
	}
	for e, k := range q.x.class {
		if k >= 0 {
			if least[k] < 0 || q.bounds[e] < q.bounds[least[k]] {
				least[k] = int32(e)
			}
			continue
		}
		for k, n := range q.x.counts[e] {
			if n > 0 && (least[k] < 0 || q.bounds[e] < q.bounds[least[k]]) {
				least[k] = int32(e)
			}
		}
	}
	slices.Sort(least)
	return slices.Compact(least)
}

// meet measures an example unless it is too far for each of its classes.
func (q *query) meet(best []Nearest, e int32, out Leave) {
	counts := q.x.counts[e]
	distance := q.bounds[e]
	if hopeless(best, counts, distance) {
		return
	}
	numbers := q.x.numbersOf(e)
	for _, c := range q.costly {
		id := numbers[c]
		if q.exact[c][id] == 0 {
			q.exact[c][id] = q.from[c].to(id) + 1
		}
		distance += q.x.columns[c].Weight * (q.exact[c][id] - 1 - q.cheap[c][id])
		if hopeless(best, counts, distance) {
			return
		}
	}
	q.x.meet(best, e, distance, out)
}

func hopeless(best []Nearest, counts []int32, distance int32) bool {
	for k, n := range counts {
		if n > 0 && distance <= best[k].Distance {
			return false
		}
	}
	return true
}
