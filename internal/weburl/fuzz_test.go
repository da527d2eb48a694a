package weburl

import (
	"strconv"
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"https://ann:secret@Books.Example:8443/a/../b%20c?d=e f#g",
		" http:\\\\BÜCHER.example\\a\tb",
		"http://0x7f.1:80/%2e%2E/100%|",
		"https://[::ffff:1.2.3.4]:443?'#`",
		"http://xn--a.%C3%9F./",
		"http://h/\xff\xe2\x98",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if u, err := Parse(raw); err == nil {
			check(t, u)
		}
	})
}

func FuzzResolve(f *testing.F) {
	const base = "https://ann:secret@books.example:8443/shelf/1?page=2#top"
	for _, ref := range []string{
		"", "#end", "?page=3", "2", "../2", "..\\.%2E/", "/2", "https:2", "//music.example/a b", "http://1/", "mailto:ann@books.example",
	} {
		f.Add(base, ref)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := Parse(base)
		if err != nil {
			return
		}
		u, err := b.Resolve(ref)
		if err != nil {
			return
		}
		check(t, u)
	})
}

func FuzzRedact(f *testing.F) {
	for _, seed := range []string{
		"https://ann:secret@books.example/a;jsessionid=1?token=2&x=3#access_token=4",
		"?next=http%3A%2F%2Fann%3Asecret%40b%2F%3Fsig%3D1%2526&x", "%2574oken=\"1", "ann:se/cret@h", "%", "\"\\", "http:[", "?sid%3D", "/sid=",
	} {
		f.Add(seed, "1")
	}
	f.Fuzz(func(t *testing.T, raw, value string) {
		once := Redact(raw)
		if again := Redact(once); again != once {
			t.Errorf("Redact(%q) = %q, and of that %q", raw, once, again)
		}
		if text := RedactText(raw); RedactText(text) != text {
			t.Errorf("RedactText(%q) = %q, and of that %q", raw, text, RedactText(text))
		}
		// A value that comes last is gone, whatever stands before it, if nothing
		// in it ends it.
		const secret = "Vmp7XcQ2"
		if strings.Contains(raw, secret) {
			return
		}
		value = strings.NewReplacer("&", "", "#", "").Replace(value)
		for _, last := range []string{"?token=", "&X-Amz-Signature=", "&%74oken=", "#access_token="} {
			if got := Redact(raw + last + value + secret + value); strings.Contains(got, secret) {
				t.Errorf("Redact(%q) = %q", raw+last+value+secret+value, got)
			}
		}
		if got := Redact("https://ann:" + secret + "@books.example/" + raw); strings.Contains(got, secret) {
			t.Errorf("%q", got)
		}
		if quoted := strconv.Quote("/?token=" + secret + value); strings.Contains(RedactText(quoted), secret) {
			t.Errorf("RedactText(%s) = %s", quoted, RedactText(quoted))
		}
		// Without the characters before a name, a value and a host nothing changes.
		plain := strings.NewReplacer("=", "", "@", "", "%", "").Replace(raw)
		if got := Redact(plain); got != plain {
			t.Errorf("Redact(%q) = %q", plain, got)
		}
	})
}
