package zones

import (
	"slices"
	"strings"
)

// Content is what a zone reads as.
type Content struct {
	Text  string
	Items []string
	Notes [][]string // the marks of each item: "1", "*"
	From  []int      // of a grammar, which of the lines have items
}

// Add adds an item.
func (c *Content) Add(item string, notes []string) {
	const few = 4 // items of most lists
	if c.Items == nil {
		c.Items, c.Notes = make([]string, 0, few), make([][]string, 0, few)
	}
	c.Items, c.Notes = append(c.Items, item), append(c.Notes, notes)
}

// Among returns those of the lines that were picked that the content is from.
func (c *Content) Among(picked []int) []int {
	if c.From == nil {
		return picked
	}
	out := make([]int, len(c.From))
	for i, k := range c.From {
		out[i] = picked[k]
	}
	return out
}

// Holds reports whether a list has all items of another.
func (c *Content) Holds(o Content) bool {
	has := map[string]bool{}
	for _, s := range c.Items {
		has[s] = true
	}
	return !slices.ContainsFunc(o.Items, func(s string) bool { return !has[s] })
}

// Text is the text of a zone of names or of affiliations.
func Text(l Label, items []string) string {
	if l == Authors {
		return strings.Join(items, ", ")
	}
	return strings.Join(items, "; ")
}

// Distinct returns the elements of a list, each once.
func Distinct[T comparable](list []T) []T {
	var out []T
	seen := make(map[T]bool, len(list))
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
