package strategy

import (
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/adaptive"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/ablation"
)

// Adaptive learns during the crawl which links lead to pages of the topic
// (Chakrabarti, Punera and Subramanyam 2002; Rennie and McCallum 1999; the
// definition is in docs/strategies.md). It begins as [LokmanNormalized]; with the
// number of fetched pages the weight w of a model of links grows:
//
//	link value = (1-w) x LokmanNormalized's + w x model's
//
// w is the greater the better the model has ranked pages, compared with
// LokmanNormalized, before they were fetched, so that it steps back where it ranks worse.
//
// A page's Value is LokmanNormalized's; what the page is worth, from which the model
// learns, is another figure. It is judged by the scorer, by how near the page's words
// are to examples and what it has of the query, by the pages that link to it, and in
// comparison with the best pages so far. Examples are what people
// have named (Relevant, Texts, Query, Judge) and the best pages found. The model
// estimates what a URL is worth from the pages that link to it and those before them, the words of its
// links and around them, and what other pages turned out to be worth whose links are
// in the same block of a page, at the same place of a layout or whose URLs are in
// the same directory. A hub's target is the mean of its two best newly found links, so
// that the model learns paths. URLs that fail are worth nothing, and their block and
// directory is worth less for it.
//
// From time to time it replays all it has fetched, since what pages are worth is
// known better later. Some URLs are taken in the order of discovery from hosts that are
// drawn at random, the more the less the other values promise: a page of links that says
// nothing of the topic can lead to all of it, and most such pages are near to the seeds.
// Where that finds nothing, it costs about a tenth of what the pages are worth.
//
// Queued URLs were valued by the model of their time: with each page the 8 best, then the best
// one until it has its value by the present model, at most 64, and 8 in turn are valued again, so
// that a page costs its text and its links, however large the crawl. An Adaptive holds the state of one crawl, about 130 bytes a
// URL beside the string, up to 5 KB for each of the 4,096 pages that a replay looks at, and
// up to 30 MB: take a new one for each, for to a page that it knows it returns links with
// the values that they had. With one worker the order depends on the seed and
// the pages alone. A crawl that goes on from a durable frontier needs a new one with
// the same topic and parameters, and brings it to what it had learned; others are
// [crawl.ErrState].
type Adaptive struct {
	// Scorer is required, as for LokmanNormalized.
	Scorer classify.Scorer

	// Query is the topic in words, Texts are texts about it; Relevant and Irrelevant
	// are URLs of pages, seeds above all, that are known to be about it or not. All
	// may be empty.
	Query                string
	Texts                []string
	Relevant, Irrelevant []string

	// Model, if set, is what an earlier crawl for the topic has learned.
	Model *AdaptiveModel

	// Explore is the share of pages with which it is considered to take a URL of a host
	// drawn at random, 0 to 1; it is taken if it promises more than the others. 0
	// means 0.8, crawl.None none.
	Explore float64
	// Seed of the random numbers.
	Seed uint64

	memory
	without
	learner  *adaptive.Learner
	answers  *scored.Answers // in place of the Scorer, if that answers about many texts at once
	spare    crawl.Valuation // of a page that was acknowledged, in whose room the next ones' links are kept
	feedback []string        // of Judge and Refused since the last observation, as observations have it

	// restored is what the snapshot has of feedback that comes again in an observation, by the URL of that. What is
	// in whichever comes next has "".
	restored map[string][]string
}

var (
	_ crawl.Resumable       = (*Adaptive)(nil)
	_ crawl.FailureListener = (*Adaptive)(nil)
)

// without is what experiments leave out.
type without = ablation.Switch

// What feedback in an observation begins with. The rest is a URL.
const (
	feedbackRelevant   = "y"
	feedbackIrrelevant = "n"
	feedbackRefused    = "-"
	feedbackRedirected = ">" // there
	feedbackOf         = "=" // in a snapshot: what follows is in the observation of this URL
)

// Valid reports a missing scorer, an impossible Explore and what is no URL.
func (a *Adaptive) Valid() error {
	if a.Explore != crawl.None && !(a.Explore >= 0 && a.Explore <= 1) {
		return fmt.Errorf("strategy: Adaptive.Explore is %g: want 0 to 1, or None", a.Explore)
	}
	if err := needURLs("Adaptive.Relevant", a.Relevant); err != nil {
		return err
	}
	if err := needURLs("Adaptive.Irrelevant", a.Irrelevant); err != nil {
		return err
	}
	return scored.Need("Adaptive", a.Scorer)
}

// needURLs returns an error if a field holds something other than URLs of pages.
func needURLs(field string, urls []string) error {
	for _, url := range urls {
		if _, err := crawl.Canonical(url); err != nil {
			return fmt.Errorf("strategy: %s: %w", field, err)
		}
	}
	return nil
}

// canonical returns the form of a URL that a crawl knows its page by.
func canonical(url string) string {
	if form, err := crawl.Canonical(url); err == nil {
		return form
	}
	return url
}

// FrontierOptions asks for a frontier that replaces values.
func (a *Adaptive) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.ReplaceValues}
}

// started returns the learner, a new one the first time. The caller has the lock of the state.
func (a *Adaptive) started() *adaptive.Learner {
	if a.learner == nil {
		c := adaptive.Config{
			Scorer: a.Scorer, Query: a.Query, Texts: a.Texts, Judged: map[string]bool{},
			Explore: a.Explore, Seed: a.Seed, Without: a.Without,
		}
		for _, url := range a.Relevant {
			c.Judged[canonical(url)] = true
		}
		for _, url := range a.Irrelevant {
			c.Judged[canonical(url)] = false
		}
		if _, ok := a.Scorer.(classify.TermScorer); !ok {
			if a.answers = scored.NewAnswers(a.Scorer); a.answers != nil {
				c.Scorer = a.answers
			}
		}
		if a.Model != nil {
			c.Model = &a.Model.learned
		}
		a.learner = adaptive.New(c)
	}
	return a.learner
}

// by returns the learner, which scores the next page by scores. The caller has the lock of the
// state.
func (a *Adaptive) by(scores normalized.Scores) *adaptive.Learner {
	l := a.started()
	if said, ok := scores.Scorer.(*scored.Answers); ok {
		*a.answers = *said
	}
	return l
}

// Judge says whether a page is about the topic, before or after it is fetched.
func (a *Adaptive) Judge(url string, relevant bool) {
	url = canonical(url)
	store := observed.Of(&a.memory)
	store.Lock()
	defer store.Unlock()
	a.started().Judge(url, relevant)
	if relevant {
		a.feedback = append(a.feedback, feedbackRelevant+url)
	} else {
		a.feedback = append(a.feedback, feedbackIrrelevant+url)
	}
}

// Value implements [crawl.Strategy].
func (a *Adaptive) Value(p *crawl.Page) crawl.Valuation {
	doc, places := p.Scan(), p.LinkPlaces()
	scores, err := normalized.Scores{Scorer: a.Scorer}.Ask(p.Context(), doc)
	if err != nil {
		return crawl.Valuation{Err: err}
	}
	store := observed.Of(&a.memory)
	before := store.AfterFailure(p.URL)
	return store.Once(p.URL, func(seen *observed.Facts) crawl.Valuation {
		seen.Parent, seen.Note, seen.LinkValue, seen.Doc, seen.Places = p.Parent, p.Note, p.LinkValue, doc, places
		v := a.by(scores).Page(p, doc, places, a.spare)
		a.spare = crawl.Valuation{}
		if len(before) > 0 {
			v.Revalued = append(before, v.Revalued...)
		}
		return v
	})
}

// Failed implements [crawl.FailureListener]. A URL that failed counts as a page worth
// nothing.
func (a *Adaptive) Failed(url string, why error) []frontier.Entry {
	return observed.Of(&a.memory).Once(url, func(seen *observed.Facts) crawl.Valuation {
		seen.Kind = failureKind(why)
		v := crawl.Valuation{Revalued: a.failed(url, seen.Kind)}
		var redirect *crawl.RedirectError
		if errors.As(why, &redirect) && redirect.To != "" {
			seen.Feedback = append(seen.Feedback, feedbackRedirected+redirect.To)
			a.started().Redirected(url, redirect.To)
		}
		return v
	}).Revalued
}

func (a *Adaptive) failed(url string, as observed.Kind) []frontier.Entry {
	if as == observed.Redirected || as == observed.NotModified {
		a.started().Gone(url)
		return nil
	}
	return a.started().Failed(url, as == observed.HostFailed)
}

// failureKind says what became of a URL that gave no page.
func failureKind(why error) observed.Kind {
	switch {
	case errors.As(why, new(*crawl.RedirectError)):
		return observed.Redirected
	case errors.Is(why, crawl.ErrNotModified):
		return observed.NotModified
	}
	switch crawl.Cause(why) {
	case "scorer": // nobody knows what the page is worth
		return observed.NotModified
	case "host limit", "robots unreachable", "connect", "dns", "refused address":
		return observed.HostFailed
	}
	return observed.Failed
}

// Refused implements [crawl.FailureListener]. A URL is forgotten if all links to it
// were refused, until another page links to it.
func (a *Adaptive) Refused(url string, _ error) {
	store := observed.Of(&a.memory)
	store.Lock()
	defer store.Unlock()
	l := a.started()
	l.Refused(url)
	refused := feedbackRefused + url
	if p := store.Pending[l.LatestSource(url)]; p != nil && !p.Observed {
		p.Seen.Feedback = append(p.Seen.Feedback, refused)
	} else {
		a.feedback = append(a.feedback, refused)
	}
}

// Learned returns what the strategy has learned so far.
func (a *Adaptive) Learned() *AdaptiveModel {
	store := observed.Of(&a.memory)
	store.Lock()
	defer store.Unlock()
	return &AdaptiveModel{*a.started().Model()}
}
