// Package bartree learns the template of web pages: it finds the place of a
// region from its text alone, detects when and where the template changes, and
// locates the region again.
//
//   - [Learn] makes a [Template] of pages: what is constant on them is the
//     template, what varies is content, and how much they vary by themselves is
//     how much a new page may. [Template.Judge] says whether new pages
//     still have it and where they differ, [Template.Locate] finds the region
//     after it moved.
//   - [Watch] follows regions on many pages, with versions of templates and
//     the evidence of pages in a row.
//
// It goes on from the reverse algorithm and the bar tree of Akbar and Handoko
// (Pattern discovery for semi-structured web pages using bar-tree
// representation, IJCTE 3(2), 2011), which package paper has as they were
// published. Package records reads lists of data.
//
// Pages are UTF-8. Any bytes are a page: nothing in them is an error, memory is
// bounded by the page's length.
package bartree
