package textparts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/textparts"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// The words of a part of a text are those that it has by itself, wherever it is cut out.
func TestReader(t *testing.T) {
	pieces := []string{"a", "s", "Word", " ", "  ", "'", "’", "'s ", ".", "\n\n", "(", "é", "e\u0301", "\u0301", "\u200b", "白", "7", "longerthaneight "}
	random := rand.New(rand.NewPCG(1, 2))
	known := 0
	for range 5000 {
		var b strings.Builder
		for range 1 + random.IntN(40) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		all := phrase.Hashes{Words: make([]phrase.HashedWord, 0, 1+random.IntN(30)), Hash: xxhash.Sum64}
		all.Read(text)
		p := textparts.Reader{Text: text, Of: &all}
		for start := 0; start < len(text); start += 1 + random.IntN(10) {
			context := text[start : start+1+random.IntN(len(text)-start)]
			from := random.IntN(len(context))
			part := context[from : from+1+random.IntN(len(context)-from)]
			marks := []classify.Span{{Mark: "bold"}, {Mark: "anchor", Start: start + from}, {Mark: "anchor"}}
			p.Spans = marks[random.IntN(len(marks)):]
			link := classify.Link{Href: "/", Text: part, Context: context}
			p.Next(link)
			p.Enter(link)
			words, ok := p.Words(part)
			if !ok {
				continue
			}
			known++
			var got, want []uint64
			for _, w := range words {
				got = append(got, w.Hash)
			}
			for w := range phrase.Words(part) {
				want = append(want, xxhash.Sum64(w.Text))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q of %q of %q: words %x, want %x", part, context, text, got, want)
			}
		}
	}
	if known < 1000 {
		t.Errorf("%d parts were known", known)
	}
}
