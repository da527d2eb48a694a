// Package figures measures again what Figures 6 and 7 of the paper on bar trees show, on
// generated pages whose templates change.
package figures

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// The data of the paper's section IV: 10,000 pages of 20 sources, in five
// categories of equal size.
var depths = []int{5, 10, 15, 20, 25}

const (
	Pages        = 10_000 // of the paper
	sources      = 20
	FewestPages  = 5 * sources // that can be measured: one of each source in each category
	seed         = 2011
	learnedPages = 4 // of a source, for its template
)

// A point is a category's place in both figures.
type point struct {
	Depth int `json:"d_max"`
	Pages int `json:"pages"`
	Bytes int `json:"bytes"` // mean of a page
	// From the HTML to the decision, milliseconds a page: the median.
	SimpleTime float64 `json:"ms_simple"`
	FullTime   float64 `json:"ms_full"`
	// Changes of templates that are seen, 0 to 1: by the sets of variables and by
	// the template that was learned from other pages.
	Simple   float64 `json:"seen_simple"`
	Full     float64 `json:"seen_full"`
	All      float64 `json:"seen_all"`
	Template float64 `json:"seen_template"`
	// Alarms on pages of the same template with other content, 0 to 1.
	OtherSimple   float64 `json:"other_simple"`
	OtherFull     float64 `json:"other_full"`
	OtherTemplate float64 `json:"other_template"`

	simple, full []float64 // times
}

// Write measures what the paper's Figures 6 and 7 show on so many pages, prints it and
// writes the plots to a directory.
func Write(ctx context.Context, dir string, pages int, asJSON bool, stdout, stderr io.Writer) error {
	var points []point
	for _, d := range depths {
		p, err := measure(ctx, d, pages/len(depths))
		if err != nil {
			return err
		}
		points = append(points, p)
	}
	if err := printPoints(stdout, points, asJSON); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file := filepath.Join(dir, "figures.svg")
	if err := writeFile(file, points); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "figures: %s\n", file)
	return nil
}

func printPoints(w io.Writer, points []point, asJSON bool) error {
	if asJSON {
		return program.PrintLines(w, points)
	}
	fmt.Fprintln(w, "              ms a page        changes seen                    alarms on other content")
	fmt.Fprintln(w, "d_max  bytes  simple   full   simple   full    all  template   simple   full  template")
	for _, p := range points {
		fmt.Fprintf(w, "%5d  %5d  %6.3f  %5.3f  %7.3f  %5.3f  %5.3f  %8.3f  %7.3f  %5.3f  %8.3f\n",
			p.Depth, p.Bytes, p.SimpleTime, p.FullTime, p.Simple, p.Full, p.All, p.Template, p.OtherSimple, p.OtherFull, p.OtherTemplate)
	}
	return nil
}

// measure changes the templates of pages of one category, each page's apart.
func measure(ctx context.Context, depth, pages int) (point, error) {
	p := point{Depth: depth, Pages: pages}
	each := pages / sources
	for i := range sources {
		r := rand.New(rand.NewPCG(seed, uint64(depth*sources+i)))
		s := newSource(r, depth)
		template, err := learnSource(r, s)
		if err != nil {
			return p, err
		}
		for range each {
			if err := ctx.Err(); err != nil {
				return p, err
			}
			if err := p.add(r, s, template); err != nil {
				return p, err
			}
		}
	}
	p.Pages = sources * each
	n := float64(p.Pages)
	p.Bytes /= p.Pages
	for _, sum := range []*float64{&p.Simple, &p.Full, &p.All, &p.Template, &p.OtherSimple, &p.OtherFull, &p.OtherTemplate} {
		*sum /= n
	}
	p.SimpleTime, p.FullTime = median(p.simple), median(p.full)
	return p, nil
}

func learnSource(r *rand.Rand, s *source) (*bartree.Template, error) {
	text := sentence(r, 15)
	var pages [][]byte
	for range learnedPages {
		pages = append(pages, s.page(r.Uint64(), text))
	}
	t, err := bartree.Learn(pages...)
	if err != nil {
		return nil, err
	}
	return t, t.Mark(text, pages[0], pages[1:]...)
}

// add looks at one page before and after a change of its template.
func (p *point) add(r *rand.Rand, s *source, template *bartree.Template) error {
	changed := s.clone()
	changed.change(r)
	seed, region := r.Uint64(), bartree.Region{Text: sentence(r, 15)}
	before, after := s.page(seed, region.Text), changed.page(seed, region.Text)
	p.Bytes += len(after)
	old, err := paper.Reverse(before, region, nil)
	if err != nil {
		return err
	}
	ms, simple, err := check(after, region, old, paper.SimpleVariables)
	if err != nil {
		return err
	}
	p.simple = append(p.simple, ms)
	ms, full, err := check(after, region, old, paper.FullVariables)
	if err != nil {
		return err
	}
	p.full = append(p.full, ms)
	_, all, err := check(after, region, old, paper.AllVariables)
	if err != nil {
		return err
	}
	judged, err := template.Judge(after)
	if err != nil {
		return err
	}
	tally(&p.Simple, simple)
	tally(&p.Full, full)
	tally(&p.All, all)
	tally(&p.Template, judged.Alarm())
	return p.addOther(s.page(r.Uint64(), region.Text), region, old, template)
}

// addOther looks at a page of the same template with other content.
func (p *point) addOther(page []byte, region bartree.Region, old *paper.BarTree, template *bartree.Template) error {
	t, err := paper.Reverse(page, region, old)
	if err != nil {
		return err
	}
	judged, err := template.Judge(page)
	d := paper.Compare(old, t)
	tally(&p.OtherSimple, d.Changed(paper.SimpleVariables))
	tally(&p.OtherFull, d.Changed(paper.FullVariables))
	tally(&p.OtherTemplate, judged.Alarm())
	return err
}

// check compares a page with the old tree by a set of variables; ms is the time of
// all that this takes.
func check(page []byte, region bartree.Region, old *paper.BarTree, v paper.Variables) (ms float64, seen bool, err error) {
	start := time.Now()
	t, err := paper.Reverse(page, region, old)
	if err != nil {
		return 0, false, err
	}
	seen = paper.Compare(old, t).Changed(v)
	return float64(time.Since(start)) / float64(time.Millisecond), seen, nil
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

func tally(n *float64, is bool) {
	if is {
		*n++
	}
}
