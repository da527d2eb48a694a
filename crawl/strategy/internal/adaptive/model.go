package adaptive

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/modelfile"
)

// A Model is what a learner has learned that another can begin with. The zero value is
// what a learner without a model begins with.
type Model struct {
	weights *features
	words   map[uint32]float64 // of the mean of the examples, of length 1
}

const (
	// The words of a model are the modelWords of the greatest weight.
	modelWords = 1024

	// The mean of earlier examples counts as earlierExamples examples.
	earlierExamples = 3

	// maxWeight is the greatest weight that a model file may have; e^100 is more than any
	// odds.
	maxWeight = 100
)

// meant returns the words of the greatest weight in the mean of the examples, by slot.
func (v *vocabulary) meant(most int) map[uint32]float64 {
	mean := func(slot uint32) float32 { return v.weights[v.numbers[slot]].mean }
	var order []uint32
	for slot := range uint32(vocabularySize) {
		if mean(slot) > 0 {
			order = append(order, slot)
		}
	}
	slices.SortStableFunc(order, func(x, y uint32) int { return cmp.Compare(mean(y), mean(x)) })
	words := map[uint32]float64{}
	for _, slot := range order[:min(most, len(order))] {
		words[slot] = float64(mean(slot)) / v.length
	}
	return words
}

// begin has a vocabulary begin with the words of a model.
func (v *vocabulary) begin(m *Model) {
	for _, word := range slices.Sorted(maps.Keys(m.words)) {
		v.before = append(v.before, count{uint32(v.number(word)), float32(m.words[word] * earlierExamples)})
	}
}

// ErrModel is the cause of the error for a file that is not a Model.
var ErrModel = errors.New("strategy: not a model of Adaptive")

var modelFile = modelfile.Format{Name: "lokman-adaptive", Version: 2, MaxBytes: 1 << 20, Err: ErrModel}

type storedModel struct {
	modelfile.Head
	Weights map[string]float64 `json:"weights"` // by feature
	Words   map[string]float64 `json:"words"`   // by the word's hash
}

// WriteTo writes the model as JSON.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	s := storedModel{Weights: map[string]float64{}, Words: map[string]float64{}}
	if m.weights != nil {
		for i, name := range featureNames {
			s.Weights[name] = m.weights[i]
		}
	}
	for word, weight := range m.words {
		s.Words[strconv.FormatUint(uint64(word), 10)] = weight
	}
	return modelFile.Write(w, &s)
}

// ReadFrom makes the model one that WriteTo wrote, up to the end of r. The error wraps
// [ErrModel] if there is none; then the model stays what it is.
func (m *Model) ReadFrom(r io.Reader) (int64, error) {
	var s storedModel
	read := Model{words: map[uint32]float64{}}
	n, err := modelFile.Read(r, &s, func() error {
		if len(s.Words) > modelWords {
			return fmt.Errorf("%d words, want at most %d", len(s.Words), modelWords)
		}
		for text, weight := range s.Words {
			word, err := strconv.ParseUint(text, 10, 32)
			if err != nil || word >= vocabularySize || !(weight > 0 && weight <= 1) {
				return fmt.Errorf("the word %.40q has the weight %g", text, weight)
			}
			read.words[uint32(word)] = weight
		}
		if len(s.Weights) == 0 {
			return nil
		}
		read.weights = new(features)
		for i, name := range featureNames {
			weight, ok := s.Weights[name]
			if !ok || math.Abs(weight) > maxWeight {
				return fmt.Errorf("the feature %q has the weight %g", name, weight)
			}
			read.weights[i] = weight
		}
		return nil
	})
	if err == nil {
		*m = read
	}
	return n, err
}
