package content

import "iter"

// Unusable yields the hrefs of the page's links that have no URL, as far as somebody asked for
// its links.
func (c *Content) Unusable() iter.Seq[string] {
	c.mu.Lock()
	defer c.mu.Unlock()
	tags := c.tags
	return func(yield func(string) bool) {
		if tags == nil {
			return
		}
		for _, a := range tags.Anchors {
			if a.Href != "" && tags.URL(a.Href) == "" && !yield(a.Href) {
				return
			}
		}
	}
}
