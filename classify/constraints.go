package classify

import (
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/constraint"
	"github.com/lokman-crawler/lokman/internal/document"
)

// Constraints classify links by words in them (L. Q. Tran, C. W. Moon, D. X. Le
// and G. R. Thoma, Web page downloading and classification, CBMS 2001, section
// 2.2; docs/links.md in the repository). The zero value knows no words;
// NewConstraints returns sets of several languages, to be changed for a journal.
//
// Whole words, ignoring case, of the path, the query and a label are compared, so that
// "search" does not hit research.example nor "help" phelps.html. Package paper compares as
// the paper does.
type Constraints struct {
	Eliminated []string // V: links that are not wanted
	Abstract   []string // A
	FullText   []string // F
	PDF        []string // P

	// Elsewhere follows links to other servers too. A server is a host with
	// its port.
	Elsewhere bool
}

// NewConstraints returns constraints with the words of the
// given languages (de, en, es, fr, it, ja, ko, pt, ru, zh), of all without any. An
// unknown language has no words.
func NewConstraints(languages ...string) Constraints {
	return Constraints(constraint.Words(languages...))
}

func (c Constraints) rules() constraint.Rules {
	return constraint.Rules{Sets: constraint.Sets(c), Tokens: true}
}

// Elimination says whether ELIMINATION keeps a link of a page: it has none of
// the words of V and leads to the page's server. The evidence says why not.
func (c Constraints) Elimination(l Link, pageURL string) (kept bool, evidence []string) {
	link := anchor.ReadOne(document.Link(l))
	return c.rules().Elimination(&link, pageURL)
}

// Classify implements [Classifier] as LOCATION has it: ClassPDF comes before
// ClassAbstract, and that before ClassFullText; all that match are in the
// evidence. The words are the paper's, not a model's, so a class has confidence
// 1 and ClassUnfiled is a guess.
func (c Constraints) Classify(l Link) Classification {
	link := anchor.ReadOne(document.Link(l))
	return classification(c.rules().Classify(&link))
}

// ClassifyPage classifies the links of a page as Elimination and Classify do.
// One that is eliminated has no class, and the evidence says why.
func (c Constraints) ClassifyPage(links []Link, pageURL string) []Classification {
	return classifications(c.rules().ClassifyPage(read(links), pageURL))
}
