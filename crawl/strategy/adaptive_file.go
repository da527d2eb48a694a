package strategy

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/internal/modelfile"
)

// An AdaptiveModel is what an [Adaptive] has learned that another crawl for the same
// topic can begin with: how much each feature of a link says, and the words that
// the topic's pages have in common. The zero value is what an Adaptive without a
// model begins with.
type AdaptiveModel struct {
	weights *features
	words   map[uint32]float64 // of the mean of the examples, of length 1
}

// The words of a model are the modelWords of the greatest weight.
const modelWords = 1024

var adaptiveModel = modelfile.Format{Name: "lokman-adaptive", Version: 2, MaxBytes: 1 << 20, Err: ErrAdaptiveModel}

// ErrAdaptiveModel is the cause of the error for a file that is not an AdaptiveModel, or one
// of another version.
var ErrAdaptiveModel = errors.New("strategy: not a model of Adaptive")

type storedAdaptive struct {
	modelfile.Head
	Weights map[string]float64 `json:"weights"` // by feature
	Words   map[string]float64 `json:"words"`   // by the word's hash
}

// Learned returns what the strategy has learned so far.
func (a *Adaptive) Learned() *AdaptiveModel {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.start()
	m := &AdaptiveModel{weights: new(features), words: map[uint32]float64{}}
	*m.weights = a.model.weights
	mean := func(place uint32) float32 { return a.words.words[a.words.numbers[place]].mean }
	var order []uint32
	for place := range uint32(vocabularySize) {
		if mean(place) > 0 {
			order = append(order, place)
		}
	}
	slices.SortStableFunc(order, func(x, y uint32) int { return cmp.Compare(mean(y), mean(x)) })
	for _, place := range order[:min(modelWords, len(order))] {
		m.words[place] = float64(mean(place)) / a.words.length
	}
	return m
}

// WriteTo writes the model as JSON, for [ReadAdaptiveModel].
func (m *AdaptiveModel) WriteTo(w io.Writer) (int64, error) {
	s := storedAdaptive{Weights: map[string]float64{}, Words: map[string]float64{}}
	if m.weights != nil {
		for i, name := range featureNames {
			s.Weights[name] = m.weights[i]
		}
	}
	for word, weight := range m.words {
		s.Words[strconv.FormatUint(uint64(word), 10)] = weight
	}
	n, err := adaptiveModel.Write(w, &s)
	if err != nil {
		return n, fmt.Errorf("strategy: write model: %w", err)
	}
	return n, nil
}

// ReadAdaptiveModel reads what [AdaptiveModel.WriteTo] wrote, up to the end of r. The
// error wraps [ErrAdaptiveModel] if that is not a model.
func ReadAdaptiveModel(r io.Reader) (*AdaptiveModel, error) {
	var s storedAdaptive
	m := &AdaptiveModel{words: map[uint32]float64{}}
	err := adaptiveModel.Read(r, &s, func() error {
		if len(s.Words) > modelWords {
			return fmt.Errorf("%d words, want at most %d", len(s.Words), modelWords)
		}
		for text, weight := range s.Words {
			word, err := strconv.ParseUint(text, 10, 32)
			if err != nil || word >= vocabularySize || !(weight > 0 && weight <= 1) {
				return fmt.Errorf("the word %.40q has the weight %g", text, weight)
			}
			m.words[uint32(word)] = weight
		}
		if len(s.Weights) == 0 {
			return nil
		}
		m.weights = new(features)
		for i, name := range featureNames {
			weight, ok := s.Weights[name]
			if !ok || math.Abs(weight) > maxWeight {
				return fmt.Errorf("the feature %q has the weight %g", name, weight)
			}
			m.weights[i] = weight
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// maxWeight is the greatest weight that a model file may have; e^100 is more than any
// odds.
const maxWeight = 100

// fingerprint says which model it is.
func (m *AdaptiveModel) fingerprint() string {
	h := xxhash.New()
	m.WriteTo(h) // which returns no error
	return strconv.FormatUint(h.Sum64(), 16)
}

// begin has an Adaptive begin with a model. The mean of earlier examples counts as
// earlierExamples examples.
func (m *AdaptiveModel) begin(a *Adaptive) {
	if m.weights != nil {
		a.first = *m.weights
	}
	for _, word := range slices.Sorted(maps.Keys(m.words)) {
		a.words.before = append(a.words.before, count{a.words.number(word), float32(m.words[word] * earlierExamples)})
	}
}

const earlierExamples = 3
