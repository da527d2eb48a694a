package content

// Unusable returns the hrefs of the page's links that have no URL, as far as somebody asked for
// its links.
func (c *Content) Unusable() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.document == nil {
		return c.unusable
	}
	var hrefs []string
	for i := range c.document.Links {
		if l := &c.document.Links[i]; l.URL == "" && l.Href != "" {
			hrefs = append(hrefs, l.Href)
		}
	}
	return hrefs
}
