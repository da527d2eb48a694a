// Package records reads lists of data, such as the contents of an issue: [Learn] learns from one
// record what the records of list pages have in common, [List.Read] reads them, and [Harvest] goes
// from the list to each record's own page. It is what Akbar and Handoko 2011, section V, leave as
// work in progress.
//
// Pages are UTF-8. Any bytes are a page: nothing in them is an error, memory is
// bounded by the page's length.
package records
