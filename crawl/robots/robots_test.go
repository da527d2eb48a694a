package robots

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func TestParseRFC(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		google, rfc   bool // allowed
	}{
		{"/%62%61z", "/baz", true, false},
		{"/baz", "/b%61z", true, false},
		{"/~joe", "/%7Ejoe", true, false},
		{"/ä", "/ä", true, false},
		{"/%c3", "/%c3", true, false},
		{"/a%2Fb", "/a/b", true, true},
		{"/a-%2A", "/a-*", true, false},
		{"/a-%24", "/a-$", true, false},
		{"/a$b", "/a$b", false, false},
		{"/a$b", "/a%24b", true, false},
		{"/a*c", "/abc", false, false},
		{"/a$", "/a$", true, true},
		{"/", "/robots.txt", false, true},
		{"/", "/robots.txt?a", false, false},
	} {
		body := []byte("User-agent: *\nDisallow: " + c.pattern)
		if got := Parse(body).Allowed("Bot", c.path); got != c.google {
			t.Errorf("Parse: %s on %s: %v", c.pattern, c.path, got)
		}
		if got := ParseRFC(body).Allowed("Bot", c.path); got != c.rfc {
			t.Errorf("ParseRFC: %s on %s: %v", c.pattern, c.path, got)
		}
		checkDeciders(t, ParseRFC(body), "Bot", c.path)
	}
}

func TestToken(t *testing.T) {
	for agent, want := range map[string]string{
		"MyBot":                             "MyBot",
		" my-bot_x\t":                       "my-bot_x",
		"MyBot/1.2":                         "MyBot",
		"MyBot/1.2 (+https://example.org)":  "MyBot",
		"MyBot (+https://example.org)":      "MyBot",
		"Mozilla/5.0 (compatible; MyBot/1)": "Mozilla",
		"My Bot":                            "", "My2Bot": "", "*": "", "": "", "/": "", "Böt": "",
	} {
		if got := Token(agent); got != want {
			t.Errorf("Token(%q) = %q, want %q", agent, got, want)
		}
	}
	f := Parse([]byte("User-agent: 2Bot\nDisallow: /\nUser-agent: *\nDisallow: /a"))
	if !f.Allowed("2Bot", "/") || f.Allowed("2Bot", "/a") {
		t.Error("an agent without a token must follow the groups for *")
	}
}

func TestPathOf(t *testing.T) {
	for url, want := range map[string]string{
		"":                          "/",
		"http://h":                  "/",
		"http://h/":                 "/",
		"http://h/a?b#c":            "/a?b",
		"http://h?b":                "/?b",
		"http://h;p":                "/;p",
		"http://h#/a":               "/",
		"//h/a":                     "/a",
		"h/a":                       "/a",
		"/a":                        "/a",
		"/a?u=http://h/b":           "/a?u=http://h/b",
		"?u=http://h/b":             "/?u=http://h/b",
		"a;u=http://h/b":            "/;u=http://h/b",
		"http://h/a://b":            "/a://b",
		"https://u:p@h:80/a/./%2e?": "/a/./%2e?",
		"http://h/a\x00b":           "/a",
	} {
		if got := pathOf(url); got != want {
			t.Errorf("pathOf(%q) = %q, want %q", url, got, want)
		}
	}
}

func TestDelay(t *testing.T) {
	for _, c := range []struct {
		file string
		want string // for Bot; "" for none
	}{
		{"User-agent: Bot\nCrawl-delay: 10", "10s"},
		{"User-agent: *\nCrawl-delay: 0.5 # half", "500ms"},
		{"User-agent: *\nCrawl-delay: .25", "250ms"},
		{"User-agent: *\nCrawldelay 3", "3s"},
		{"User-agent: *\nCrawl-delay: 0", "0s"},
		{"User-agent: *\nCrawl-delay: 86400", "5m0s"},
		{"User-agent: *\nCrawl-delay: 1e300", "5m0s"},
		{"User-agent: *\nCrawl-delay: 1e999", "5m0s"},
		{"User-agent: *\nCrawl-delay: -1", ""},
		{"User-agent: *\nCrawl-delay: NaN", ""},
		{"User-agent: *\nCrawl-delay: inf", ""},
		{"User-agent: *\nCrawl-delay: soon", ""},
		{"User-agent: *\nCrawl-delay: 5s", ""},
		{"User-agent: *\nCrawl-delay:", ""},
		{"Crawl-delay: 5\nUser-agent: *", ""},
		{"User-agent: *\nCrawl-delay: 5\nUser-agent: Bot\nDisallow: /", ""},
		{"User-agent: Bot\nCrawl-delay: 5\n\nUser-agent: *\nCrawl-delay: 9\nDisallow: /", "5s"},
		{"User-agent: Bot\nUser-agent: b\nDisallow: /a\nCrawl-delay: 5", "5s"},
		{"User-agent: Bot\nCrawl-delay: 5\nCrawl-delay: 7\nCrawl-delay: 6", "7s"},
		{"User-agent: Bot\nCrawl-delay: 5\nDisallow: /\nUser-agent: Bot\nCrawl-delay: 2", "5s"},
	} {
		got := ""
		if d, ok := Parse([]byte(c.file)).Delay("Bot/1.0"); ok {
			got = d.String()
		} else if d != 0 {
			t.Errorf("%q: no delay, but %v", c.file, d)
		}
		if got != c.want {
			t.Errorf("%q: delay %q, want %q", c.file, got, c.want)
		}
	}
}

func TestSitemaps(t *testing.T) {
	f := Parse([]byte("Sitemap: http://h/%e3/a.xml\nUser-agent: b\nDisallow: /\nsite-map: /b.xml#c\nSITEMAP:\nsitemap /b.xml"))
	got := f.Sitemaps()
	if diff := cmp.Diff([]string{"http://h/%e3/a.xml", "/b.xml"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got[0] = "changed"
	if f.Sitemaps()[0] == "changed" {
		t.Error("the caller's slice is the file's own")
	}
}

func TestNilFile(t *testing.T) {
	var f *File
	if _, ok := f.Delay("Bot"); ok || !f.Allowed("Bot", "/") || f.Sitemaps() != nil || f.Size() != 0 {
		t.Error("a nil file must allow everything and say nothing else")
	}
}

func TestUTF16(t *testing.T) {
	units := utf16.Encode([]rune("\uFEFFUser-agent: *\r\nDisallow: /ä"))
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var body []byte
		for _, u := range units {
			body = order.AppendUint16(body, u)
		}
		want := Decision{Line: 2, Rule: "Disallow: /ä", By: byReader}
		if got := Parse(body).Decide("Bot", "/%C3%A4"); got != want {
			t.Errorf("%v: %+v", order, got)
		}
	}
}

func TestLimits(t *testing.T) {
	const star = "User-agent: *\n"
	fill := "#" + strings.Repeat("x", MaxSize-len(star)-len("\nDisallow: /a\n")-1) + "\n"
	for _, c := range []struct {
		name, file string
		allowed    bool
	}{
		{"to the last octet", star + fill + "Disallow: /a\n", false},
		{"line cut in two", star + fill + "Disallow: /a/b\n", true},
		{"line beyond", star + fill + "            \n\nDisallow: /a\n", true},
		{"endless line", star + "Disallow: /a\nDisallow: /" + strings.Repeat("a", 5<<20), false},
		{"long line, next one counts", star + "#" + strings.Repeat("a", 300<<10) + "\nDisallow: /a", false},
		{"line is cut behind maxLine", star + "Disallow: /a" + strings.Repeat("*", maxLine) + "b", false},
	} {
		if got := Parse([]byte(c.file)).Allowed("Bot", "/a"); got != c.allowed {
			t.Errorf("%s: allowed = %v", c.name, got)
		}
	}
}
