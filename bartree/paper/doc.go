// Package paper is what Akbar and Handoko published (Pattern discovery for semi-structured web
// pages using bar-tree representation, IJCTE 3(2), 2011), value by value: [Reverse] finds a region
// by its text and measures its [BarTree], [Compare] says what differs between two trees, [Extract]
// reads other pages with a tree, [Watch] is the paper's loop. docs/templates.md in the repository
// says how gaps of the paper are filled. Package bartree goes further.
package paper
