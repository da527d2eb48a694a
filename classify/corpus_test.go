package classify_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/corpus"
)

var update = flag.Bool("update", false, "write the figures of the corpus into testdata")

// TestCorpus finds the article links of the project's own contents pages in each way, and
// compares layout by layout how many are found, how many others are taken for one, how many
// answers are refused, and how many should be wrong by what they say of themselves.
func TestCorpus(t *testing.T) {
	table := corpus.NewTable("layout and what was learned from", "found", "wrong", "refused", "doubt", "drifted")
	for _, journal := range corpus.Issues() {
		pages := linksOfJournal(t, journal)
		for _, way := range corpusWays {
			f := corpusFigure{}
			way.judge(t, pages, &f)
			table.Add(journal.Name+", "+way.name, fmt.Sprintf("%d/%d", f.found, f.articles), fmt.Sprint(f.wrong), fmt.Sprintf("%d/%d", f.refused, f.links),
				corpus.Figure(f.doubt, 1), fmt.Sprint(f.drifted))
		}
	}
	table.Check(t, "testdata/corpus.txt", *update)
}

// TestCorpusPages classifies the pages of the project's own sites, each alone and then together
// with the others, and compares how many of each kind are right.
func TestCorpusPages(t *testing.T) {
	table := corpus.NewTable("layout", "abstracts", "full texts", "others", "doubt", "together: abstracts", "full texts", "others", "doubt")
	kinds := []string{"abstract", "full text", "other"}
	classes := map[string]string{"abstract": classify.ClassAbstract, "full text": classify.ClassFullText, "other": classify.ClassUnfiled}
	constraints := classify.NewConstraints()
	for _, site := range corpus.Sites() {
		var set classify.PageSet
		var alone []classify.Classification
		for _, p := range site.Pages {
			root := tree(t, p.HTML)
			r := classify.Resource{URL: p.URL, ContentType: "text/html", Body: []byte(p.HTML), Root: root}
			if p.Linked {
				r.Link = classify.Classification{Class: classify.ClassArticle, Confidence: 0.9, Evidence: []string{"like articles"}}
			}
			c := constraints.Page(r)
			set.Add(r, c)
			alone = append(alone, c)
		}
		cells := []string{site.Name}
		for _, answers := range [][]classify.Classification{alone, set.Classify()} {
			right, all, doubt := map[string]int{}, map[string]int{}, 0.0
			for i, c := range answers {
				kind := site.Pages[i].Kind
				all[kind]++
				doubt += 1 - c.Confidence
				if c.Class == classes[kind] {
					right[kind]++
				}
			}
			for _, kind := range kinds {
				cells = append(cells, fmt.Sprintf("%d/%d", right[kind], all[kind]))
			}
			cells = append(cells, corpus.Figure(doubt, 1))
		}
		table.Add(cells...)
	}
	table.Check(t, "testdata/corpus_pages.txt", *update)
}

// A corpusFigure counts links.
type corpusFigure struct {
	links, articles, found, wrong, refused int
	doubt                                  float64 // 1 less the confidence
	drifted                                int     // pages
}

func (f *corpusFigure) add(p corpusIssue, answers []classify.Classification, drift classify.Drift) {
	for i, c := range answers {
		f.links++
		f.doubt += 1 - c.Confidence
		if c.Refused {
			f.refused++
		}
		switch said := c.Class == classify.ClassArticle; {
		case p.articles[i]:
			f.articles++
			if said {
				f.found++
			}
		case said:
			f.wrong++
		}
	}
	if drift.Drifted {
		f.drifted++
	}
}

// A corpusIssue is an issue's links with the truth.
type corpusIssue struct {
	url      string
	links    []classify.Link
	articles map[int]bool
}

func linksOfJournal(t *testing.T, j corpus.Journal) (out []corpusIssue) {
	for _, issue := range j.Issues {
		root := tree(t, issue.HTML)
		out = append(out, corpusIssue{issue.URL, classify.Reader{}.Document(root, issue.URL).Links, issue.Articles})
	}
	return out
}

func (p corpusIssue) class(i int) string {
	if p.articles[i] {
		return classify.ClassArticle
	}
	return classify.ClassOther
}

func learnIssues(t *testing.T, pages []corpusIssue) *classify.NearestNeighbor {
	m := &classify.NearestNeighbor{}
	for _, p := range pages {
		var examples []classify.Example
		for i, l := range p.links {
			examples = append(examples, classify.Example{Link: l, Class: p.class(i)})
		}
		if err := m.Learn(examples...); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// corpusWays are the ways to find the article links of a journal's later issues.
var corpusWays = []struct {
	name  string
	judge func(t *testing.T, pages []corpusIssue, f *corpusFigure)
}{
	{"1 issue", func(t *testing.T, pages []corpusIssue, f *corpusFigure) { classifyIssues(t, pages, 1, f) }},
	{"2 issues", func(t *testing.T, pages []corpusIssue, f *corpusFigure) { classifyIssues(t, pages, 2, f) }},
	{"1 issue, adapting", func(t *testing.T, pages []corpusIssue, f *corpusFigure) { adaptToIssues(t, pages, 0, f) }},
	{"1 issue, two questions an issue", func(t *testing.T, pages []corpusIssue, f *corpusFigure) { adaptToIssues(t, pages, 2, f) }},
	{"nothing", func(t *testing.T, pages []corpusIssue, f *corpusFigure) {
		for _, p := range pages {
			answers := make([]classify.Classification, len(p.links))
			for _, g := range classify.Propose(p.links, p.url) {
				for _, i := range g.Links {
					answers[i] = classify.Classification{Class: g.Likely, Confidence: g.Score}
				}
			}
			f.add(p, answers, classify.Drift{})
		}
	}},
}

func classifyIssues(t *testing.T, pages []corpusIssue, learned int, f *corpusFigure) {
	m := learnIssues(t, pages[:learned])
	for _, p := range pages[learned:] {
		answers, drift := m.ClassifyPage(p.links)
		f.add(p, answers, drift)
	}
}

func adaptToIssues(t *testing.T, pages []corpusIssue, questions int, f *corpusFigure) {
	m := learnIssues(t, pages[:1])
	for _, p := range pages[1:] {
		labels := map[int]string{}
		for range questions {
			if i, ok := m.Question(p.links, labels); ok {
				labels[i] = p.class(i)
			}
		}
		answers, drift, err := m.Adapt(p.links, labels)
		if err != nil {
			t.Fatal(err)
		}
		f.add(p, answers, drift)
	}
}
