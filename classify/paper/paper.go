// Package paper has the published methods of links as they are: the nine components of D. X.
// Le and G. R. Thoma, Automated article links identification for web-based online medical
// journals, SCI 2004, with their nearest neighbour, and the constraints of L. Q. Tran, C. W.
// Moon, D. X. Le and G. R. Thoma, Web page downloading and classification, CBMS 2001, section
// 2.2 (docs/links.md in the repository fills their gaps). Package classify has the improved
// methods.
package paper

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A NearestNeighbor says what a link is by the labelled link of the same journal whose nine
// components are nearest, each with the same weight. The zero value knows nothing; set
// Distance before the first Learn. Learn, Adapt and Merge must not run at the same time as
// other methods; the others may be called by many goroutines at once.
type NearestNeighbor struct {
	Journal string // whose links these are; set by the caller

	// Distance says how different two components are, which the paper does not define:
	// "levenshtein" is the least number of bytes to insert, delete or replace, divided by
	// the length of the longer string. It is the default. "jaccard" is 1 minus the share of
	// common words in all words of the two; words are what is between spaces, brackets and
	// punctuation, with each run of digits as 0. "overlap" is 0 for equal strings and 1 for
	// others. A model stores which one it uses.
	Distance string

	model neighbor.Model
}

// ready makes the method the model's, or says that there is no such distance.
func (m *NearestNeighbor) ready() error {
	m.model.Method, m.model.Distance = &method, neighbor.Distance(m.Distance)
	return method.CheckDistance(m.model.Distance)
}

// check makes the method the model's and says whether all links have their elements.
func (m *NearestNeighbor) check(links []classify.Link) error {
	if err := m.ready(); err != nil {
		return err
	}
	return needNodes(links...)
}

// needNodes says which link has no element: six of the nine components are in it.
func needNodes(links ...classify.Link) error {
	for _, l := range links {
		if l.Node == nil {
			return fmt.Errorf("classify/paper: link %q has no Node: read its page with Reader.Document, not Scan", excerpt.Cut(weburl.Redact(l.Href), 80))
		}
	}
	return nil
}

// unread is what is said of a link whose components are not known.
func unread(why error) classify.Classification {
	return classify.Classification{Refused: true, Evidence: []string{why.Error()}}
}

// Learn adds the links of one page. Links that look the same are kept as one
// with its counts. A link without a class or without Link.Node is an error.
func (m *NearestNeighbor) Learn(examples ...classify.Example) error {
	links := each.Of(examples, func(e classify.Example) classify.Link { return e.Link })
	if err := m.check(links); err != nil {
		return err
	}
	return m.model.Learn(read(links), each.Of(examples, func(e classify.Example) string { return e.Class }))
}

// Merge adds what another model has learned, as if its pages had been learned
// after the model's own. A nil one has learned nothing. Models of different distances
// cannot be merged.
func (m *NearestNeighbor) Merge(o *NearestNeighbor) error {
	if o == nil {
		return nil
	}
	if err := m.ready(); err != nil {
		return err
	}
	if distance, other := method.DistanceOf(m.model.Distance), method.DistanceOf(neighbor.Distance(o.Distance)); distance != other {
		return fmt.Errorf("classify/paper: a model of distance %q cannot be merged with one of %q", distance, other)
	}
	m.model.Merge(&o.model, 0)
	return nil
}

// Classify implements [classify.Classifier]. A model without examples refuses, with no
// class, and so does any for a link without Link.Node.
func (m *NearestNeighbor) Classify(l classify.Link) classify.Classification {
	if err := needNodes(l); err != nil {
		return unread(err)
	}
	return classification(m.model.Classify(anchor.ReadOne(document.Link(l))))
}

// ClassifyPage classifies all links of a page and says whether the page has
// drifted away from those that were learned: many of its links are unlike any
// example or refused, or it has no articles though every page that was learned
// has. If a link has no Link.Node, all are refused, and the page has drifted for that reason.
func (m *NearestNeighbor) ClassifyPage(links []classify.Link) ([]classify.Classification, classify.Drift) {
	if err := needNodes(links...); err != nil {
		return slices.Repeat([]classify.Classification{unread(err)}, len(links)), classify.Drift{Drifted: true, Novel: 1, Why: err.Error()}
	}
	answers, drift := m.model.ClassifyPage(read(links))
	return classifications(answers), classify.Drift(drift)
}

// Adapt classifies the links of the journal's next issue as ClassifyPage does
// and learns what is not refused, unless the page has drifted. A link without Link.Node is an
// error. Labels are the classes that a
// person has given to some of the links, by index; nil if nobody was asked.
func (m *NearestNeighbor) Adapt(links []classify.Link, labels map[int]string) ([]classify.Classification, classify.Drift, error) {
	if err := m.check(links); err != nil {
		return nil, classify.Drift{}, err
	}
	answers, drift, err := m.model.Adapt(read(links), labels, m.model.Learn)
	return classifications(answers), classify.Drift(drift), err
}

// Question returns the first link of a page that is refused and has no label. There is none
// if no link is in doubt, or if one has no Link.Node.
func (m *NearestNeighbor) Question(links []classify.Link, labels map[int]string) (link int, ok bool) {
	if needNodes(links...) != nil {
		return 0, false
	}
	return m.model.Question(read(links), labels)
}

// noPages is what the file of a model of mode enhanced has about pages, of one that knows none.
var noPages = json.RawMessage(`{"page":0,"all":[0,0],"clues":null,"base":null,"captions":null,"targets":null,"weights":null,"limit":0}`)

// WriteTo writes the model as JSON, for [NearestNeighbor.ReadFrom]: a file of mode paper.
func (m *NearestNeighbor) WriteTo(w io.Writer) (int64, error) {
	if err := method.CheckDistance(neighbor.Distance(m.Distance)); err != nil {
		return 0, err
	}
	model := m.model
	model.Distance = neighbor.Distance(m.Distance)
	return neighbor.Write(w, &method, &model, m.Journal, noPages)
}

// ReadFrom makes the model one that [NearestNeighbor.WriteTo] wrote, up to the end of r.
// The error wraps [classify.ErrModel] if there is none; then the model stays what it is.
func (m *NearestNeighbor) ReadFrom(r io.Reader) (n int64, err error) {
	var read NearestNeighbor
	if read.Journal, n, err = neighbor.Read(r, &method, &read.model, new(json.RawMessage), func(*json.RawMessage) error { return nil }); err == nil {
		read.Distance = string(read.model.Distance)
		*m = read
	}
	return n, err
}

func classification(a verdict.Answer) classify.Classification {
	return classify.Classification{
		Class: a.Class, Confidence: a.Confidence, Evidence: a.Evidence, Refused: a.Refused, Neighbor: (*classify.Neighbor)(a.Neighbor),
	}
}

func classifications(answers []verdict.Answer) []classify.Classification {
	return each.Of(answers, classification)
}

// read takes links apart.
func read(links []classify.Link) []anchor.Link {
	return anchor.Read(each.Of(links, func(l classify.Link) document.Link { return document.Link(l) }))
}
