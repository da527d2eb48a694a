package report

import (
	"cmp"
	"slices"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// pathShown is how many pages of a path are shown: the first and the last ones.
const pathShown = 8

// A pathStep is a page on the way to another.
type pathStep struct {
	N    int
	Text string // its title or, if it has none, its URL
}

// A path is the way from a seed to a page: the pages whose links led there.
type path struct {
	Steps []pathStep
	Gap   int // pages left out after the first step
}

// paths knows the way to each page by the parents, which come before it.
type paths struct {
	pages  []Page
	at     map[string]int // index of the first page of a URL
	parent []int          // index, -1 for none
	seed   []int          // index of the first page of the way
	length []int          // pages of the way before it
}

func newPaths(pages []Page) paths {
	n := len(pages)
	w := paths{pages, make(map[string]int, n), make([]int, n), make([]int, n), make([]int, n)}
	for i, p := range pages {
		w.parent[i], w.seed[i] = -1, i
		if j, ok := w.at[p.Parent]; ok && p.Parent != "" {
			w.parent[i], w.seed[i], w.length[i] = j, w.seed[j], w.length[j]+1
		}
		if _, ok := w.at[p.URL]; !ok {
			w.at[p.URL] = i
		}
	}
	return w
}

// to returns the path to the i-th page, the seed first, without the page itself.
// It is empty for a page whose parent is not before it in the report.
func (w paths) to(i int) (way path) {
	for from := w.parent[i]; from >= 0 && len(way.Steps) < pathShown-1; from = w.parent[from] {
		way.Steps = append(way.Steps, w.step(from))
	}
	if way.Gap = w.length[i] - len(way.Steps) - 1; way.Gap >= 0 {
		way.Steps = append(way.Steps, w.step(w.seed[i]))
	}
	way.Gap = max(way.Gap, 0)
	slices.Reverse(way.Steps)
	return way
}

func (w paths) step(i int) pathStep {
	p := w.pages[i]
	return pathStep{p.N, cmp.Or(legible.Plain(p.Title, pathText), legible.Plain(p.URL, pathText))}
}

// pathText is how many characters of a step are shown.
const pathText = 60
