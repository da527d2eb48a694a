package crawl

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// A Strategy gives a fetched page its value, and the links to follow with their
// values. With several workers Value is called by several goroutines at once.
//
// A Strategy that is a [FrontierConfigurer] says how the frontier is to be
// ordered and bounded. One with a method
//
//	Valid() error
//
// is checked by that method before a crawl begins.
type Strategy interface {
	Value(*Page) Valuation
}

// An Acknowledger is a Strategy whose Acknowledge is called when a page it has
// valued is acknowledged: its links are in the frontier. A page that is not,
// because the loop was left, the sink failed or the lease was lost, is valued
// again later, and Value must return its links once more.
type Acknowledger interface {
	Strategy
	Acknowledge(url string)
}

// A Forgetter is an Acknowledger whose Forget is called when the lease of a URL that
// it has valued was lost, to another process as a rule, and no worker of this one has
// the URL: nothing need be kept for an Acknowledge that does not come. It may have
// come before, by a worker that was quicker. If the URL comes back after all, Value
// returns its links once more.
type Forgetter interface {
	Acknowledger
	Forget(url string)
}

// A FailureListener is a Strategy that hears of URLs that it does not value.
//
// Failed is called for a URL that was tried and gave no page, before it is
// acknowledged; the error says why: the page's Err, a [*RedirectError] or
// [ErrNotModified]. It returns the URLs whose values the failure changes, as
// Valuation.Revalued has them. For an [Acknowledger] what holds for Value holds for Failed:
// called again for a URL before Acknowledge it must return the same.
//
// Refused is called for a link of a valuation that the crawler leaves out; the error
// says why, as that of an [EventRefused].
//
// Both are called by several workers at once.
type FailureListener interface {
	Strategy
	Failed(url string, why error) []frontier.Entry
	Refused(url string, why error)
}

// What a [FailureListener] hears of URLs that did not fail and are no page.
var (
	ErrRedirected  = errors.New("the URL redirects to another, which inherits its value")
	ErrNotModified = errors.New("the page has not changed since an earlier crawl")
)

// A RedirectError says where a URL redirects. It is an [ErrRedirected].
type RedirectError struct {
	To string // as it is pushed; "" if it is left out
}

// Error says that the URL redirects.
func (e *RedirectError) Error() string { return ErrRedirected.Error() }

// Unwrap returns ErrRedirected.
func (e *RedirectError) Unwrap() error { return ErrRedirected }

// failed tells the strategy of a URL that gave no page, and perhaps a redirect's target. It
// returns the URLs that the strategy values anew.
func (r *run) failed(p *Page, target []frontier.Entry) ([]frontier.Entry, error) {
	l, ok := r.strategy.(FailureListener)
	if !ok {
		return nil, nil
	}
	why := p.Err
	switch {
	case why != nil:
	case p.NotModified:
		why = ErrNotModified
	default:
		to := ""
		if len(target) > 0 {
			to = strings.TrimSuffix(target[0].URL, secondTime)
		}
		why = &RedirectError{to}
	}
	links := l.Failed(p.URL, why)
	if err := checkLinks(links); err != nil {
		return nil, err
	}
	return r.revalued(p, links), nil
}

// A Valuation is what a Strategy says about a page. Its numbers are finite: others
// end the crawl with an error that names the page.
type Valuation struct {
	// Score is what the strategy's scorer says about the page's text.
	Score float64
	// Explanation is where the page's value comes from. The value is its sum.
	Explanation Explanation
	// LinkExplanation is where the page's LinkValue comes from, for which it was
	// fetched: its sum is LinkValue. It is nil if the strategy does not keep that.
	LinkExplanation Explanation
	// Links are the URLs to push, each with its value. They are canonical, as
	// those of a Document and of LinkURLs are; Canonical makes others so. The
	// crawler sets the source and the depth and leaves out what scope and
	// limits refuse.
	Links []frontier.Entry
	// Revalued are URLs that earlier pages link to, and whose values have changed. They are
	// no links of the page: its directives and the limits on depth and links do not
	// concern them, and those that the frontier has not taken before are left out.
	Revalued []frontier.Entry
}

// check returns an error about a number that is not finite.
func (v *Valuation) check() error {
	if !legible.Finite(v.Score) {
		return fmt.Errorf("the strategy returned the score %v: want a finite number", v.Score)
	}
	if value := v.Explanation.Value(); !legible.Finite(value) {
		return fmt.Errorf("the strategy returned a page value of %v: want a finite number", value)
	}
	return cmp.Or(checkLinks(v.Links), checkLinks(v.Revalued))
}

func checkLinks(links []frontier.Entry) error {
	for i := range links {
		if e := &links[i]; !legible.Finite(e.Value) {
			return &frontier.EntryError{URL: e.URL, Cause: fmt.Sprintf("the strategy returned the value %v: want a finite number", e.Value)}
		}
	}
	return nil
}

// An Explanation says where a value comes from: the value is the sum of its
// parts in their order.
type Explanation []Part

// A Part of a value is a Factor times a Score.
type Part struct {
	Of       string // whose score it is: "parent", "page", "link" ...
	Factor   float64
	Score    float64
	Evidence []string // what the score is made of
}

// Value returns what the part adds. The conversion keeps compilers from fusing
// the product into a sum, which would be rounded differently from the parts.
func (p Part) Value() float64 { return float64(p.Factor * p.Score) }

// Value returns the sum of the parts.
func (e Explanation) Value() float64 {
	var sum float64
	for _, p := range e {
		sum += p.Value()
	}
	return sum
}

// String writes the parts as a sum, for example
// "0.1 x parent 13.5 + 0.9 x page 42 [flu (synonym) 1 x 12; influenza (exact) 2 x 15]".
func (e Explanation) String() string {
	var b strings.Builder
	for i, p := range e {
		switch {
		case i > 0 && p.Factor < 0:
			b.WriteString(" - ")
			p.Factor = -p.Factor
		case i > 0:
			b.WriteString(" + ")
		}
		if p.Factor != 1 {
			fmt.Fprintf(&b, "%.6g x ", p.Factor)
		}
		fmt.Fprintf(&b, "%s %.6g", p.Of, p.Score)
		if len(p.Evidence) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(p.Evidence, "; "))
		}
	}
	return b.String()
}

// BreadthFirst is the strategy of a Crawler without one: links are taken in
// the order in which they are found.
type BreadthFirst struct{}

// FrontierOptions asks for a first-in-first-out frontier.
func (BreadthFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.FIFO}
}

// Value implements [Strategy].
func (BreadthFirst) Value(p *Page) Valuation {
	var v Valuation
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url})
	}
	return v
}
