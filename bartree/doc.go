// Package bartree learns the template of web pages: it finds the place of a
// region from its text alone, detects when and where the template changes, and
// locates the region again.
//
//   - [Learn] makes a [Template] of pages: what is constant on them is the
//     template, what varies is content. A new page may vary as much as they do.
//     [Template.Judge] says whether new pages still have the template and where
//     they differ, [Template.Locate] finds the region after it moved.
//   - [Watch] follows regions on many pages, with versions of templates and
//     the evidence of pages in a row.
//
// It goes past the reverse algorithm and the bar tree of Akbar and Handoko
// (Pattern discovery for semi-structured web pages using bar-tree
// representation, IJCTE 3(2), 2011), which are in package paper. Package
// records reads lists of data.
//
// Pages are UTF-8. Any bytes are a page: nothing in them is an error, memory is
// bounded by the page's length.
package bartree
