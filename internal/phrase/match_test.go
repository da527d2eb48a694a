package phrase

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// pieces are what random phrases and texts are made of: few words, so that
// phrases meet, overlap and begin one another, and every kind of separator.
var pieces = []string{
	"a", "b", "ab", "A", "B", "s", "S", "k", "K", "ſ", "é", "e\u0301", "É", "E\u0301", "e", "\u0301", "ẖ", "H\u0331", "ß", "ẞ", "σ", "ς", "Σ",
	"İ", "ı", "i", "I", "ᾳ", "α\u0345", "\u0345", "5", "²", "한", "ᄒ", "ᅡ", "ᆫ", "か\u3099", "が", "京", "都", "ー", "ก", "\u0e33", "𐐀", "𐐨",
	"abcdefgh", "abcdefghi", "ABCDEFGHIJKLMNOPQ", "abcdefghé",
	" ", " ", " ", " ", "-", "_", "/", "'", "’", "'s", "’s", "'S", ",", "(", ")", "\"", "”", "»", "=", "\u0338", "\t", "\u00a0",
	".", ". ", ".\n", ".) ", ".\u200b ", "!", "? ", "… ", "。", "｡", "\n", "\n\n", "\n \n", "\r\n\r\n", "\u2028", "\u2029",
	"ﬁ", "ǅ", "½", "㎏", "℃", "⒮", "⑴", "㍿", "㌔", "ﷺ", "ﷲ", "™", "Ⓐ", "④", "𝐀", "ª", "₂", "⁺", "＋", "+", "+", "++", "#", "♯", "＃", "Ａ", "．", "＇",
	"ｶ", "ﾞ", "ｰ", "ά", "Ά", "ᾴ", "ΐ", "ω", "μ", "µ", "æ", "Œ", "Ǽ", "ø", "ł", "й", "и\u0306", "ё", "و", "\u064f", "ـ", "أ", "ا\u0654", "ﹶ", "ﱠ", "\u034f", "I\u0307", "´",
	"\u00ad", "\u200b", "\u200d", "\ufeff", "\ufe0f", "\x80", "\xc3", "\xff", "\ufffd", "\x00",
}

func anyText(least, most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), least, most).Draw(t, "pieces"), "")
	})
}

func TestMatchEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folding := Folding{rapid.Bool().Draw(t, "Turkish"), rapid.Bool().Draw(t, "IgnoreAccents"), rapid.Bool().Draw(t, "GreekNames")}
		phrases := rapid.SliceOfN(anyText(1, 6), 0, 25).Draw(t, "phrases")
		text := anyText(0, 60).Draw(t, "text")
		// Phrases that occur are worth more than those that do not.
		for range rapid.IntRange(0, 5).Draw(t, "excerpts") {
			if words := naiveWords(text, folding); len(words) > 0 {
				i := rapid.IntRange(0, len(words)-1).Draw(t, "from")
				j := rapid.IntRange(i, min(i+4, len(words)-1)).Draw(t, "to")
				phrases = append(phrases, text[words[i].start:words[j].end])
			}
		}
		b := Builder{Folding: folding}
		naive := naiveSet(phrases, folding)
		accepted := 0
		for i, p := range phrases {
			id, ok := b.Add(p, uint32(i))
			if !ok {
				continue
			}
			if accepted == len(naive) || naive[accepted].id != id {
				t.Fatalf("Add(%q) = %d, true", p, id)
			}
			accepted++
		}
		if accepted != len(naive) {
			t.Fatalf("%d phrases added, want %d", accepted, len(naive))
		}
		s := b.Build()
		got := s.Match(nil, text)
		if diff := cmp.Diff(naiveMatch(naive, text, folding), got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("Match(%q) of %q (-want +got):\n%s", text, phrases, diff)
		}
		if diff := cmp.Diff(naiveEach(naive, text, folding), s.MatchEach(nil, text), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("MatchEach(%q) of %q (-want +got):\n%s", text, phrases, diff)
		}
	})
}

func TestWordsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(anyText(0, 40), rapid.String()).Draw(t, "text")
		type word struct {
			Text       string
			Start, End int
		}
		var want, got []word
		var joined []string
		for _, w := range naiveWords(text, Folding{}) {
			want = append(want, word{w.text, w.start, w.end})
			joined = append(joined, w.text)
		}
		for w := range Words(text) {
			got = append(got, word{string(w.Text), w.Start, w.End})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("Words(%q) (-want +got):\n%s", text, diff)
		}
		normal := Normalize(text)
		if normal != strings.Join(joined, " ") {
			t.Fatalf("Normalize(%q) = %q, want %q", text, normal, joined)
		}
		if again := Normalize(normal); again != normal {
			t.Fatalf("Normalize(%q) = %q", normal, again)
		}
	})
}
