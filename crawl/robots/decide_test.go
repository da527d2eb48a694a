package robots

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each case asks for the agent "Bot". Line is the one that decides, 0 for none.
var decisions = []struct {
	rule string // what is tested
	file string
	path string
	want Decision
}{
	{"no file", "", "/a", Decision{Allowed: true}},
	{"no rule matches", "User-agent: *\nDisallow: /b", "/a", allowed(0, "")},
	{"prefix", "User-agent: *\nDisallow: /a", "/ab", refused(2, "Disallow: /a")},
	{"case of the path", "User-agent: *\nDisallow: /A", "/a", allowed(0, "")},
	{"rule outside a group", "Disallow: /\nUser-agent: *\nDisallow: /b", "/a", allowed(0, "")},

	{"longest", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b", allowed(3, "Allow: /a/b")},
	{"tie", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", allowed(3, "Allow: /a")},
	{"tie with a star", "User-agent: *\nAllow: /abc\nDisallow: /a*c", "/abc", allowed(2, "Allow: /abc")},
	{"tie with a star at the end", "User-agent: *\nAllow: /abc\nDisallow: /ab*", "/abc", allowed(2, "Allow: /abc")},
	{"tie with the end", "User-agent: *\nAllow: /ab$\nDisallow: /ab*", "/ab", allowed(2, "Allow: /ab$")},
	{"stars at the end count", "User-agent: *\nAllow: /ab\nDisallow: /a**", "/ab", refused(3, "Disallow: /a**")},
	{"first of equals", "User-agent: *\nDisallow: /a\nDisallow: /a", "/a", refused(2, "Disallow: /a")},
	{"empty rule", "User-agent: *\nDisallow: /\nAllow:", "/a", refused(2, "Disallow: /")},
	{"length of encoded octets", "User-agent: *\nDisallow: /é\nAllow: /%C3", "/%C3%A9", refused(2, "Disallow: /é")},

	{"star", "User-agent: *\nDisallow: /a*c", "/abbc", refused(2, "Disallow: /a*c")},
	{"star is anchored", "User-agent: *\nDisallow: /b*d", "/a/bcd", allowed(0, "")},
	{"star first", "User-agent: *\nDisallow: *.pdf", "/a.pdf", refused(2, "Disallow: *.pdf")},
	{"no slash first", "User-agent: *\nDisallow: a", "/a", allowed(0, "")},
	{"end", "User-agent: *\nDisallow: /a$", "/a", refused(2, "Disallow: /a$")},
	{"end not there", "User-agent: *\nDisallow: /a$", "/ab", allowed(0, "")},
	{"end with query", "User-agent: *\nDisallow: /a$", "/a?b", allowed(0, "")},
	{"star and end", "User-agent: *\nDisallow: /*b$", "/abab", refused(2, "Disallow: /*b$")},
	{"overlapping pieces", "User-agent: *\nDisallow: /ab*b$", "/ab", allowed(0, "")},
	{"dollar inside", "User-agent: *\nDisallow: /a$b", "/a$b", refused(2, "Disallow: /a$b")},
	{"encoded star", "User-agent: *\nDisallow: /a%2Ab", "/axb", allowed(0, "")},

	{"raw octets in the file", "User-agent: *\nDisallow: /ä", "/%C3%A4", refused(2, "Disallow: /ä")},
	{"raw octets in the URL", "User-agent: *\nDisallow: /ä", "/ä", allowed(0, "")},
	{"small hex digits in the file", "User-agent: *\nDisallow: /%c3", "/%C3", refused(2, "Disallow: /%c3")},
	{"small hex digits in the URL", "User-agent: *\nDisallow: /%c3", "/%c3", allowed(0, "")},
	{"encoded slash", "User-agent: *\nDisallow: /a%2Fb", "/a/b", allowed(0, "")},
	{"broken encoding", "User-agent: *\nDisallow: /%4", "/%4", refused(2, "Disallow: /%4")},

	{"own group", "User-agent: *\nDisallow: /\nUser-agent: bot\nDisallow: /b", "/a", allowed(0, "")},
	{"own group has no rule", "User-agent: *\nDisallow: /\n\nUser-agent: BOT", "/a", Decision{Allowed: true}},
	{"name begins alike", "User-agent: Bo\nUser-agent: Bots\nDisallow: /", "/a", Decision{Allowed: true}},
	{"version", "User-agent: Bot/2.1\nDisallow: /", "/a", refused(2, "Disallow: /")},
	{"several words", "User-agent: Bot of ours\nDisallow: /", "/a", refused(2, "Disallow: /")},
	{"star and text", "User-agent: * (all)\nDisallow: /", "/a", refused(2, "Disallow: /")},
	{"star and text at once", "User-agent: *all\nDisallow: /", "/a", Decision{Allowed: true}},
	{"groups are merged", "User-agent: Bot\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: Bot\nAllow: /ab", "/ab", allowed(6, "Allow: /ab")},
	{"several names", "User-agent: Bot\nUser-agent: b\nDisallow: /", "/a", refused(3, "Disallow: /")},
	{"blank and comment in a group", "User-agent: Bot\n\n# b\nUser-agent: b\n\nDisallow: /", "/a", refused(6, "Disallow: /")},
	{"delay in a group", "User-agent: Bot\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "/a", refused(4, "Disallow: /")},
	{"sitemap in a group", "User-agent: Bot\nSitemap: /s\nUser-agent: b\nDisallow: /", "/a", refused(4, "Disallow: /")},
	{"unknown line in a group", "User-agent: Bot\nHost: h\nUser-agent: b\nDisallow: /", "/a", refused(4, "Disallow: /")},
	{"empty rule ends the names", "User-agent: b\nDisallow:\nUser-agent: Bot\nDisallow: /", "/a", refused(4, "Disallow: /")},

	{"comment", "User-agent: * # all\nDisallow: /a# this\n", "/a", refused(2, "Disallow: /a")},
	{"CR LF", "User-agent: *\r\n\r\nDisallow: /a\r\n", "/a", refused(3, "Disallow: /a")},
	{"CR", "User-agent: *\r\rDisallow: /a\r", "/a", refused(3, "Disallow: /a")},
	{"white space", " User-agent\t:\v*\n\t DISALLOW  :\t/a \f\n", "/a", refused(2, "DISALLOW  :\t/a")},
	{"no colon", "User-agent *\nDisallow\t/a", "/a", refused(2, "Disallow\t/a")},
	{"no colon, three words", "User-agent: *\nDisallow /a b", "/a", Decision{Allowed: true}},
	{"no key", "User-agent: *\n: /a", "/a", Decision{Allowed: true}},
	{"misspelt keys", "useragent: *\ndissallow: /a", "/a", refused(2, "dissallow: /a")},
	{"key with a tail", "User-agents: *\nDisallowed: /a", "/a", refused(2, "Disallowed: /a")},
	{"unknown typo", "User-agent: *\nDesallow: /a", "/a", Decision{Allowed: true}},
	{"long s", "User-agent: *\nDi\u017fallow: /a", "/a", Decision{Allowed: true}},
	{"NUL", "User-agent: *\nDisallow: /a\x00b\nDisallow: /c", "/a", refused(2, "Disallow: /a")},
	{"byte order mark", "\xEF\xBB\xBFUser-agent: *\nDisallow: /a", "/a", refused(2, "Disallow: /a")},
	{"half a byte order mark", "\xEF\xBBUser-agent: *\nDisallow: /a", "/a", refused(2, "Disallow: /a")},
	{"stray UTF-16 mark", "\xFF\xFE\nUser-agent: *\nDisallow: /a", "/a", refused(3, "Disallow: /a")},
	{"HTML", "<html><body>Disallow: /</body></html>", "/a", Decision{Allowed: true}},

	{"index page", "User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/", allowed(3, "Allow: /a/index.html")},
	{"index page only", "User-agent: *\nDisallow: /\nAllow: /a/index.htm", "/a/b", refused(2, "Disallow: /")},
	{"index page forbidden", "User-agent: *\nDisallow: /a/index.html", "/a/", allowed(0, "")},
	{"robots.txt", "User-agent: *\nDisallow: /", "/robots.txt", refused(2, "Disallow: /")},
}

// refused and allowed are decisions by temoto; the line is 0 if no rule matches.
func refused(line int, rule string) Decision { return Decision{false, line, rule, byTemoto} }
func allowed(line int, rule string) Decision { return Decision{true, line, rule, byTemoto} }

func TestDecide(t *testing.T) {
	for _, c := range decisions {
		f := Parse([]byte(c.file))
		url := "http://example.com" + c.path
		if c.want.By == byTemoto {
			c.want.By = byOf(f, "Bot")
		}
		if diff := cmp.Diff(c.want, f.Decide("Bot", url)); diff != "" {
			t.Errorf("%s: Decide (-want +got):\n%s", c.rule, diff)
		}
		for name, allowed := range deciders {
			if got := allowed(f, "Bot", url); got != c.want.Allowed {
				t.Errorf("%s: %s: allowed = %v", c.rule, name, got)
			}
		}
	}
}
