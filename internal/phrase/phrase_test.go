package phrase

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/text/cases"
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
		{"case", "kelvin|straße|σας|İx", "<\u212aelvin> <STRAẞE> <strasse> <ΣΑΣ> <İX> <i\u0307x> ix"},
		{"full case folding", "straße|ŉ|և", "<STRASSE> <Strasse> <ʼN> <ԵՒ>"},
		{"Greek", "καρκίνος|πρωτεΐνη|ᾳδης", "<ΚΑΡΚΙΝΟΣ> <ΚΑΡΚΊΝΟΣ> <καρκινοσ> <ΠΡΩΤΕΪΝΗ> <ΠΡΩΤΕΙΝΗ> <ΑΙΔΗΣ> <ᾼδης>"},
		{"ligatures", "influenza|office|œsophage|anæmia", "<inﬂuenza> <oﬃce> <Oesophage> <ŒSOPHAGE> <anaemia> <ANÆMIA>"},
		{"sub- and superscripts", "CO2|vitamin B12|m3|Ca2+", "<CO₂> <vitamin B₁₂> <m³> <Ca²⁺> <Ca2⁺> Ca₂"},
		{"widths", "ABC|データ|ガ|가", "<ＡＢＣ> <ﾃﾞｰﾀ> <ｶﾞ> ｶ <ﾡￂ>"},
		{"compatibility forms", "5kg|IV|No 7|alpha|1/2|37 C", "<5㎏> <Ⅳ> <№ 7> <𝐀lpha> <½> 2<½> <37 ℃> <37℃> <⒈⁄2>"},
		{"forms of several words", "株式会社|a m|s|株|2|3 1/2", "<㍿> <株> x<㏂>x <⒮> a<⒮>b ½ <3½>"},
		{"trademarks", "aspirin", "<Aspirin>™ <aspirin>® <Aspirin>℠ aspirintm"},
		{"Arabic", "السكري|الله|لا|أ", "<السُّكَّري> <الســـكري> <ﷲ> <ﻻ> <ا\u0654> <أَ> ا"},
		{"accents count", "sjögren|resume|lodz|naïve", "<Sjo\u0308gren> sjogren <resume> résumé Łódź naive"},
		{"signs", "C|C++|C#|F#|CD4+|a+", "vitamin <C>, <C++>, <C#>; C+ <F#>: <CD4+> CD4 <C++>11 <C>+b <C>-<C++>/<C#>) <C♯> <Ｃ＋＋> <C\u200b++> <a⁺> d# <F#>m a#"},
		{"signs of others", "heading|years|病|18 years", "<heading># <years>#1 <病>+ <病># +<years> #<years> years+ years++ <18+ years> <18++years>"},
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

func TestFolding(t *testing.T) {
	tests := []struct {
		folding     Folding
		terms, want string
	}{
		{Folding{Turkish: true}, "istanbul|ışık|diyabet|Iğdır", "<İSTANBUL> <IŞIK> <DİYABET> <I\u0307stanbul> <i\u0307stanbul> ISTANBUL IşİK <ığdır> <IĞDIR> <Ｉğdır> DIYABET"},
		{Folding{}, "istanbul|ışık", "İSTANBUL <ISTANBUL> IŞIK <ışık>"},
		{Folding{IgnoreAccents: true}, "Sjögren|resume|łódź|ø|мой|шлом|ё", "<Sjogren> <SJÖGREN> <Sjo\u0308gren> <résumé> <Lodz> <O> <мой> мои <Е>"},
		{Folding{IgnoreAccents: true}, "שלום|أحمد|が", "<שָׁלוֹם> <احمد> <が> か"},
		{Folding{GreekNames: true}, "TNF-α|NF-κB|β2|Ω|5 μg|μ receptor", "<TNF-alpha> <tnf α> <NF-kappaB> <β₂> <beta2> <OMEGA> <5 µg> 5 mug <mu receptor> <Μ receptor>"},
		{Folding{GreekNames: true}, "άλφα|αβ", "<ΑΛΦΑ> <αβ> alphabeta alpha beta"},
		{Folding{}, "TNF-α", "TNF-alpha <TNF-Α>"},
		{Folding{true, true, true}, "ışık α", "<isik alpha> <IŞIK Α>"},
	}
	for _, tt := range tests {
		text := strings.NewReplacer("<", "", ">", "").Replace(tt.want)
		b := Builder{Folding: tt.folding}
		for i, term := range strings.Split(tt.terms, "|") {
			b.Add(term, uint32(i))
		}
		if got := mark(text, b.Build().Match(nil, text)); got != tt.want {
			t.Errorf("%+v of %q found\n%q, want\n%q", tt.folding, tt.terms, got, tt.want)
		}
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
	for _, folding := range []Folding{{}, {Turkish: true}, {IgnoreAccents: true}} {
		f, wide := folder{folding: folding}, planeOf(folding)
		for r := range rune(unicode.MaxRune + 1) {
			traits, long := f.examine(r)
			class := traits & classBits
			if r < 0x10000 && (wide.of(r) != traits || wide.long(r) != long) {
				t.Errorf("%U has other traits in its plane", r)
			}
			decomposed := []rune(norm.NFD.String(string(r)))
			if first := f.traitsOf(decomposed[0]); first&(classBits|isSmall) != traits&(classBits|isSmall) {
				t.Errorf("%U is of class %d, its decomposition of %d, or not both are small", r, class, first&classBits)
			}
			for _, d := range decomposed[1:] {
				if c := f.traitsOf(d) & classBits; c != classMark && c != class {
					t.Errorf("%U holds %U of class %d", r, d, c)
				}
			}
			folded := string(rune(traits >> foldShift))
			switch {
			case class == classParts && long == "", traits&isLong != 0 && long == "" && class != classMark:
				t.Errorf("%U of class %d has no letter", r, class)
			case class == classParts || traits&isLong != 0:
				folded = long
			case class > classMark || class == classOther:
				continue
			}
			if again := string(f.fold(folded)); again != folded && class != classParts && !folding.Turkish {
				t.Errorf("%U folds to %q, which folds on to %q", r, folded, again)
			}
			if class == classMark {
				continue
			}
			for i, c := range folded {
				if got := classOf(c); c != ' ' && (got > classLone && got != classMark || class != classParts && i == 0 && got != class) {
					t.Errorf("%U of class %d folds to %q, of class %d", r, class, folded, got)
				}
			}
			if class == classParts {
				continue
			}
			// All of Unicode's own foldings are in this one.
			for _, equal := range []string{
				norm.NFD.String(string(r)), norm.NFKC.String(string(r)), cases.Fold().String(string(r)), strings.ToLower(string(r)), strings.ToUpper(string(r)),
			} {
				got := string(f.fold(equal))
				if got != folded && !folding.Turkish && r != 'ı' && r != 'İ' && r != '\u0e33' && r != '\u0eb3' {
					t.Errorf("%U folds to %q, and its equal %q to %q", r, folded, equal, got)
				}
			}
		}
	}
}

// Marks of a word of which all runes are inert count in the fast way as in the slow one.
func TestInertMarks(t *testing.T) {
	for _, folding := range []Folding{{}, {Turkish: true}, {IgnoreAccents: true}} {
		f := folder{folding: folding}
		for r := range rune(0x20000) {
			traits, long := f.examine(r)
			if traits&classBits != classMark || traits&isInert == 0 {
				continue
			}
			if traits&isLong == 0 {
				long = string(rune(traits >> foldShift))
			}
			for _, base := range "aαия\u05d0\u0627\u0915か" {
				if got := string(f.fold(string(base) + string(r))); got != string(base)+long {
					t.Errorf("%q and %U fold to %q, want %q behind it", base, r, got, long)
				}
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
	s, naive := build(terms), naiveSet(terms, Folding{})
	for _, piece := range []string{
		"a", "a ", "é", "e\u0301", "\u0301", "\u200b", "a\u200b", ".", ".)", ". ", "'", "'s", "a's", "\n", "\n ", "京", "京\u0301", "\xff", "“a",
	} {
		for _, first := range []string{"", "a"} {
			text := first + strings.Repeat(piece, short)
			hits := s.Match(nil, text)
			if want := naiveMatch(naive, text, Folding{}); !slices.Equal(hits, want) {
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
	for _, seed := range [][2]string{
		{"heart attack|heart", "Heart-attack, heart's attack. Heart"},
		{"St. Louis|E. coli", "St. Louis st louis E. coli\n\nE coli"},
		{"é|e\u0301|K", "E\u0301 \u212a e\u200b\u0301"},
		{"白血病|が", "急性白血病。か\u3099"},
		{"a|\xff|a\x80b", "a\x80b\xc3 \u2029.) ?"},
		{"1|2|½ 1", "½ ½ 1"},
		{"straße|C++|CO2|½", "STRASSE C++11 CO₂ 1/2 2½"},
		{"ışık|السكري|καρκίνος", "IŞIK السُّكَّري ΚΑΡΚΙΝΟΣ ﾃﾞｰﾀ"},
	} {
		for options := range byte(8) {
			f.Add(seed[0], seed[1], options)
		}
	}
	f.Fuzz(func(t *testing.T, terms, text string, options byte) {
		folding := Folding{Turkish: options&1 != 0, IgnoreAccents: options&2 != 0, GreekNames: options&4 != 0}
		b := Builder{Folding: folding}
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
			for _, equal := range []string{found, norm.NFC.String(found), norm.NFD.String(found), Normalize(found)} {
				if equal != found && folding.Turkish && equal == Normalize(found) {
					continue // Normalize makes I an i
				}
				if id, ok := lookup(s, equal); !ok || id != h.ID {
					t.Fatalf("hit %v is %q, as %q %d, %t", h, found, equal, id, ok)
				}
			}
		}
		normal := Normalize(text)
		for _, equal := range []string{normal, norm.NFC.String(text), norm.NFD.String(text)} {
			if got := Normalize(equal); got != normal {
				t.Fatalf("%q is normally %q, and as %q %q", text, normal, equal, got)
			}
		}
	})
}
