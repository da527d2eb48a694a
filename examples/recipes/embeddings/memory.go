package embeddings

import (
	"context"
	"sync"
)

// A Memory asks a server about each text once: a site has the same menu on every page.
type Memory struct {
	Server
	mu    sync.Mutex
	known map[string]float64
}

// ScoreAll asks about the texts that are not known.
func (m *Memory) ScoreAll(ctx context.Context, texts []string) ([]float64, error) {
	scores := make([]float64, len(texts))
	var news []string
	var at []int
	m.mu.Lock()
	for i, text := range texts {
		score, ok := m.known[text]
		if scores[i] = score; !ok {
			news, at = append(news, text), append(at, i)
		}
	}
	m.mu.Unlock()
	if len(news) == 0 {
		return scores, nil
	}
	answers, err := m.Server.ScoreAll(ctx, news)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) > 100_000 { // the memory of a long crawl is bounded
		m.known = map[string]float64{}
	}
	for i, score := range answers {
		scores[at[i]], m.known[news[i]] = score, score
	}
	return scores, nil
}
