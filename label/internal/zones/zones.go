// Package zones has the types by which the packages of label exchange zones: labels, values,
// contents.
package zones

import (
	"fmt"
	"slices"
	"strings"
)

// A Label says what a zone of an article page holds (Le and Thoma 2003,
// section 2).
type Label string

// The labels, and that of what is in no zone.
const (
	None         Label = ""
	Title        Label = "title"
	Authors      Label = "authors"
	Affiliations Label = "affiliations"
	Abstract     Label = "abstract"
)

// All are the labels of zones in the order in which pages mostly show them.
var All = [...]Label{Title, Authors, Affiliations, Abstract}

// Check refuses what is no label of a zone.
func (l Label) Check() error {
	if !slices.Contains(All[:], l) {
		return fmt.Errorf("label %.40q, want one of %v", l, All[:])
	}
	return nil
}

// A Source says where the text of a zone comes from: a template, or a step of
// the fallback chain.
type Source string

// The sources, in the order in which they are tried.
const (
	SourceTemplate  Source = "template"
	SourceMeta      Source = "meta"       // citation_*, bepress_*, eprints.*, prism.*, dcterms.*, dc.*
	SourceJSONLD    Source = "json-ld"    // a ScholarlyArticle or Article
	SourceMicrodata Source = "microdata"  // itemprop of the first article
	SourceOpenGraph Source = "open graph" // og:title, og:description, author, article:author
	SourceTitle     Source = "title"      // <title> without the site's name
	SourceHeading   Source = "heading"    // the first <h1>; the authors behind the title; the text under "Abstract"; lines that begin with "Affiliation:"
	SourceMarks     Source = "marks"      // elements with "abstract", "affiliation" or "institution" in a class, id or property
)

// Values are the zones of one page, as label.Values has them.
type Values struct {
	Title        string   // of the article
	Authors      []string // one name each, in order
	Affiliations []string // one each, in order
	Abstract     string   // without its heading
	Guessed      []Label  // the zones whose values are guesses
}

// Content is what a zone reads as.
type Content struct {
	Text  string
	Items []string
	Notes [][]string // the marks of each item: "1", "*"
	From  []int      // of a grammar, which of the lines have items
	Clear float64    // of a grammar, by how much the items are likelier than any others, as a logarithm
}

// Add adds an item.
func (c *Content) Add(item string, notes []string) {
	const few = 4 // items of most lists
	if c.Items == nil {
		c.Items, c.Notes = make([]string, 0, few), make([][]string, 0, few)
	}
	c.Items, c.Notes = append(c.Items, item), append(c.Notes, notes)
}

// Among returns those of the lines that were picked that the content is from.
func (c *Content) Among(picked []int) []int {
	if c.From == nil {
		return picked
	}
	out := make([]int, len(c.From))
	for i, k := range c.From {
		out[i] = picked[k]
	}
	return out
}

// Holds reports whether a list has all items of another.
func (c *Content) Holds(o Content) bool {
	has := map[string]bool{}
	for _, s := range c.Items {
		has[s] = true
	}
	return !slices.ContainsFunc(o.Items, func(s string) bool { return !has[s] })
}

// Text is the text of a zone of names or of affiliations.
func Text(l Label, items []string) string {
	if l == Authors {
		return strings.Join(items, ", ")
	}
	return strings.Join(items, "; ")
}

// Distinct returns the elements of a list, each once.
func Distinct[T comparable](list []T) []T {
	var out []T
	seen := make(map[T]bool, len(list))
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// Forget drops the value of a label.
func (v *Values) Forget(l Label) {
	switch l {
	case Title:
		v.Title = ""
	case Authors:
		v.Authors = nil
	case Affiliations:
		v.Affiliations = nil
	case Abstract:
		v.Abstract = ""
	}
}

// Fill takes what is missing from other values.
func (v *Values) Fill(w Values) {
	if v.Title == "" {
		v.Title = w.Title
	}
	if len(v.Authors) == 0 {
		v.Authors = w.Authors
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = w.Affiliations
	}
	if v.Abstract == "" {
		v.Abstract = w.Abstract
	}
}

// Of returns the value of a label as a list.
func (v *Values) Of(l Label) []string {
	switch l {
	case Title:
		return oneOrNone(v.Title)
	case Authors:
		return v.Authors
	case Affiliations:
		return v.Affiliations
	case Abstract:
		return oneOrNone(v.Abstract)
	}
	return nil
}

// Size is the length of the values of a label in bytes.
func (v *Values) Size(l Label) int {
	n := 0
	for _, s := range v.Of(l) {
		n += len(s)
	}
	return n
}

func oneOrNone(s string) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return []string{s}
}

// Zones returns how many zones the values are of.
func (v *Values) Zones() int {
	n := 0
	for _, l := range All {
		n += min(len(v.Of(l)), 1)
	}
	return n
}

// MaxSuffix bounds the words behind a title in its element: of a track or a year, "(Short paper)".
const MaxSuffix = 5

// MaxLines bounds the lines of a zone.
const MaxLines = 400
