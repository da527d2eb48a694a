package issue

import (
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/internal/links"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// issues tell the articles of a journal's issues by its link model, one issue
// after another, and learn from each. What a link's page turned out to be
// answers what the model has to ask about links like it. An issue whose page an
// earlier run has fetched is not learned from.
type issues struct {
	file string // that keeps what was learned

	mu      sync.Mutex
	model   links.Model
	links   []classify.Link // of the issue that is being downloaded
	answers []classify.Classification
	places  map[string]int // the first link to each URL
	groupOf map[int]int
	groups  []group
	decided map[int]string // classes of links that the model was not sure of, by their pages
	labels  map[int]string // those of them that it learns from

	seen  map[string]bool
	shown [2]struct{ asArticle, pages float64 } // pages of sure links: of others and of articles
}

// group is what the pages of links that look alike were.
type group struct{ articles, others float64 }

// openIssues goes on with what an earlier run has learned, or begins with the
// model at a path.
func openIssues(path, dir string) (*issues, error) {
	s := &issues{file: filepath.Join(dir, "links.json"), seen: map[string]bool{}}
	m, err := links.ReadModel(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		m, err = links.ReadModel(path)
	}
	s.model = m
	return s, err
}

// begin reads the links of an issue's page and says which lead to articles.
func (s *issues) begin(links []classify.Link, pageURL string) []classify.Classification {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.links, s.places, s.groupOf = links, map[string]int{}, map[int]int{}
	s.decided, s.labels, s.groups = map[int]string{}, map[int]string{}, nil
	for n, g := range classify.Propose(links, pageURL) {
		s.groups = append(s.groups, group{})
		for _, i := range g.Links {
			s.groupOf[i] = n
		}
	}
	s.answers, _ = s.model.ClassifyPage(links)
	for i, l := range links {
		url, err := crawl.Canonical(l.URL)
		if _, known := s.places[url]; !known && err == nil {
			s.places[url] = i
		}
	}
	return s.answers
}

// on classifies the links of another page than an issue's.
func (s *issues) on(links []classify.Link, _ string) []classify.Classification {
	s.mu.Lock()
	defer s.mu.Unlock()
	answers, _ := s.model.ClassifyPage(links)
	return answers
}

// page takes a page into account that one of the issue's links led to, and
// which by itself looks like an article's or not. It returns the class of the
// link, "" for none of the issue's. What the model is not sure of is decided by
// the page's look and by what the pages of links like it were: the pages of sure
// links show what a look is worth at this journal.
func (s *issues) page(url string, asArticle bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.places[url]
	if !ok {
		return ""
	}
	if c := s.answers[i]; !c.Refused {
		s.count(url, c.Class, asArticle)
		return c.Class
	}
	if class, ok := s.decided[i]; ok {
		return class
	}
	article, other := s.share(1), s.share(0)
	if !asArticle {
		article, other = 1-article, 1-other
	}
	g := &s.groups[s.groupOf[i]]
	odds := article / other * (g.articles + alike) / (g.others + alike)
	class := classify.ClassOther
	if odds > 1 {
		class = classify.ClassArticle
		g.articles++
	} else {
		g.others++
	}
	s.decided[i] = class
	if max(odds, 1/odds) >= tells {
		s.labels[i] = class
	}
	return class
}

const (
	tells = 4   // odds from which on the model learns from a page
	alike = 0.1 // pages of either class that a group of links is taken to have had: links that look alike are of one
)

// count counts the page of a sure link, once.
func (s *issues) count(url, class string, asArticle bool) {
	if s.seen[url] {
		return
	}
	s.seen[url] = true
	n := &s.shown[0]
	if class == classify.ClassArticle {
		n = &s.shown[1]
	}
	n.pages++
	if asArticle {
		n.asArticle++
	}
}

// share returns what share of the pages of others or of articles look like
// articles, drawn to one half.
func (s *issues) share(of int) float64 {
	return (s.shown[of].asArticle + 1) / (s.shown[of].pages + 2)
}

// end learns from the issue and keeps what was learned.
func (s *issues) end() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.links == nil {
		return nil
	}
	_, _, err := s.model.Adapt(s.links, s.labels)
	s.links, s.places = nil, nil
	if err != nil {
		return err
	}
	return program.Replace(s.file, s.model)
}
