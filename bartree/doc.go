// Package bartree learns the template of web pages: it finds the place of a
// region from its text alone, detects when and where the template changes, and
// locates the region again.
//
// It implements the reverse algorithm and the bar tree of Akbar and Handoko
// (Pattern discovery for semi-structured web pages using bar-tree
// representation, IJCTE 3(2), 2011) and extends them:
//
//   - [Reverse] and [Compare] are the paper's: a [BarTree] of bars, the sums sigma
//     and delta, what differs between two trees. docs/templates.md in the
//     repository has the readings where the paper says nothing.
//   - [Scanner] makes a [Fingerprint] in one pass over the bytes of a page.
//   - [Learn] makes a [Template] of pages: what is constant on them is the
//     template, what varies is content, and how much they vary by themselves is
//     how much a new page may. [Template.Judge] says whether new pages
//     still have it and where they differ, [Template.Locate] finds the region
//     after it moved.
//   - [Clusters] groups pages by template.
//   - [Watch] is the paper's loop for many pages, with versions of templates and
//     the evidence of pages in a row;
//     with Watch.Paper it does exactly what the paper's does.
//   - [LearnList] learns from one record what the records of list pages have in
//     common, [List.Read] reads them; [Harvest] goes from the list to each
//     record's own page.
//
// Pages are UTF-8. Any bytes are a page: nothing in them is an error, memory is
// bounded by the page's length.
package bartree
