package excerpt_test

import (
	"testing"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		text, of, cut string
	}{
		{"", "", ""},
		{"abcdef", "abcdef", "abcdef"},
		{"abcdefg", "abcdef...", "abcdef"},
		{"abcdeé", "abcde...", "abcde"},
		{"abcde\xff", "abcde\ufffd", "abcde\xff"},
		{"a\xffbcdefg", "a\ufffdbcde...", "a\xffbcde"},
		{"\x80\x80\x80\x80\x80\x80\x80\x80", "\ufffd...", "\x80\x80"},
		{"日本語", "日本...", "日本"},
	} {
		if of, cut := excerpt.Of(c.text, 6), excerpt.Cut(c.text, 6); of != c.of || cut != c.cut {
			t.Errorf("of %q: %q and %q, want %q and %q", c.text, of, cut, c.of, c.cut)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("日本語", 4)
	f.Fuzz(func(t *testing.T, text string, max int) {
		if max = max % 100; max < 0 {
			max = -max
		}
		cut := excerpt.Cut(text, max)
		if len(cut) > max || len(cut) < min(len(text), max)-4 || text[:len(cut)] != cut || utf8.ValidString(text) && !utf8.ValidString(cut) {
			t.Errorf("the beginning of %q in %d bytes is %q", text, max, cut)
		}
		if of := excerpt.Of(text, max); !utf8.ValidString(of) {
			t.Errorf("%q of %q", of, text)
		}
	})
}
