package embeddings

import "math"

// answers are what a server says, in the order of the input: the topic is the first.
type answers struct {
	Data []struct{ Embedding []float64 }
}

func (a answers) scores() (scores []float64) {
	for _, text := range a.Data[1:] {
		scores = append(scores, cosine(a.Data[0].Embedding, text.Embedding))
	}
	return scores
}

func cosine(a, b []float64) float64 {
	var ab, aa, bb float64
	for i := range min(len(a), len(b)) {
		ab, aa, bb = ab+a[i]*b[i], aa+a[i]*a[i], bb+b[i]*b[i]
	}
	if ab <= 0 {
		return 0
	}
	return min(1, ab/math.Sqrt(aa*bb))
}
