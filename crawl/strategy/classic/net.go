package classic

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/bag"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// net estimates what a link is worth: a feed-forward net of one unit, which has
// an input for each keyword.
type net struct {
	keywords []string
	weights  []float64 // one a keyword, and the bias at the end
}

// newNet returns a net in which each keyword has the weight 1. It estimates 0.12
// for a link without any keyword near.
func newNet(keywords []string) net {
	n := net{keywords, make([]float64, len(keywords)+1)}
	for i := range keywords {
		n.weights[i] = 1
	}
	n.weights[len(keywords)] = -2
	return n
}

// inputs returns for each keyword the sum of 1/distance over its places near a
// link. A word of the link's text has distance 1, the words beside it 2.
func (n net) inputs(l classify.Link) []float64 {
	inputs := make([]float64, len(n.keywords))
	start := max(0, strings.Index(l.Context, l.Text))
	end := start + len(l.Text)
	var before []int // the inputs of the words before the link
	distance := 1
	for w := range phrase.Words(l.Context) {
		i := slices.Index(n.keywords, string(w.Text))
		switch {
		case w.End <= start:
			before = append(before, i)
			continue
		case w.Start >= end:
			distance++
		}
		if i >= 0 {
			inputs[i] += 1 / float64(distance)
		}
	}
	for k, i := range before {
		if i >= 0 {
			inputs[i] += 1 / float64(len(before)-k+1)
		}
	}
	return inputs
}

// estimate returns the net's output, 0 to 1.
func (n net) estimate(inputs []float64) float64 {
	sum := n.weights[len(inputs)]
	for i, x := range inputs {
		sum += n.weights[i] * x
	}
	return 1 / (1 + math.Exp(-sum))
}

// train moves the weights towards an output, by the gradient of the squared
// error.
func (n net) train(inputs []float64, want, rate float64) {
	if len(inputs) != len(n.keywords) {
		return
	}
	got := n.estimate(inputs)
	by := rate * (want - got) * got * (1 - got)
	for i, x := range inputs {
		n.weights[i] += by * x
	}
	n.weights[len(inputs)] += by
}

// mutant returns a copy that has the most frequent word of a text, of four
// letters or more, in the place of the keyword with the least weight.
func (n net) mutant(text string) net {
	n.keywords, n.weights = slices.Clone(n.keywords), slices.Clone(n.weights)
	words := bag.Of(text)
	most := ""
	for _, word := range words.Words {
		if utf8.RuneCountInString(word) >= 4 && !slices.Contains(n.keywords, word) && words.Times[word] > words.Times[most] {
			most = word
		}
	}
	if most == "" {
		return n
	}
	least := 0
	for i := range n.keywords {
		if math.Abs(n.weights[i]) < math.Abs(n.weights[least]) {
			least = i
		}
	}
	n.keywords[least] = most
	return n
}
