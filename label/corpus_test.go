package label_test

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/corpus"
	"github.com/lokman-crawler/lokman/label"
)

var update = flag.Bool("update", false, "write testdata/corpus.txt")

// TestCorpus labels the project's own pages in each way, without their metadata and as served, and compares how many zones are
// right of those that the pages have, and how sure they are, layout by layout.
func TestCorpus(t *testing.T) {
	table := corpus.NewTable("layout and what was learned from", "title", "authors", "affiliations", "abstract", "too many", "changed")
	for _, layout := range corpus.Articles() {
		for _, way := range corpusWays {
			m, err := way.learn(t, layout.Pages)
			if errors.Is(err, label.ErrNothingLearnt) {
				m, err = &label.Model{}, nil
			}
			if err != nil {
				t.Errorf("%s, %s: %v", layout.Name, way.name, err)
				continue
			}
			for _, served := range []bool{false, true} {
				cells := []string{layout.Name + ", " + way.name}
				if served {
					cells[0] += ", served"
				}
				figures := labelCorpus(t, m, layout.Pages[way.from:], served)
				for _, name := range label.Labels() {
					f := figures[name]
					cells = append(cells, fmt.Sprintf("%d/%d %s", f.right, f.asked, corpus.Figure(f.sure, f.found)))
				}
				rest := figures[""]
				table.Add(append(cells, fmt.Sprintf("%d %s", rest.found, corpus.Figure(rest.sure, rest.found)), fmt.Sprint(rest.right))...)
			}
		}
	}
	table.Check(t, "testdata/corpus.txt", *update)
}

// A corpusWay is one way to come by a model.
type corpusWay struct {
	name  string
	from  int // the first page that is labelled
	learn func(t *testing.T, pages []corpus.Page) (*label.Model, error)
}

var corpusWays = []corpusWay{
	{"values 1", 1, func(t *testing.T, pages []corpus.Page) (*label.Model, error) { return learnCorpus(t, pages[:1]) }},
	{"values 2", 2, func(t *testing.T, pages []corpus.Page) (*label.Model, error) { return learnCorpus(t, pages[:2]) }},
	{"metas 3", 3, func(t *testing.T, pages []corpus.Page) (*label.Model, error) {
		var examples []label.Example
		for _, p := range pages[:3] {
			root := parse(t, []byte(p.HTML))
			v, err := label.MetaValues(root)
			if err != nil {
				return nil, err
			}
			examples = append(examples, label.Example{Root: root, Values: v})
		}
		return label.Learn(examples)
	}},
	{"nothing", 0, func(t *testing.T, pages []corpus.Page) (*label.Model, error) {
		var roots []*html.Node
		for _, p := range pages {
			roots = append(roots, withoutMetadata(parse(t, []byte(p.HTML))))
		}
		return label.LearnUnlabelled(roots)
	}},
	{"no page", 0, func(*testing.T, []corpus.Page) (*label.Model, error) { return &label.Model{}, nil }},
}

func learnCorpus(t *testing.T, pages []corpus.Page) (*label.Model, error) {
	var examples []label.Example
	for _, p := range pages {
		v := label.Values{Title: p.Title, Authors: p.Authors, Affiliations: p.Affiliations, Abstract: p.Abstract}
		examples = append(examples, label.Example{Root: withoutMetadata(parse(t, []byte(p.HTML))), Values: v})
	}
	return label.Learn(examples)
}

// A corpusFigure counts the pages that have a zone, on which it is right, and on which it
// was found, with the sum of confidences. That of "" counts zones that were found
// on pages without them, and as right the pages that do not follow their model.
type corpusFigure struct {
	right, asked, found int
	sure                float64
}

func labelCorpus(t *testing.T, m *label.Model, pages []corpus.Page, served bool) map[label.Label]corpusFigure {
	out := map[label.Label]corpusFigure{}
	for _, p := range pages {
		root := parse(t, []byte(p.HTML))
		if !served {
			withoutMetadata(root)
		}
		a := mustLabel(t, m, root)
		rest := out[""]
		want := map[label.Label]string{
			label.Title: p.Title, label.Authors: strings.Join(p.Authors, "; "), label.Affiliations: strings.Join(p.Affiliations, "; "), label.Abstract: p.Abstract,
		}
		for _, name := range label.Labels() {
			z, found := a.Zone(name)
			got := z.Text
			if name == label.Authors || name == label.Affiliations {
				got = strings.Join(z.Items, "; ")
			}
			f := out[name]
			if want[name] == "" {
				if found {
					rest.found++
					rest.sure += z.Confidence
				}
				continue
			}
			f.asked++
			if found {
				f.found++
				f.sure += z.Confidence
			}
			if got == want[name] {
				f.right++
			} else if testing.Verbose() {
				t.Logf("%s: %s by %s: %q, want %q", p.Title, name, z.Source, got, want[name])
			}
			out[name] = f
		}
		if a.Changed {
			rest.right++
		}
		out[""] = rest
	}
	return out
}

// withoutMetadata removes the metadata of a page: what is left is what a person sees.
func withoutMetadata(n *html.Node) *html.Node {
	var next *html.Node
	for c := n.FirstChild; c != nil; c = next {
		next = c.NextSibling
		if c.Type == html.ElementNode && (c.Data == "meta" || c.Data == "title" || c.Data == "script") {
			n.RemoveChild(c)
			continue
		}
		withoutMetadata(c)
	}
	return n
}
