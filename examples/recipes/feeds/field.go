package feeds

import "encoding/xml"

// field returns the field of an entry that the text of an element is, or nil.
func (e *entry) field(name string, attributes []xml.Attr) *string {
	switch name {
	case "title":
		return empty(&e.Title) // media:title may follow
	case "description", "summary":
		return empty(&e.Summary)
	case "encoded", "content":
		return empty(&e.HTML)
	case "link":
		url, rel := "", "alternate"
		for _, a := range attributes { // Atom's
			switch a.Name.Local {
			case "href":
				url = a.Value
			case "rel":
				rel = a.Value
			}
		}
		if url == "" {
			return empty(&e.URL)
		}
		if rel == "alternate" && e.URL == "" {
			e.URL = url
		}
	}
	return nil
}

func empty(field *string) *string {
	if *field != "" {
		return nil
	}
	return field
}
