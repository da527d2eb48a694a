// Package embeddings scores texts by a model of embeddings that a server has: how near
// they are to a topic. Ollama, llama.cpp, vLLM and others serve POST /v1/embeddings.
package embeddings

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// A Server is a model and the topic that texts are compared with: a scorer for crawls.
type Server struct {
	URL   string // "http://localhost:11434/v1/embeddings"
	Model string // as the server names it
	Topic string // a sentence about what is looked for
}

// Score asks about one text, and returns 0 if there is no answer. Crawls call ScoreAll.
func (s Server) Score(text string) float64 {
	scores, err := s.ScoreAll(context.Background(), []string{text})
	if err != nil {
		return 0
	}
	return scores[0]
}

// ScoreAll returns for each text the cosine between it and the topic, 0 to 1.
func (s Server) ScoreAll(ctx context.Context, texts []string) ([]float64, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	question, _ := json.Marshal(map[string]any{"model": s.Model, "input": append([]string{s.Topic}, texts...)}) // cannot fail
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var said answers
	switch err := json.NewDecoder(answer.Body).Decode(&said); {
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s: status %s", s.URL, answer.Status)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", s.URL, err)
	case len(said.Data) != len(texts)+1:
		return nil, fmt.Errorf("%s: %d embeddings of %d texts", s.URL, len(said.Data), len(texts)+1)
	}
	return said.scores(), nil
}
