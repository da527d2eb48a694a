// Package content reads what a page says: its text, its tree, its links and what it asks of
// crawlers.
package content

import (
	"bytes"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// A Source is a page as it was served, and how it is read.
type Source struct {
	URL    string // canonical
	Header http.Header
	Body   []byte
	Cut    bool // the end of the body is missing

	Agent  string                           // the crawler's name in robots.txt and metas
	Reader classify.Reader                  // of its links, with the crawl's limits
	Wants  *Wants                           // of the crawl; may be nil
	Known  func(url string) (string, error) // Crawler.Normalize, or nil
}

// A Content is what has been read of a page, each part once, when first asked for. Its methods
// say what those of crawl.Page do.
type Content struct {
	Source

	mu       sync.Mutex
	text     []byte // in UTF-8
	encoding string // the name of that of the body, "" for UTF-8
	decoded  bool
	tree     *page.Page
	wanted   struct{ text, tree bool }
	page     *document.Document
	document *classify.Document // made of the page
	tags     *document.Tags     // the page's, or those alone
	unusable []string           // hrefs of links without a URL, once the URLs were asked for

	mentionsOnce   sync.Once
	mentions       bool
	directivesOnce sync.Once
	directives     Directives
	noFollow       map[uint64]bool // links that the page asks not to follow: hashes of their URLs, which may be long
}

// New returns the content of a page of which nothing has been read.
func New(s Source) *Content { return &Content{Source: s} }

func (c *Content) isHTML() bool { return IsHTML(c.Header, c.Body) }

// UTF8 returns the body in UTF-8.
func (c *Content) UTF8() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.decode()
}

func (c *Content) decode() []byte {
	if c.decoded {
		return c.text
	}
	c.decoded = true
	enc, name, certain := determineEncoding(c.Header, c.Body)
	guessed := name == "windows-1252" && !certain
	body := c.Body
	if c.Cut {
		body = wholeRunes(body)
	}
	valid := (name == "utf-8" || guessed) && utf8.Valid(body)
	if enc == charmap.Windows1252 && (!valid || bytes.IndexByte(body, escape) >= 0) {
		enc, name = detect(body, c.URL)
		valid = valid && name != "iso-2022-jp"
	}
	if name == "gbk" { // which the Encoding Standard decodes so, and encodes in its own way
		enc, _ = charset.Lookup("gb18030")
	}
	switch {
	case valid:
		c.text = body
		if declared := enc != charmap.Windows1252; guessed && declared && isASCII(body) {
			c.encoding = name // by the <meta>, which nothing belies
		}
	case name == "utf-8": // a guess, too, which comes with an encoding that changes nothing
		c.text, _ = unicode.UTF8.NewDecoder().Bytes(body)
	default:
		c.encoding = name
		c.text, _ = enc.NewDecoder().Bytes(c.Body) // the decoders give no error
	}
	c.text = bytes.TrimPrefix(c.text, []byte("\ufeff"))
	return c.text
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// wholeRunes returns a text in UTF-8 without the beginning of a character that it
// ends with.
func wholeRunes(text []byte) []byte {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return text[:i]
			}
			break
		}
	}
	return text
}

// DOM returns the tree of golang.org/x/net/html.
func (c *Content) DOM() (*html.Node, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.parse().DOM()
}

// parse returns the tree, which is wanted.
func (c *Content) parse() *page.Page {
	c.wantText()
	if c.Wants != nil && !c.wanted.tree {
		c.Wants.tree.raise(treeWanted)
	}
	c.wanted.tree = true
	return c.makeTree()
}

func (c *Content) wantText() {
	if c.Wants != nil && !c.wanted.text {
		c.Wants.text.raise(textWanted)
	}
	c.wanted.text = true
}

func (c *Content) makeTree() *page.Page {
	if c.tree == nil {
		c.tree = page.Scan(c.markup())
		if c.page != nil {
			c.page.In(c.tree)
		}
	}
	return c.tree
}

// Document returns the text and the links with their elements.
func (c *Content) Document() classify.Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.page == nil && c.isHTML() {
		c.makeTree()
	}
	d := c.scan()
	if len(d.Links) > 0 && d.Links[0].Node == nil {
		if _, err := c.parse().DOM(); err == nil {
			d.Links = slices.Clone(d.Links) // others may read those
			for i := range d.Links {
				d.Links[i].Node = c.page.Node(i)
			}
			c.document = &d
		}
	}
	return d
}

// Scan returns the text and the links.
func (c *Content) Scan() classify.Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.scan()
}

func (c *Content) scan() classify.Document {
	if c.document != nil {
		return *c.document
	}
	c.document = &classify.Document{}
	switch {
	case c.isHTML():
		d := c.read()
		c.document.Title, c.document.Text = d.Title, d.Text
		c.document.Links = make([]classify.Link, len(d.Anchors))
		for i := range d.Anchors {
			c.document.Links[i] = classify.Link(d.Link(i, document.ContextWords))
		}
		c.document.Spans = make([]classify.Span, len(d.Marked))
		for i := range d.Marked {
			c.document.Spans[i] = classify.Span(d.Marked[i])
		}
	case MediaType(c.Header, c.Body) == "text/plain":
		c.document.Text = string(c.decode())
	}
	return *c.document
}

// DocumentLinks is how many links with a URL the document has, 0 if nobody asked
// for it.
func (c *Content) DocumentLinks() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	if c.document != nil {
		for i := range c.document.Links {
			if c.document.Links[i].URL != "" {
				n++
			}
		}
	}
	return n
}

// Places returns where on the page the links of the document are that was asked for.
func (c *Content) Places() []document.Place {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.page == nil {
		return nil
	}
	c.parse()
	return c.page.Places()
}

func (c *Content) read() *document.Document {
	if c.page == nil {
		c.wantText()
		var d document.Document
		if c.tree == nil && c.Wants != nil && !c.Wants.tree.take() {
			d = c.reader().DocumentOf(c.markup(), c.URL)
		} else {
			d = c.reader().Document(c.makeTree(), c.URL)
		}
		c.page, c.tags = &d, &d.Tags
	}
	return c.page
}

// LinkURLs yields the canonical URLs of the links.
func (c *Content) LinkURLs() iter.Seq[string] {
	if !c.isHTML() {
		return func(func(string) bool) {}
	}
	return func(yield func(string) bool) {
		tags := c.readTags()
		var unusable []string
		for _, a := range tags.Anchors {
			switch url := tags.URL(a.Href); {
			case url == "" && a.Href != "":
				unusable = append(unusable, a.Href)
			case url != "" && !yield(url):
				return
			}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.unusable = unusable
	}
}

// Links is how many links have been read, those without a URL too.
func (c *Content) Links() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tags == nil {
		return 0
	}
	return len(c.tags.Anchors)
}

// LinksOf returns the links of some kinds.
func (c *Content) LinksOf(kinds []string) (links []classify.Link) {
	if !c.isHTML() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.reader()
	r.Kinds = kinds
	d := r.Document(c.parse(), c.URL)
	for i := range d.Anchors {
		if l := d.Link(i, document.ContextWords); slices.Contains(kinds, l.Kind) {
			links = append(links, classify.Link(l))
		}
	}
	return links
}

// Unread is how many links the page has beyond those that are read, as far as
// somebody asked for its links.
func (c *Content) Unread() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tags == nil {
		return 0
	}
	return c.tags.Unread
}

// readTags returns what the tags of an HTML page say. If no more is wanted of it, as far as can be
// foretold, its elements alone are read.
func (c *Content) readTags() *document.Tags {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tags != nil {
		return c.tags
	}
	var tags document.Tags
	if c.tree == nil && c.Wants != nil && !c.Wants.text.take() {
		tags = c.reader().TagsOf(c.markup(), c.URL)
	} else {
		tags = c.reader().Tags(c.makeTree(), c.URL)
	}
	c.tags = &tags
	return c.tags
}

func (c *Content) hasTags() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tags != nil
}

// reader keeps the metas that say something to crawlers.
func (c *Content) reader() document.Reader {
	c.decode() // which finds the encoding
	r := document.Reader{MaxURL: c.Reader.MaxURL, MaxLinks: c.Reader.MaxLinks, Kinds: c.Reader.Kinds, Metas: []string{"robots"}, EncodeQuery: queryEncoder(c.encoding)}
	if c.Agent != "" {
		r.Metas = append(r.Metas, c.Agent)
	}
	if c.Known != nil {
		r.Normalize = c.knownAs
	}
	return r
}

// knownAs returns the URL by which the page at a URL is known.
func (c *Content) knownAs(url string) string {
	if c.Known != nil && url != "" {
		if known, err := c.Known(url); err == nil {
			return known
		}
	}
	return url // the crawler refuses it with the error
}

// WithLinks returns a content that has only some of the links.
func (c *Content) WithLinks(keep func(i int) bool) *Content {
	c.mu.Lock()
	defer c.mu.Unlock()
	doc := c.scan()
	q := &Content{
		Source: c.Source,
		text:   c.text, encoding: c.encoding, decoded: c.decoded, tree: c.tree,
		document: &classify.Document{Title: doc.Title, Text: doc.Text, Spans: doc.Spans},
	}
	kept := func(i int) bool { return keep == nil || keep(i) }
	if c.page != nil {
		q.page = c.page.Only(kept)
		q.tags = &q.page.Tags
	}
	for i, l := range doc.Links {
		if kept(i) {
			q.document.Links = append(q.document.Links, l)
		}
	}
	return q
}

// WithText returns a content that has only some of the blocks of the text.
func (c *Content) WithText(keep func(block string) bool) *Content {
	q := c.WithLinks(nil)
	text, from := []byte(q.document.Text), 0
	for block := range strings.SplitSeq(q.document.Text, "\n\n") {
		if !keep(block) {
			copy(text[from:], bytes.Repeat([]byte(" "), len(block))) // so that spans stay where they are
		}
		from += len(block) + len("\n\n")
	}
	q.document.Text = string(text)
	return q
}

// markup returns the body as readers of HTML are to read it.
func (c *Content) markup() []byte {
	prefix, ok := isXHTML(c.Header, c.Body)
	if !ok {
		return c.decode()
	}
	text := c.decode()
	if prefix != "" {
		text = bytes.ReplaceAll(text, []byte("<"+prefix), []byte("<"))
		text = bytes.ReplaceAll(text, []byte("</"+prefix), []byte("</"))
	}
	return closeEmpty(text)
}
