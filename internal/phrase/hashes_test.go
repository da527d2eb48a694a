package phrase

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// What Read adds is what Words yields, whatever the set does with the words.
func TestRead(t *testing.T) {
	text := "Heart attacks of the heart: Crohn's disease, leuce\u0301mie aiguë. 白血病 " + strings.Repeat("x", 400) + " ½ 1½ IŞIK C++ THE end"
	var want []HashedWord
	for w := range Words(text) {
		want = append(want, HashedWord{xxhash.Sum64(w.Text), w.Start, w.End})
	}
	stemming := Builder{Stem: func(w string) string { return strings.TrimSuffix(w, "s") }, Stop: func(w string) bool { return w == "the" }}
	stemming.Add("heart attack", 1)
	turkish := Builder{Folding: Folding{Turkish: true}}
	turkish.Add("ışık", 1)
	got := Hashes{Words: make([]HashedWord, 0, len(want)+1), Hash: xxhash.Sum64}
	for name, s := range map[string]*Set{
		"empty": new(Set), "plain": build([]string{"heart", "the end"}), "other": build([]string{"heart attack", "disease leucemie", "of"}),
		"stemming": stemming.Build(), "parts": build([]string{"2", "1", "1 1 2", "c++"}), "Turkish": turkish.Build(),
	} {
		for _, each := range []bool{false, true} {
			got.Empty()
			hits := s.Read(nil, text, each, &got)
			if !reflect.DeepEqual(got.Words, want) || got.Total != len(want) {
				t.Errorf("%s: %v of %d, want %v", name, got.Words, got.Total, want)
			}
			if alone := s.match(nil, text, each, nil); !reflect.DeepEqual(hits, alone) {
				t.Errorf("%s: hits %v, want %v", name, hits, alone)
			}
		}
	}
	counted := Hashes{}
	hits := build([]string{"heart"}).Read(nil, text, false, &counted)
	if len(hits) != 2 || len(counted.Words) > 0 || counted.Total != len(want) {
		t.Errorf("counted without hashes: %v, %d words", hits, counted.Total)
	}
	few := Hashes{Words: make([]HashedWord, 0, 3), Hash: xxhash.Sum64}
	if few.Read(text); !reflect.DeepEqual(few.Words, want[:3]) || few.Total != len(want) {
		t.Errorf("with room for three words %v of %d", few.Words, few.Total)
	}
}

// Words that are seen again in other texts, of all lengths and so many that they meet at one
// place, are found as at first.
func TestReadManyWords(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 20_000)
	for i := range words {
		for range 1 + random.IntN(19) {
			words[i] += string(rune('a' + random.IntN(26)))
		}
	}
	set := build([]string{words[0], words[1] + " " + words[2], words[3] + " " + words[4] + " " + words[5]})
	got := Hashes{Words: make([]HashedWord, 0, 1000), Hash: xxhash.Sum64}
	for range 200 {
		var b strings.Builder
		for range 300 {
			b.WriteString(words[random.IntN([]int{6, 300, len(words)}[random.IntN(3)])] + []string{" ", ", ", ". "}[random.IntN(3)])
		}
		text := b.String()
		var want []HashedWord
		for w := range Words(text) {
			want = append(want, HashedWord{xxhash.Sum64(w.Text), w.Start, w.End})
		}
		got.Empty()
		if hits := set.Read(nil, text, false, &got); !reflect.DeepEqual(hits, set.Match(nil, text)) || !reflect.DeepEqual(got.Words, want) {
			t.Fatalf("%q: hits %v or words differ", text, hits)
		}
	}
}
