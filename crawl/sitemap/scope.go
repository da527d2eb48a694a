package sitemap

import (
	"bytes"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A scope is what xmlns and xml:base say to the element that is open and to
// those around it.
type scope struct {
	bindings []binding
	bases    []base
}

// A binding is a prefix, in lower case and "" for the default, and the namespace
// that it is declared for in the element at that depth.
type binding struct {
	depth       int
	prefix, uri string
}

// A base is what relative URLs were resolved against before the element at
// that depth.
type base struct {
	depth  int
	before *weburl.URL
}

// maxBindings is how many declarations count at once.
const maxBindings = 64

// enter takes the attributes of the element that opens at a depth.
func (d *document) enter(depth int, attrs []byte) {
	if !bytes.Contains(attrs, []byte("xml")) {
		return
	}
	for key, value := range attributes(attrs) {
		name, prefix, _ := strings.Cut(strings.ToLower(string(key)), ":")
		if name == "xmlns" && len(d.scope.bindings) < maxBindings && len(prefix) <= maxName {
			d.scope.bindings = append(d.scope.bindings, binding{depth, prefix, unescaped(value[:min(len(value), maxName)])})
		}
	}
	if raw, ok := attribute(attrs, "xml:base"); ok {
		u, err := d.resolve(raw)
		if err != nil {
			d.noteURL(d.line, err)
			return
		}
		d.scope.bases = append(d.scope.bases, base{depth, d.within})
		d.within = u
	}
}

// leave forgets what the element at a depth has declared.
func (d *document) leave(depth int) {
	for n := len(d.scope.bindings) - 1; n >= 0 && d.scope.bindings[n].depth >= depth; n-- {
		d.scope.bindings = d.scope.bindings[:n]
	}
	for n := len(d.scope.bases) - 1; n >= 0 && d.scope.bases[n].depth >= depth; n-- {
		d.within = d.scope.bases[n].before
		d.scope.bases = d.scope.bases[:n]
	}
}

// uri returns the namespace that a prefix is declared for, "" if it is none.
func (s *scope) uri(prefix []byte) string {
	for n := len(s.bindings) - 1; n >= 0; n-- {
		if s.bindings[n].prefix == string(prefix) {
			return s.bindings[n].uri
		}
	}
	return ""
}

// A vocabulary is what the names of a namespace mean.
type vocabulary uint8

const (
	lists   vocabulary = iota // sitemaps and feeds
	dates                     // Dublin Core
	news                      // Google's extension
	foreign                   // anything else
)

// vocabularyOf returns the vocabulary of a name with that prefix in an entry
// whose own namespace is given.
func (s *scope) vocabularyOf(prefix []byte, own string) vocabulary {
	uri := s.uri(prefix)
	if uri == "" {
		switch string(prefix) { // of extensions whose declaration is often forgotten
		case "image", "video", "media", "xhtml", "itunes":
			return foreign
		case "news":
			return news
		}
		return lists
	}
	if uri == own {
		return lists // whatever the root is declared for: it is the root of a list
	}
	// They are written with https, without www, and with or without a slash.
	uri = strings.ToLower(strings.TrimRight(uri, "/#"))
	_, uri, _ = strings.Cut(uri, "//")
	uri = strings.TrimPrefix(uri, "www.") + "/"
	switch {
	case strings.Contains(uri, "/schemas/sitemap/"), uri == "w3.org/2005/atom/", uri == "purl.org/atom/ns/",
		uri == "purl.org/rss/1.0/", uri == "base.google.com/ns/1.0/":
		return lists
	case strings.HasPrefix(uri, "purl.org/dc/"):
		return dates
	case strings.Contains(uri, "/schemas/sitemap-news/"):
		return news
	}
	return foreign
}
