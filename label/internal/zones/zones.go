// Package zones has what the parts of label say to each other about zones: labels, values, contents.
package zones

import (
	"fmt"
	"slices"
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
	SourceMicrodata Source = "microdata"  // itemprop of the same
	SourceOpenGraph Source = "open graph" // og:title, og:description
	SourceTitle     Source = "title"      // <title> without the site's name
	SourceHeading   Source = "heading"    // the first <h1>; the first line of names; the text under "Abstract"; lines that begin with "Affiliation:"
	SourceMarks     Source = "marks"      // elements with "abstract", "affiliation" or "institution" in a class, id or property
)
