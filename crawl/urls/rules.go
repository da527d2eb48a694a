package urls

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Rules say which URLs name the same page. Each rule is a guess about how
// sites work that is wrong for some; the zero value makes none, and leaves
// URLs in canonical form as they are. Rules may be used by several goroutines
// at once.
type Rules struct {
	// Tracking drops the query parameters by which advertisers and senders of
	// mail follow visitors: utm_*, gclid, fbclid, msclkid and similar ones.
	Tracking bool

	// Sessions drops session ids: in the query (PHPSESSID, jsessionid,
	// ASPSESSIONID* and similar ones; sid, session and token only if their value
	// looks like one), behind a semicolon in the path (/shop;jsessionid=5F2C)
	// and in the segments of ASP.NET (/(S(24characters))/shop).
	Sessions bool

	// Drop lists further query parameters to drop, whatever their case. A name
	// with a '*' at its end matches all that begin so.
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

// path applies the rules for paths. The order matters: each step may leave
// what a later one takes.
func (r Rules) path(path string) string {
	if r.Escapes {
		path = normalEscapes(path)
	}
	if r.Sessions {
		path = withoutPathSessions(path)
	}
	if r.Slashes {
		path = withSingleSlashes(path)
	}
	if r.LowerPath {
		path = lower(path)
	}
	for {
		length := len(path)
		if r.Documents {
			path = withoutDocument(path)
		}
		if r.TrailingSlash {
			path = path[:max(1, len(strings.TrimRight(path, "/")))]
		}
		if len(path) == length {
			return path
		}
	}
}

func withSingleSlashes(path string) string {
	if !strings.Contains(path, "//") {
		return path
	}
	b := make([]byte, 0, len(path))
	for i := range len(path) {
		if path[i] != '/' || i == 0 || path[i-1] != '/' {
			b = append(b, path[i])
		}
	}
	return string(b)
}

func withoutDocument(path string) string {
	slash := strings.LastIndexByte(path, '/')
	for _, document := range documents {
		if strings.EqualFold(path[slash+1:], document) {
			return path[:slash+1]
		}
	}
	return path
}

// lower returns path in lower case, but for the digits of its escapes.
func lower(path string) string {
	for i := range len(path) {
		if 'A' <= path[i] && path[i] <= 'Z' && !inEscape(path, i) {
			return lowerFrom(path, i)
		}
	}
	return path
}

func lowerFrom(path string, start int) string {
	b := []byte(path)
	for i := start; i < len(b); i++ {
		if 'A' <= b[i] && b[i] <= 'Z' && !inEscape(path, i) {
			b[i] |= 0x20
		}
	}
	return string(b)
}

// query applies the rules for queries; some is false if the question mark is
// to go as well. Parameters are parted by '&' alone, as in the WHATWG URL
// Standard, section 5.1.
func (r Rules) query(query string) (kept string, some bool) {
	if r.Escapes {
		query = normalEscapes(query)
	}
	kept = rewrite(query, "&", func(p string) (string, bool) { return p, !r.drops(p) })
	some = kept != "" || kept == query
	if r.EmptyQuery {
		kept = rewrite(kept, "&", withoutEmpty)
		some = kept != ""
	}
	if r.SortQuery {
		kept = sorted(kept)
	}
	return kept, some
}

func (r Rules) drops(parameter string) bool {
	name, _, _ := strings.Cut(parameter, "=")
	return r.Tracking && isOneOf(name, tracking) || r.Sessions && isSession(parameter) || isOneOf(name, r.Drop)
}

func withoutEmpty(parameter string) (kept string, ok bool) {
	name, value, _ := strings.Cut(parameter, "=")
	if value == "" {
		return name, name != ""
	}
	return parameter, name != ""
}

func sorted(query string) string {
	last, rest, more := strings.Cut(query, "&")
	for more {
		var next string
		next, rest, more = strings.Cut(rest, "&")
		if byName(last, next) > 0 {
			parameters := strings.Split(query, "&")
			slices.SortStableFunc(parameters, byName)
			return strings.Join(parameters, "&")
		}
		last = next
	}
	return query
}

func byName(a, b string) int {
	a, _, _ = strings.Cut(a, "=")
	b, _, _ = strings.Cut(b, "=")
	return strings.Compare(a, b)
}

// documents are the names under which servers look for the page of a
// directory.
var documents = []string{
	"index.html", "index.htm", "index.shtml", "index.xhtml", "index.php", "index.jsp", "index.asp", "index.aspx",
	"index.cgi", "index.cfm", "default.html", "default.htm", "default.asp", "default.aspx",
}

// tracking are parameters that no page depends on.
var tracking = []string{
	"utm_*",                                                                                                 // Urchin, Google Analytics
	"_ga", "_gl", "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "gad_source", "gad_campaignid", "srsltid", // Google
	"fbclid", "fb_action_ids", "fb_action_types", "igshid", "igsh", // Facebook, Instagram
	"msclkid",                                // Microsoft
	"twclid",                                 // Twitter
	"ttclid",                                 // TikTok
	"li_fat_id",                              // LinkedIn
	"rdt_cid",                                // Reddit
	"epik",                                   // Pinterest
	"yclid", "ymclid", "_openstat", "ysclid", // Yandex
	"mc_cid", "mc_eid", // Mailchimp
	"_hsenc", "_hsmi", "__hstc", "__hssc", "__hsfp", "hsctatracking", // HubSpot
	"mkt_tok",              // Marketo
	"vero_id", "vero_conv", // Vero
	"oly_anon_id", "oly_enc_id", // Omeda
	"_kx",                                  // Klaviyo
	"wickedid",                             // Wicked Reports
	"_branch_match_id", "_branch_referrer", // Branch
	"mtm_*", "pk_*", "piwik_*", // Matomo
}
