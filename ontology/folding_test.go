package ontology_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/ontology"
)

// What a term is found in, between brackets, and what not.
func TestFolding(t *testing.T) {
	turkish, accents, names := ontology.Scoring{Turkish: true}, ontology.Scoring{IgnoreAccents: true}, ontology.Scoring{GreekNames: true}
	for _, c := range []struct {
		scoring    ontology.Scoring
		term, text string
	}{
		{ontology.Scoring{}, "Straße", "HAUPTSTRASSE UND [STRASSE]"},
		{ontology.Scoring{}, "Maß", "[MASS] und [Mass]"},
		{turkish, "istanbul", "[İSTANBUL], ISTANBUL"},
		{turkish, "ışık", "[IŞIK]"},
		{turkish, "diyabet", "[DİYABET]"},
		{turkish, "Diş hekimi", "[DİŞ HEKİMİ], DIŞ HEKİMİ"},
		{ontology.Scoring{}, "istanbul", "İSTANBUL, [ISTANBUL]"},
		{ontology.Scoring{}, "καρκίνος", "[ΚΑΡΚΙΝΟΣ], [ΚΑΡΚΊΝΟΣ]"},
		{ontology.Scoring{}, "διαβήτης", "ο [ΔΙΑΒΗΤΗΣ]"},
		{ontology.Scoring{}, "influenza", "[inﬂuenza]"},
		{ontology.Scoring{}, "office", "[oﬃce]"},
		{ontology.Scoring{}, "fibre", "[ﬁbre], subﬁbre [Fibre]"},
		{ontology.Scoring{}, "CO2", "[CO₂]"},
		{ontology.Scoring{}, "H2O", "[H₂O] und [h²o]"},
		{ontology.Scoring{}, "vitamin B12", "[vitamin B₁₂]"},
		{ontology.Scoring{}, "ABC", "[ＡＢＣ]"},
		{ontology.Scoring{}, "データ", "[ﾃﾞｰﾀ]"},
		{ontology.Scoring{}, "السكري", "[السُّكَّري] [الســكري]"},
		{accents, "Sjögren syndrome", "[Sjogren syndrome]"},
		{accents, "Ménière", "[MENIERE], [Me\u0301nie\u0300re]"},
		{ontology.Scoring{}, "Sjögren syndrome", "Sjogren syndrome"},
		{names, "TNF-α", "[TNF-alpha]"},
		{names, "interferon beta", "[Interferon-β]"},
		{ontology.Scoring{}, "TNF-α", "TNF-alpha"},
		{ontology.Scoring{}, "C++", "vitamin C and [C++]"},
		{ontology.Scoring{}, "C#", "vitamin C, C++, [C#]."},
		{ontology.Scoring{}, "C", "vitamin [C], C++, C#"},
	} {
		text := strings.NewReplacer("[", "", "]", "").Replace(c.text)
		s := c.scoring.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: c.term}}})
		var got strings.Builder
		at := 0
		for _, h := range s.Hits(text) {
			got.WriteString(text[at:h.Start] + "[" + text[h.Start:h.End] + "]")
			at = h.End
		}
		if got.WriteString(text[at:]); got.String() != c.text {
			t.Errorf("%q: %s, want %s", c.term, &got, c.text)
		}
	}
}

// Each choice makes other scores, so that a crawl that goes on with another notices it.
func TestFoldingFingerprint(t *testing.T) {
	topic := ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}}
	seen := map[uint64]bool{}
	for _, s := range []ontology.Scoring{{}, {Turkish: true}, {IgnoreAccents: true}, {GreekNames: true}} {
		seen[s.NewScorer(topic).Fingerprint()] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d fingerprints of 4 choices", len(seen))
	}
}

// Hits of substrings are in the text as it is written, whole characters of it.
func TestSubstringsFold(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "A", "b", "ß", "s", "S", "e", "é", "E\u0301", "\u0301", "ﬃ", "f", "i", "İ", "I", "ı", "½", "1", "2", "⁄", " ", "\u00ad", "ﾃ", "ﾞ", "デ", "Ά", "α", "alpha", "السُّ", "\xff", "\ufffd"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), "")
		term := strings.Join(rapid.SliceOfN(piece, 1, 3).Draw(t, "term"), "")
		scoring := ontology.Scoring{Counting: ontology.CountSubstrings, Turkish: rapid.Bool().Draw(t, "Turkish"),
			IgnoreAccents: rapid.Bool().Draw(t, "IgnoreAccents"), GreekNames: rapid.Bool().Draw(t, "GreekNames")}
		folding := phrase.Folding{Turkish: scoring.Turkish, IgnoreAccents: scoring.IgnoreAccents, GreekNames: scoring.GreekNames}
		letters := func(s string) string {
			folded, from, to := folding.Letters(s)
			if len(from) != len(folded) || len(to) != len(folded) {
				t.Fatalf("%q has %d letters and %d, %d places", s, len(folded), len(from), len(to))
			}
			return string(folded)
		}
		s := scoring.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: term}}})
		for _, h := range s.Hits(text) {
			found := text[h.Start:h.End]
			if !strings.Contains(letters(found), letters(strings.TrimSpace(term))) {
				t.Fatalf("%q in %q: %q", term, text, found)
			}
			if r, _ := utf8.DecodeRuneInString(text[h.End:]); r == '\u0301' && utf8.ValidString(text) && norm.NFC.String(found+"\u0301") != found+"\u0301" {
				t.Fatalf("%q in %q: %q, without its mark", term, text, found)
			}
		}
		if folded := letters(strings.TrimSpace(term)); folded != "" && len(s.Hits(term)) == 0 {
			t.Fatalf("%q is not in itself", term)
		}
	})
}
