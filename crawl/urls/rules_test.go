package urls_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	hexID = "0f83ab4c91d2e7758a6b3c4d5e6f7081"
	aspID = "lit3py55t21z5v55vlm25s55"
)

func TestRules(t *testing.T) {
	for _, tc := range []struct {
		name  string
		rules urls.Rules
		url   string
		want  string
	}{
		{"zero", urls.Rules{}, "http://h.example//Index.html?&utm_source=a&PHPSESSID=1&b=&", "http://h.example//Index.html?&utm_source=a&PHPSESSID=1&b=&"},
		{"not canonical", urls.Rules{}, "HTTP://ann:pw@H.example:80/a/../b c#d", "http://h.example/b%20c"},

		{"tracking", urls.Rules{Tracking: true}, "http://h.example/?a=1&utm_source=x&UTM_Medium&gclid=9&b=2", "http://h.example/?a=1&b=2"},
		{"tracking alone", urls.Rules{Tracking: true}, "http://h.example/?fbclid=1", "http://h.example/"},
		{"tracking beside nothing", urls.Rules{Tracking: true}, "http://h.example/?fbclid=1&", "http://h.example/"},
		{"tracking in another name", urls.Rules{Tracking: true}, "http://h.example/?my_gclid=1&utm=2", "http://h.example/?my_gclid=1&utm=2"},
		{"tracking in a value", urls.Rules{Tracking: true}, "http://h.example/?q=gclid", "http://h.example/?q=gclid"},

		{"session", urls.Rules{Sessions: true}, "http://h.example/a?PHPSESSID=x&b=1&ASPSESSIONIDQQQ=y", "http://h.example/a?b=1"},
		{"story", urls.Rules{Sessions: true}, "http://h.example/a?sid=4711", "http://h.example/a?sid=4711"},
		{"sid", urls.Rules{Sessions: true}, "http://h.example/a?sid=" + hexID, "http://h.example/a"},
		{"sid of words", urls.Rules{Sessions: true}, "http://h.example/a?sid=covid-19-in-2021-for-5-year-olds&token=a1b2c3d4e5f6_7890", "http://h.example/a?sid=covid-19-in-2021-for-5-year-olds&token=a1b2c3d4e5f6_7890"},
		{"jsessionid", urls.Rules{Sessions: true}, "http://h.example/a;jsessionid=5F2C/b;v=1;JSESSIONID=7;w?c", "http://h.example/a/b;v=1;w?c"},
		{"path parameter", urls.Rules{Sessions: true}, "http://h.example/a;b=1;", "http://h.example/a;b=1;"},
		{"session before dots", urls.Rules{Sessions: true}, "http://h.example/a/..;jsessionid=5F2C/b", "http://h.example/a/..;jsessionid=5F2C/b"},
		{"session before escaped dots", urls.Rules{Sessions: true}, "http://h.example/a/.%2E;jsessionid=5F2C/b", "http://h.example/a/.%2E;jsessionid=5F2C/b"},
		{"ASP.NET", urls.Rules{Sessions: true}, "http://h.example/(S(" + aspID + "))/a.aspx", "http://h.example/a.aspx"},
		{"ASP.NET, several", urls.Rules{Sessions: true}, "http://h.example/app/(A(x1)S(" + aspID + "))/", "http://h.example/app/"},
		{"ASP.NET 1.1", urls.Rules{Sessions: true}, "http://h.example/(" + aspID + ")", "http://h.example/"},
		{"ASP.NET with a parameter", urls.Rules{Sessions: true}, "http://h.example/(S(" + aspID + "));jsessionid=1/a", "http://h.example/a"},
		{"brackets", urls.Rules{Sessions: true}, "http://h.example/(S)/(A(x))/()/(S(x)/Mercury_(planet)/(x", "http://h.example/(S)/(A(x))/()/(S(x)/Mercury_(planet)/(x"},

		{"drop", urls.Rules{Drop: []string{"Ref", "x_*"}}, "http://h.example/?ref=1&refs=2&X_1=3&x=4", "http://h.example/?refs=2&x=4"},

		{"sort", urls.Rules{SortQuery: true}, "http://h.example/?b=2&a=2&b=1&a=1", "http://h.example/?a=2&a=1&b=2&b=1"},
		{"sort, name is a prefix", urls.Rules{SortQuery: true}, "http://h.example/?a!=1&a=2", "http://h.example/?a=2&a!=1"},

		{"empty", urls.Rules{EmptyQuery: true}, "http://h.example/?&a=&=b&c==&&d", "http://h.example/?a&c==&d"},
		{"empty query", urls.Rules{EmptyQuery: true}, "http://h.example/?", "http://h.example/"},
		{"nothing but empty", urls.Rules{EmptyQuery: true}, "http://h.example/?&=", "http://h.example/"},

		{"escapes", urls.Rules{Escapes: true}, "http://h.example/%41%2f%c3%9F%/[x]?%7e|^%zz", "http://h.example/A%2F%C3%9F%25/%5Bx%5D?~%7C%5E%25zz"},
		{"escapes in a row", urls.Rules{Escapes: true}, "http://h.example/%%32e", "http://h.example/%252e"},
		{"escaped name", urls.Rules{Escapes: true, Tracking: true}, "http://h.example/?%75tm_source=1", "http://h.example/"},

		{"slashes", urls.Rules{Slashes: true}, "http://h.example//a///b//?c//d", "http://h.example/a/b/?c//d"},
		{"lower", urls.Rules{LowerPath: true}, "http://h.example/A%C3%9F%zABC?D=E", "http://h.example/a%C3%9F%zabc?D=E"},

		{"document", urls.Rules{Documents: true}, "http://h.example/a/Index.HTML?x", "http://h.example/a/?x"},
		{"document in the path", urls.Rules{Documents: true}, "http://h.example/index.php/a", "http://h.example/index.php/a"},
		{"document with more", urls.Rules{Documents: true}, "http://h.example/my-index.html", "http://h.example/my-index.html"},
		{"document with session", urls.Rules{Documents: true, Sessions: true}, "http://h.example/index.jsp;jsessionid=1", "http://h.example/"},
		{"trailing slash", urls.Rules{TrailingSlash: true}, "http://h.example/a//?", "http://h.example/a?"},
		{"root", urls.Rules{TrailingSlash: true}, "http://h.example//", "http://h.example/"},
		{"document after document", urls.Rules{TrailingSlash: true, Documents: true}, "http://h.example/index.html/index.html/", "http://h.example/"},

		{"port", urls.Rules{Slashes: true}, "http://h.example:8080//a", "http://h.example:8080/a"},
		{"address", urls.Rules{Slashes: true}, "http://0x7f.1//a", "http://127.0.0.1/a"},
		{"address of version 6", urls.Rules{Slashes: true}, "http://[::1]//a", "http://[::1]/a"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := tc.rules.Apply(tc.url)
			if err != nil || got != tc.want {
				t.Errorf("Apply(%q) = %q, %v, want %q", tc.url, got, err, tc.want)
			}
			checkName(t, tc.rules, tc.url)
		})
	}
}

func TestRulesRefuse(t *testing.T) {
	for name, url := range map[string]string{
		"empty":              "",
		"relative":           "/a",
		"scheme":             "ftp://h.example/",
		"host":               "http://a b/",
		"too long":           "http://h.example/" + strings.Repeat("a", weburl.MaxLength),
		"too long by escape": "http://h.example/" + strings.Repeat("|", weburl.MaxLength/2),
	} {
		got, err := urls.Rules{Escapes: true}.Apply(url)
		if err == nil || got != "" {
			t.Errorf("%s: Apply = %.50q, %v, want an error", name, got, err)
		}
	}
	secret := "http://ann:secret@h.example:x/"
	if _, err := (urls.Rules{}).Apply(secret); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("Apply(%q): error %v", secret, err)
	}
}

var allRules = urls.Rules{
	Tracking: true, Sessions: true, Drop: []string{"ref", "x_*"}, SortQuery: true, EmptyQuery: true, Escapes: true,
	Slashes: true, LowerPath: true, Documents: true, TrailingSlash: true,
}

func TestRulesAllocateNothing(t *testing.T) {
	for _, url := range []string{
		"https://example.com/",
		"https://example.com/wiki/mercury_(planet);v=2/%C3%9F?",
		"https://example.com/a/b.html?a=1&b=base64==&c=3",
	} {
		rules := allRules
		if strings.HasSuffix(url, "?") {
			rules.EmptyQuery = false
		}
		if n := testing.AllocsPerRun(100, func() {
			if got, err := rules.Apply(url); err != nil || got != url {
				t.Fatalf("Apply(%q) = %q, %v", url, got, err)
			}
		}); n != 0 {
			t.Errorf("Apply(%q) allocates %v times", url, n)
		}
	}
}

// checkName fails t if what the rules make of url breaks a promise.
func checkName(t interface {
	Helper()
	Fatalf(string, ...any)
}, rules urls.Rules, url string) {
	t.Helper()
	parsed, parseErr := weburl.Parse(url)
	name, err := rules.Apply(url)
	if err != nil {
		if parseErr == nil && !rules.Escapes {
			t.Fatalf("%+v.Apply(%q): %v, though it parses", rules, url, err)
		}
		return
	}
	if parseErr != nil {
		t.Fatalf("%+v.Apply(%q) = %q, but it does not parse: %v", rules, url, name, parseErr)
	}
	again, err := rules.Apply(name)
	if err != nil || again != name {
		t.Fatalf("%+v.Apply(%q) = %q, which becomes %q, %v", rules, url, name, again, err)
	}
	u, err := weburl.Parse(name)
	if err != nil || u.Canonical() != name {
		t.Fatalf("%+v.Apply(%q) = %q is not canonical: %v, %v", rules, url, name, u, err)
	}
	if u.Scheme() != parsed.Scheme() || u.Host() != parsed.Host() {
		t.Fatalf("%+v.Apply(%q) = %q is on another host", rules, url, name)
	}
	if plain, err := (urls.Rules{}).Apply(url); err != nil || plain != parsed.Canonical() {
		t.Fatalf("Apply(%q) without rules is %q, %v, want %q", url, plain, err, parsed.Canonical())
	}
}
