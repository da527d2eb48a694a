// Package legible writes texts from the open web and numbers so that a page for
// people can show them: in one line, bounded, and able to do nothing but be read.
package legible

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Maximum lengths in characters. Longer texts are of no more use to a reader
// and push everything else off the screen.
const (
	MaxTitle = 240
	MaxURL   = 240
	MaxWhy   = 6000
	MaxName  = 400 // a setting, a term, a host, the name of a curve
	maxHref  = 8192
)

// credentials finds what stands before the @ of a URL's authority, as lenient
// parsers understand it: browsers take https:\\user@host for a URL.
var credentials = regexp.MustCompile(`(?i)((?:https?|ftp|wss?):[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2,}|(?:^|\s)//)[^\s/\\?#]*@`)

// Plain returns s as one line of at most limit characters that can do nothing
// but be read: without control characters, without the marks that turn the
// reading direction of what follows, without the secrets in URLs.
func Plain(s string, limit int) string {
	s = weburl.RedactText(s)
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

// A Link is a URL as it is shown. Href is "" unless it may be followed; it is the
// whole URL but for credentials, for without the rest it leads elsewhere.
type Link struct{ Text, Href string }

// NewLink returns the link to a URL.
func NewLink(raw string) Link {
	l := Link{Text: Plain(weburl.Redact(raw), MaxURL)}
	u, err := url.Parse(credentials.ReplaceAllString(raw, "$1"))
	if err == nil && len(raw) <= maxHref && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		l.Href = u.String()
	}
	return l
}

// Sentence returns s with a capital first letter and a full stop.
func Sentence(s string) string {
	s = Plain(s, MaxName)
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

// Count writes n in groups of three digits.
func Count[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Counted writes n with its noun.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Percent writes a share of 0 to 1.
func Percent(share float64) string {
	return strconv.FormatFloat(100*share, 'f', 1, 64) + "\u00a0%"
}

// Size writes a number of bytes in decimal units.
func Size(n int64) string {
	if n < 1000 {
		return Counted(int(n), "byte", "bytes")
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

// Decimals returns how many decimals the numbers of one column get, so that
// they line up: fewer, the larger the largest of them is.
func Decimals(largest float64) int {
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

// Number writes v, and what is not finite as a dash.
func Number(v float64, decimals int) string {
	if !Finite(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// Finite reports whether v is a number that can be drawn.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Step returns the least of ... 1, 2, 5, 10, 20 ... that divides the way up to
// top into at most so many steps.
func Step(top float64, most int) float64 {
	if top < smallest {
		return 1
	}
	least := top / float64(most)
	unit := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= least {
			return m * unit
		}
	}
	return 10 * unit
}

// smallest is the least height of a plot: the quotients of lesser ones leave
// float64.
const smallest = 1e-100
