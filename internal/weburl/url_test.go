package weburl

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct{ raw, want string }{
		{"http://books.example", "http://books.example/"},
		{"\t\n https://books.example/a\x00 ", "https://books.example/a"},
		{"ht\ntps://boo\tks.example/a\r\nb", "https://books.example/ab"},
		{"HTTP:Books.Example\\shelf\\1", "http://books.example/shelf/1"},
		{"https:////\\books.example", "https://books.example/"},

		{"http://books.example:80/", "http://books.example/"},
		{"http://books.example:0443", "http://books.example:443/"},
		{"https://books.example:443", "https://books.example/"},
		{"https://books.example:/", "https://books.example/"},

		{"http://ann@books.example/", "http://ann@books.example/"},
		{"http://ann:p@ss@w/", "http://ann:p%40ss@w/"},
		{"http://ann:@books.example/", "http://ann@books.example/"},
		{"http://:secret@books.example/", "http://:secret@books.example/"},
		{"http://:@books.example/", "http://books.example/"},

		{"http://h/a/./b/../c", "http://h/a/c"},
		{"http://h/a/%2E/b/.%2e/c", "http://h/a/c"},
		{"http://h/../../a", "http://h/a"},
		{"http://h/a/..", "http://h/"},
		{"http://h/a/b/.", "http://h/a/b/"},
		{"http://h//../a", "http://h/a"},
		{"http://h/.../.a/%2ea/%41", "http://h/.../.a/%2ea/%41"},
		{"http://h/a b\"<>`{}^|'", "http://h/a%20b%22%3C%3E%60%7B%7D%5E|'"},
		{"http://h/100%/ü", "http://h/100%/%C3%BC"},
		{"http://h/\xff\xe2\x98", "http://h/%EF%BF%BD%EF%BF%BD%EF%BF%BD"},

		{"http://h?", "http://h/?"},
		{"http://h?a=b c&d='é'`{}\\", "http://h/?a=b%20c&d=%27%C3%A9%27`{}\\"},
		{"http://h/?a?b#c#d ?", "http://h/?a?b#c#d%20?"},
		{"http://h/#", "http://h/#"},

		{"http://0x7f.1/", "http://127.0.0.1/"},
		{"http://0177.0.0.01./", "http://127.0.0.1/"},
		{"http://4294967295", "http://255.255.255.255/"},
		{"http://1.0x", "http://1.0.0.0/"},
		{"http://%31%32%37.1", "http://127.0.0.1/"},
		{"http://１.２.３.４", "http://1.2.3.4/"},
		{"http://1.2.3.4.example", "http://1.2.3.4.example/"},
		{"http://1.2.3.4x", "http://1.2.3.4x/"},

		{"http://[::]:80", "http://[::]/"},
		{"http://[0:0:1:0:0:0:0:A]:8080/", "http://[0:0:1::a]:8080/"},
		{"http://[1:0:2:0:3:0:4:0]", "http://[1:0:2:0:3:0:4:0]/"},
		{"http://[1::]", "http://[1::]/"},
		{"http://[::ffff:1.2.3.4]", "http://[::ffff:102:304]/"},

		{"http://BÜCHER.example", "http://xn--bcher-kva.example/"},
		{"http://b%C3%BCcher.example", "http://xn--bcher-kva.example/"},
		{"http://faß.example", "http://xn--fa-hia.example/"},
		{"http://a。b", "http://a.b/"},
		{"http://XN--A", "http://xn--a/"},
		{"http://a_b--.example.", "http://a_b--.example./"},
	} {
		u, err := Parse(tc.raw)
		if err != nil {
			t.Errorf("Parse(%q): %v", tc.raw, err)
		} else if u.String() != tc.want {
			t.Errorf("Parse(%q) = %s, want %s", tc.raw, u, tc.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct {
		raw  string
		want error
	}{
		{"", ErrRelative},
		{"books.example", ErrRelative},
		{"//books.example", ErrRelative},
		{"1http://books.example", ErrRelative},
		{"mailto:ann@books.example", ErrScheme},
		{"httpſ://books.example", ErrRelative},
		{"https:", ErrHost},
		{"https:///?", ErrHost},
		{"http://ann@/", ErrHost},
		{"http://:80/", ErrHost},
		{"http://a b/", ErrHost},
		{"http://a%2fb/", ErrHost},
		{"http://a%25b/", ErrHost},
		{"http://a%zz/", ErrHost},
		{"http://a<b/", ErrHost},
		{"http://%ff/", ErrHost},
		{"http://\u00ad/", ErrHost},
		{"http://xn--a.ß", ErrHost},
		{"http://" + strings.Repeat("ß", maxUnicodeHost), ErrHost},
		{"http://256.1.1.1/", ErrHost},
		{"http://1.2.3.4.5/", ErrHost},
		{"http://1..2/", ErrHost},
		{"http://a.09/", ErrHost},
		{"http://4294967296/", ErrHost},
		{"http://99999999999999999999999/", ErrHost},
		{"http://0xfffffffffffffffff/", ErrHost},
		{"http://[::1/", ErrHost},
		{"http://[::1%25eth0]/", ErrHost},
		{"http://[1.2.3.4]/", ErrHost},
		{"http://[1:2:3]/", ErrHost},
		{"http://[::1]x/", ErrHost},
		{"http://h:65536/", ErrPort},
		{"http://h:99999999999999999999/", ErrPort},
		{"http://h:8o/", ErrPort},
		{"http://h/" + strings.Repeat("a", MaxLength), ErrTooLong},
		{"http://h/" + strings.Repeat(" ", MaxLength/2) + "a", ErrTooLong},
	} {
		u, err := Parse(tc.raw)
		if err == nil {
			t.Errorf("Parse(%.40q) = %.40s, want error", tc.raw, u)
			continue
		}
		var e *Error
		if !errors.Is(err, tc.want) || !errors.As(err, &e) {
			t.Errorf("Parse(%.40q): %v, want an *Error with %v", tc.raw, err, tc.want)
		}
		if len(err.Error()) > 4*maxErrorURL {
			t.Errorf("Parse(%.40q): error of %d bytes", tc.raw, len(err.Error()))
		}
	}
}

func TestResolve(t *testing.T) {
	base, err := Parse("https://ann:secret@books.example:8443/shelf/1?page=2#top")
	if err != nil {
		t.Fatal(err)
	}
	const host = "https://ann:secret@books.example:8443"
	for _, tc := range []struct{ ref, want string }{
		{"", host + "/shelf/1?page=2"},
		{" # ", host + "/shelf/1?page=2#"},
		{"#end", host + "/shelf/1?page=2#end"},
		{"?page=3", host + "/shelf/1?page=3"},
		{"?", host + "/shelf/1?"},
		{"2", host + "/shelf/2"},
		{"2:3", host + "/shelf/2:3"},
		{"./2", host + "/shelf/2"},
		{".", host + "/shelf/"},
		{"..", host + "/"},
		{"../../../2", host + "/2"},
		{"/2", host + "/2"},
		{"\\2", host + "/2"},
		{"https:2", host + "/shelf/2"},
		{"https:/2", host + "/2"},
		{"https:?a", host + "/shelf/1?a"},
		{"//music.example/a", "https://music.example/a"},
		{"\\/music.example", "https://music.example/"},
		{"https:\\\\music.example", "https://music.example/"},
		{"http:2", "http://0.0.0.2/"},
		{"HTTP://Music.Example", "http://music.example/"},
	} {
		u, err := base.Resolve(tc.ref)
		if err != nil {
			t.Errorf("Resolve(%q): %v", tc.ref, err)
		} else if u.String() != tc.want {
			t.Errorf("Resolve(%q) = %s, want %s", tc.ref, u, tc.want)
		}
	}
	for _, ref := range []string{"mailto:ann@books.example", "javascript:void(0)", "tel:1", "data:,", "//", "//["} {
		if u, err := base.Resolve(ref); err == nil {
			t.Errorf("Resolve(%q) = %s, want error", ref, u)
		}
	}
}

func TestResolveCapsTheResult(t *testing.T) {
	base, err := Parse("http://h/" + strings.Repeat("a", MaxLength-len("http://h/")-1) + "/")
	if err != nil {
		t.Fatal(err)
	}
	if len(base.String()) != MaxLength {
		t.Fatalf("base of %d bytes, want %d", len(base.String()), MaxLength)
	}
	if _, err := base.Resolve("b"); !errors.Is(err, ErrTooLong) {
		t.Errorf("Resolve: %v, want %v", err, ErrTooLong)
	}
}

func TestParts(t *testing.T) {
	type parts struct{ canonical, scheme, host, hostname, path, query string }
	for _, tc := range []struct {
		raw  string
		want parts
	}{
		{
			"https://ann:secret@books.example:8443/a%20b?q#top",
			parts{"https://books.example:8443/a%20b?q", "https", "books.example:8443", "books.example", "/a%20b", "q"},
		},
		{
			"http://[::1]:80?#",
			parts{"http://[::1]/?", "http", "[::1]", "[::1]", "/", ""},
		},
		{
			"http://books.example/a#top",
			parts{"http://books.example/a", "http", "books.example", "books.example", "/a", ""},
		},
	} {
		u, err := Parse(tc.raw)
		if err != nil {
			t.Errorf("Parse(%q): %v", tc.raw, err)
			continue
		}
		got := parts{u.Canonical(), u.Scheme(), u.Host(), u.Hostname(), u.Path(), u.Query()}
		if got != tc.want {
			t.Errorf("Parse(%q):\ngot  %+v\nwant %+v", tc.raw, got, tc.want)
		}
		if got := HostOf(u.Canonical()); got != u.Host() {
			t.Errorf("HostOf(%s) = %s, want %s", u.Canonical(), got, u.Host())
		}
	}
}

func TestErrorHidesCredentials(t *testing.T) {
	for _, tc := range []struct{ raw, want string }{
		{"https://ann:secret@books.example:x/a", "https://xxxxx@books.example:x/a"},
		{"https:\\\\ann:secret@books.example:x/a", "xxxxx@books.example:x/a"},
		{"ann:secret@books.example", "xxxxx@books.example"},
		{"https://ann:sec/ret@books.example/", "https://xxxxx@books.example/"},
		{"https://ann:sec://ret@books.example:x", "https://xxxxx@books.example:x"},
		{"//ann:sec://ret@books.example:x", "xxxxx@books.example:x"},
		{"ann:secret://x@books.example", "xxxxx@books.example"},
	} {
		_, err := Parse(tc.raw)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q): %v, want an *Error", tc.raw, err)
		} else if e.URL != tc.want {
			t.Errorf("Parse(%q): error names %q, want %q", tc.raw, e.URL, tc.want)
		}
	}
}

// TestRequest sees that a server is asked for what the canonical string says.
func TestRequest(t *testing.T) {
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked = r.RequestURI
	}))
	defer server.Close()
	for _, target := range []string{
		"/", "/?", "/a/b?c=d", "/a%2Fb/%41", "/%7Ea/~a", "/a;b=c,d/(e)!*'", "/[a]", "/a//b/", "/%C3%BC?%C3%BC='`{}|^\\",
		"/a|b", "/a|b?c",
	} {
		u, err := Parse(server.URL + target)
		if err != nil {
			t.Fatal(err)
		}
		response, err := server.Client().Do(&http.Request{URL: u.NetURL()})
		if err != nil {
			t.Errorf("%s: %v", u, err)
			continue
		}
		response.Body.Close()
		want := u.Path() + strings.TrimPrefix(u.Canonical(), server.URL+u.Path())
		if got := strings.TrimPrefix(asked, server.URL); got != want {
			t.Errorf("asked for %s, want %s", got, want)
		}
	}
}
