// Package embeddings scores texts by a model of embeddings that a server has: how near
// they are to a topic. Ollama, llama.cpp, vLLM and others serve POST /v1/embeddings.
package embeddings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"time"
)

// A Server is a model and the topic that texts are compared with.
type Server struct {
	URL   string // "http://localhost:11434/v1/embeddings"
	Model string // as the server names it
	Topic string // a sentence about what is looked for
}

// Ask returns for each text the cosine between it and the topic, 0 to 1. It asks the
// server once.
func (s Server) Ask(texts []string) ([]float64, error) {
	question, _ := json.Marshal(map[string]any{"model": s.Model, "input": append([]string{s.Topic}, texts...)}) // cannot fail
	client := http.Client{Timeout: time.Minute}
	answer, err := client.Post(s.URL, "application/json", bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %s", s.URL, answer.Status)
	}
	var said struct {
		Data []struct{ Embedding []float64 } // in the order of the input
	}
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URL, err)
	}
	if len(said.Data) != len(texts)+1 {
		return nil, fmt.Errorf("%s: %d embeddings of %d texts", s.URL, len(said.Data), len(texts)+1)
	}
	scores := make([]float64, len(texts))
	for i := range scores {
		scores[i] = cosine(said.Data[0].Embedding, said.Data[i+1].Embedding)
	}
	return scores, nil
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
