package sitemap

import "strings"

// outline hands out what an outline of OPML (https://opml.org/spec2.opml)
// names: a feed, the page that it belongs to, or whatever its type says.
func (d *document) outline(attrs []byte) error {
	for _, name := range [...]string{"xmlUrl", "htmlUrl", "url"} {
		raw, _ := attribute(attrs, name)
		if raw == "" {
			continue
		}
		if err := d.admit(); err != nil {
			return err
		}
		u, err := d.resolve(raw)
		if err != nil {
			d.noteURL(d.line, err)
			d.dropped++
			continue
		}
		e := Entry{URL: u.Canonical(), Reach: d.reach(u), Sitemap: name == "xmlUrl", Priority: defaultPriority}
		if name == "url" {
			e.Sitemap = strings.HasSuffix(u.Path(), ".opml")
			switch kind, _ := attribute(attrs, "type"); strings.ToLower(kind) {
			case "include", "rss", "atom":
				e.Sitemap = true
			}
		}
		if err := d.emit(e); err != nil {
			return err
		}
	}
	return nil
}
