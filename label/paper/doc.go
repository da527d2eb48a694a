// Package paper labels article pages by the published method of D. X. Le and
// G. R. Thoma (Automated document labeling for web-based online medical journals,
// SCI 2003), as it is: [Rows] makes the level- and tag-patterns of the paper's
// Figure 2, [Learn] labels those of one page from the values of its zones, and
// [Label] matches those of others with them. It does not see classes and
// identifiers, and DIV, SPAN, A and LI are eliminated, so zones that differ in these
// only look the same to it; package label goes past that.
package paper
