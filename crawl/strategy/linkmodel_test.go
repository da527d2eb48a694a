package strategy

import (
	"math"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

func TestLinkModelLearns(t *testing.T) {
	var m linkModel
	if p := m.estimate([]feature{{1, 1}}); p != 0.5 {
		t.Errorf("knows %v before it has learned", p)
	}
	for range 50 {
		m.learn([]feature{{1, 1}, {2, 1}}, 1) // 2 always comes along
		m.learn([]feature{{3, 1}, {2, 1}}, 0)
	}
	good, bad, both := m.estimate([]feature{{1, 1}}), m.estimate([]feature{{3, 1}}), m.estimate([]feature{{2, 1}})
	if good < 0.8 || bad > 0.2 || math.Abs(both-0.5) > 0.1 {
		t.Errorf("good %v, bad %v, both %v", good, bad, both)
	}
}

// AdaGrad's first step is the learning rate, whatever the gradient.
func TestLinkModelFirstStep(t *testing.T) {
	for _, value := range []float32{0.01, 1} {
		var m linkModel
		m.learn([]feature{{7, value}}, 1)
		if got := m.weights[7].value; math.Abs(float64(got)-learningRate) > 1e-6 {
			t.Errorf("feature %v: weight %v, want %v", value, got, learningRate)
		}
	}
}

func TestLinkFeatures(t *testing.T) {
	l := classify.Link{Text: "Swine flu", Context: "the Swine flu here"}
	have := wordFeatures(nil, l)
	for _, want := range []uint32{
		hashed("text", "swine"), hashed("text", "flu"), hashed("text", "swine flu"),
		hashed("around", "the"), hashed("around", "here"),
	} {
		if !slices.Contains(have, want) {
			t.Errorf("a feature is missing of %v", have)
		}
	}
	if again := wordFeatures(slices.Clone(have), l); !slices.Equal(again, have) {
		t.Error("the same link adds features")
	}
	var long []uint32
	for i := range 1000 {
		long = wordFeatures(long, classify.Link{Text: string(rune('a'+i%26)) + string(rune('a'+i/26))})
	}
	if len(long) > 2*maxFeatures {
		t.Errorf("%d features of one URL", len(long))
	}
	url := urlFeatures("https://a.test:8080/x/flu-shots?q=1/2")
	for _, want := range []uint32{hashed("host", "a.test:8080"), hashed("directory", "https://a.test:8080/x/"), hashed("path", "shots")} {
		if !slices.Contains(url, want) {
			t.Errorf("a feature is missing of %v", url)
		}
	}
	if slices.Contains(url, hashed("path", "test")) {
		t.Error("the host is part of the path")
	}
}
