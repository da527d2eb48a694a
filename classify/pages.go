package classify

import (
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify/internal/pageclass"
	"github.com/lokman-crawler/lokman/internal/page"
)

// A Resource is a page as it was served.
type Resource struct {
	URL         string     // where it was served
	ContentType string     // of the answer
	Body        []byte     // its first bytes are enough
	Root        *html.Node // of an HTML page, else nil; without it an HTML page cannot be told

	// Link is what is known about the link that was followed first. To Constraints its class
	// may be ClassArticle too, and ClassUnfiled only if the link probably leads
	// to no article. One that is Refused decides nothing.
	Link Classification
}

func (r Resource) inner() pageclass.Resource {
	return pageclass.Resource{URL: r.URL, ContentType: r.ContentType, Body: r.Body, Page: pageOf(r.Root), Link: r.Link.answer()}
}

func pageOf(root *html.Node) *page.Page {
	if root == nil {
		return nil
	}
	return page.Of(root)
}

// Page implements [PageClassifier]: it says which class of Tran et al. 2001 a page has. What the page is counts
// more than what links say about it: the type of the content, its citation_*
// metas, then a list of many articles, then the link, the URL and the text. All that
// was found is in the evidence, in this order, what decided with a * before it. What
// links say of a page without text does not decide. A page that is HTML, or of no known
// type, and has no Root is refused: it is ClassUnfiled with confidence 0.
func (c Constraints) Page(r Resource) Classification {
	return classification(pageclass.Of(r.inner(), c.rules()))
}

// CitationURLs returns the pages of the same article that a page's citation_*
// metas name, with the class of each.
func CitationURLs(root *html.Node, pageURL string) map[string]string {
	return pageclass.CitationURLs(pageOf(root), pageURL)
}

// A PageSet looks a second time at the pages of one issue or site, which
// [Constraints.Page] has classified one by one: a page that is built unlike most
// articles' pages is no article's, and one that is built like them and stands in their
// directory is (collective classification: P. Sen and others, Collective classification
// in network data, AI Magazine 29(3), 2008). The zero value is an empty set. It keeps 8
// bytes for each kind of element of a page, 4,096 kinds at most.
type PageSet struct {
	set pageclass.Set
}

// Add adds a page with its class. Add the page that lists the articles too: it shows what
// is not theirs alone.
func (s *PageSet) Add(r Resource, c Classification) { s.set.Add(r.inner(), c.answer()) }

// Classify returns the classes of the pages in the order in which they were added. A class
// that the others speak against is replaced, with what they say as the deciding evidence.
// The cost is linear in the pages and their kinds of elements.
func (s *PageSet) Classify() []Classification { return classifications(s.set.Classify()) }
