package phrase

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// mark puts hits into <>: "a <b c> d".
func mark(text string, hits []Hit) string {
	var b strings.Builder
	at := 0
	for _, h := range hits {
		b.WriteString(text[at:h.Start] + "<" + text[h.Start:h.End] + ">")
		at = h.End
	}
	return b.String() + text[at:]
}

func TestMatch(t *testing.T) {
	tests := []struct{ rule, terms, want string }{
		{"whole words", "cell", "a <cell> in a cellar, subcell"},
		{"case", "E-mail", "<E-MAIL> <e mail> email"},
		{"separators", "diabetes_mellitus|leukemia, acute|a/b", "<Diabetes-Mellitus> <leukemia acute> <leukemia\t(acute>) <a b>"},
		{"longest", "heart|heart attack|heart attack risk", "<heart attack> rate, <heart> rate, <heart attack risk>"},
		{"leftmost", "a b|b c d", "<a b> c d"},
		{"back to the longest that ends", "a|a b c d", "<a> b c <a> b c x <a b c d>"},
		{"no overlap", "a a", "<a a> <a a> a"},
		{"numbers", "type 2|h₂o", "<type 2> type 22 <H₂O>"},
		{"possessive", "Crohn's disease|alzheimer", "<Crohn disease> <Crohn’s disease> <CROHN'S disease> <Alzheimer>'s <crohn' disease>"},
		{"possessive needs a word before", "s|x", "'<s> <x>'s <x> '<s> <x>''<s> <x>'st"},
		{"folding", "kelvin|straße|σας|İx", "<\u212aelvin> <STRAẞE> strasse <ΣΑΣ> <İX> ix"},
		{"canonical", "é|ẖ|h", "<e\u0301> <É> <E\u0301> e <H\u0331> <h>"},
		{"marks of separators", "a", "<a> =\u0338<a> a\u0338"},
		{"ignored", "diabetes mellitus", "<dia\u00adbetes mel\u200blitus> \ufeff<dia\u200dbetes\u2060 mellitus>"},
		{"Han", "白血病|病の", "急性<白血病>の<病\u200bの>"},
		{"kana and Thai", "インター|ก\u0e33", "<インター>ネット <ก\u0e33>ก"},
		{"Han beside Latin", "b12", "維生素<B12>維"},
		{"not UTF-8", "a b", "<a\xffb> <a\xc3b>"},
		{"sentence ends", "a b", "a. B a! b a? b a… b a.\nB a.) B a.\" B a.’ B a。b a！b a？b a｡b"},
		{"no sentence ends", "a b|a 5", "<a. b> <a. 5> <a.B> <a!b> <a.[B> <a.) (b> <a.-. b>"},
		{"end through ignored", "a b", "a.\u200b B"},
		{"end with a decomposed letter", "a é|é", "<a. e\u0301> a. <E\u0301>"},
		{"term with ends", "St. Louis arch|E. coli", "<St. Louis arch> <St Louis arch> <St.Louis arch> St! st louis. Arch <E. coli> <E coli>"},
		{"ends only in their places", "a. B c", "<a. B c> <a! b c> a b. C, <a b c> a. B. C"},
		{"term without ends", "st louis", "<St Louis> St. Louis"},
		{"same words, other ends", "st louis|St. Louis", "<St Louis> <St. Louis>"},
		{"blocks", "a b", "a\n\nb a\r\n \t\r\nb a\u2029b a \n\u200b\n b"},
		{"no blocks", "a b", "<a\nb> <a\r\nb> <a\n-\nb> <a\u2028b>"},
		{"block in a term", "a\n\nb", "<a b> a\n\nb"},
		{"block after an end", "a. B", "<a. B> a.\n\nB"},
		{"long words", "pneumonoultramicroscopicsilicovolcanoconiosis|abcdefgh|abcdefghi", "<PneumonoUltraMicroscopicSilicoVolcanoConiosis> <abcdefgh> <abcdefghI> abcdefghij pneumonoultramicroscopicsilicovolcanoconiosi"},
		{"empty", "", "nothing"},
		{"nothing in it", "a", ""},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			text := strings.NewReplacer("<", "", ">", "").Replace(tt.want)
			s := build(strings.Split(tt.terms, "|"))
			if got := mark(text, s.Match(nil, text)); got != tt.want {
				t.Errorf("of %q found\n%q, want\n%q", tt.terms, got, tt.want)
			}
		})
	}
}

func TestNormalize(t *testing.T) {
	tests := []struct{ phrase, want string }{
		{"", ""},
		{" -- ", ""},
		{"heart attack", "heart attack"},
		{" heart  attack ", "heart attack"},
		{"Crohn’s Disease", "crohn disease"},
		{"St. Louis\n\nEncephalitis", "st louis encephalitis"},
		{"E\u0301cole", "école"},
		{"白血病", "白 血 病"},
		{strings.Repeat("AÉ", 200), strings.Repeat("aé", 200)},
		{strings.Repeat("A", 300), strings.Repeat("a", 300)},
	}
	for _, tt := range tests {
		if got := Normalize(tt.phrase); got != tt.want {
			t.Errorf("Normalize(%q) = %q, want %q", tt.phrase, got, tt.want)
		}
	}
}

func TestWordsStops(t *testing.T) {
	for w := range Words("Crohn’s E-mail") {
		if string(w.Text) != "crohn" || w.Start != 0 || w.End != 5 {
			t.Errorf("first word %q, %d to %d", w.Text, w.Start, w.End)
		}
		break
	}
}

// lookup returns the id of a phrase: of the one that matches it from its first word to its last.
func lookup(s *Set, phrase string) (id uint32, ok bool) {
	hits := s.Match(nil, phrase)
	if len(hits) != 1 {
		return 0, false
	}
	start, end := -1, 0
	for w := range Words(phrase) {
		if end = w.End; start < 0 {
			start = w.Start
		}
	}
	if hits[0].Start != start || hits[0].End != end {
		return 0, false
	}
	return hits[0].ID, true
}

func TestAdd(t *testing.T) {
	var b Builder
	long := strings.Repeat("x", MaxWordBytes)
	wide := strings.Repeat("é", MaxWordBytes/2)
	many := strings.Repeat("w ", MaxWords)
	tests := []struct {
		phrase string
		id, is uint32
		ok     bool
	}{
		{"Heart attack", 1, 1, true},
		{"heart-attack", 2, 1, true}, // the first id stays
		{"myocardial infarct", 1, 1, true},
		{"heart", 0, 0, true},
		{"", 3, 0, false},
		{"?!", 3, 0, false},
		{long, 4, 4, true},
		{long + "x", 5, 0, false},
		{"heart " + long + "x", 5, 0, false},
		{wide, 6, 6, true},
		{wide + "é", 7, 0, false},
		{norm.NFD.String(wide), 7, 6, true},
		{many, 8, 8, true},
		{many + "w", 9, 0, false},
		{"max", 1<<32 - 1, 1<<32 - 1, true},
	}
	for _, tt := range tests {
		if id, ok := b.Add(tt.phrase, tt.id); id != tt.is || ok != tt.ok {
			t.Errorf("Add(%.20q, %d) = %d, %t, want %d, %t", tt.phrase, tt.id, id, ok, tt.is, tt.ok)
		}
	}
	s := b.Build()
	for _, tt := range tests {
		if id, ok := lookup(s, tt.phrase); id != tt.is || ok != tt.ok {
			t.Errorf("Lookup(%.20q) = %d, %t, want %d, %t", tt.phrase, id, ok, tt.is, tt.ok)
		}
		if hits := s.Match(nil, tt.phrase); tt.ok && (len(hits) != 1 || hits[0].ID != tt.is) {
			t.Errorf("Match(%.20q) = %v, want %d", tt.phrase, hits, tt.is)
		}
	}
	for _, unknown := range []string{"hear", "heart attack x", "x heart attack", "attack"} {
		if id, ok := lookup(s, unknown); id != 0 || ok {
			t.Errorf("Lookup(%q) = %d, %t", unknown, id, ok)
		}
	}
	if _, ok := lookup(b.Build(), tests[0].phrase); ok {
		t.Error("the builder is not empty after Build")
	}
}

func TestEmptySet(t *testing.T) {
	for _, s := range []*Set{{}, new(Builder).Build()} {
		if hits := s.Match(nil, "a b"); hits != nil {
			t.Errorf("Match = %v", hits)
		}
		if _, ok := lookup(s, "a"); ok {
			t.Error("an empty set knows a phrase")
		}
	}
}

// TestWindow moves phrases of many lengths over the edges of what Match holds
// at a time.
func TestWindow(t *testing.T) {
	for _, words := range []int{1, 2, 3, 63, 64} {
		phrase := strings.TrimSpace(strings.Repeat("w ", words))
		s := build([]string{phrase})
		for before := range 3 * window {
			text := strings.Repeat("v ", before) + phrase + " v " + phrase
			hits := s.Match(nil, text)
			if len(hits) != 2 || hits[0].Start != 2*before || hits[1].End != len(text) {
				t.Fatalf("%d words after %d: %v", words, before, hits)
			}
		}
	}
}

// TestTraits checks, of every rune, what the scanner takes for granted.
func TestTraits(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		traits := traitsOf(r)
		class := traits & classBits
		decomposed := []rune(norm.NFD.String(string(r)))
		if first := classOf(decomposed[0]); first != class {
			t.Errorf("%U is of class %d, its decomposition of %d", r, class, first)
		}
		for _, d := range decomposed[1:] {
			if c := classOf(d); c != classMark && c != class {
				t.Errorf("%U holds %U of class %d", r, d, c)
			}
		}
		if class > classLone && class != classMark {
			continue
		}
		if small := traitsOf(decomposed[0]) & isSmall; small != traits&isSmall {
			t.Errorf("%U and its decomposition are not both small", r)
		}
		folded := foldRune(r)
		if raw := max(len(string(r)), len(string(decomposed))); raw > 3*len(string(folded)) {
			t.Errorf("%U has %d bytes, and %d folded", r, raw, len(string(folded)))
		}
		if foldRune(folded) != folded {
			t.Errorf("%U folds to %U, which folds on", r, folded)
		}
		if c := classOf(folded); c != class {
			t.Errorf("%U of class %d folds to %U of class %d", r, class, folded, c)
		}
		for o := unicode.SimpleFold(r); o != r && class != classMark; o = unicode.SimpleFold(o) {
			if !unicode.IsMark(o) && foldRune(o) != folded {
				t.Errorf("%U and %U do not fold alike", r, o)
			}
		}
	}
}

// TestCrowdedTable adds words made to meet in one run of slots, short and
// long ones, and edges with them.
func TestCrowdedTable(t *testing.T) {
	const size = 1 << 12
	r := rand.New(rand.NewPCG(1, 2))
	var terms []string
	for len(terms) < 2*(longestRun+50) {
		word := []byte("aaaaaaaa")
		for i := range word {
			word[i] += byte(r.IntN(26))
		}
		key := load(string(word), 0)
		if len(terms) >= longestRun+50 {
			word = append(word, "tail"...)
			key = hash(word, fixedMultiplier)
		}
		if place(key, fixedMultiplier, size) == 7 {
			terms = append(terms, string(word), string(word)+" b")
		}
	}
	var b Builder
	for i, term := range terms {
		b.Add(term, uint32(i))
	}
	s := b.Build()
	if s.words.Multiplier == fixedMultiplier {
		t.Error("the multiplier did not change")
	}
	for i, term := range terms {
		if id, ok := lookup(s, term); id != uint32(i) || !ok {
			t.Errorf("Lookup(%q) = %d, %t, want %d", term, id, ok, i)
		}
	}
}

func TestEqualTermsGiveEqualTables(t *testing.T) {
	terms, _ := generatedTerms()
	a, b := build(terms[:5000]), build(terms[:5000])
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Error("two sets of the same terms differ")
	}
}

func TestConcurrentMatch(t *testing.T) {
	s := build([]string{"é a", "b"})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if n := len(s.Match(nil, "e\u0301 a b É A")); n != 3 {
					t.Errorf("%d hits, want 3", n)
				}
			}
		})
	}
	wg.Wait()
}

// TestHostileTexts gives texts on which a careless matcher takes quadratic
// time, minutes instead of milliseconds each. A short one is matched as the naive
// matcher does, and a long one has a hit more for each piece more, or none.
func TestHostileTexts(t *testing.T) {
	const short, long = 200, 1 << 16
	terms := []string{strings.Repeat("a ", MaxWords-1) + "b", "a"}
	s, naive := build(terms), naiveSet(terms)
	for _, piece := range []string{
		"a", "a ", "é", "e\u0301", "\u0301", "\u200b", "a\u200b", ".", ".)", ". ", "'", "'s", "a's", "\n", "\n ", "京", "京\u0301", "\xff", "“a",
	} {
		for _, first := range []string{"", "a"} {
			text := first + strings.Repeat(piece, short)
			hits := s.Match(nil, text)
			if want := naiveMatch(naive, text); !slices.Equal(hits, want) {
				t.Errorf("%q and then %q: %d hits %v, want %d %v", first, piece, len(hits), hits, len(want), want)
			}
			want := len(hits)
			if want > 1 {
				want += long - short
			}
			if got := len(s.Match(nil, first+strings.Repeat(piece, long))); got != want {
				t.Errorf("%q and then %q: %d hits, want %d", first, piece, got, want)
			}
		}
		normal := Normalize(strings.Repeat(piece, long))
		if again := Normalize(normal); again != normal {
			t.Errorf("%q: %d bytes normalised become %d if that is repeated", piece, len(normal), len(again))
		}
		if n, most := len(normal), (len(piece)+1)*long; n > most {
			t.Errorf("%q: %d bytes normalised, want at most %d", piece, n, most)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("heart attack|heart", "Heart-attack, heart's attack. Heart")
	f.Add("St. Louis|E. coli", "St. Louis st louis E. coli\n\nE coli")
	f.Add("é|e\u0301|K", "E\u0301 \u212a e\u200b\u0301")
	f.Add("白血病|が", "急性白血病。か\u3099")
	f.Add("a|\xff|a\x80b", "a\x80b\xc3 \u2029.) ?")
	f.Fuzz(func(t *testing.T, terms, text string) {
		var b Builder
		for i, term := range strings.Split(terms, "|") {
			b.Add(term, uint32(i))
		}
		s := b.Build()
		last := 0
		for _, h := range s.Match(nil, text) {
			if h.Start < last || h.End <= h.Start || h.End > len(text) {
				t.Fatalf("hit %v after %d in %d bytes", h, last, len(text))
			}
			last = h.End
			found := text[h.Start:h.End]
			if id, ok := lookup(s, found); !ok || id != h.ID {
				t.Fatalf("hit %v is %q, which is %d, %t", h, found, id, ok)
			}
			if id, ok := lookup(s, Normalize(found)); !ok || id != h.ID {
				t.Fatalf("hit %v is %q, normally %q, which is %d, %t", h, found, Normalize(found), id, ok)
			}
		}
	})
}
