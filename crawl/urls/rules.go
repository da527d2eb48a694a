package urls

import "github.com/lokman-crawler/lokman/internal/weburl"

// Rules say which URLs name the same page. Each rule is a guess about how
// sites work that is wrong for some; the zero value makes none, and leaves
// URLs in canonical form as they are. Rules may be used by several goroutines
// at once.
type Rules struct {
	// Tracking drops the query parameters by which advertisers and senders of
	// mail follow visitors: utm_*, gclid, fbclid, msclkid and their like.
	Tracking bool

	// Sessions drops session ids: in the query (PHPSESSID, jsessionid,
	// ASPSESSIONID* and their like; sid, session and token only if their value
	// looks like one), behind a semicolon in the path (/shop;jsessionid=5F2C)
	// and in the segments of ASP.NET (/(S(24characters))/shop).
	Sessions bool

	// Drop lists further query parameters to drop, whatever their case. A name
	// with a '*' at its end stands for all that begin so.
	Drop []string

	// SortQuery orders query parameters by name. Those of one name keep their
	// order.
	SortQuery bool

	// EmptyQuery drops from a query what says nothing: parameters without
	// name, the '=' of parameters without value, the '?' of an empty query.
	EmptyQuery bool

	// Escapes writes percent-encoding in the one way of RFC 3986, section 6.2.2:
	// letters, digits, '-', '.', '_' and '~' bare, hexadecimal digits in upper
	// case. What the RFC does not let stand bare, such as '|', '[' or a '%'
	// without two hexadecimal digits, is encoded.
	Escapes bool

	// Slashes writes several slashes in a row in the path as one.
	Slashes bool

	// LowerPath writes the path in lower case: for servers that do not care.
	LowerPath bool

	// Documents drops a default document from the end of the path, such as
	// index.html, and leaves the slash before it.
	Documents bool

	// TrailingSlash drops slashes from the end of the path, but for the first.
	TrailingSlash bool
}

// Apply returns the URL by which the page is to be known. To apply the rules
// again changes nothing, and if they change nothing, Apply returns its
// argument and allocates nothing (save for a host that is an address, or has a
// port). The error is of a URL that is not http or https, is malformed or is
// longer than 8 KiB. It takes time linear in the URL, with SortQuery n log n in
// the parameters.
func (r Rules) Apply(url string) (string, error) {
	p, err := cut(url)
	if err != nil {
		return "", err
	}
	path, query, hasQuery := r.path(p.path), p.query, p.hasQuery
	if hasQuery {
		query, hasQuery = r.query(query)
	}
	if path == p.path && query == p.query && hasQuery == p.hasQuery {
		return p.url, nil
	}
	name := p.prefix + path
	if hasQuery {
		name += "?" + query
	}
	if len(name) > weburl.MaxLength {
		// Only Escapes makes a URL longer. The parser words the error.
		_, err = weburl.Parse(name)
		return "", err
	}
	return name, nil
}
