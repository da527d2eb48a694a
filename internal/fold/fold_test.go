package fold_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/fold"
)

func TestContains(t *testing.T) {
	for _, c := range []struct {
		text, word string
		rare       byte
		want       bool
	}{
		{"", "follow", 'w', false},
		{"follow", "follow", 'w', true},
		{"noFoLlOW", "follow", 'w', true},
		{"w follo", "follow", 'w', false},
		{"sollow FOLLOw", "follow", 'w', true},
		{"followe", "follow", 'f', true},
		{"fo", "follow", 'f', false},
	} {
		if got := fold.Contains([]byte(c.text), c.word, c.rare); got != c.want {
			t.Errorf("%q in %q: %v", c.word, c.text, got)
		}
	}
}
