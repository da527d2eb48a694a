// Package weburl reads http and https URLs the way browsers do and gives each
// page one name.
//
// The rules are those of the WHATWG URL Standard (https://url.spec.whatwg.org),
// not of RFC 3986 as in net/url: links are written for browsers, and a crawler
// that reads them otherwise asks for pages that do not exist. Other schemes are
// refused.
//
// A URL is parsed and serialised in one pass into one string; the parts are
// cut from it without copying, so the accessors cost nothing.
package weburl

import (
	"net/netip"
	"net/url"
	"strings"
)

// MaxLength is the longest URL in bytes, before and after escaping, its
// fragment included. Servers commonly stop at 8 KiB; browsers go to 2 MiB, but a
// page may hold many thousands of links that each repeat the whole of a long
// base.
const MaxLength = 8 << 10

// A URL is a parsed absolute http or https URL. It never changes, and may be
// used by several goroutines at once. URLs come from [Parse] and
// [URL.Resolve]; the zero value is of no use.
type URL struct {
	href string // scheme "://" [credentials "@"] host [":" port] path ["?" query] ["#" fragment]

	// Offsets in href.
	hostStart int
	hostEnd   int
	pathStart int
	pathEnd   int
	queryEnd  int
}

// String returns the whole URL, with credentials and fragment. Write
// [URL.Canonical] to logs instead: credentials are secrets.
func (u *URL) String() string { return u.href }

// Canonical returns the identity of the page: the URL without fragment and
// without credentials. Nothing else is dropped or reordered. It is a substring
// of String unless there are credentials to leave out.
func (u *URL) Canonical() string {
	prefix := len(u.Scheme()) + len("://")
	if prefix == u.hostStart {
		return u.href[:u.queryEnd]
	}
	return u.href[:prefix] + u.href[u.hostStart:u.queryEnd]
}

// Scheme returns "http" or "https".
func (u *URL) Scheme() string {
	if u.href[len("http")] == 's' {
		return "https"
	}
	return "http"
}

// Host returns "host" or "host:port", the port only if it is not the default
// of the scheme. Politeness is counted by this key.
func (u *URL) Host() string { return u.href[u.hostStart:u.pathStart] }

// Hostname returns the host without port: a lower-case ASCII name, a dotted
// IPv4 address, or an IPv6 address in brackets.
func (u *URL) Hostname() string { return u.href[u.hostStart:u.hostEnd] }

// Path returns the escaped path, which starts with a slash.
func (u *URL) Path() string { return u.href[u.pathStart:u.pathEnd] }

// Query returns the escaped query without its question mark. An empty query
// and no query look the same here, though they are different pages.
func (u *URL) Query() string {
	if !u.hasQuery() {
		return ""
	}
	return u.href[u.pathEnd+1 : u.queryEnd]
}

func (u *URL) hasQuery() bool { return u.pathEnd < u.queryEnd }

// HostOf cuts what [URL.Host] returns out of a string that [URL.Canonical]
// made, without parsing it. For any other string the result means nothing.
func HostOf(canonical string) string {
	_, rest, _ := strings.Cut(canonical, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// HostnameOf returns the host of a string that [URL.Canonical] made, the same for its
// ports, with a dot at its end or without, and for both forms of an IPv4 address. For any
// other string the result means nothing.
func HostnameOf(canonical string) string {
	host := HostOf(canonical)
	end := strings.LastIndexByte(host, ':')
	if !strings.HasPrefix(host, "[") {
		if end >= 0 {
			host = host[:end]
		}
		return strings.TrimSuffix(host, ".")
	}
	host = host[:strings.IndexByte(host, ']')+1]
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && addr.Is4In6() {
		return addr.Unmap().String()
	}
	return host
}

// NetURL returns the URL in the form that net/http needs, without credentials
// and fragment: its String, and so the request that is sent, is
// [URL.Canonical]. For the few URLs that net/url would escape differently, such
// as those with a bare '%' or '|' in the path, Opaque is set, and the request
// line carries the whole URL.
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
