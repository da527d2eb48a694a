package content

import (
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Directives are those of package crawl.
type Directives struct {
	NoIndex, NoFollow, NoArchive bool
	Canonical, Refresh           string
}

// read takes X-Robots-Tag headers. The name of a crawler may stand before the rules
// that are for it alone: "noarchive, mybot: nofollow". A rule with a value looks the
// same.
func (w *Directives) read(headers []string, agent string) {
	for _, h := range headers {
		var rules strings.Builder
		forAgent := true
		for rule := range strings.SplitSeq(h, ",") {
			name, rest, named := strings.Cut(rule, ":")
			name = strings.TrimSpace(name)
			if named && !strings.ContainsAny(name, " \t") && !hasValue(name) {
				forAgent, rule = strings.EqualFold(name, agent), rest
			}
			if forAgent {
				rules.WriteString(rule)
				rules.WriteByte(',')
			}
		}
		w.add(rules.String())
	}
}

// hasValue reports whether a rule has a value behind a colon.
func hasValue(rule string) bool {
	switch strings.ToLower(rule) {
	case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
		return true
	}
	return false
}

// add takes a list of rules: "noindex, nofollow". Some pages have spaces or semicolons
// where commas belong.
func (w *Directives) add(rules string) {
	for rule := range strings.FieldsFuncSeq(rules, isBetweenRules) {
		switch strings.ToLower(rule) {
		case "noindex":
			w.NoIndex = true
		case "nofollow":
			w.NoFollow = true
		case "noarchive", "nocache":
			w.NoArchive = true
		case "none":
			w.NoIndex, w.NoFollow = true, true
		}
	}
	if date, ok := afterFold(rules, "unavailable_after:"); ok && past(date) {
		w.NoIndex = true
	}
}

func isBetweenRules(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) }

// afterFold returns what follows a word, in whatever case.
func afterFold(s, word string) (string, bool) {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return s[i+len(word):], true
		}
	}
	return "", false
}

// dateLayouts are those that sites write: of RFC 822 and 850, of ISO 8601, and the
// examples of search engines.
var dateLayouts = []string{
	http.TimeFormat, time.RFC1123Z, time.RFC850, time.RFC822, "2 Jan 2006 15:04:05 MST", "2-Jan-2006 15:04:05 MST", "2-Jan-06 15:04:05 MST",
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
}

// past reports whether the date that a text begins with is over. Other rules may
// follow it, and one comma may stand in it. One that cannot be read is not over.
func past(text string) bool {
	first, rest, _ := strings.Cut(text, ",")
	second, _, _ := strings.Cut(rest, ",")
	for _, date := range []string{first, first + "," + second} {
		for _, layout := range dateLayouts {
			if t, err := time.Parse(layout, strings.TrimSpace(date)); err == nil {
				return t.Before(time.Now())
			}
		}
	}
	return false
}

// longestRefresh is after how many seconds a page that goes elsewhere sends its readers
// there. A longer one ends their session.
const longestRefresh = 60

// refreshTarget reads where a refresh leads: "0; url=/next". It is "" if the
// page is to load itself again, stays for long or the value cannot be read (HTML Standard,
// "shared declarative refresh steps").
func refreshTarget(content string) string {
	rest := strings.TrimLeft(content, " \t\n\f\r")
	digits := strings.TrimLeft(rest, "0123456789.")
	if digits == rest {
		return ""
	}
	whole, _, _ := strings.Cut(rest[:len(rest)-len(digits)], ".")
	if seconds, err := strconv.ParseUint("0"+whole, 10, 64); err != nil || seconds > longestRefresh {
		return ""
	}
	rest = strings.TrimLeft(digits, " \t\n\f\r")
	if rest == "" || rest == digits && rest[0] != ';' && rest[0] != ',' {
		return ""
	}
	if rest[0] == ';' || rest[0] == ',' {
		rest = strings.TrimLeft(rest[1:], " \t\n\f\r")
	}
	if name := rest[:min(3, len(rest))]; strings.EqualFold(name, "url") {
		if value, ok := strings.CutPrefix(strings.TrimLeft(rest[3:], " \t\n\f\r"), "="); ok {
			rest = strings.TrimLeft(value, " \t\n\f\r")
		}
	}
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		rest, _, _ = strings.Cut(rest[1:], rest[:1])
	}
	return strings.TrimSpace(rest)
}
