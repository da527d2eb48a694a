package strategy

import (
	"math"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// linkModel estimates from the features of a link how good its page is: a
// logistic regression that learns with each fetched page, with a learning rate for
// each weight (AdaGrad; Duchi, Hazan and Singer 2011). Words are hashed to its
// weights (Weinberger and others 2009).
type linkModel struct {
	weights []weight
}

type weight struct {
	value   float32
	squares float32 // of its gradients so far
}

// modelSize is the number of weights, 2 MB of them: about the number of distinct
// features in a crawl of some thousand pages.
const modelSize = 1 << 18

// learningRate is AdaGrad's.
const learningRate = 0.3

// A feature is one input of the model: the index of its weight, and its value.
type feature struct {
	at    uint32
	value float32
}

func (m *linkModel) estimate(features []feature) float64 {
	if m.weights == nil {
		return 0.5
	}
	sum := 0.0
	for _, f := range features {
		sum += float64(m.weights[f.at].value) * float64(f.value)
	}
	return 1 / (1 + math.Exp(-sum))
}

// learn moves the weights towards how good a page is, 0 to 1.
func (m *linkModel) learn(features []feature, good float64) {
	if m.weights == nil {
		m.weights = make([]weight, modelSize)
	}
	off := m.estimate(features) - good
	for _, f := range features {
		w := &m.weights[f.at]
		gradient := float32(off) * f.value
		w.squares += gradient * gradient
		if w.squares > 0 {
			w.value -= learningRate * gradient / float32(math.Sqrt(float64(w.squares)))
		}
	}
}

func hashed(field, word string) uint32 {
	var h xxhash.Digest
	h.Reset()
	h.WriteString(field)
	h.WriteString(" ")
	h.WriteString(word)
	return uint32(h.Sum64() & (modelSize - 1))
}

// maxFeatures is how many features of one URL are kept.
const maxFeatures = 128

// wordFeatures adds to the features of a URL those of one link to it: the words
// and pairs of words of its text, and the words around.
func wordFeatures(have []uint32, l classify.Link) []uint32 {
	have = appendWords(have, "text", l.Text, true)
	return appendWords(have, "around", l.Context, false)
}

// urlFeatures returns those of the URL itself: its host, its directory and the
// words of its path.
func urlFeatures(url string) []uint32 {
	have := []uint32{hashed("", ""), hashed("host", weburl.HostOf(url)), hashed("directory", directoryOf(url))}
	_, path, _ := strings.Cut(url, weburl.HostOf(url))
	return appendWords(have, "path", path, false)
}

// directoryOf returns a URL up to the last slash of its path.
func directoryOf(url string) string {
	path, _, _ := strings.Cut(url, "?")
	return path[:strings.LastIndexByte(path, '/')+1]
}

func appendWords(have []uint32, field, text string, pairs bool) []uint32 {
	before := ""
	for w := range phrase.Words(text) {
		if len(have) >= maxFeatures {
			break
		}
		word := string(w.Text)
		have = appendNew(have, hashed(field, word))
		if pairs && before != "" {
			have = appendNew(have, hashed(field, before+" "+word))
		}
		before = word
	}
	return have
}

func appendNew(have []uint32, x uint32) []uint32 {
	for _, h := range have {
		if h == x {
			return have
		}
	}
	return append(have, x)
}
