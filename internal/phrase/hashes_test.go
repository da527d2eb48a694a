package phrase

import (
	"reflect"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// What Read adds is what Words yields, whatever the set does with the words.
func TestRead(t *testing.T) {
	text := "Heart attacks of the heart: Crohn's disease, leuce\u0301mie aiguë. 白血病 " + strings.Repeat("x", 400) + " THE end"
	var want []HashedWord
	for w := range Words(text) {
		want = append(want, HashedWord{xxhash.Sum64(w.Text), w.Start, w.End})
	}
	stemming := Builder{Stem: func(w string) string { return strings.TrimSuffix(w, "s") }, Stop: func(w string) bool { return w == "the" }}
	stemming.Add("heart attack", 1)
	for name, s := range map[string]*Set{"empty": new(Set), "plain": build([]string{"heart", "the end"}), "stemming": stemming.Build()} {
		for _, each := range []bool{false, true} {
			got := Hashes{Words: make([]HashedWord, 0, len(want)+1), Hash: xxhash.Sum64}
			hits := s.Read(nil, text, each, &got)
			if !reflect.DeepEqual(got.Words, want) || got.Total != len(want) {
				t.Errorf("%s: %v of %d, want %v", name, got.Words, got.Total, want)
			}
			if alone := s.match(nil, text, each, nil); !reflect.DeepEqual(hits, alone) {
				t.Errorf("%s: hits %v, want %v", name, hits, alone)
			}
		}
	}
	few := Hashes{Words: make([]HashedWord, 0, 3), Hash: xxhash.Sum64}
	if few.Read(text); !reflect.DeepEqual(few.Words, want[:3]) || few.Total != len(want) {
		t.Errorf("with room for three words %v of %d", few.Words, few.Total)
	}
}
