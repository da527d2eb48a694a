// Package label finds the title, authors, affiliations and abstract on the
// article pages of a journal. It carries the method of D. X. Le and G. R. Thoma
// (Automated document labeling for web-based online medical journals, SCI 2003)
// and goes past it; docs/zones.md in the repository has the definitions.
//
// Most callers learn a [Model] from one or two pages and label the others:
//
//	model, err := label.Learn([]label.Example{{Root: root, Values: label.Values{Title: "...", Authors: names}}})
//	article, err := model.Label(other)
//
// The values come from a person, or with [MetaValues] from what pages say of
// themselves in metas and JSON-LD; a model learnt so labels pages that have
// none. A page is taken as rows of visible text and as the elements around
// them. A zone's pattern is the way to its element: levels, names, and marks,
// that is classes, identifiers and fonts with digits masked. Patterns of several
// pages become what they have in common. On a page every place that resembles a
// pattern is scored by how far each part agrees; the best place is read if its
// content is of the zone's kind. What no pattern finds comes from the page's
// metadata or headings, and says so in its [Source].
//
// A page that doesn't follow its model says so too: see [Article].
//
// The published method stands beside it: [Rows] makes the level- and
// tag-patterns of the paper's Figure 2, [LearnTemplate] and [LabelPaper] match
// them. It does not see classes and identifiers, and DIV, SPAN, A and LI are
// eliminated, so zones that differ in these only look the same to it.
//
// Frames are not followed, and pages made from PDF are not treated apart.
package label
