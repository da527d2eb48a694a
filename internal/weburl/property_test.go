package weburl

import (
	"net/url"
	"testing"

	"pgregory.net/rapid"
)

// check fails t if u, which was read without error, breaks a promise.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, u *URL) {
	t.Helper()
	again, err := Parse(u.String())
	if err != nil {
		t.Fatalf("Parse refuses String %q: %v", u, err)
	}
	if *again != *u {
		t.Fatalf("String %q is read as %q", u, again)
	}
	canonical, err := Parse(u.Canonical())
	if err != nil {
		t.Fatalf("Parse refuses Canonical %q: %v", u.Canonical(), err)
	}
	if canonical.String() != u.Canonical() || canonical.Canonical() != u.Canonical() {
		t.Fatalf("Canonical %q is read as %q", u.Canonical(), canonical)
	}
	if got := HostOf(u.Canonical()); got != u.Host() {
		t.Fatalf("HostOf(%q) = %q, want %q", u.Canonical(), got, u.Host())
	}
	if got := u.NetURL().String(); got != u.Canonical() {
		t.Fatalf("NetURL is %q, want %q", got, u.Canonical())
	}
	self, err := u.Resolve("")
	if err != nil {
		t.Fatalf("%q does not resolve the empty link: %v", u, err)
	}
	if self.Canonical() != u.Canonical() {
		t.Fatalf("the empty link on %q is %q", u, self)
	}
	for _, c := range []byte(u.String()) {
		if c <= ' ' || c >= 0x7f {
			t.Fatalf("byte %#x in %q", c, u)
		}
	}
}

// text draws strings of pieces that mean something in a URL.
var text = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{
			"/", "/", "\\", ".", "..", "%2e", "%2E.", "?", "#", "@", ":", "//", "http:", "https://", "mailto:", "[::1]", "[", "]",
			"%", "%zz", "%41", "0x7f", "1", "09", "256", ":80", ":443", ":70000", "\t", "\n", " ", "a", "B", "example.com",
			"ü", "ß", "\u00ad", "。", "１", "xn--a", "xn--bcher-kva", "|", "'", "\"", "^", "`", "{", "\xff", "\x00",
		}),
		rapid.StringN(0, 4, -1),
	), 0, 12).Draw(t, "pieces")
	s := ""
	for _, piece := range pieces {
		s += piece
	}
	return s
})

func TestParseProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prefix := rapid.SampledFrom([]string{"http://", "https://h/", "http:", "https://h?", ""}).Draw(t, "prefix")
		if u, err := Parse(prefix + text.Draw(t, "rest")); err == nil {
			check(t, u)
		}
	})
}

func TestResolveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, err := Parse("http://h" + rapid.SampledFrom([]string{"/", ":8080/", ".example?", ""}).Draw(t, "joint") + text.Draw(t, "base"))
		if err != nil {
			return
		}
		ref := text.Draw(t, "ref")
		u, err := base.Resolve(ref)
		if err != nil {
			return
		}
		check(t, u)
		absolute, err := base.Resolve(u.String())
		if err != nil || *absolute != *u {
			t.Fatalf("%q on %q is %q, which there is %q, %v", ref, base, u, absolute, err)
		}
	})
}

// TestAgreesWithNetURL compares with net/url where the two standards agree:
// well-formed references in plain characters.
func TestAgreesWithNetURL(t *testing.T) {
	reference := rapid.StringMatching(`((\.\.?/){0,2}|/)([a-z]{1,3}/){0,3}([a-z.]{1,3})?(\?[a-z=&]{0,3})?(#[a-z]{1,3})?`)
	rapid.Check(t, func(t *rapid.T) {
		raw := "http://h/" + rapid.StringMatching(`([a-z]{1,3}/){0,3}[a-z]{0,3}(\?[a-z]{1,3})?`).Draw(t, "base")
		base, err := Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		netBase, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		ref := reference.Draw(t, "ref")
		got, err := base.Resolve(ref)
		if err != nil {
			t.Fatal(err)
		}
		want, err := netBase.Parse(ref)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Fatalf("%q on %q is %q, net/url says %q", ref, base, got, want)
		}
	})
}
