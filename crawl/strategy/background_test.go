package strategy_test

import (
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestTFIDF(t *testing.T) {
	var b strategy.Background
	for _, text := range []string{"the heart", "the attack", "the the the", "the dog"} {
		b.Add(text)
	}
	the, heart, unseen := 1.0, 1+math.Log(4), 1+math.Log(4)
	s := b.TFIDF("the heart")
	for _, c := range []struct {
		text string
		want float64
	}{
		{"The heart", 1},
		{"heart the heart the", 1},
		{"heart", heart / math.Hypot(the, heart)},
		{"the cat cat", the / (math.Hypot(the, heart) * math.Hypot(the, 2*unseen))},
		{"cat", 0},
		{"", 0},
	} {
		if got := s.Score(c.text); !near(got, c.want) {
			t.Errorf("%q scores %v, want %v", c.text, got, c.want)
		}
	}
}

func TestTFIDFWithoutBackgroundIsCosine(t *testing.T) {
	s, cosine := new(strategy.Background).TFIDF("heart attack"), classify.NewCosine("heart attack")
	for _, text := range []string{"", "heart", "an attack of the heart", "heart heart attack attack attack"} {
		if !near(s.Score(text), cosine.Score(text)) {
			t.Errorf("%q scores %v, cosine %v", text, s.Score(text), cosine.Score(text))
		}
	}
	if s := new(strategy.Background).TFIDF(""); s.Score("x") != 0 {
		t.Error("an empty query scores")
	}
}

func TestBM25(t *testing.T) {
	var b strategy.Background
	for _, text := range []string{"the heart", "the attack", "the dog bites"} { // 7/3 words each
		b.Add(text)
	}
	heart := math.Log(1 + 2.5/1.5)
	the := math.Log(1 + 0.5/3.5)
	s := b.BM25("heart the")
	tf := func(f, words float64) float64 { return f / (f + 1.2*(0.25+0.75*words/(7.0/3))) }
	for _, c := range []struct {
		text string
		want float64
	}{
		{"heart", heart * tf(1, 1) / (heart + the)},
		{"the heart of the heart", (heart*tf(2, 5) + the*tf(2, 5)) / (heart + the)},
		{"dog", 0},
		{"", 0},
	} {
		if got := s.Score(c.text); !near(got, c.want) {
			t.Errorf("%q scores %v, want %v", c.text, got, c.want)
		}
	}
	if s := new(strategy.Background).BM25("heart"); !(s.Score("heart attack") > s.Score("x")) {
		t.Error("without a background nothing scores")
	}
}
