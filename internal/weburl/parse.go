package weburl

import "strings"

// Parse reads an absolute URL. Like a browser it forgives what people write:
// white space around, missing or backward slashes, upper-case hosts,
// characters that should have been escaped. The error is an [*Error].
func Parse(raw string) (*URL, error) {
	return parse(nil, raw, MaxLength, nil)
}

// Resolve reads ref, a link as written on the page base, which may be
// absolute or relative. The error is an [*Error].
func (base *URL) Resolve(ref string) (*URL, error) {
	return parse(base, ref, MaxLength, nil)
}

// ResolveMax is Resolve with a limit on the length of the URL in bytes, its
// fragment aside. A longer one is refused with ErrTooLong before it is built.
func (base *URL) ResolveMax(ref string, max int) (*URL, error) {
	return parse(base, ref, max, nil)
}

// ResolveIn is ResolveMax for a page that is not UTF-8, whose encoding the query is to
// be in. Encode gives the bytes of a query, which are escaped then; nil means UTF-8.
func (base *URL) ResolveIn(ref string, max int, encode func(query string) []byte) (*URL, error) {
	return parse(base, ref, max, encode)
}

// CanonicalIn returns the Canonical of what ResolveIn returns, at less cost.
func (base *URL) CanonicalIn(ref string, max int, encode func(query string) []byte) (string, error) {
	var u URL
	if err := u.parse(base, ref, max, encode); err != nil {
		return "", err
	}
	return u.Canonical(), nil
}

func parse(base *URL, raw string, max int, encode func(string) []byte) (*URL, error) {
	u := new(URL)
	if err := u.parse(base, raw, max, encode); err != nil {
		return nil, err
	}
	return u, nil
}

// parse is the basic URL parser of the standard (section 4.4) for the schemes
// http and https, for which its state machine comes down to cutting the input
// at '#', '?', the scheme and the slashes. base may be nil. max bounds the URL
// without its fragment. encode is for queries beyond ASCII; it may be nil.
func (u *URL) parse(base *URL, raw string, max int, encode func(string) []byte) error {
	if len(raw) > MaxLength {
		return refuse(raw, ErrTooLong)
	}
	rest, fragment, hasFragment := strings.Cut(clean(raw), "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	scheme, rest, err := splitScheme(base, rest)
	if err != nil {
		return refuse(raw, err)
	}

	// Most URLs fit the array, so that the only allocation is a string of exactly its size.
	var array [256]byte
	dst := array[:0]
	inherits := base != nil && scheme == base.Scheme() && !hasAuthority(rest)
	if inherits {
		dst = u.appendInherited(dst, base, rest)
	} else if dst, err = u.appendAbsolute(dst, scheme, rest); err != nil {
		return refuse(raw, err)
	}
	u.pathEnd = len(dst)

	switch {
	case hasQuery:
		dst = append(dst, '?')
		if encode != nil && !isASCII(query) {
			dst = appendBytes(dst, encode(query), inQuery)
		} else {
			dst = appendEscaped(dst, query, inQuery)
		}
	case inherits && rest == "":
		dst = append(dst, base.href[base.pathEnd:base.queryEnd]...)
	}
	u.queryEnd = len(dst)
	if u.queryEnd > max {
		return refuse(raw, ErrTooLong)
	}

	if hasFragment {
		dst = append(dst, '#')
		dst = appendEscaped(dst, fragment, inFragment)
	}
	if len(dst) > MaxLength {
		return refuse(raw, ErrTooLong)
	}
	u.href = string(dst)
	return nil
}

// clean drops C0 controls and spaces around the input, and tabs and newlines
// anywhere in it.
func clean(raw string) string {
	for raw != "" && raw[0] <= ' ' {
		raw = raw[1:]
	}
	for raw != "" && raw[len(raw)-1] <= ' ' {
		raw = raw[:len(raw)-1]
	}
	if strings.IndexByte(raw, '\n') < 0 && strings.IndexByte(raw, '\t') < 0 && strings.IndexByte(raw, '\r') < 0 {
		return raw
	}
	return withoutBreaks.Replace(raw)
}

var withoutBreaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// splitScheme returns the scheme of s in lower case, or that of base if s has
// none, and what follows it.
func splitScheme(base *URL, s string) (scheme, rest string, err error) {
	scheme, rest, ok := cutScheme(s)
	switch {
	case !ok && base == nil:
		return "", "", ErrRelative
	case !ok:
		return base.Scheme(), s, nil
	case strings.EqualFold(scheme, "https"):
		return "https", rest, nil
	case strings.EqualFold(scheme, "http"):
		return "http", rest, nil
	}
	return "", "", ErrScheme
}

// cutScheme cuts s around the colon of its scheme; ok is false if s does not
// start with a scheme.
func cutScheme(s string) (scheme, rest string, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return s[:i], s[i+1:], true
		default:
			return "", s, false
		}
	}
	return "", s, false
}

// appendAbsolute appends scheme, authority and path; rest is all between the
// colon of the scheme and the query.
func (u *URL) appendAbsolute(dst []byte, scheme, rest string) ([]byte, error) {
	for rest != "" && isSlash(rest[0]) {
		rest = rest[1:]
	}
	end := 0
	for end < len(rest) && !isSlash(rest[end]) {
		end++
	}
	dst = append(dst, scheme...)
	dst = append(dst, "://"...)
	dst, err := u.appendAuthority(dst, scheme, rest[:end])
	if err != nil {
		return nil, err
	}
	return appendPath(dst, u.pathStart, rest[end:]), nil
}

// appendInherited appends the authority of base and the path that rest names
// from the path of base: the relative states of the standard.
func (u *URL) appendInherited(dst []byte, base *URL, rest string) []byte {
	u.hostStart, u.hostEnd, u.pathStart = base.hostStart, base.hostEnd, base.pathStart
	if rest == "" {
		return append(dst, base.href[:base.pathEnd]...)
	}
	kept := base.pathStart
	if !isSlash(rest[0]) {
		kept = strings.LastIndexByte(base.href[:base.pathEnd], '/')
	}
	dst = append(dst, base.href[:kept]...)
	return appendPath(dst, u.pathStart, rest)
}

func hasAuthority(rest string) bool {
	return len(rest) >= 2 && isSlash(rest[0]) && isSlash(rest[1])
}
