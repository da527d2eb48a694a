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
	{"no rule matches", "User-agent: *\nDisallow: /b", "/a", Decision{Allowed: true}},
	{"prefix", "User-agent: *\nDisallow: /a", "/ab", Decision{false, 2, "Disallow: /a"}},
	{"case of the path", "User-agent: *\nDisallow: /A", "/a", Decision{Allowed: true}},
	{"rule outside a group", "Disallow: /\nUser-agent: *\nDisallow: /b", "/a", Decision{Allowed: true}},

	{"longest", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b", Decision{true, 3, "Allow: /a/b"}},
	{"tie", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", Decision{true, 3, "Allow: /a"}},
	{"tie with a star", "User-agent: *\nAllow: /abc\nDisallow: /a*c", "/abc", Decision{true, 2, "Allow: /abc"}},
	{"stars at the end count", "User-agent: *\nAllow: /ab\nDisallow: /a**", "/ab", Decision{false, 3, "Disallow: /a**"}},
	{"first of equals", "User-agent: *\nDisallow: /a\nDisallow: /a", "/a", Decision{false, 2, "Disallow: /a"}},
	{"empty rule", "User-agent: *\nDisallow: /\nAllow:", "/a", Decision{false, 2, "Disallow: /"}},
	{"length of encoded octets", "User-agent: *\nDisallow: /é\nAllow: /%C3", "/%C3%A9", Decision{false, 2, "Disallow: /é"}},

	{"star", "User-agent: *\nDisallow: /a*c", "/abbc", Decision{false, 2, "Disallow: /a*c"}},
	{"star is anchored", "User-agent: *\nDisallow: /b*d", "/a/bcd", Decision{Allowed: true}},
	{"star first", "User-agent: *\nDisallow: *.pdf", "/a.pdf", Decision{false, 2, "Disallow: *.pdf"}},
	{"no slash first", "User-agent: *\nDisallow: a", "/a", Decision{Allowed: true}},
	{"end", "User-agent: *\nDisallow: /a$", "/a", Decision{false, 2, "Disallow: /a$"}},
	{"end not there", "User-agent: *\nDisallow: /a$", "/ab", Decision{Allowed: true}},
	{"end with query", "User-agent: *\nDisallow: /a$", "/a?b", Decision{Allowed: true}},
	{"star and end", "User-agent: *\nDisallow: /*b$", "/abab", Decision{false, 2, "Disallow: /*b$"}},
	{"overlapping pieces", "User-agent: *\nDisallow: /ab*b$", "/ab", Decision{Allowed: true}},
	{"dollar inside", "User-agent: *\nDisallow: /a$b", "/a$b", Decision{false, 2, "Disallow: /a$b"}},
	{"encoded star", "User-agent: *\nDisallow: /a%2Ab", "/axb", Decision{Allowed: true}},

	{"raw octets in the file", "User-agent: *\nDisallow: /ä", "/%C3%A4", Decision{false, 2, "Disallow: /ä"}},
	{"raw octets in the URL", "User-agent: *\nDisallow: /ä", "/ä", Decision{Allowed: true}},
	{"small hex digits in the file", "User-agent: *\nDisallow: /%c3", "/%C3", Decision{false, 2, "Disallow: /%c3"}},
	{"small hex digits in the URL", "User-agent: *\nDisallow: /%c3", "/%c3", Decision{Allowed: true}},
	{"encoded slash", "User-agent: *\nDisallow: /a%2Fb", "/a/b", Decision{Allowed: true}},
	{"broken encoding", "User-agent: *\nDisallow: /%4", "/%4", Decision{false, 2, "Disallow: /%4"}},

	{"own group", "User-agent: *\nDisallow: /\nUser-agent: bot\nDisallow: /b", "/a", Decision{Allowed: true}},
	{"own group has no rule", "User-agent: *\nDisallow: /\n\nUser-agent: BOT", "/a", Decision{Allowed: true}},
	{"name begins alike", "User-agent: Bo\nUser-agent: Bots\nDisallow: /", "/a", Decision{Allowed: true}},
	{"version", "User-agent: Bot/2.1\nDisallow: /", "/a", Decision{false, 2, "Disallow: /"}},
	{"several words", "User-agent: Bot of ours\nDisallow: /", "/a", Decision{false, 2, "Disallow: /"}},
	{"star and text", "User-agent: * (all)\nDisallow: /", "/a", Decision{false, 2, "Disallow: /"}},
	{"star and text at once", "User-agent: *all\nDisallow: /", "/a", Decision{Allowed: true}},
	{"groups are merged", "User-agent: Bot\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: Bot\nAllow: /ab", "/ab", Decision{true, 6, "Allow: /ab"}},
	{"several names", "User-agent: Bot\nUser-agent: b\nDisallow: /", "/a", Decision{false, 3, "Disallow: /"}},
	{"blank and comment in a group", "User-agent: Bot\n\n# b\nUser-agent: b\n\nDisallow: /", "/a", Decision{false, 6, "Disallow: /"}},
	{"delay in a group", "User-agent: Bot\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "/a", Decision{false, 4, "Disallow: /"}},
	{"sitemap in a group", "User-agent: Bot\nSitemap: /s\nUser-agent: b\nDisallow: /", "/a", Decision{false, 4, "Disallow: /"}},
	{"unknown line in a group", "User-agent: Bot\nHost: h\nUser-agent: b\nDisallow: /", "/a", Decision{false, 4, "Disallow: /"}},
	{"empty rule ends the names", "User-agent: b\nDisallow:\nUser-agent: Bot\nDisallow: /", "/a", Decision{false, 4, "Disallow: /"}},

	{"comment", "User-agent: * # all\nDisallow: /a# this\n", "/a", Decision{false, 2, "Disallow: /a"}},
	{"CR LF", "User-agent: *\r\n\r\nDisallow: /a\r\n", "/a", Decision{false, 3, "Disallow: /a"}},
	{"CR", "User-agent: *\r\rDisallow: /a\r", "/a", Decision{false, 3, "Disallow: /a"}},
	{"white space", " User-agent\t:\v*\n\t DISALLOW  :\t/a \f\n", "/a", Decision{false, 2, "DISALLOW  :\t/a"}},
	{"no colon", "User-agent *\nDisallow\t/a", "/a", Decision{false, 2, "Disallow\t/a"}},
	{"no colon, three words", "User-agent: *\nDisallow /a b", "/a", Decision{Allowed: true}},
	{"no key", "User-agent: *\n: /a", "/a", Decision{Allowed: true}},
	{"misspelt keys", "useragent: *\ndissallow: /a", "/a", Decision{false, 2, "dissallow: /a"}},
	{"key with a tail", "User-agents: *\nDisallowed: /a", "/a", Decision{false, 2, "Disallowed: /a"}},
	{"unknown typo", "User-agent: *\nDesallow: /a", "/a", Decision{Allowed: true}},
	{"long s", "User-agent: *\nDi\u017fallow: /a", "/a", Decision{Allowed: true}},
	{"NUL", "User-agent: *\nDisallow: /a\x00b\nDisallow: /c", "/a", Decision{false, 2, "Disallow: /a"}},
	{"byte order mark", "\xEF\xBB\xBFUser-agent: *\nDisallow: /a", "/a", Decision{false, 2, "Disallow: /a"}},
	{"half a byte order mark", "\xEF\xBBUser-agent: *\nDisallow: /a", "/a", Decision{false, 2, "Disallow: /a"}},
	{"stray UTF-16 mark", "\xFF\xFE\nUser-agent: *\nDisallow: /a", "/a", Decision{false, 3, "Disallow: /a"}},
	{"HTML", "<html><body>Disallow: /</body></html>", "/a", Decision{Allowed: true}},

	{"index page", "User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/", Decision{true, 3, "Allow: /a/index.html"}},
	{"index page only", "User-agent: *\nDisallow: /\nAllow: /a/index.htm", "/a/b", Decision{false, 2, "Disallow: /"}},
	{"index page forbidden", "User-agent: *\nDisallow: /a/index.html", "/a/", Decision{Allowed: true}},
	{"robots.txt", "User-agent: *\nDisallow: /", "/robots.txt", Decision{false, 2, "Disallow: /"}},
}

func TestDecide(t *testing.T) {
	for _, c := range decisions {
		f := Parse([]byte(c.file))
		url := "http://example.com" + c.path
		if diff := cmp.Diff(c.want, f.Decide("Bot", url)); diff != "" {
			t.Errorf("%s: Decide (-want +got):\n%s", c.rule, diff)
		}
		if got := f.Allowed("Bot", url); got != c.want.Allowed {
			t.Errorf("%s: Allowed = %v", c.rule, got)
		}
		if got := NewTemoto(f).Allowed("Bot", url); got != c.want.Allowed {
			t.Errorf("%s: Temoto.Allowed = %v", c.rule, got)
		}
	}
}
