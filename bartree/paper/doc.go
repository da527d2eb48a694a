// Package paper is what Akbar and Handoko published (Pattern discovery for semi-structured web
// pages using bar-tree representation, IJCTE 3(2), 2011), value by value: [Reverse] finds a region
// by its text and measures its [BarTree], [Compare] says what differs between two trees,
// [Extract] reads other pages with a tree, [Watch] is the paper's loop. Where the paper says
// nothing, docs/templates.md in the repository has the readings. Package bartree goes on from here.
package paper
