package strategy

import (
	"errors"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// Follow follows only links that a Classifier accepts, in the order in which
// they are found: the downloading of Tran et al. 2001, section 2.1. With
// crawl.Crawler.Revisit set, pages that fail are tried once more at the end, as
// with that paper's Revisited list.
//
// A Classifier that also has a method
//
//	ClassifyPage(*crawl.Page) []classify.Classification
//
// is called for all links of a page's document at once, in their order. Each
// link's class and evidence are its note: see [Followed].
type Follow struct {
	Classifier classify.Classifier // required
	Accept     []string            // classes to follow; none means any class but ""
	Refused    bool                // follow links too whose class is a guess
}

// FrontierOptions asks for a first-in-first-out frontier.
func (Follow) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.FIFO}
}

// Valid reports a missing classifier.
func (f Follow) Valid() error {
	if f.Classifier == nil {
		return errors.New("strategy: the Classifier of Follow is not set")
	}
	return nil
}

// Value implements [crawl.Strategy]. The score of a page is how many links are
// followed.
func (f Follow) Value(p *crawl.Page) crawl.Valuation {
	var v crawl.Valuation
	seen := map[string]bool{}
	links := p.Document().Links
	for i, c := range f.classify(p, links) {
		url := links[i].URL
		if url == "" || seen[url] || !f.accepts(c) {
			continue
		}
		seen[url] = true
		v.Links = append(v.Links, frontier.Entry{URL: url, Note: note(c), Reason: classReason(c)})
	}
	v.Score = float64(len(v.Links))
	return v
}

func (f Follow) classify(p *crawl.Page, links []classify.Link) []classify.Classification {
	if whole, ok := f.Classifier.(interface {
		ClassifyPage(*crawl.Page) []classify.Classification
	}); ok {
		return whole.ClassifyPage(p)
	}
	classes := make([]classify.Classification, len(links))
	for i, l := range links {
		if l.URL != "" {
			classes[i] = f.Classifier.Classify(l)
		}
	}
	return classes
}

func (f Follow) accepts(c classify.Classification) bool {
	if c.Class == "" || c.Refused && !f.Refused {
		return false
	}
	return len(f.Accept) == 0 || slices.Contains(f.Accept, c.Class)
}

// note is a classification as a frontier keeps it with a URL.
func note(c classify.Classification) string {
	return strings.Join(append([]string{c.Class}, c.Evidence...), "\n")
}

// Followed returns what the classifier said about the link by which a page was
// found: its class and the evidence. A seed has none.
func Followed(p *crawl.Page) classify.Classification {
	class, evidence, _ := strings.Cut(p.Note, "\n")
	c := classify.Classification{Class: class}
	if evidence != "" {
		c.Evidence = strings.Split(evidence, "\n")
	}
	return c
}

// classReason explains a link's value by its class.
type classReason classify.Classification

func (r classReason) String() string {
	return "link of class " + r.Class + ": " + strings.Join(r.Evidence, ", ")
}
