package strategy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/valid"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Follow follows only links that a Classifier accepts, in the order in which
// they are found or as another strategy values them:
//
//	strategy.Follow{Classifier: paper.NewConstraints()} // the downloading of Tran et al. 2001
//	strategy.Follow{Classifier: model, Accept: []string{classify.ClassArticle}, Strategy: strategy.Lokman{Scorer: scorer}}
//
// All links of a page are classified at once where the Classifier has one of the
// methods
//
//	ClassifyPage(links []classify.Link) ([]classify.Classification, classify.Drift)
//	ClassifyPage(links []classify.Link, pageURL string) []classify.Classification
//	ClassifyPage(p *crawl.Page) []classify.Classification
//
// as a [classify.NearestNeighbor] has the first, whose drift is in the page's
// Explanation, and [classify.Constraints] and [paper.Constraints]
// have the second. That one is taken for the procedures of Tran et al. 2001, section 2.2:
// ELIMINATION deletes links that have a word of V or leave the server that the crawl began
// on, also on a page to which a link was redirected elsewhere, and LOCATION generates no
// children of a page whose link is of [classify.ClassPDF]. With crawl.Crawler.Revisit, pages
// that fail are tried once more at the end, as with that paper's Revisited list.
//
// Pages says what the pages are that this leads to:
//
//	strategy.Follow{Classifier: links, Pages: pages, From: []string{"list"}} // of lists alone
//
// Links that ask not to be followed are left to the crawler: see
// crawl.Crawler.IgnoreNoFollow. Each link's class and evidence are in its note:
// see [Followed].
type Follow struct {
	Classifier classify.Classifier // required
	Accept     []string            // classes to follow; none means any class but ""
	Guesses    bool                // follow links too whose class is a guess, a Refused one

	// Pages, if set, says what each page is: its Explanation has a part "class C" with the
	// evidence. The links of a page whose class is not in From are not followed, those of
	// a seed are. With Guesses a class that is Refused counts too.
	Pages classify.PageClassifier
	From  []string // classes of Pages; none means all

	// Strategy, if set, values the pages and the links that are accepted, of
	// which alone it knows, and orders the frontier. With nil the links are
	// followed first in, first out, and the score of a page is how many they
	// are.
	Strategy crawl.Strategy
}

var _ crawl.FailureListener = Follow{} // whose Strategy may be one

// FrontierOptions asks for the frontier of the Strategy, or for a
// first-in-first-out one.
func (f Follow) FrontierOptions() frontier.Options { return crawl.FrontierOptions(f.Strategy) }

// Valid reports a missing classifier, a From without Pages, or that the Strategy is not valid.
func (f Follow) Valid() error {
	if f.Classifier == nil {
		return errors.New("strategy: the Classifier of Follow is not set")
	}
	if len(f.From) > 0 && f.Pages == nil {
		return errors.New("strategy: Follow has From and no Pages to say what a page is")
	}
	return valid.Check(f.Strategy)
}

// Acknowledge calls the Strategy's, if that has one.
func (f Follow) Acknowledge(url string) {
	if a, ok := f.Strategy.(interface{ Acknowledge(url string) }); ok {
		a.Acknowledge(url)
	}
}

// Failed tells the Strategy, if that is a [crawl.FailureListener], and returns what it
// returns: the frontier has these URLs, with what is noted on them.
func (f Follow) Failed(url string, why error) []frontier.Entry {
	if l, ok := f.Strategy.(crawl.FailureListener); ok {
		return l.Failed(url, why)
	}
	return nil
}

// Refused tells the Strategy, if that is a [crawl.FailureListener].
func (f Follow) Refused(url string, why error) {
	if l, ok := f.Strategy.(crawl.FailureListener); ok {
		l.Refused(url, why)
	}
}

// Forget calls the Strategy's, if that has one.
func (f Follow) Forget(url string) {
	if s, ok := f.Strategy.(interface{ Forget(url string) }); ok {
		s.Forget(url)
	}
}

// Begun reports false if the Strategy has the method and has not begun.
func (f Follow) Begun() bool {
	s, ok := f.Strategy.(interface{ Begun() bool })
	return !ok || s.Begun()
}

// Observation returns the Strategy's, nil if that is not [crawl.Resumable].
func (f Follow) Observation(url string) []byte {
	if s, ok := f.Strategy.(crawl.Resumable); ok {
		return s.Observation(url)
	}
	return nil
}

// Observe has the Strategy learn, which is an error if that is not [crawl.Resumable].
func (f Follow) Observe(ctx context.Context, observation []byte) error {
	if s, ok := f.Strategy.(crawl.Resumable); ok {
		return s.Observe(ctx, observation)
	}
	return fmt.Errorf("%w: strategy: the frontier has observations, and a Follow with the Strategy %T takes none: resume with the strategy that the crawl was begun with", crawl.ErrState, f.Strategy)
}

// Snapshot does what [crawl.Resumable] says; it is nil for a Strategy that makes none.
func (f Follow) Snapshot(more bool) iter.Seq[[]byte] {
	if s, ok := f.Strategy.(interface{ Snapshot(bool) iter.Seq[[]byte] }); ok {
		return s.Snapshot(more)
	}
	return nil
}

// Restore does what [crawl.Resumable] says.
func (f Follow) Restore(pieces iter.Seq2[[]byte, error]) error {
	if s, ok := f.Strategy.(interface {
		Restore(iter.Seq2[[]byte, error]) error
	}); ok {
		return s.Restore(pieces)
	}
	return fmt.Errorf("%w: strategy: the frontier has a snapshot, and a Follow with the Strategy %T takes none: resume with the strategy that the crawl was begun with", crawl.ErrState, f.Strategy)
}

// Value implements [crawl.Strategy].
func (f Follow) Value(p *crawl.Page) crawl.Valuation {
	n := noteOf(p)
	links := p.Document().Links
	var classes []classify.Classification
	var drift classify.Drift
	is, leads := f.page(p)
	if leads {
		classes, drift = f.classify(p, links, &n)
	}
	accepted := make(map[string]classify.Classification, len(links))
	urls := make([]string, 0, len(links))
	for i, c := range classes[:min(len(classes), len(links))] {
		url := links[i].URL
		if _, known := accepted[url]; known || url == "" || !f.accepts(c) {
			continue
		}
		accepted[url] = c
		urls = append(urls, url)
	}
	var v crawl.Valuation
	if f.Strategy == nil {
		for _, url := range urls {
			v.Links = append(v.Links, frontier.Entry{URL: url})
		}
		v.Score = float64(len(urls))
	} else {
		within := p.WithLinks(func(i int) bool { _, ok := accepted[links[i].URL]; return ok })
		within.Note = n.Note
		v = f.Strategy.Value(within)
	}
	for i := range v.Links {
		e := &v.Links[i]
		c := accepted[e.URL]
		e.Note = note{c.Class, c.Evidence, c.Refused, n.Server, e.Note}.String()
		e.Reason = classReason{c, e.Reason}
	}
	if f.Pages != nil {
		v.Explanation = append(v.Explanation, crawl.Part{Of: "class " + is.Class, Factor: 1, Evidence: is.Evidence})
	}
	if drift.Drifted {
		v.Explanation = append(v.Explanation, crawl.Part{Of: "drift", Factor: 1, Evidence: []string{drift.Why}})
	}
	return v
}

// page says what a page is, and whether its links are followed.
func (f Follow) page(p *crawl.Page) (is classify.Classification, leads bool) {
	if f.Pages == nil {
		return is, true
	}
	r := classify.Resource{URL: p.URL, ContentType: p.MediaType(), Body: p.Body, Link: Followed(p)}
	if p.IsHTML() {
		r.Root, _ = p.DOM()
	}
	is = f.Pages.Page(r)
	return is, p.Parent == "" || len(f.From) == 0 || (f.Guesses || !is.Refused) && slices.Contains(f.From, is.Class)
}

// classify classifies the links of a page. What it says of none is that none is
// accepted. It notes which server a crawl by constraints keeps to.
func (f Follow) classify(p *crawl.Page, links []classify.Link, n *note) ([]classify.Classification, classify.Drift) {
	switch c := f.Classifier.(type) {
	case interface {
		ClassifyPage([]classify.Link) ([]classify.Classification, classify.Drift)
	}:
		restoreAttributes(p, f.Classifier)
		return c.ClassifyPage(links)
	case interface {
		ClassifyPage([]classify.Link, string) []classify.Classification
	}:
		from := p.URL
		if n.Server = cmp.Or(n.Server, weburl.HostOf(p.URL)); n.Server != weburl.HostOf(p.URL) {
			from = "http://" + n.Server + "/"
		}
		if n.Class == classify.ClassPDF {
			return nil, classify.Drift{}
		}
		return c.ClassifyPage(links, from), classify.Drift{}
	case interface {
		ClassifyPage(*crawl.Page) []classify.Classification
	}:
		return c.ClassifyPage(p), classify.Drift{}
	}
	classes := make([]classify.Classification, len(links))
	for i, l := range links {
		if l.URL != "" {
			classes[i] = f.Classifier.Classify(l)
		}
	}
	return classes, classify.Drift{}
}

// restoreAttributes puts the attributes of a page's elements into their order
// for a model that looks at it.
func restoreAttributes(p *crawl.Page, c classify.Classifier) {
	if _, ok := c.(*paper.NearestNeighbor); !ok {
		return
	}
	if root, err := p.DOM(); err == nil {
		paper.RestoreAttributes(root, p.UTF8())
	}
}

func (f Follow) accepts(c classify.Classification) bool {
	if c.Class == "" || c.Refused && !f.Guesses {
		return false
	}
	return len(f.Accept) == 0 || slices.Contains(f.Accept, c.Class)
}

// classReason explains a link's value by its class, and by the reason of the
// strategy that values it.
type classReason struct {
	class  classify.Classification
	reason fmt.Stringer // nil for none
}

func (r classReason) String() string {
	var parts []string
	if r.reason != nil {
		parts = append(parts, r.reason.String())
	}
	if r.class.Class != "" { // "" for a link of an earlier page
		parts = append(parts, "link of class "+r.class.Class+": "+strings.Join(r.class.Evidence, ", "))
	}
	return strings.Join(parts, "; ")
}

// note is what Follow notes on a link: a JSON object.
type note struct {
	Class    string   `json:"class,omitempty"`
	Evidence []string `json:"evidence,omitempty"`
	Refused  bool     `json:"refused,omitempty"`
	Server   string   `json:"server,omitempty"` // that a crawl by constraints keeps to
	Note     string   `json:"note,omitempty"`   // of the strategy within
}

func (n note) String() string {
	b, _ := json.Marshal(n) // of strings: cannot fail
	return string(b)
}

// noteOf reads the note of the link by which a page was found. A seed has none.
func noteOf(p *crawl.Page) note {
	var n note
	if err := json.Unmarshal([]byte(p.Note), &n); err != nil {
		return note{}
	}
	return n
}

// Followed returns what the classifier said about the link by which a page was
// found: its class, the evidence, and whether it was refused. A seed has none.
func Followed(p *crawl.Page) classify.Classification {
	n := noteOf(p)
	return classify.Classification{Class: n.Class, Evidence: n.Evidence, Refused: n.Refused}
}

// FollowNote returns the note of a link that a strategy of one's own adds to
// those of [Follow]: what Followed will read on its page.
func FollowNote(c classify.Classification) string {
	return note{Class: c.Class, Evidence: c.Evidence, Refused: c.Refused}.String()
}
