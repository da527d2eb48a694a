package classify

import (
	"bytes"
	"iter"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// LinkURLs yields the canonical URLs of a page's links in document order, at
// a fraction of the cost of a Document: for strategies that look at neither
// texts nor anchors. They are those of Scan.
func (r Reader) LinkURLs(src []byte, pageURL string) iter.Seq[string] {
	return func(yield func(string) bool) {
		page, err := weburl.Parse(pageURL)
		if err != nil {
			return
		}
		hrefs, base := r.scanHrefs(src)
		from := r.base(page, base)
		for _, href := range hrefs {
			if url := r.resolve(from, href); url != "" && !yield(url) {
				return
			}
		}
	}
}

// scanHrefs returns the hrefs of the <a> elements that are links and of the
// first <base>, which counts for those before it too.
func (r Reader) scanHrefs(src []byte) (hrefs []string, base string) {
	z := html.NewTokenizer(bytes.NewReader(src))
	var hiddenIn []byte
	links := 0
	for based := false; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return hrefs, base
		}
		switch {
		case kind == html.StartTagToken, kind == html.SelfClosingTagToken:
		case kind == html.EndTagToken && hiddenIn != nil:
		default:
			continue
		}
		name, attrs := z.TagName()
		switch {
		case hiddenIn != nil:
			if kind == html.EndTagToken && bytes.Equal(name, hiddenIn) {
				hiddenIn = nil
			}
		case len(name) == 1 && name[0] == 'a':
			if !r.room(links) {
				continue
			}
			links++
			if href, ok := hrefOf(z, attrs); ok && href != "" {
				hrefs = append(hrefs, href)
			}
		case string(name) == "base" && !based:
			if href, ok := hrefOf(z, attrs); ok {
				base, based = href, true
			}
		case string(name) == "noscript" || string(name) == "template":
			hiddenIn = bytes.Clone(name)
		}
	}
}

func hrefOf(z *html.Tokenizer, more bool) (string, bool) {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == "href" {
			return string(value), true
		}
	}
	return "", false
}
