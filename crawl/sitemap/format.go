package sitemap

// A format is what an XML document is.
type format uint8

const (
	unknown format = iota
	sitemap        // or an index: some files mix the two
	feed           // RSS or Atom
)

func formatOf(root []byte) format {
	switch string(root) {
	case "urlset", "sitemapindex":
		return sitemap
	case "rss", "rdf", "feed":
		return feed
	}
	return unknown
}

// isEntry reports whether elements of that name are entries.
func (f format) isEntry(name []byte) bool {
	switch string(name) {
	case "url", "sitemap":
		return f == sitemap
	case "item", "entry":
		return f == feed
	}
	return false
}

// A field is what an element directly in an entry says of it.
type field uint8

const (
	none field = iota
	location
	identifier // a location if there is no other
	changed
	published // the time of the change if there is no other
	frequency
	priority
	link // its attributes, or in RSS its text, are the field
)

func (f format) field(name []byte) field {
	switch string(name) {
	case "link":
		return link
	case "loc":
		return location
	case "lastmod", "updated", "modified":
		return changed
	case "changefreq":
		return frequency
	case "priority":
		return priority
	}
	if f != feed {
		return none
	}
	switch string(name) {
	case "guid", "id":
		return identifier
	case "pubdate", "published", "issued", "date", "created":
		return published
	}
	return none
}
