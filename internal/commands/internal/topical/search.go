package topical

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	engines "github.com/lokman-crawler/lokman/crawl/search"
)

// search returns the first hits of an engine for a topic, as many as the thesis
// takes (4.1).
func search(ctx context.Context, engine, topic, agent string) ([]string, error) {
	var s engines.Seeder = &engines.SearXNG{URL: engine, UserAgent: agent}
	if strings.Contains(engine, "{") {
		s = &engines.OpenSearch{Template: engine, UserAgent: agent}
	}
	hits, err := s.Seeds(ctx, topic, 0)
	if err == nil && len(hits) == 0 {
		err = fmt.Errorf("the engine finds nothing for %q; give a -seed", topic)
	}
	if errors.As(err, new(*net.OpError)) {
		err = fmt.Errorf("%w; -search needs a SearXNG instance that runs there, or a template with {searchTerms} of another engine", err)
	}
	if err != nil {
		return nil, fmt.Errorf("-search: %w", err)
	}
	return hits, nil
}
