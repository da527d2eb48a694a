// Package verdict holds what is said of a link or a page, and the classes.
package verdict

import (
	"slices"
	"strings"
)

// An Answer is what is said about a link or a page.
type Answer struct {
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

// The classes of links of Le and Thoma 2004. A model takes any others too.
const (
	Article = "article"
	Other   = "other"
)

// The classes of Tran, Moon, Le and Thoma 2001 (section 2.2), each the name of
// a folder. A page of no class is Unfiled.
const (
	Abstract = "Abstract"
	FullText = "FullText"
	PDF      = "PDF"
	Unfiled  = "Other"
)

// Labelled is what a person has said of a link.
func Labelled(class string) Answer {
	return Answer{Class: class, Confidence: 1, Evidence: []string{"labelled"}}
}

const refusal = "refused: "

// Refuse says why the answer should not be acted on.
func (a *Answer) Refuse(why string) {
	a.Refused = true
	a.Evidence = append(a.Evidence, refusal+why)
}

// Accept takes a refusal back.
func (a *Answer) Accept() {
	a.Refused = false
	a.Evidence = slices.DeleteFunc(a.Evidence, func(e string) bool { return strings.HasPrefix(e, refusal) })
}

// Count is how many links were of class Other and of class Article.
type Count [2]float64

// ArticleIndex is the index of Article in a Count.
const ArticleIndex = 1

// Add adds the links of another count.
func (c *Count) Add(o Count) {
	c[0] += o[0]
	c[1] += o[1]
}

// ClassIndex returns the index of a class in a Count: all but Article are as Other.
func ClassIndex(class string) int {
	if class == Article {
		return ArticleIndex
	}
	return 0
}

// ClassName returns the class with an index in a Count.
func ClassName(index int) string {
	if index == ArticleIndex {
		return Article
	}
	return Other
}
