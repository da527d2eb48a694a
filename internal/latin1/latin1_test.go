package latin1_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/latin1"
)

func TestRepair(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "flu": "flu", "café": "café", "caf\xe9": "café", "\xe9t\xe9 à M\xe9ni\xe8re": "été à Ménière",
		"\xc3": "Ã", "\xef\xbf\xbd": "\ufffd", "\xed\xa0\x80": "í\u00a0\u0080",
	} {
		if got := string(latin1.Repair([]byte(text))); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
