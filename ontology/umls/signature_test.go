package umls

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/names"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// anyName draws names as they are in releases, and worse.
func anyName() *rapid.Generator[string] {
	word := rapid.SampledFrom(strings.Fields("s S Crohn Crohn's s's 's ' '' it's-a dying skies news Ménière ü 3 4th x_y (x) [X] İ \u212a x\u00adx yes Yes's gently C++ c# CD4+ Na+/K+ a+b s+ x's+ ß ﬁn ½ X's's \u2019s Bell\u2019s"))
	any := rapid.StringOfN(rapid.RuneFrom([]rune("aAsSyYz09'- ,.+#éßK\u2019\u00ad")), 0, 12, -1)
	return rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(rapid.OneOf(word, any), 0, 5).Draw(t, "words")
		return strings.Join(words, rapid.SampledFrom([]string{" ", "", "-", ", ", "'"}).Draw(t, "between"))
	})
}

func row(name string) []byte {
	return []byte("C0000001|ENG|P|L1|PF|S1|Y|A1|||D1|MSH|MH|D1|" + name + "|0|N|256|")
}

// Names that are equal in normal or loose form have equal signatures, so that a
// scan misses none.
func TestSignature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := anyName().Draw(t, "name")
		begin, end := stringOf(row(name))
		if got := string(row(name)[begin:end]); got != name {
			t.Fatalf("the string of the row is %q, want %q", got, name)
		}
		if got, want := string(appendNormal(nil, []byte(name))), phrase.Normalize(name); got != want {
			t.Fatalf("normal form of %q: %q, want %q", name, got, want)
		}
		if phrase.Normalize(name) == "" {
			return
		}
		if !newSearch(Dir{}, name).mayBe([]byte(name)) {
			t.Fatalf("%q is not found by its own name", name)
		}
		var shuffled []string
		for w := range phrase.Words(name) {
			shuffled = append(shuffled, string(w.Text)+"s")
		}
		slices.Reverse(shuffled)
		other := strings.Join(shuffled, " ")
		if names.Loose(other) == names.Loose(name) && !newSearch(Dir{}, other).mayBe([]byte(name)) {
			t.Fatalf("%q is not found by %q", name, other)
		}
	})
}

// Stems begin as their words do.
func TestStemsKeepTheFirstLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z0-9]{1,12}`).Draw(t, "word")
		if stem := names.Stem(word); stem == "" || stem[0] != word[0] {
			t.Fatalf("stem of %q: %q", word, stem)
		}
	})
}
