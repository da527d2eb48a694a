// Package classify says what pages and links are worth and what they are.
//
// A [Scorer] gives a text a number, a [Classifier] gives a link a class, a
// [PageClassifier] a page. The first two see pages through [Document]: the visible text of a page and its links, each
// with its anchor text and the words around it.
//
// Pages are UTF-8. Convert other encodings first, with the UTF8 method of a
// crawl.Page, also for a page that another program fetched:
//
//	src := (&crawl.Page{Header: resp.Header, Body: body}).UTF8()
//
// or with NewReader of golang.org/x/net/html/charset. Invalid UTF-8 stays as it is
// in a text and becomes U+FFFD in a URL: /caf%EF%BF%BD.
package classify

import (
	"iter"

	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// A Scorer says how much a text is worth: 0 for nothing, more is better. It is
// called by many goroutines at once.
//
// It may be a [TermScorer], and have any of these methods, which strategies ask for by a
// type assertion:
//
//	ScoreDocument(d Document) float64
//
// is the score of a page by how it is marked up: title, headings, bold text, anchors
// (thesis 5.2). Strategies score pages by the function [ScoreDocument] and all other
// texts by Score.
//
//	Parts(text string) iter.Seq2[string, float64]
//
// yields what adds to the score of a text, the greatest first: a label for people and how
// much it adds. An *ontology.Scorer has it.
//
//	ScoreAll(ctx context.Context, texts []string) ([]float64, error)
//
// returns the scores of texts in their order: for a service that answers about many at once,
// takes time and may fail. It is called in place of Score, once for each page, with the page's text and
// those of its links that the strategy needs, each once. The strategies of a [TermScorer] that
// count its terms do not call it. After an error the page waits and is tried
// again: see Valuation.Err of package crawl. Give each call a limit of time.
//
//	Fingerprint() uint64
//
// returns a number that depends on all that scores depend on: scorers with the same one
// score the same, in other processes and at other times too. By it a crawl that is resumed
// with another scorer is found out. It is asked for once in a crawl.
type Scorer interface {
	// Score returns the worth of a text.
	Score(text string) float64
}

// A TermScorer is a Scorer that counts weighted terms. A strategy that joins the
// texts of several links, or compares a link with a page of a thousand words, asks
// it for the terms and counts them in its own way. An *ontology.Scorer is one.
type TermScorer interface {
	Scorer

	// Occurrences yields the terms that occur in a text in order, each time that
	// they occur, with the weight of one occurrence. A term has the same name and
	// weight wherever it occurs.
	Occurrences(text string) iter.Seq2[string, float64]

	// Unit is the weight of one occurrence of the topic's own name, with which other
	// weights are compared. It does not change.
	Unit() float64
}

// A Classifier says what a link leads to. It is called by many goroutines at
// once.
type Classifier interface {
	// Classify returns the class of the link, and how sure it is.
	Classify(Link) Classification
}

// A PageClassifier says what a page is, once it is there. [Constraints] are one. It is
// called by many goroutines at once.
type PageClassifier interface {
	// Page returns the class of the page, and how sure it is.
	Page(Resource) Classification
}

var _ PageClassifier = Constraints{}

// A Classification is what a Classifier says about a link, or a PageClassifier about a page.
type Classification struct {
	Class      string    // as in the examples
	Confidence float64   // 0 to 1
	Evidence   []string  // what decided, the weightiest first
	Refused    bool      // the class is a guess that should not be acted on
	Neighbor   *Neighbor // the example that decided, if one did
}

// A Neighbor is the example that decided.
type Neighbor struct {
	Class    string  // of the example
	Href     string  // as written, cut short
	Text     string  // of its anchor, cut short
	Distance float64 // 0 to 1: the mean of the components
}

// The classes of Le and Thoma 2004. A NearestNeighbor takes any others too.
const (
	ClassArticle = verdict.Article // "article"
	ClassOther   = verdict.Other   // "other"
)

// The classes of Tran, Moon, Le and Thoma 2001 (section 2.2), each the name of
// a folder. A page of no class is ClassUnfiled.
const (
	ClassAbstract = verdict.Abstract // "Abstract"
	ClassFullText = verdict.FullText // "FullText"
	ClassPDF      = verdict.PDF      // "PDF"
	ClassUnfiled  = verdict.Unfiled  // "Other"
)
