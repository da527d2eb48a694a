package templates

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// truth is a line of pairs.jsonl with what is known of the pair.
type truth struct {
	Pair
	Changed *bool  `json:"changed"`
	Size    string `json:"size"` // "tiny" changes touch no element
}

// Page is a line of manifest.jsonl.
type Page struct {
	Path     string `json:"path"`
	Site     string `json:"site"`
	Template string `json:"template"`
	Version  string `json:"version"`
}

// kinds are what is asked: of a set of pages and of single ones, after a change
// of the template and without one.
var kinds = []string{"set missed", "set false", "page missed", "page false", "half false"}

const (
	setMissed = iota
	setFalse
	pageMissed
	pageFalse
	halfFalse
)

// An Answer question: pages judged by the template of others.
type Answer struct {
	site   string
	kind   int
	score  float64 // of the change, 0 if the page is of another kind
	named  bool    // as a redesign
	is     bool    // one
	known  bool    // false if the template was learned from too few pages to say
	pages  int     // learned
	chance float64 // stated for pages of one template that look like these
	least  float64 // chance that could be stated, by the numbers of pages
}

// AskAll judges the pairs and their pages, each page by the others of its version,
// and random halves of versions.
func AskAll(ctx context.Context, dir fs.FS, bar *program.Progress) ([]Answer, error) {
	pairs, err := ReadLines[truth](dir, "pairs.jsonl")
	if err != nil {
		return nil, err
	}
	versions, err := versionsOf(dir)
	if err != nil {
		return nil, err
	}
	bar.Show(0, len(pairs)+len(versions))
	a := &asker{ctx: ctx, dir: dir}
	for _, p := range pairs {
		a.pair(p)
		bar.Increment()
	}
	r := rand.New(rand.NewPCG(6, 6))
	for _, v := range versions {
		a.version(v, r)
		bar.Increment()
	}
	return a.all, a.err
}

// An asker asks until the first error.
type asker struct {
	ctx context.Context
	dir fs.FS
	all []Answer
	err error
}

// pair asks of a pair of which it is known whether the template changed.
func (a *asker) pair(p truth) {
	switch {
	case p.Changed == nil || p.Size == "tiny":
	case !*p.Changed:
		a.ask(Answer{site: p.Site, kind: setFalse}, p.APages, p.BPages)
	default:
		a.ask(Answer{site: p.Site, kind: setMissed, is: p.Size == "redesign"}, p.APages, p.BPages)
		for _, page := range p.BPages {
			a.ask(Answer{site: p.Site, kind: pageMissed}, p.APages, []string{page})
		}
	}
}

// version asks of each page by the others of its version, and of five random halves.
func (a *asker) version(v *version, r *rand.Rand) {
	for i := range v.paths {
		if len(v.paths) > 1 {
			a.ask(Answer{site: v.site, kind: pageFalse}, slices.Concat(v.paths[:i], v.paths[i+1:]), v.paths[i:i+1])
		}
	}
	for range 5 {
		if n := len(v.paths); n > 3 {
			r.Shuffle(n, func(i, k int) { v.paths[i], v.paths[k] = v.paths[k], v.paths[i] })
			a.ask(Answer{site: v.site, kind: halfFalse}, v.paths[:n/2], v.paths[n/2:])
		}
	}
}

// ask completes q with how pages look by the template of learned.
func (a *asker) ask(q Answer, learned, pages []string) {
	if a.err == nil {
		a.err = a.ctx.Err()
	}
	if a.err != nil {
		return
	}
	c, err := judgePages(a.dir, learned, pages)
	if err != nil {
		a.err = err
		return
	}
	q.score, q.chance = c.Score, c.Chance
	q.named, q.known = c.State == bartree.StateRedesign, c.State != bartree.StateUnknown
	q.pages, q.least = len(learned), leastChance(len(learned), len(pages))
	if c.State == bartree.StateOther {
		q.score = 0
	}
	a.all = append(a.all, q)
}

func judgePages(dir fs.FS, a, b []string) (bartree.Change, error) {
	learned, err := ReadPages(dir, a)
	if err != nil {
		return bartree.Change{}, err
	}
	pages, err := ReadPages(dir, b)
	if err != nil {
		return bartree.Change{}, err
	}
	t, err := bartree.Learn(learned...)
	if err != nil {
		return bartree.Change{}, err
	}
	return t.Judge(pages...)
}

// leastChance is the least chance that can be stated of m pages by a template that
// was learned from n.
func leastChance(n, m int) float64 {
	n = min(n, 32)
	chance := 1.0
	for i := range m {
		chance *= float64(i+1) / float64(n+i+1)
	}
	return chance
}

// version is the pages of a version of a template.
type version struct {
	site  string
	paths []string
}

func versionsOf(dir fs.FS) ([]*version, error) {
	lines, err := ReadLines[Page](dir, "manifest.jsonl")
	if err != nil {
		return nil, err
	}
	var out []*version
	at := map[[3]string]*version{}
	for _, p := range lines {
		key := [3]string{p.Site, p.Template, p.Version}
		if at[key] == nil {
			at[key] = &version{site: p.Site}
			out = append(out, at[key])
		}
		at[key].paths = append(at[key].paths, p.Path)
	}
	return out, nil
}
