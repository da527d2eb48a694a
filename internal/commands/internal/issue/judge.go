package issue

import (
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
)

// judge is the enhanced method. It says what the pages of an issue are and which
// links lead on: Tran et al. 2001 with the article links of Le and Thoma 2004.
type judge struct {
	constraints classify.Constraints
	pages       classify.PageClassifier
	issues      *issues // nil if the journal is not known
}

// NewEnhanced returns the method for captions and headings in some languages, by default
// all that are known. A link model of the journal, at a path, learns from each issue; what it
// has learned is kept in the directory of the download. What pages are is said by pages, or
// if that is nil by the constraints that classify the links.
func NewEnhanced(languages []string, pages classify.PageClassifier, model, dir string) (Method, error) {
	j := judge{constraints: classify.NewConstraints(languages...), pages: pages}
	if pages == nil {
		j.pages = j.constraints
	}
	var err error
	if model != "" {
		j.issues, err = openIssues(model, dir)
	}
	return j, err
}

// FrontierOptions asks for the order of Tran et al. 2001, section 2.1.
func (judge) FrontierOptions() frontier.Options { return strategy.Follow{}.FrontierOptions() }

// Depth is issue, article, viewer, file.
func (judge) Depth() int { return 4 }

// Parts are the issues one by one, for a model learns from each for the next.
func (j judge) Parts(starts []string) [][]string {
	if j.issues == nil {
		return [][]string{starts}
	}
	return slices.Collect(slices.Chunk(starts, 1))
}

// End learns from an issue.
func (j judge) End() error {
	if j.issues == nil {
		return nil
	}
	return j.issues.end()
}

// Together trusts a model of the journal more than what its pages have in common.
func (j judge) Together(s *shelf.Shelf, dir string) (map[string]classify.Classification, error) {
	if j.issues != nil {
		return nil, nil
	}
	return lookTogether(s, dir)
}

// Value implements [crawl.Strategy]. Besides the links that are accepted it
// follows what the page's metas name as the same article.
func (j judge) Value(p *crawl.Page) crawl.Valuation {
	if !p.IsHTML() {
		return crawl.Valuation{}
	}
	v := strategy.Follow{Classifier: j}.Value(p)
	root, err := p.DOM()
	if err != nil {
		return v
	}
	urls := classify.CitationURLs(root, p.URL)
	for _, url := range slices.Sorted(maps.Keys(urls)) {
		l := classify.Link{URL: url, Href: url}
		if kept, _ := j.constraints.Elimination(l, p.URL); kept && url != p.URL {
			c := classify.Classification{Class: urls[url], Evidence: []string{"meta of " + p.URL}}
			v.Links = append(v.Links, frontier.Entry{URL: url, Note: strategy.FollowNote(c)})
		}
	}
	return v
}

const (
	unknown = "unknown" // a link to follow that nothing is known of
	section = "section" // such a link of an issue's page that lists no articles: its page may
	aList   = 5         // article links, from which on they are the rule
)

// Classify implements [classify.Classifier] for a link without its page.
func (j judge) Classify(l classify.Link) classify.Classification { return j.constraints.Classify(l) }

// ClassifyPage says which links of a page to follow, and gives them a class.
// The issue's page, and pages of lists that it links to, lead to everything
// that is not eliminated or to its articles; a page of an article to what the words
// of links call another form of it.
func (j judge) ClassifyPage(p *crawl.Page) []classify.Classification {
	links := p.Document().Links
	classes := make([]classify.Classification, len(links))
	start := p.Parent == ""
	var listed, doubtful map[int]bool
	if start || p.Depth == 1 && j.Page(p).Class == classify.ClassUnfiled && (j.issues != nil || mayList(strategy.Followed(p))) {
		listed, doubtful = j.articles(links, p.URL, start)
	}
	articles := map[string]bool{} // which a picture or "Read more" may link to before their titles do
	for i := range listed {
		articles[links[i].URL] = true
	}
	undecided := unknown
	if start && len(listed) == 0 && j.issues == nil {
		undecided = section
	}
	for i, l := range links {
		if kept, _ := j.constraints.Elimination(l, p.URL); !kept {
			continue
		}
		c := j.constraints.Classify(l)
		switch {
		case c.Class != classify.ClassUnfiled:
			classes[i] = c
		case articles[l.URL]:
			classes[i] = classify.Classification{Class: classify.ClassArticle, Evidence: []string{"one of the issue's article links"}}
		case doubtful[i]:
			classes[i] = classify.Classification{Class: undecided, Evidence: []string{"perhaps one of the issue's article links"}}
		case start && len(listed) >= aList:
			classes[i] = classify.Classification{Class: classify.ClassUnfiled, Evidence: []string{"a link of the issue's page, but not as to an article"}}
		case start:
			classes[i] = classify.Classification{Class: undecided, Evidence: []string{"a link of the issue's page"}}
		}
	}
	return classes
}

// articles returns the places of the links that lead to articles and of those
// that may: as the journal's model says, or without one as the page's own groups
// suggest, and on a start page links to where several lead that look alike.
func (j judge) articles(links []classify.Link, pageURL string, start bool) (found, doubtful map[int]bool) {
	found, doubtful = map[int]bool{}, map[int]bool{}
	if j.issues != nil {
		classify := j.issues.on
		if start {
			classify = j.issues.begin
		}
		for i, c := range classify(links, pageURL) {
			found[i] = isArticle(c) && !c.Refused
			doubtful[i] = c.Refused
		}
		maps.DeleteFunc(found, func(_ int, yes bool) bool { return !yes })
		return found, doubtful
	}
	places := map[string]bool{} // where links that look alike lead to
	for _, g := range classify.Propose(links, pageURL) {
		targets := map[string]bool{}
		for _, i := range g.Links {
			targets[links[i].URL] = true
		}
		for _, i := range g.Links {
			if g.Likely == classify.ClassArticle {
				found[i] = true
			}
			if len(targets) >= aList {
				places[place(links[i].URL)] = true
			}
		}
	}
	if start {
		for i, l := range links {
			doubtful[i] = places[place(l.URL)]
		}
	}
	return found, doubtful
}

// place is the directory of a URL and its ending.
func place(url string) string {
	url, _, _ = strings.Cut(url, "?")
	return path.Dir(url) + path.Ext(url)
}

// mayList reports whether a link may lead to a list of the issue's articles.
func mayList(c classify.Classification) bool { return isArticle(c) || c.Class == section }

func isArticle(c classify.Classification) bool { return c.Class == classify.ClassArticle }

// Page says what a fetched page is.
func (j judge) Page(p *crawl.Page) classify.Classification {
	if p.Parent == "" && p.IsHTML() {
		return classify.Classification{Class: classify.ClassUnfiled, Evidence: []string{"*a page to start from"}}
	}
	r := classify.Resource{URL: p.URL, ContentType: p.MediaType(), Body: p.Body, Root: root(p), Link: strategy.Followed(p)}
	c := j.pages.Page(r)
	if j.issues == nil || p.Depth != 1 {
		return c
	}
	alone := r
	alone.Link = classify.Classification{}
	by := j.pages.Page(alone)
	link := j.issues.page(p.URL, by.Class != classify.ClassUnfiled)
	if r.Link.Class != unknown || link == "" {
		return c
	}
	if link == classify.ClassOther {
		link = classify.ClassUnfiled
	}
	r.Link = classify.Classification{Class: link, Evidence: []string{"what links like it led to"}}
	return j.pages.Page(r)
}

func root(p *crawl.Page) *html.Node {
	if !p.IsHTML() {
		return nil
	}
	n, err := p.DOM()
	if err != nil {
		return nil
	}
	return n
}
