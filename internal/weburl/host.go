package weburl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxUnicodeHost bounds a host with characters beyond ASCII in bytes. DNS ends
// at 253; the standard has no limit, but Punycode takes quadratic time.
const maxUnicodeHost = 1 << 10

// domainToASCII is the profile of section 3.3 of the standard.
var domainToASCII = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(true),
	idna.VerifyDNSLength(false),
	idna.BidiRule(),
)

// appendAuthority appends credentials, host and port and notes where they
// are: the authority, host and port states of the standard.
func (u *URL) appendAuthority(dst []byte, scheme, authority string) ([]byte, error) {
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		dst = appendCredentials(dst, authority[:at])
		authority = authority[at+1:]
	}
	host, port := splitPort(authority)
	u.hostStart = len(dst)
	dst, err := appendHost(dst, host)
	if err != nil {
		return nil, err
	}
	u.hostEnd = len(dst)
	dst, err = appendPort(dst, port, scheme)
	u.pathStart = len(dst)
	return dst, err
}

func appendCredentials(dst []byte, credentials string) []byte {
	user, password, _ := strings.Cut(credentials, ":")
	if user == "" && password == "" {
		return dst
	}
	dst = appendEscaped(dst, user, inCredentials)
	if password != "" {
		dst = append(dst, ':')
		dst = appendEscaped(dst, password, inCredentials)
	}
	return append(dst, '@')
}

// splitPort cuts at the first colon that is not in brackets.
func splitPort(authority string) (host, port string) {
	inBrackets := false
	for i := range len(authority) {
		switch authority[i] {
		case '[':
			inBrackets = true
		case ']':
			inBrackets = false
		case ':':
			if !inBrackets {
				return authority[:i], authority[i+1:]
			}
		}
	}
	return authority, ""
}

func appendPort(dst []byte, port, scheme string) ([]byte, error) {
	if port == "" {
		return dst, nil
	}
	n := 0
	for _, c := range []byte(port) {
		if c < '0' || c > '9' {
			return nil, ErrPort
		}
		n = n*10 + int(c-'0')
		if n > 1<<16-1 {
			return nil, ErrPort
		}
	}
	if scheme == "http" && n == 80 || scheme == "https" && n == 443 {
		return dst, nil
	}
	dst = append(dst, ':')
	return strconv.AppendInt(dst, int64(n), 10), nil
}

// appendHost is the host parser (section 3.5) for special schemes.
func appendHost(dst []byte, host string) ([]byte, error) {
	if host == "" {
		return nil, ErrHost
	}
	if host[0] == '[' {
		return appendIPv6(dst, host)
	}
	start := len(dst)
	dst, err := appendDomain(dst, host)
	if err != nil {
		return nil, err
	}
	if endsInNumber(dst[start:]) {
		return appendIPv4(dst[:start], string(dst[start:]))
	}
	return dst, nil
}

// appendDomain is "domain to ASCII" (section 3.3). It leaves a domain in ASCII
// to lower case, xn-- labels too, whether or not they hold valid Punycode.
func appendDomain(dst []byte, domain string) ([]byte, error) {
	seen := classesOf(domain)
	if seen&decodeDomain != 0 {
		var err error
		if domain, err = decode(domain); err != nil {
			return nil, err
		}
		seen = classesOf(domain)
	}
	if seen&notInDomain != 0 || domain == "" {
		return nil, ErrHost
	}
	start := len(dst)
	dst = append(dst, domain...)
	if seen&upperCase != 0 {
		for i, c := range dst[start:] {
			if 'A' <= c && c <= 'Z' {
				dst[start+i] = c | 0x20
			}
		}
	}
	return dst, nil
}

// decode returns a domain with escapes or characters beyond ASCII in ASCII.
func decode(domain string) (string, error) {
	domain = unescape(domain)
	if classesOf(domain)&decodeDomain == 0 {
		return domain, nil
	}
	if !utf8.ValidString(domain) || len(domain) > maxUnicodeHost {
		return "", ErrHost
	}
	ascii, err := domainToASCII.ToASCII(domain)
	if err != nil {
		return "", ErrHost
	}
	return ascii, nil
}

func classesOf(s string) (seen class) {
	for i := range len(s) {
		seen |= classes[s[i]]
	}
	return seen
}
