package weburl

import "testing"

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
