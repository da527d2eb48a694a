package classify

import (
	"iter"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// A Document is what a reader of an HTML page sees.
type Document struct {
	Title string // of the page, white space collapsed
	Text  string // title and visible text; a blank line ends each block
	Links []Link // <a> elements in document order, those without href too, and the links of Reader.Kinds; see Reader.MaxLinks

	// Spans are the parts of Text that the page marks, in order of their starts.
	// They may overlap: a bold word in a heading is in both. What is in none is the
	// body. A page's first 10,000 are kept, and the anchors that are Links.
	Spans []Span
}

// A Span is a marked part of a document: Text[Start:End], in bytes.
type Span struct {
	Mark       string // "title", "heading" (h1 to h6), "bold" (b and strong) or "anchor" (a with href)
	Start, End int
}

// A Link is one <a> element, or another of the kinds that are asked for.
type Link struct {
	URL      string     // canonical; "" if the href is no http or https URL or one beyond Reader.MaxURL
	Href     string     // as written
	Text     string     // the visible text of the element
	Context  string     // Text with up to 10 words on either side
	NoFollow bool       // rel has nofollow
	Kind     string     `json:",omitempty"` // one of Reader.Kinds, "" for others
	Node     *html.Node `json:"-"`          // the element; nil if its page was not parsed into a tree, and left out of JSON
}

// A Reader reads pages with limits, which hold before anything is built: a
// long base URL and many short links would otherwise make hundreds of megabytes
// of a page of some kilobytes. Its zero value has the defaults.
type Reader struct {
	// MaxURL is the longest URL of a link in bytes, without its fragment. 0
	// means 2,048, as the sitemaps protocol has it; more than 8,192 means 8,192. The
	// links of a page whose base URL is longer have no URL.
	MaxURL int

	// MaxLinks is how many links are read, the first in document order. 0 means
	// 10,000, -1 means all and -2 none, as crawl.NoLimit and crawl.None do.
	MaxLinks int

	// Kinds are the kinds of links to read besides <a> elements. Other names are ignored.
	// By its rel an <a> may be of the last three too.
	//
	//	"area"       <area href>
	//	"frame"      <frame src>, and <iframe src> without srcdoc
	//	"next"       <link rel=next>
	//	"alternate"  <link rel=alternate hreflang>: the page in another language
	//	"feed"       <link rel=alternate> with the type of RSS, Atom or JSON Feed
	Kinds []string
}

// Document reads a page that was parsed as UTF-8: the package's documentation says
// what makes others so. Links are resolved against the page's URL
// and its first <base> with an href. Text in scripts, styles, templates,
// noscript elements and others that are not shown is not visible; that of
// buttons and other controls is, and so is that of declarative shadow roots
// (<template shadowrootmode>). The cost is linear in the page.
func (r Reader) Document(root *html.Node, pageURL string) Document {
	return newDocument(r.reader().Document(page.Of(root), pageURL))
}

// Scan reads a page in UTF-8 without parsing it into a tree. It takes any bytes, and a
// page nested too deeply for a parser too. On well-formed pages it finds what
// Document finds, Link.Node aside.
func (r Reader) Scan(src []byte, pageURL string) Document {
	return newDocument(r.reader().Document(page.Scan(src), pageURL))
}

// LinkURLs yields the canonical URLs of the links of a page in UTF-8 in document order, at
// a fraction of the cost of a Document: for strategies that look at neither
// texts nor anchors. They are those of Scan.
func (r Reader) LinkURLs(src []byte, pageURL string) iter.Seq[string] {
	return func(yield func(string) bool) {
		tags := r.reader().TagsOf(src, pageURL)
		for _, a := range tags.Anchors {
			if url := tags.URL(a.Href); url != "" && !yield(url) {
				return
			}
		}
	}
}

func (r Reader) reader() document.Reader {
	return document.Reader{MaxURL: r.MaxURL, MaxLinks: r.MaxLinks, Kinds: r.Kinds}
}

func newDocument(d document.Document) Document {
	out := Document{Title: d.Title, Text: d.Text}
	if len(d.Anchors) > 0 {
		out.Links = make([]Link, len(d.Anchors))
	}
	for i := range out.Links {
		out.Links[i] = Link(d.Link(i, document.ContextWords))
	}
	if len(d.Marked) > 0 {
		out.Spans = make([]Span, len(d.Marked))
	}
	for i := range out.Spans {
		out.Spans[i] = Span(d.Marked[i])
	}
	return out
}
