package vocabulary_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/vocabulary"
)

func TestInLanguage(t *testing.T) {
	for _, c := range []struct {
		language, want string
		in             bool
	}{
		{"en", "en", true}, {"EN", "en", true}, {"en-GB", "en", true}, {"en", "en-GB", false}, {"eng", "en", false}, {"", "en", false}, {"de", "en", false},
	} {
		if got := vocabulary.InLanguage(c.language, c.want); got != c.in {
			t.Errorf("%q is %q: %v, want %v", c.language, c.want, got, c.in)
		}
	}
}

func TestXref(t *testing.T) {
	for ref, want := range map[string]string{
		"MESH:D003920": "D003920", "msh:D003920": "D003920", "UMLS_CUI:C0011847": "C0011847", "DOID:9351": "DOID:9351", "no prefix": "", "": "",
	} {
		if got := vocabulary.Xref(ref); got != want {
			t.Errorf("%q is looked up as %q, want %q", ref, got, want)
		}
	}
}
