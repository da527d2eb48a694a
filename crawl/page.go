package crawl

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"sync"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/content"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Page is what became of one URL. One that another program has fetched is made by
// hand, of URL and Body, and of Status and Header as far as they are known: that is
// what Document, DOM and the strategies read. Strategies that inherit values or
// count links also read Parent, Depth, LinkValue and Note.
type Page struct {
	URL       string  // canonical
	Parent    string  // the page that links here or redirects here; "" for a seed
	Depth     int     // the fewest links from a seed by which the URL had been found; Parent may be farther away
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

	// Again is set for a page that was fetched before and was due again, see Crawler.Fresh, and Changed if
	// it is another now.
	Again, Changed bool

	// Robots is what robots.txt says about the URL and which line says so. It
	// is the zero value if no file was consulted.
	Robots robots.Decision

	// Usage is what the site says that the page may be used for, by its robots.txt and
	// the header of the answer: see Crawler.Purpose.
	Usage robots.Usage

	// What the strategy says about the page. Value is the sum of Explanation.
	Value       float64
	Score       float64
	Explanation Explanation

	// LinkExplanation is what LinkValue is the sum of, but for rounding: why the page was fetched
	// when it was. It is nil of a seed and where the strategy does not keep it; a frontier
	// with a history explains the links of any strategy.
	LinkExplanation Explanation

	ctx     context.Context // of the crawl
	source  content.Source  // what the crawl gives it to read the page by
	once    sync.Once
	content *content.Content
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

// take fills in what the page's URL was answered with.
func (p *Page) take(res fetch.Result) {
	p.Status, p.Header, p.Redirect, p.Robots, p.Usage = res.Status, res.Header, res.Redirect, res.Robots, res.Usage
	p.Body, p.Truncated, p.NotModified = res.Body, res.Truncated, res.NotModified
	if errors.As(res.Err, new(*failure.BodyError)) {
		p.Incomplete = res.Err
	}
}

// Context returns that of the crawl which has fetched the page, for what a Strategy asks a
// service. A page that was made by hand has the background's.
func (p *Page) Context() context.Context {
	if p.ctx == nil {
		return context.Background()
	}
	return p.ctx
}

// OK reports whether the page was fetched with a 2xx status.
func (p *Page) OK() bool { return p.Err == nil && p.Status/100 == 2 }

// read returns the page's content.
func (p *Page) read() *content.Content {
	p.once.Do(func() {
		p.source.URL, p.source.Header, p.source.Body, p.source.Cut = p.URL, p.Header, p.Body, p.Truncated || p.Incomplete != nil
		p.content = content.New(p.source)
	})
	return p.content
}

// MediaType returns the type of the body without parameters, in lower case:
// what the server says, else what the bytes look like.
func (p *Page) MediaType() string { return content.MediaType(p.Header, p.Body) }

// IsHTML reports whether the body is an HTML page, perhaps one in XML: of the type
// application/xhtml+xml, or of text/xml or application/xml with a root element in the
// namespace of XHTML. A feed or a sitemap is none.
func (p *Page) IsHTML() bool { return content.IsHTML(p.Header, p.Body) }

// UTF8 returns the body of an HTML or text page as UTF-8, without byte order
// mark. The encoding is that of such a mark, the header, a <meta> or an XML
// declaration, in this order. If none is given, or a <meta> names Latin 1, a body
// that is valid UTF-8 is read as UTF-8. Any other body without a declared encoding
// is read in the encoding that it looks like, as browsers do. What does not decode
// becomes U+FFFD; a character that a limit has cut at the end is left out.
func (p *Page) UTF8() []byte { return p.read().UTF8() }

// DOM returns the parsed page. The page is parsed once, when first asked for. The
// error says so if the tree could take more memory than 16 MiB and than 24
// times the page: a page of some kilobytes can unfold into gigabytes.
func (p *Page) DOM() (*html.Node, error) { return p.read().DOM() }

// Document returns the page's text and links, read once, when first asked
// for. The links have their elements, of the tree that DOM returns: a page that is
// nested too deeply for that, or whose tree would be too large, has text and links
// without. A plain text has no links; of anything else the document is empty.
func (p *Page) Document() classify.Document { return p.read().Document() }

// Scan returns what Document does, but for the elements of links, from the body alone: in
// a third of the time. If Document was called before, it returns the same.
func (p *Page) Scan() classify.Document { return p.read().Scan() }

// LinkPlaces returns where on the page the links of its Scan are, in their order, for
// strategies of this module.
func (p *Page) LinkPlaces() []document.Place { return p.read().Places() }

// LinkURLs yields the canonical URLs of the page's links, as Crawler.Normalize has
// them, in document order: for strategies that look at URLs alone. They are read once.
func (p *Page) LinkURLs() iter.Seq[string] { return p.read().LinkURLs() }

// LinksOf returns the page's links of some kinds, such as "feed", in document
// order, whether the crawl follows them or not.
func (p *Page) LinksOf(kinds ...string) (links []classify.Link) { return p.read().LinksOf(kinds) }

// Listed yields what the page lists if it is a sitemap in XML or a feed, with the URLs as
// Crawler.Normalize has them. What cannot be read of it is left out.
func (p *Page) Listed() iter.Seq[sitemap.Entry] { return p.read().Listed() }

// Directives are what a page itself asks of crawlers: in its X-Robots-Tag, Link
// and Refresh headers, in <meta name="robots"> or under the crawler's own name,
// in <meta http-equiv="refresh"> and in the <link rel="canonical"> of its head.
type Directives struct {
	NoIndex   bool   // not to be shown in search results
	NoFollow  bool   // none of its links to be followed
	NoArchive bool   // no copy to be shown
	Canonical string // the canonical URL that it names; "" if it names none, or several
	Refresh   string // where it sends its readers within a minute, canonical; "" if nowhere
}

// Directives returns what the page asks of crawlers, read once, when first
// asked for or when the crawler honours it.
func (p *Page) Directives() Directives { return Directives(p.read().Directives()) }

// WithLinks returns a page that is like p but has only some of its links: those
// of its Document whose places keep reports true for. A strategy that leaves
// links out shows such a page to the strategy within it, which then knows of no
// other links. The two share body and tree. A nil keep keeps all links.
func (p *Page) WithLinks(keep func(i int) bool) *Page {
	return p.with(func(c *content.Content) *content.Content { return c.WithLinks(keep) })
}

// WithText returns a page that is like p but has only some of the blocks of its
// Document's text: those that keep reports true for. The others are blank, so that the
// Spans hold. Title and links have all their words.
func (p *Page) WithText(keep func(block string) bool) *Page {
	return p.with(func(c *content.Content) *content.Content { return c.WithText(keep) })
}

// with returns a page that is like p but for its content.
func (p *Page) with(change func(*content.Content) *content.Content) *Page {
	q := &Page{
		URL: p.URL, Parent: p.Parent, Depth: p.Depth, LinkValue: p.LinkValue, Note: p.Note,
		Err: p.Err, Status: p.Status, Header: p.Header, Redirect: p.Redirect, Body: p.Body,
		Truncated: p.Truncated, Incomplete: p.Incomplete, NotModified: p.NotModified, Robots: p.Robots, Usage: p.Usage, Again: p.Again, Changed: p.Changed,
		Value: p.Value, Score: p.Score, Explanation: p.Explanation, LinkExplanation: p.LinkExplanation, ctx: p.ctx,
	}
	q.once.Do(func() { q.content = change(p.read()) })
	return q
}
