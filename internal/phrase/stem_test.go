package phrase

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A toy stemmer: it cuts a final s, and makes long and empty stems.
func toyStem(word string) string {
	switch word {
	case "x":
		return ""
	case "long":
		return strings.Repeat("long", MaxWordBytes)
	case "mouse":
		return "mousemousemouse"
	}
	return strings.TrimSuffix(word, "s")
}

// kept is what a set takes for the stem of a word.
func kept(word string) string {
	if stem := toyStem(word); stem != "" && len(stem) <= MaxWordBytes {
		return stem
	}
	return word
}

// To match stems is to match, among the stems of a text, those of the phrases.
func TestStemmedMatchEqualsMatchOfStems(t *testing.T) {
	word := rapid.SampledFrom([]string{"hearts", "heart", "x", "long", "mouse", "mouses", "attacks", "attack"})
	words := rapid.SliceOfN(word, 1, 4)
	stems := func(words []string) string {
		var s []string
		for _, w := range words {
			s = append(s, kept(w))
		}
		return strings.Join(s, " ")
	}
	rapid.Check(t, func(t *rapid.T) {
		stemmed, plain := Builder{Stem: toyStem}, Builder{}
		var phrases []string
		for i := range rapid.IntRange(0, 5).Draw(t, "phrases") {
			p := words.Draw(t, "phrase")
			phrases = append(phrases, strings.ToUpper(strings.Join(p, "-")))
			stemmed.Add(phrases[i], uint32(i))
			plain.Add(stems(p), uint32(i))
		}
		text := rapid.SliceOf(word).Draw(t, "text")
		set := stemmed.Build()
		got := wordsOf(set.Match(nil, strings.Join(text, " ")), strings.Join(text, " "))
		want := wordsOf(plain.Build().Match(nil, stems(text)), stems(text))
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		for _, p := range phrases {
			if _, ok := lookup(set, p); !ok {
				t.Fatalf("%q is not found", p)
			}
		}
	})
}

// wordsOf returns hits in numbers of words instead of bytes.
func wordsOf(hits []Hit, text string) []string {
	var all []string
	for _, h := range hits {
		all = append(all, fmt.Sprint(h.ID, strings.Count(text[:h.Start], " "), strings.Count(text[:h.End], " ")))
	}
	return all
}

// Words that are passed over are as if they were not there, in phrases and in
// texts; the end of a sentence before them stays one.
func TestStopWords(t *testing.T) {
	stop := func(word string) bool { return word == "of" || word == "the" }
	b := Builder{Stop: stop, Stem: toyStem}
	for i, p := range []string{"cancer of the breast", "the of", "beds"} {
		if _, ok := b.Add(p, uint32(i)); ok != (i != 1) {
			t.Errorf("Add(%q) = %v", p, ok)
		}
	}
	s := b.Build()
	for text, want := range map[string]string{
		"The cancer of breasts":           "cancer of breasts",
		"cancer breast, the bed of a bed": "cancer breast|bed|bed",
		"Cancer the of THE breast.":       "Cancer the of THE breast",
		"cancer. Of breast":               "",
		"cancer of. The breast":           "",
		"cancer of\n\nthe breast":         "",
		"of the":                          "",
	} {
		var found []string
		for _, h := range s.Match(nil, text) {
			found = append(found, text[h.Start:h.End])
		}
		if got := strings.Join(found, "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, ok := lookup(s, "breast cancer of the"); ok {
		t.Error("the order of words does not matter")
	}
	if id, ok := lookup(s, "cancer the breast"); !ok || id != 0 {
		t.Errorf("Lookup: %d %v", id, ok)
	}
}
