package crawl

import (
	"bytes"
	"errors"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/contenttype"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Page is what became of one URL. One that another program has fetched is made by
// hand, of URL and Body, and of Status and Header as far as they are known: that is
// what Document, DOM and the strategies read. Strategies that inherit values or
// count links also read Parent, Depth, LinkValue and Note.
type Page struct {
	URL       string  // canonical
	Parent    string  // the page that links here or redirects here; "" for a seed
	Depth     int     // links followed from a seed
	LinkValue float64 // what the frontier ranked the URL by
	Note      string  // what the strategy noted on the link

	// Err says why the URL failed, after its retries. It is an *Error that
	// wraps ErrRobots or what the transport said, or names the Status: see Cause.
	Err error

	Status    int         // 0 if there was no answer
	Header    http.Header // of the answer
	Redirect  string      // where the answer redirects to, canonical
	Body      []byte      // as served, its content encoding undone; of which answers, see Crawler.Bodies and ErrorBodies
	Truncated bool        // the body was longer than Limits.Body, or is of a type that is not wanted

	// Incomplete says why the body is not whole although the server meant it to
	// be: the connection broke at the last attempt, Limits.Time was over or
	// its content encoding is damaged. Body is what came before.
	Incomplete error

	// NotModified is set for a page that is as it was when its validator was
	// kept: Status is 304, and there is no body.
	NotModified bool

	// Robots is what robots.txt says about the URL and which line says so. It
	// is the zero value if no file was consulted.
	Robots robots.Decision

	// What the strategy says about the page. Value is the sum of Explanation.
	Value       float64
	Score       float64
	Explanation Explanation

	// LinkExplanation is what LinkValue is the sum of, but for rounding: why the page was fetched
	// when it was. It is nil of a seed and where the strategy does not keep it; a frontier
	// with a history explains the links of any strategy.
	LinkExplanation Explanation

	agent    string                           // the crawler's name in robots.txt and metas
	reader   classify.Reader                  // of its links, with the crawl's limits
	known    func(url string) (string, error) // Crawler.Normalize, or nil
	urlsOnly *atomic.Bool                     // of the crawl: the URLs of the page before were all that was wanted of it; may be nil

	// What has been read of the body, each part once, when first asked for.
	mu         sync.Mutex
	text       []byte // in UTF-8
	encoding   string // the name of that of the body, "" for UTF-8
	decoded    bool
	treeWanted bool // whether it was parsed or not
	root       *html.Node
	parseErr   error
	parsed     bool
	content    *dom.Document
	document   *classify.Document // made of the content
	tags       *dom.Tags          // the content's, or those of a scan

	mentionsOnce   sync.Once
	mentions       bool
	directivesOnce sync.Once
	directives     Directives
	noFollow       map[uint64]bool // links that the page asks not to follow: hashes of their URLs, which may be long
}

// Canonical returns the form of an absolute http or https URL that a crawl
// knows a page by: as browsers write it, without fragment and credentials. What is
// beyond ASCII is written as UTF-8, also in the query, as browsers do with a link of a
// page in UTF-8; the links of a [Page] in another encoding have their queries in that
// one.
func Canonical(url string) (string, error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return "", err
	}
	return u.Canonical(), nil
}

func (r *run) newPage(l frontier.Lease) *Page {
	return &Page{
		URL: strings.TrimSuffix(l.URL, secondTime), Parent: l.Source, Depth: l.Depth, LinkValue: l.Value, Note: l.Note,
		agent: r.fetcher.Agent, reader: r.reader, known: r.c.Normalize, urlsOnly: &r.urlsOnly,
	}
}

// take fills in what the page's URL was answered with.
func (p *Page) take(res fetch.Result) {
	p.Status, p.Header, p.Redirect, p.Robots = res.Status, res.Header, res.Redirect, res.Robots
	p.Body, p.Truncated, p.NotModified = res.Body, res.Truncated, res.NotModified
	if errors.As(res.Err, new(*failure.BodyError)) {
		p.Incomplete = res.Err
	}
}

// OK reports whether the page was fetched with a 2xx status.
func (p *Page) OK() bool { return p.Err == nil && p.Status/100 == 2 }

// MediaType returns the type of the body without parameters, in lower case:
// what the server says, else what the bytes look like.
func (p *Page) MediaType() string {
	if t, _ := contenttype.Of(p.Header); t != "" {
		return t
	}
	t, _, _ := strings.Cut(http.DetectContentType(p.Body), ";")
	return t
}

// IsHTML reports whether the body is an HTML page, perhaps one in XML: of the type
// application/xhtml+xml, or of text/xml or application/xml with a root element in the
// namespace of XHTML. A feed or a sitemap is none.
func (p *Page) IsHTML() bool {
	if p.MediaType() == "text/html" {
		return true
	}
	_, ok := p.isXHTML()
	return ok
}

// UTF8 returns the body of an HTML or text page as UTF-8, without byte order
// mark. The encoding is that of such a mark, the header, a <meta> or an XML
// declaration, in this order. Where none is given, or a <meta> names Latin 1, a body that is valid
// UTF-8 is read as UTF-8. Another one for which none is given is read in the encoding that it looks
// like, as browsers do. What does not decode becomes U+FFFD, but for a
// character at the end of which a limit has left a part: that is left out.
func (p *Page) UTF8() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.decode()
}

func (p *Page) decode() []byte {
	if p.decoded {
		return p.text
	}
	p.decoded = true
	enc, name, certain := p.determineEncoding()
	guessed := name == "windows-1252" && !certain
	body := p.Body
	if p.Truncated || p.Incomplete != nil {
		body = wholeRunes(body)
	}
	valid := (name == "utf-8" || guessed) && utf8.Valid(body)
	if enc == charmap.Windows1252 && (!valid || bytes.IndexByte(body, escape) >= 0) {
		enc, name = detect(body, p.URL)
		valid = valid && name != "iso-2022-jp"
	}
	if name == "gbk" { // which the Encoding Standard decodes so, and encodes in its own way
		enc, _ = charset.Lookup("gb18030")
	}
	switch {
	case valid:
		p.text = body
		if declared := enc != charmap.Windows1252; guessed && declared && isASCII(body) {
			p.encoding = name // by the <meta>, which nothing belies
		}
	case name == "utf-8": // a guess, too, which comes with an encoding that changes nothing
		p.text, _ = unicode.UTF8.NewDecoder().Bytes(body)
	default:
		p.encoding = name
		p.text, _ = enc.NewDecoder().Bytes(p.Body) // the decoders give no error
	}
	p.text = bytes.TrimPrefix(p.text, []byte("\ufeff"))
	return p.text
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

// DOM returns the parsed page. The page is parsed once, when first asked for. The
// error says so if the tree could take more memory than 16 MiB and than 24
// times the page: a page of some kilobytes can unfold into gigabytes.
func (p *Page) DOM() (*html.Node, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wantTree()
	return p.parse()
}

func (p *Page) parse() (*html.Node, error) {
	if !p.parsed {
		p.parsed = true
		p.root, p.parseErr = dom.Parse(p.markup())
	}
	return p.root, p.parseErr
}

// Document returns the page's text and links, read once, when first asked
// for. A page that is nested too deeply to parse, or whose tree would be too
// large, is scanned. A plain text has
// no links; of anything else the document is empty.
func (p *Page) Document() classify.Document {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.document != nil {
		return *p.document
	}
	p.wantTree()
	p.document = &classify.Document{}
	switch {
	case p.IsHTML():
		d := p.read()
		p.document.Title, p.document.Text = d.Title, d.Text
		p.document.Links = make([]classify.Link, len(d.Anchors))
		for i := range d.Anchors {
			p.document.Links[i] = classify.Link(d.Link(i, classify.ContextWords))
		}
		p.document.Spans = make([]classify.Span, len(d.Marked))
		for i := range d.Marked {
			p.document.Spans[i] = classify.Span(d.Marked[i])
		}
	case p.MediaType() == "text/plain":
		p.document.Text = string(p.decode())
	}
	return *p.document
}

// documentLinks is how many links with a URL the document has, 0 if nobody asked
// for it.
func (p *Page) documentLinks() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	if p.document != nil {
		for i := range p.document.Links {
			if p.document.Links[i].URL != "" {
				n++
			}
		}
	}
	return n
}

// read reads the content of an HTML page from its tree or, if it can have none,
// by a scan.
func (p *Page) read() *dom.Document {
	if p.content == nil {
		var d dom.Document
		if root, err := p.parse(); err == nil {
			d = p.domReader().Document(root, p.URL)
		} else {
			d = p.domReader().Scan(p.markup(), p.URL)
		}
		p.content, p.tags = &d, &d.Tags
	}
	return p.content
}

// LinkURLs yields the canonical URLs of the page's links, as Crawler.Normalize has
// them, in document order: for strategies that look at URLs alone. The page is scanned for them, once, unless
// it has been parsed before.
func (p *Page) LinkURLs() iter.Seq[string] {
	if !p.IsHTML() {
		return func(func(string) bool) {}
	}
	return func(yield func(string) bool) {
		tags := p.readTags(true)
		for _, a := range tags.Anchors {
			if url := tags.URL(a.Href); url != "" && !yield(url) {
				return
			}
		}
	}
}

// LinksOf returns the page's links of some kinds, such as classify.LinkFeed, in document
// order, whether the crawl follows them or not. The page is scanned for them at each call.
func (p *Page) LinksOf(kinds ...string) (links []classify.Link) {
	if !p.IsHTML() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.domReader()
	r.Kinds = kinds
	d := r.Scan(p.markup(), p.URL)
	for i := range d.Anchors {
		if l := d.Link(i, classify.ContextWords); slices.Contains(kinds, l.Kind) {
			links = append(links, classify.Link(l))
		}
	}
	return links
}

// unreadLinks is how many links the page has beyond those that are read, as far as
// somebody asked for its links.
func (p *Page) unreadLinks() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tags == nil {
		return 0
	}
	return p.tags.Unread
}

// readTags returns what the tags of an HTML page say: those of its tree or, if
// the page has not been parsed and its URLs are all that is wanted, of a scan. If
// that is not known it is taken to be as it was with the page before, so that no
// page is scanned and then parsed.
func (p *Page) readTags(urlsOnly bool) *dom.Tags {
	p.mu.Lock()
	defer p.mu.Unlock()
	if urlsOnly && !p.treeWanted && p.urlsOnly != nil {
		p.urlsOnly.Store(true)
	}
	switch {
	case p.tags != nil:
	case p.parsed, !urlsOnly && (p.urlsOnly == nil || !p.urlsOnly.Load()):
		p.read()
	default:
		tags := p.domReader().ScanTags(p.markup(), p.URL)
		p.tags = &tags
	}
	return p.tags
}

// wantTree notes that the page's tree is wanted, or what is made of it.
func (p *Page) wantTree() {
	p.treeWanted = true
	if p.urlsOnly != nil {
		p.urlsOnly.Store(false)
	}
}

func (p *Page) hasTags() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tags != nil
}

// domReader keeps the metas that say something to crawlers.
func (p *Page) domReader() dom.Reader {
	p.decode() // which finds the encoding
	r := dom.Reader{MaxURL: p.reader.MaxURL, MaxLinks: p.reader.MaxLinks, Kinds: p.reader.Kinds, Metas: []string{"robots"}, EncodeQuery: queryEncoder(p.encoding)}
	if p.agent != "" {
		r.Metas = append(r.Metas, p.agent)
	}
	if p.known != nil {
		r.Normalize = p.knownAs
	}
	return r
}

// knownAs returns the URL by which the page at a URL is known.
func (p *Page) knownAs(url string) string {
	if p.known != nil && url != "" {
		if known, err := p.known(url); err == nil {
			return known
		}
	}
	return url // the crawler refuses it with the error
}
