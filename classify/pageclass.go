package classify

import (
	"bytes"
	"fmt"
	"mime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Resource is a page as it was served.
type Resource struct {
	URL         string
	ContentType string     // of the answer
	Body        []byte     // its first bytes are enough
	Root        *html.Node // of an HTML page, else nil

	// Link is what is known of the link that was followed first. Its class may
	// be ClassArticle too, and ClassUnfiled only if the link probably leads to no article.
	Link Classification
}

// Page says which class of papers/1 a page has. What the page is counts more
// than what links say of it: the type of the content, its citation_* metas,
// then the link, the URL and the text (spec links-and-pages, 3.4). All that was
// found is in the evidence, in this order, what decided with a * before it.
func (c Constraints) Page(r Resource) Classification {
	w := witness{}
	w.contentType(r)
	w.metas(r)
	w.link(r)
	w.url(c, r)
	w.text(r)
	return w.verdict()
}

// witness gathers what is known of a page.
type witness struct {
	found []finding
	is    bool // an article's page, be it the abstract or the full text
}

// finding is a piece of evidence; class is "" if it speaks for none.
type finding struct {
	class, why string
	sure       float64
}

func (w *witness) add(class string, sure float64, why string, args ...any) {
	w.found = append(w.found, finding{class, fmt.Sprintf(why, args...), sure})
}

// contentType believes the first bytes more than the server.
func (w *witness) contentType(r Resource) {
	t, _, _ := mime.ParseMediaType(r.ContentType)
	start := r.Body[:min(len(r.Body), 1024)] // readers accept rubbish before
	switch {
	case bytes.Contains(start, []byte("%PDF-")):
		w.add(ClassPDF, 0.99, "content: begins as a PDF")
	case t == "application/pdf" || t == "application/x-pdf":
		w.add(ClassPDF, 0.95, "type: %s", t)
	case r.Root == nil:
		w.add(ClassUnfiled, 0.9, "type: %s", orElse(t, "none"))
	}
}

// metas reads what publishers tell search engines.
func (w *witness) metas(r Resource) {
	own := canonical(r.URL, r.URL)
	for name, value := range citationMetas(r.Root) {
		at := canonical(value, r.URL)
		switch {
		case name == "citation_title" && value != "":
			w.is = true
			w.add("", 0, "meta: citation_title")
		case name == "citation_fulltext_html_url" && at == own:
			w.add(ClassFullText, 0.97, "meta: %s is this page", name)
		case name == "citation_abstract_html_url" && at == own:
			w.add(ClassAbstract, 0.97, "meta: %s is this page", name)
		}
	}
}

func (w *witness) link(r Resource) {
	switch r.Link.Class {
	case ClassArticle:
		w.is = true
		w.add("", 0, "link: article")
	case ClassAbstract, ClassFullText:
		w.add(r.Link.Class, 0.85, "link: %s", strings.Join(r.Link.Evidence, ", "))
	case ClassPDF:
		w.add("", 0, "link: %s", strings.Join(r.Link.Evidence, ", "))
	}
}

func (w *witness) url(c Constraints, r Resource) {
	found := c.Classify(Link{Href: r.URL})
	switch found.Class {
	case ClassAbstract, ClassFullText:
		w.add(found.Class, 0.75, "URL: %s", strings.Join(found.Evidence, ", "))
	case ClassPDF:
		w.add("", 0, "URL: %s", strings.Join(found.Evidence, ", "))
	}
}

// What full texts have and abstracts have not, in words outside links.
const (
	fewWords  = 600 // with references
	fullWords = 1000
	sureWords = 2000 // behind a link that seems to be no article's
)

func (w *witness) text(r Resource) {
	if r.Root == nil {
		return
	}
	t := readText(r.Root)
	about := fmt.Sprintf("text: %d words and %d in links%s", t.words, t.linked, t.marks())
	list := t.linked > t.words && t.words < fullWords || t.abstracts > 2
	full := t.words >= fullWords || t.references && t.words >= fewWords
	article := w.is || t.abstracts > 0 || t.references
	if r.Link.Class == ClassUnfiled && !w.is { // instructions for authors have all the headings
		article = t.references && t.words >= sureWords
		t.abstracts = 0
	}
	switch {
	case list && !w.is:
		w.add(ClassUnfiled, 0.7, "%s: a list", about)
	case article && full:
		w.add(ClassFullText, 0.7, "%s", about)
	case w.is || t.abstracts > 0:
		w.add(ClassAbstract, 0.6, "%s", about)
	default:
		w.add(ClassUnfiled, 0.5, "%s", about)
	}
}

// verdict takes the first finding that speaks for a class.
func (w *witness) verdict() Classification {
	decided := slices.IndexFunc(w.found, func(f finding) bool { return f.class != "" })
	c := Classification{Class: ClassUnfiled}
	if decided >= 0 {
		c.Class, c.Confidence = w.found[decided].class, w.found[decided].sure
	}
	for i, f := range w.found {
		if i == decided {
			f.why = "*" + f.why
		}
		c.Evidence = append(c.Evidence, f.why)
	}
	return c
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// canonical resolves a URL for comparison.
func canonical(href, base string) string {
	b, err := weburl.Parse(base)
	if err != nil {
		return ""
	}
	u, err := b.Resolve(href)
	if err != nil {
		return ""
	}
	return u.Canonical()
}

const maxPageNodes = 200_000 // of a page that are read for its class

// citationMetas yields the names, in lower case, and contents of the page's
// citation_* metas.
func citationMetas(root *html.Node) func(yield func(string, string) bool) {
	return func(yield func(string, string) bool) {
		seen := 0
		for n := root; n != nil && seen < maxPageNodes; n = following(n, root, false) {
			seen++
			if n.Type != html.ElementNode || n.DataAtom != atom.Meta {
				continue
			}
			name, _ := attribute(n.Attr, "name")
			content, _ := attribute(n.Attr, "content")
			name = strings.ToLower(strings.TrimSpace(name))
			if strings.HasPrefix(name, "citation_") && !yield(name, strings.TrimSpace(content)) {
				return
			}
		}
	}
}

// CitationURLs returns the pages of the same article that a page's citation_*
// metas name, with the class of each.
func CitationURLs(root *html.Node, pageURL string) map[string]string {
	urls := map[string]string{}
	for name, value := range citationMetas(root) {
		class := map[string]string{
			"citation_pdf_url": ClassPDF, "citation_fulltext_html_url": ClassFullText, "citation_abstract_html_url": ClassAbstract,
		}[name]
		if at := canonical(value, pageURL); class != "" && value != "" && at != "" {
			urls[at] = class
		}
	}
	return urls
}

// reading is what a page's visible text is like.
type reading struct {
	words, linked int  // outside and inside links
	abstracts     int  // headings that say so
	references    bool // there is a heading that says so
}

func (r reading) marks() string {
	var s string
	if r.abstracts > 0 {
		s += fmt.Sprintf(", abstract's headings: %d", r.abstracts)
	}
	if r.references {
		s += ", references"
	}
	return s
}

func readText(root *html.Node) reading {
	var r reading
	seen := 0
	skip := false
	for n := root; n != nil && seen < maxPageNodes; n = following(n, root, skip) {
		seen++
		skip = n.Type == html.ElementNode && hidden(n.DataAtom)
		if n.Type == html.TextNode {
			count := wordCount(n.Data)
			if inside(n, atom.A) {
				r.linked += count
			} else {
				r.words += count
				r.heading(n.Data)
			}
		}
	}
	return r
}

// wordCount counts words; a character of a script without spaces is half a
// word.
func wordCount(text string) int {
	words := strings.Fields(text)
	n := len(words)
	for _, w := range words {
		if len(w) > 24 {
			n += len([]rune(w)) / 2
		}
	}
	return n
}

// heading looks for "Abstract", "References:" and the like, alone in their
// element or before a colon.
func (r *reading) heading(text string) {
	if len(text) > 400 && !strings.Contains(text[:60], ":") {
		return
	}
	text, _, _ = strings.Cut(cut(strings.TrimSpace(text), 60), ":")
	words := tokens(text)
	for len(words) > 1 && strings.Trim(words[0], "0123456789ivx") == "" {
		words = words[1:] // 5. References
	}
	if len(words) == 0 || len(words) > 3 {
		return
	}
	switch headingKinds()[strings.Join(words, " ")] {
	case ClassAbstract:
		r.abstracts++
	case ClassFullText:
		r.references = true
	}
}

// headingKinds says of headings in any language whether abstracts or full
// texts have them.
var headingKinds = sync.OnceValue(func() map[string]string {
	kinds := map[string]string{}
	for _, k := range keywords {
		for _, h := range k.abstract {
			kinds[strings.Join(tokens(h), " ")] = ClassAbstract
		}
		for _, h := range k.references {
			kinds[strings.Join(tokens(h), " ")] = ClassFullText
		}
	}
	return kinds
})

func inside(n *html.Node, tag atom.Atom) bool {
	for depth := 0; n != nil && depth < maxAncestors; depth++ {
		if n.DataAtom == tag {
			return true
		}
		n = n.Parent
	}
	return false
}
