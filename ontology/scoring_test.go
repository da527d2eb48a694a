package ontology_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/ontology"
)

// "nocturnal enuresis" is worth 12 as the longest term, 20 with "enuresis" apart.
func TestCounting(t *testing.T) {
	topic := ontology.Topic{Terms: []ontology.Term{
		{Text: "Bedwetting"}, {Text: "nocturnal enuresis", Relation: ontology.Synonym}, {Text: "enuresis", Relation: ontology.Partial}}}
	for _, c := range []struct {
		text                      string
		longest, each, substrings float64
	}{
		{"Nocturnal enuresis.", 12, 20, 20},
		{"http://bedwettinghelp.com/enuresis.html", 8, 8, 23},
		{"bedwetting bedwetting", 30, 30, 30},
		{"nocturnal. Enuresis", 8, 8, 8},
		{"İ \xff NOCTURNAL x ENURESIS enuresİs BEDWETTING", 8 + 15, 8 + 15, 8 + 15},
		{"", 0, 0, 0},
	} {
		for counting, want := range map[ontology.Counting]float64{
			ontology.Counting(0): c.longest, ontology.CountEach: c.each, ontology.CountSubstrings: c.substrings} {
			s := ontology.Scoring{Counting: counting}.NewScorer(topic)
			if got := s.Score(c.text); got != want {
				t.Errorf("%v of %q: %v, want %v", counting, c.text, got, want)
			}
			sum := 0.0
			for _, h := range s.Hits(c.text) {
				if !strings.EqualFold(c.text[h.Start:h.End], h.Text) {
					t.Errorf("%v of %q: hit %q of %q", counting, c.text, c.text[h.Start:h.End], h.Text)
				}
				sum += s.Weight(h.Term)
			}
			occurrences := 0.0
			for _, weight := range s.Occurrences(c.text) {
				occurrences += weight
			}
			if sum != want || occurrences != want {
				t.Errorf("%v of %q: hits sum up to %v, occurrences to %v", counting, c.text, sum, occurrences)
			}
		}
	}
}

// Substrings are counted as strings.Count does, each term apart.
func TestCountSubstringsEqualsCount(t *testing.T) {
	word := rapid.StringMatching(`[abA ]{1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		topic := ontology.Topic{}
		for _, text := range rapid.SliceOfDistinct(word, func(s string) string { return strings.ToLower(strings.TrimSpace(s)) }).Draw(t, "terms") {
			topic.Terms = append(topic.Terms, ontology.Term{Text: text})
		}
		text := rapid.StringMatching(`[abAB .]{0,30}`).Draw(t, "text")
		want := 0.0
		for _, term := range topic.Terms {
			if s := strings.ToLower(strings.TrimSpace(term.Text)); s != "" {
				want += 15 * float64(strings.Count(strings.ToLower(text), s))
			}
		}
		if got := (ontology.Scoring{Counting: ontology.CountSubstrings}).NewScorer(topic).Score(text); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestOwnWeights(t *testing.T) {
	topic := ontology.Topic{Terms: []ontology.Term{
		{Text: "flu", Weight: 2}, {Text: "grippe", Relation: ontology.Synonym}, {Text: "fever", Relation: ontology.Partial, Weight: 0.5},
		{Text: "cold", Relation: ontology.Partial, Weight: math.NaN()}, {Text: "cough", Relation: ontology.Contextual, Weight: -1}}}
	s := ontology.NewScorer(topic)
	if got, want := s.Score("flu grippe fever cold cough"), 2+12+0.5+8+5.0; got != want {
		t.Errorf("score %v, want %v", got, want)
	}
	if s.Unit() != 2 {
		t.Errorf("unit %v, want the weight of the exact term", s.Unit())
	}
	if got := slices.Collect(func(yield func(string) bool) {
		for label := range s.Parts("fever flu") {
			yield(label)
		}
	}); fmt.Sprint(got) != "[flu (exact) 1 x 2 fever (partial) 1 x 0.5]" {
		t.Errorf("parts %q", got)
	}
	if got := (ontology.Scoring{Normalization: ontology.NormalizationSaturating}).NewScorer(topic).Score("flu"); got != 0.5 {
		t.Errorf("saturating: %v", got)
	}
	if got := (ontology.Scoring{Normalization: ontology.NormalizationDensity}).NewScorer(topic).Score("flu now"); got != 0.5 {
		t.Errorf("density: %v", got)
	}
	// A nearer relation brings its own weight.
	merged := ontology.Merge(topic, ontology.Topic{Terms: []ontology.Term{{Text: "Fever", Relation: ontology.Exact, Weight: 7}, {Text: "FLU", Weight: 9}}})
	if merged.Terms[0].Weight != 2 || merged.Terms[2].Weight != 7 {
		t.Errorf("merged %v", merged.Terms)
	}
}

// Of terms that are one by their stems or without stop words the nearest counts,
// wherever it stands.
func TestNearestOfOneStem(t *testing.T) {
	scoring := ontology.Scoring{
		Stem: func(word string) string { return strings.TrimSuffix(word, "s") },
		Stop: func(word string) bool { return word == "of" },
	}
	sibling := ontology.Topic{Terms: []ontology.Term{{Text: "heart diseases", Relation: ontology.Contextual}}}
	s := scoring.NewScorer(ontology.Merge(sibling, ontology.Topic{Terms: []ontology.Term{{Text: "heart of disease"}}}))
	if got := s.Score("Hearts of disease, heart diseases"); got != 15+15 {
		t.Errorf("score %v, want 30", got)
	}
}

func TestTFIDF(t *testing.T) {
	topic := ontology.Topic{Name: "t", Terms: []ontology.Term{
		{Text: "flu"}, {Text: "fever", Relation: ontology.Partial}, {Text: "grippe", Relation: ontology.Synonym, Weight: 2}, {Text: "cough", Relation: ontology.Synonym}}}
	texts := slices.Values([]string{"flu flu fever", "fever", "nothing", "grippe fever"})
	weighed := ontology.Scoring{}.TFIDF(topic, texts)
	for i, want := range []float64{15 * (1 + math.Log(4)), 8 * (1 + math.Log(4.0/3)), 2 * (1 + math.Log(4)), 12 * (1 + math.Log(4))} {
		if got := weighed.Terms[i].Weight; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", weighed.Terms[i].Text, got, want)
		}
	}
	if topic.Terms[0].Weight != 0 {
		t.Error("the topic itself was changed")
	}
	if got := (ontology.Scoring{}).TFIDF(topic, slices.Values([]string(nil))).Terms[0].Weight; got != 15 {
		t.Errorf("of no texts: %v", got)
	}
}

func TestStopWords(t *testing.T) {
	stop := func(word string) bool { return word == "of" || word == "the" }
	s := ontology.Scoring{Stop: stop}.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "cancer of the breast"}}})
	for text, want := range map[string]float64{"Cancer of breast": 15, "cancer breast": 15, "cancer in the breast": 0, "of the": 0} {
		if got := s.Score(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A topic may be changed once there is a scorer of it.
func TestScorerKeepsItsTerms(t *testing.T) {
	topic := ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu"}, {Text: "cold", Relation: ontology.Contextual}}}
	s := ontology.NewScorer(topic)
	slices.Reverse(topic.Terms)
	if got := s.Hits("a flu"); len(got) != 1 || got[0].Text != "flu" || s.Score("a flu") != 15 {
		t.Errorf("%+v", got)
	}
}

// The requirements of the thesis (3.3, 13 and 14.c), recomputed on random texts: the concepts
// are counted, a count is weighed by what the concept is, of links as tf/idf, and the sum is the
// value. At each place the longest concept counts.
func TestScoreEqualsTheThesis(t *testing.T) {
	factors := map[ontology.Relation]float64{ontology.Exact: 15, ontology.Synonym: 12, ontology.Partial: 5, ontology.Contextual: 3} // 13.c
	scoring := ontology.Scoring{Weights: ontology.Weights{Exact: 15, Synonym: 12, Partial: 5, Contextual: 3}}
	topic := ontology.Topic{Terms: []ontology.Term{ // longest first
		{Text: "disease of swine", Relation: ontology.Contextual}, {Text: "swine flu", Relation: ontology.Synonym},
		{Text: "viral disease", Relation: ontology.Partial}, {Text: "influenza"}, {Text: "flu", Relation: ontology.Synonym},
		{Text: "disease", Relation: ontology.Contextual},
	}}
	count := func(text string) map[string]float64 {
		counts := map[string]float64{}
		for text += " "; text != ""; {
			place := slices.IndexFunc(topic.Terms, func(c ontology.Term) bool { return strings.HasPrefix(text, c.Text+" ") })
			if place < 0 {
				_, text, _ = strings.Cut(text, " ")
				continue
			}
			counts[topic.Terms[place].Text]++
			text = strings.TrimPrefix(text, topic.Terms[place].Text+" ")
		}
		return counts
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var texts []string
		for range 5 {
			var words []string
			for range r.IntN(20) {
				words = append(words, []string{"influenza", "swine", "flu", "viral", "disease", "of", "x"}[r.IntN(7)])
			}
			texts = append(texts, strings.Join(words, " "))
		}
		pages, links := scoring.NewScorer(topic), scoring.NewScorer(scoring.TFIDF(topic, slices.Values(texts)))
		for _, text := range texts {
			page, link := 0.0, 0.0
			for _, c := range topic.Terms {
				tf, df := count(text)[c.Text], 0.0
				for _, other := range texts {
					if count(other)[c.Text] > 0 {
						df++
					}
				}
				page += tf * factors[c.Relation]
				if tf > 0 {
					link += tf * (1 + math.Log(float64(len(texts))/df)) * factors[c.Relation]
				}
			}
			if got := pages.Score(text); got != page {
				t.Errorf("seed %d: %q scores %v, want %v", seed, text, got, page)
			}
			if got := links.Score(text); math.Abs(got-link) > 1e-9 {
				t.Errorf("seed %d: as a link %q scores %v, want %v", seed, text, got, link)
			}
		}
	}
}
