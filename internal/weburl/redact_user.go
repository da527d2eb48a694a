package weburl

import "strings"

// users returns where the user information of a URL is, and that of the URLs in it.
// Around the first one may be other text.
func users(raw string, text bool) (found []span) {
	last := strings.LastIndexByte(raw, '@')
	if last < 0 && strings.IndexByte(raw, '%') < 0 {
		return nil
	}
	query := strings.IndexByte(raw, '?')
	for a := firstAuthority(raw, text); a.begin >= 0; {
		inner := query >= 0 && query < a.begin
		at, end, broken := a.read(raw, inner, text)
		if at < 0 && broken && !inner && a.depth == 0 && last >= end {
			// No host has such a port: this is a password with a bare slash,
			// and where it ends cannot be found.
			at, end = last, last
		}
		if at > a.begin && (!a.bare || strings.IndexByte(raw[a.begin:at], ':') >= 0) {
			found = append(found, span{a.begin, at, userMask})
		}
		a = nextAuthority(raw, end)
	}
	return found
}

// authority is where the user, the host and the port of a URL are.
type authority struct {
	begin int  // -1 if there is none
	depth int  // how often it is percent-encoded
	bare  bool // without a scheme and slashes: perhaps it is the name of a file
}

// firstAuthority returns the authority of a URL, with or without a scheme, or the
// first one behind that.
func firstAuthority(raw string, text bool) authority {
	begin := 0
	for begin < len(raw) && raw[begin] <= ' ' {
		begin++
	}
	behind := begin
	for behind < len(raw) && isSlash(raw[behind]) {
		behind++
	}
	switch {
	case behind-begin >= 2:
		return authority{begin: behind}
	case text || behind > begin || hasScheme(raw[begin:]):
		return nextAuthority(raw, begin)
	}
	return authority{begin: begin, bare: true}
}

// hasScheme reports whether a URL begins with a scheme, not with a user. What
// mailto: names is no user.
func hasScheme(raw string) bool {
	scheme, rest, ok := strings.Cut(raw, ":")
	rest = strings.TrimLeft(rest, "\t\n\r")
	return ok && !strings.ContainsAny(scheme, "/\\?#@") && (rest != "" && isSlash(rest[0]) || endsInHTTP(scheme) || strings.EqualFold(scheme, "mailto"))
}

// endsInHTTP reports whether text ends with a scheme that needs no slashes behind it.
func endsInHTTP(text string) bool {
	for _, scheme := range []string{"http", "https"} {
		if at := len(text) - len(scheme); at >= 0 && strings.EqualFold(text[at:], scheme) {
			return true
		}
	}
	return false
}

// nextAuthority returns the first authority behind a scheme, from i on.
func nextAuthority(raw string, i int) authority {
	for i < len(raw) {
		c, depth, next := charAt(raw, i)
		colon := i
		if i = next; c != ':' {
			continue
		}
		slashes := 0
		for next < len(raw) {
			c, d, after := charAt(raw, next)
			if isSlash(c) {
				slashes++
				depth = d
			} else if c != '\t' && c != '\n' && c != '\r' {
				break
			}
			next = after
		}
		if slashes >= 2 || endsInHTTP(raw[:colon]) {
			return authority{begin: next, depth: depth}
		}
	}
	return authority{begin: -1}
}

// read returns where the last @ of an authority is, -1 if it has none, where the
// authority ends, and whether something other than a port stands where one would.
// An inner one is in the query of another URL, and ends where its parameter does.
func (a authority) read(raw string, inner, text bool) (at, end int, broken bool) {
	at = -1
	var port, address bool // within the port, within an address of IPv6
	i := a.begin
	for i < len(raw) {
		c, depth, next := charAt(raw, i)
		if depth <= a.depth && (isSlash(c) || c == '?' || c == '#' || inner && c == '&') || text && c <= ' ' {
			break
		}
		switch {
		case c == '@' && depth <= a.depth:
			at = i
		case c == '[' || c == ']':
			address = c == '['
		case c == ':' && !address && !port:
			port = true
		case port && (c < '0' || c > '9'):
			broken = true
		}
		i = next
	}
	return at, i, broken
}
