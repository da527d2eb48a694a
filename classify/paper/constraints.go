package paper

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/constraint"
	"github.com/lokman-crawler/lokman/internal/document"
)

// Constraints classify links by words in them as Tran et al. 2001 do: an href has a word if
// the word is anywhere in it, and a caption if it equals that word, with case. The zero value
// knows no words; NewConstraints returns the paper's sets.
type Constraints struct {
	Eliminated []string // V: links that are not wanted
	Abstract   []string // A
	FullText   []string // F
	PDF        []string // P

	// Elsewhere follows links to other servers too. A server is a host with
	// its port.
	Elsewhere bool
}

// NewConstraints returns the sets that Tran et al. 2001 print (section 2.2).
func NewConstraints() Constraints {
	return Constraints{
		Eliminated: []string{"home", "subscriptions", "archive", "mailto", "help", "login", "search", "feedback", "findex", "shtml", "lookup"},
		Abstract:   []string{"abstract", "abs", "list", "[Abstract]", "Abstract"},
		FullText:   []string{"full", "Full Text", "Full text", "References"},
		PDF:        []string{"PDF", "pdf"},
	}
}

func (c Constraints) rules() constraint.Rules { return constraint.Rules{Sets: constraint.Sets(c)} }

// Elimination says whether ELIMINATION keeps a link of a page: it has none of
// the words of V and leads to the page's server. The evidence says why not.
func (c Constraints) Elimination(l classify.Link, pageURL string) (kept bool, evidence []string) {
	link := anchor.ReadOne(document.Link(l))
	return c.rules().Elimination(&link, pageURL)
}

// Classify implements [classify.Classifier] as LOCATION has it: PDF comes before
// Abstract, and that before FullText; all that match are in the evidence. A class has
// confidence 1, and [classify.ClassUnfiled] is a guess.
func (c Constraints) Classify(l classify.Link) classify.Classification {
	link := anchor.ReadOne(document.Link(l))
	return classification(c.rules().Classify(&link))
}

// ClassifyPage classifies the links of a page as Elimination and Classify do.
// One that is eliminated has no class, and the evidence says why.
func (c Constraints) ClassifyPage(links []classify.Link, pageURL string) []classify.Classification {
	return classifications(c.rules().ClassifyPage(read(links), pageURL))
}
