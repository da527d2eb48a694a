package classify

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Resource is a page as it was served.
type Resource struct {
	URL         string     // where it was served
	ContentType string     // of the answer
	Body        []byte     // its first bytes are enough
	Root        *html.Node // of an HTML page, else nil; without it an HTML page cannot be told

	// Link is what is known about the link that was followed first. Its class
	// may be ClassArticle too, and ClassUnfiled only if the link probably leads
	// to no article. One that is Refused decides nothing.
	Link Classification
}

// Page says which class of Tran et al. 2001 a page has. What the page is counts
// more than what links say about it: the type of the content, its citation_*
// metas, then a list of many articles, then the link, the URL and the text. All that
// was found is in the evidence, in this order, what decided with a * before it. What
// links say of a page without text does not decide. A page that is HTML, or of no known
// type, and has no Root is refused: it is ClassUnfiled with confidence 0.
func (c Constraints) Page(r Resource) Classification {
	var e evidence
	if r.Root != nil {
		e.read = readText(r.Root)
	}
	e.contentType(r)
	e.metas(r)
	e.list(r)
	e.link(r)
	e.url(c, r)
	e.text(r)
	return e.verdict()
}

// evidence is what is known about a page.
type evidence struct {
	found   []finding
	read    reading
	article bool // it is an article's page, be it the abstract or the full text
	meta    bool // its metas say so
	unread  bool // there is no tree to read, though it may be an article's
}

// finding is a piece of evidence; class is "" if it is evidence of none.
type finding struct {
	class, why string
	confidence float64
}

func (e *evidence) add(class string, confidence float64, why string, args ...any) {
	e.found = append(e.found, finding{class, fmt.Sprintf(why, args...), confidence})
}

// contentType believes the first bytes more than the server.
func (e *evidence) contentType(r Resource) {
	t, _, _ := mime.ParseMediaType(r.ContentType)
	start := r.Body[:min(len(r.Body), 1024)] // PDF readers skip other bytes before it
	switch {
	case bytes.Contains(start, []byte("%PDF-")):
		e.add(ClassPDF, 0.99, "content: begins as a PDF")
	case t == "application/pdf" || t == "application/x-pdf":
		e.add(ClassPDF, 0.95, "type: %s", t)
	case r.Root == nil && slices.Contains([]string{"", "text/html", "application/xhtml+xml"}, t):
		e.unread = true
		e.add(ClassUnfiled, 0, "type: %s, without a tree to read", cmp.Or(t, "none"))
	case r.Root == nil:
		e.add(ClassUnfiled, 0.9, "type: %s", t)
	}
}

// metas reads the metadata that publishers write for search engines.
func (e *evidence) metas(r Resource) {
	own := canonical(r.URL, r.URL)
	for name, value := range citationMetas(r.Root) {
		at := canonical(value, r.URL)
		switch {
		case name == "citation_title" && value != "":
			e.article, e.meta = true, true
			e.add("", 0, "meta: citation_title")
		case name == "citation_fulltext_html_url" && at == own:
			e.add(ClassFullText, 0.97, "meta: %s is this page", name)
		case name == "citation_abstract_html_url" && at == own:
			e.add(ClassAbstract, 0.97, "meta: %s is this page", name)
		}
	}
}

// list looks whether the page is about many articles: its words are in lists of like
// entries with links of their own, and it has neither one abstract nor references. One with
// several abstracts and no such list is a session.
func (e *evidence) list(r Resource) {
	const abstracts = 2 // of one article, in two languages
	if r.Root == nil || e.article {
		return
	}
	s := spreadOf(r.Root, r.URL)
	if t := e.read; !t.references && (t.abstracts > abstracts && s.entries >= fewestEntries || t.abstracts == 0 && s.list()) {
		e.add(ClassUnfiled, 0.8, "list: %d words in lists of up to %d entries, %d outside%s", s.inLists+s.listLinks, s.entries, s.own, t.marks())
	}
}

// articleLink is the evidence of a link to an article.
const articleLink = "link: article"

func (e *evidence) link(r Resource) {
	switch {
	case r.Link.Class == "":
		return
	case r.Link.Refused:
		e.add("", 0, "link: %s, refused", r.Link.Class)
		return
	}
	switch r.Link.Class {
	case ClassArticle:
		e.article = true
		e.add("", 0, articleLink)
	case ClassAbstract, ClassFullText:
		e.promise(r.Link.Class, 0.85, "link: %s", strings.Join(r.Link.Evidence, ", "))
	case ClassPDF:
		e.add("", 0, "link: %s", strings.Join(r.Link.Evidence, ", "))
	}
}

func (e *evidence) url(c Constraints, r Resource) {
	found := c.Classify(Link{Href: r.URL})
	switch found.Class {
	case ClassAbstract, ClassFullText:
		e.promise(found.Class, 0.75, "URL: %s", strings.Join(found.Evidence, ", "))
	case ClassPDF:
		e.add("", 0, "URL: %s", strings.Join(found.Evidence, ", "))
	}
}

// promise adds the class that a page is called by others, which says nothing of one
// without text, nor makes one with a few words a full text: it is a frame around a PDF.
func (e *evidence) promise(class string, confidence float64, why string, args ...any) {
	if e.read.empty() || class == ClassFullText && e.read.words < frameWords {
		class, confidence = "", 0
	}
	e.add(class, confidence, why, args...)
}

// What full texts have and abstracts have not, in words outside links.
const (
	frameWords = 50  // called a full text by its link or URL
	fewWords   = 600 // with references
	fullWords  = 1000
)

func (e *evidence) text(r Resource) {
	if r.Root == nil {
		return
	}
	t := e.read
	about := fmt.Sprintf("text: %d words and %d in links%s", t.words, t.linked, t.marks())
	article := e.article || t.abstracts > 0 || t.references
	if r.Link.Class == ClassUnfiled && !r.Link.Refused && !e.article { // instructions for authors have all the headings
		article, t.abstracts = false, 0
	}
	switch {
	case t.empty() && !e.meta:
		e.add(ClassUnfiled, 0.5, "%s", about)
	case article && t.full():
		e.add(ClassFullText, 0.7, "%s", about)
	case e.article || t.abstracts > 0:
		e.add(ClassAbstract, 0.6, "%s", about)
	default:
		e.add(ClassUnfiled, 0.5, "%s", about)
	}
}

// verdict takes the first finding that has a class.
func (e *evidence) verdict() Classification {
	decided := slices.IndexFunc(e.found, func(f finding) bool { return f.class != "" })
	c := Classification{Class: ClassUnfiled, Refused: e.unread}
	if decided >= 0 {
		c.Class, c.Confidence = e.found[decided].class, e.found[decided].confidence
	}
	for i, f := range e.found {
		if i == decided {
			f.why = "*" + f.why
		}
		c.Evidence = append(c.Evidence, f.why)
	}
	return c
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
		for n := root; n != nil && seen < maxPageNodes; n = dom.Following(n, root, false) {
			seen++
			if n.Type != html.ElementNode || n.DataAtom != atom.Meta {
				continue
			}
			name := dom.Attribute(n.Attr, "name")
			content := dom.Attribute(n.Attr, "content")
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
	words, linked int  // outside links, and inside links to other pages
	abstracts     int  // headings that say so
	references    bool // there is a heading that says so
}

// empty reports whether a page has no text.
func (r reading) empty() bool { return r.words+r.linked == 0 }

// list reports whether most words of a page that is no full text and has no abstract are
// in links.
func (r reading) list() bool {
	return r.linked > r.words && r.words < fullWords && r.abstracts == 0
}

// full reports whether a page that is an article's has the full text.
func (r reading) full() bool {
	return r.words >= fullWords || r.references && r.words >= fewWords
}

// headed reports whether a page has headings of one article.
func (r reading) headed() bool { return r.abstracts > 0 || r.references }

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

// readText reads a page without its <nav>. Words in links within the page count neither as
// linked nor as others: a table of contents does not tell an article from a list.
func readText(root *html.Node) reading {
	var r reading
	seen := 0
	skip := false
	href, behind := "", (*html.Node)(nil) // of the link around a node, and what comes after the link
	for n := root; n != nil && seen < maxPageNodes; n = dom.Following(n, root, skip) {
		seen++
		skip = n.Type == html.ElementNode && (n.DataAtom == atom.Nav || dom.Hidden(n))
		if n == behind {
			href, behind = "", nil
		}
		if to := dom.Attribute(n.Attr, "href"); href == "" && n.DataAtom == atom.A && to != "" {
			href, behind = to, dom.Following(n, root, true)
		}
		if n.Type == html.TextNode {
			count := wordCount(n.Data)
			switch {
			case href == "":
				r.words += count
				r.heading(n.Data)
			case href[0] != '#':
				r.linked += count
			}
		}
	}
	return r
}

// heading looks for "Abstract", "References:" or similar headings, alone in
// their element or before a colon.
func (r *reading) heading(text string) {
	if len(text) > 400 && !strings.Contains(text[:60], ":") {
		return
	}
	text, _, _ = strings.Cut(excerpt.Cut(strings.TrimSpace(text), 60), ":")
	words := tokens(text)
	for len(words) > 1 && strings.Trim(words[0], "0123456789ivx") == "" {
		words = words[1:] // 5. References
	}
	if len(words) == 0 {
		return
	}
	switch headingKinds()[strings.Join(words, " ")] {
	case ClassAbstract:
		r.abstracts++
	case ClassFullText:
		r.references = true
	}
}

// headingKinds says about headings in any language whether abstracts or full
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
