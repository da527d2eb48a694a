package report

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Maximum lengths in characters. Longer texts are of no more use to a reader
// and push everything else off the screen.
const (
	maxTitle = 240
	maxURL   = 240
	maxWhy   = 6000
	maxName  = 400 // a setting, a term, a host, the name of a curve
	maxHref  = 8192
)

// credentials finds what stands before the @ of a URL's authority, as lenient
// parsers understand it: browsers take https:\\user@host for a URL.
var credentials = regexp.MustCompile(`(?i)((?:https?|ftp|wss?):[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2,}|(?:^|\s)//)[^\s/\\?#]*@`)

// plain returns s as one line of at most limit characters that can do nothing
// but be read: without control characters, without the marks that turn the
// reading direction of what follows, without the credentials of URLs.
func plain(s string, limit int) string {
	if strings.Contains(s, "@") {
		s = credentials.ReplaceAllString(s, "$1")
	}
	var b strings.Builder
	n, space := 0, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r): // U+2028 and U+2029 too
			space = b.Len() > 0
			continue
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), r == '\uFEFF',
			unicode.Is(unicode.Noncharacter_Code_Point, r):
			continue
		}
		if space {
			b.WriteByte(' ')
			n, space = n+1, false
		}
		if n++; n > limit {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// A link is a URL as it is shown. Href is "" unless it may be followed.
type link struct{ Text, Href string }

func newLink(raw string) link {
	l := link{Text: plain(raw, maxURL)}
	u, err := url.Parse(credentials.ReplaceAllString(raw, "$1"))
	if err == nil && len(raw) <= maxHref && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		l.Href = u.String()
	}
	return l
}

// sentence returns s with a capital first letter and a full stop.
func sentence(s string) string {
	s = plain(s, maxName)
	if s == "" {
		return ""
	}
	first := []rune(s)[0]
	s = string(unicode.ToUpper(first)) + strings.TrimPrefix(s, string(first))
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}

// count writes n in groups of three digits.
func count[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted writes n with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// percent writes a share of 0 to 1.
func percent(share float64) string {
	return strconv.FormatFloat(100*share, 'f', 1, 64) + "\u00a0%"
}

// size writes a number of bytes in decimal units.
func size(n int64) string {
	if n < 1000 {
		return counted(int(n), "byte", "bytes")
	}
	v, unit := float64(n)/1e3, "kB"
	for _, larger := range []string{"MB", "GB", "TB"} {
		if v < 999.5 {
			break
		}
		v, unit = v/1e3, larger
	}
	if v < 9.95 {
		return fmt.Sprintf("%.1f\u00a0%s", v, unit)
	}
	return fmt.Sprintf("%.0f\u00a0%s", v, unit)
}

// decimals returns how many decimals the numbers of one column get, so that
// they line up: fewer, the larger the largest of them is.
func decimals(largest float64) int {
	switch {
	case largest >= 1000:
		return 0
	case largest >= 100:
		return 1
	case largest >= 10:
		return 2
	}
	return 3
}

func number(v float64, decimals int) string {
	if !finite(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
