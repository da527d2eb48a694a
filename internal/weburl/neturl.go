package weburl

import "net/url"

// NetURL returns the URL in the form net/http wants, without credentials and
// fragment: its String, and so the request that is sent, is [URL.Canonical].
// For the few URLs that net/url would escape differently, such as those with
// a bare '%' or '|' in the path, Opaque is set, and the request line carries
// the whole URL.
func (u *URL) NetURL() *url.URL {
	path := u.Path()
	n := &url.URL{
		Scheme:     u.Scheme(),
		Host:       u.Host(),
		Path:       unescape(path),
		RawQuery:   u.Query(),
		ForceQuery: u.hasQuery(),
	}
	if n.EscapedPath() != path {
		n.RawPath = path
	}
	if n.String() != u.Canonical() {
		n.Opaque = "//" + n.Host + path
	}
	return n
}
