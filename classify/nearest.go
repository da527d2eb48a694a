package classify

import (
	"io"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/journal"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/propose"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/each"
)

// A NearestNeighbor says what a link is by the labelled link of the same
// journal that is nearest to it (D. X. Le and G. R. Thoma, Automated article
// links identification for web-based online medical journals, SCI 2004;
// docs/links.md in the repository fills its gaps). It compares the paper's nine
// components, made steadier, and what stands around a link: the text beside it, its
// neighbours, its ancestors, the shape of its path; package paper has the paper's
// nine alone. No more than the first KiB of a component, of an attribute and of a text
// is read and no more than some hundred nodes around a link, so that the cost of a link
// is bounded however its page looks; what takes a page's links goes through its tree once. Without Link.Node only the components of its URL and
// text are known, the others are empty.
//
// The zero value knows nothing. Most callers want ClassifyPage, or Adapt for issue after
// issue: they see a link's part on its page. Learn, Adapt and Merge must not run at the
// same time as other methods; the others may be called by many goroutines at
// once. A model keeps 3,000 distinct links. Beyond them the oldest are dropped, the model's
// own answers before what a person has labelled.
type NearestNeighbor struct {
	Journal string // whose links these are; set by the caller

	model journal.Model
}

// An Example is a link whose class is known.
type Example struct {
	Link  Link   // as it stands on its page
	Class string // what it leads to
}

// Drift says how a page differs from the pages that a model has learned.
type Drift struct {
	Drifted bool    // the model should learn anew
	Novel   float64 // share of the links that are unlike any example
	Why     string  // in words
}

// ErrModel is the cause of the error for a file that is not a model of links,
// or one of another version.
var ErrModel = neighbor.ErrModel

// Learn adds the links of one page. Links that look the same are kept as one
// with its counts. What confidence is worth is learned again by asking the model about
// each link that it has, as if that link were not there: some milliseconds for
// hundreds of links. A link without a class is an error.
func (m *NearestNeighbor) Learn(links ...Example) error {
	return m.model.Learn(read(each.Of(links, func(e Example) Link { return e.Link })), each.Of(links, func(e Example) string { return e.Class }))
}

// Merge adds what another model has learned, as if its pages had been learned
// after the model's own. A nil one has learned nothing.
func (m *NearestNeighbor) Merge(o *NearestNeighbor) {
	if o != nil {
		m.model.Merge(&o.model)
	}
}

// Classify implements [Classifier]. A model without examples refuses, with no
// class.
func (m *NearestNeighbor) Classify(l Link) Classification {
	return classification(m.model.Classify(anchor.ReadOne(document.Link(l))))
}

// ClassifyPage classifies all links of a page and says whether the page has
// drifted away from those that were learned: many of its links are unlike any
// example or refused, or it has no articles though every page that was learned
// has. Then a person should look at it and Learn from it, or answer a Question.
//
// Unless a model has classes besides ClassArticle and ClassOther, the answers are not
// those of Classify: what the nearest examples say is weighed with the part that a link has
// on its page and with what links that look like it are, by weights that fit the pages that
// were learned.
func (m *NearestNeighbor) ClassifyPage(links []Link) ([]Classification, Drift) {
	answers, drift := m.model.ClassifyPage(read(links))
	return classifications(answers), Drift(drift)
}

// Adapt classifies the links of the journal's next issue as ClassifyPage does
// and learns from it: what it is sure of becomes an example, and what no recent
// issue has had is forgotten. Give it the issues in the order of time, each
// once. Labels are the classes that a person has given to some of the links,
// by index; nil if nobody was asked.
//
// A wrong turn does not feed itself: what a person labelled outlasts what the
// model has answered; a link whose part differs from that of all articles of
// the present layout is no article, however near it is; and where nothing looks
// as articles did, the page is taken for a redesign: its links are judged by
// their parts alone, and only then does another layout count.
func (m *NearestNeighbor) Adapt(links []Link, labels map[int]string) ([]Classification, Drift, error) {
	answers, drift, err := m.model.Adapt(read(links), labels)
	return classifications(answers), Drift(drift), err
}

// Question returns the link of a page that is worth asking a person about: its
// class settles the most of those links that would be refused, for links that
// look alike are of a class. Where none is in doubt, it is one of a kind that is
// unlike all examples. Ask, put the answer into the labels, and ask again; then
// give the labels to Adapt. There is none if the model is sure of all.
func (m *NearestNeighbor) Question(links []Link, labels map[int]string) (link int, ok bool) {
	return m.model.Question(read(links), labels)
}

// WriteTo writes the model as JSON, for [NearestNeighbor.ReadFrom]. What it has
// learned about its own answers is not written but found again when the model
// is read, which then gives the same answers.
func (m *NearestNeighbor) WriteTo(w io.Writer) (int64, error) { return m.model.Write(w, m.Journal) }

// ReadFrom makes the model one that [NearestNeighbor.WriteTo] wrote, up to the end of r.
// The error wraps [ErrModel] if there is none; then the model stays what it is. Those of
// mode paper are for the NearestNeighbor of package paper.
func (m *NearestNeighbor) ReadFrom(r io.Reader) (n int64, err error) {
	var read NearestNeighbor
	if read.Journal, n, err = read.model.Read(r); err == nil {
		*m = read
	}
	return n, err
}

func classification(a verdict.Answer) Classification {
	return Classification{a.Class, a.Confidence, a.Evidence, a.Refused, (*Neighbor)(a.Neighbor)}
}

func (c Classification) answer() verdict.Answer {
	return verdict.Answer{Class: c.Class, Confidence: c.Confidence, Evidence: c.Evidence, Refused: c.Refused, Neighbor: (*verdict.Neighbor)(c.Neighbor)}
}

func classifications(answers []verdict.Answer) []Classification {
	return each.Of(answers, classification)
}

// read takes links apart.
func read(links []Link) []anchor.Link {
	return anchor.Read(each.Of(links, func(l Link) document.Link { return document.Link(l) }))
}

// A LinkGroup is links of one page that look alike: one question to an operator
// who is to label them.
type LinkGroup struct {
	Links   []int    // by their index in the list of links
	Likely  string   // ClassArticle or ClassOther: a proposal, never a label
	Score   float64  // of Likely being Article, 0 to 1
	Why     []string // the parts of the score
	Example string   // the caption of one, cut short
}

// Propose groups the links of an unlabelled journal's page by what they look
// like and says which groups are likely to lead to articles: those with titles, or captions
// of articles, in the page's list of them. Where such groups lead to fewer than five pages,
// the text beside links, in their entries or behind them, counts for their captions. The likeliest
// come first. Nothing is learned by it: show a group to a person who knows, and Learn what
// they say about it.
func Propose(links []Link, pageURL string) []LinkGroup {
	return each.Of(propose.Groups(read(links), pageURL), func(g propose.Group) LinkGroup { return LinkGroup(g) })
}
