// Package label finds the title, authors, affiliations and abstract on the
// article pages of a journal. It goes past the method of D. X. Le and G. R. Thoma
// (Automated document labeling for web-based online medical journals, SCI 2003),
// which is in package label/paper; docs/zones.md in the repository has the definitions.
//
// Most callers learn a [Model] from one or two pages and label the others:
//
//	model, err := label.Learn([]label.Example{{Root: root, Values: label.Values{Title: "...", Authors: names}}})
//	article, err := model.Label(other)
//
// The values come from a person, or with [MetaValues] from the metas and the
// JSON-LD of some ten pages, which nobody has to label. Such a model labels
// pages without metas too. A page is read as rows of visible text and as the
// elements around them. A zone's pattern is the path to its element: levels,
// names, and marks, that is classes, identifiers and fonts with digits masked.
// Patterns of several pages become what they have in common. On a page each
// place that resembles a pattern gets a score, and the best place is read if
// its content is of the zone's kind. Zones that no pattern finds come from the
// page's metadata or headings; their [Zone] says so in Source.
//
// [Article.Changed] reports a page that does not follow its model.
//
// Frames are not followed, and pages made from PDF get no special treatment.
package label
