package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A Topic is one subject of an experiment with what people say is relevant to
// it: a line of a topics file.
type Topic struct {
	Name       string   `json:"topic"`
	OntologyID string   `json:"ontology_id"`  // identifiers, " / " between them
	Relevant   []string `json:"relevant"`     // URLs
	Seeds      []string `json:"seeds"`        // relevant pages to start from
	Portal     []string `json:"seeds_portal"` // pages to start from that are far from the topic
	Targets    []string `json:"targets"`      // relevant pages that are not seeds
	Rule       string   `json:"rule"`         // how it was judged
}

// Is reports whether the topic goes by a name, case aside, or an identifier.
func (t Topic) Is(nameOrID string) bool {
	return nameOrID != "" && (strings.EqualFold(t.Name, nameOrID) ||
		slices.Contains(strings.Split(t.OntologyID, " / "), nameOrID))
}

// ReadTopics reads a topics file: one object a line.
func ReadTopics(path string) ([]Topic, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: topics: %w", err)
	}
	var topics []Topic
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var t Topic
		if err := json.Unmarshal(text, &t); err != nil {
			return nil, fmt.Errorf("experiment: topics: %s:%d: %w", path, line, err)
		}
		if t.Name == "" {
			return nil, fmt.Errorf("experiment: topics: %s:%d: expected a topic", path, line)
		}
		topics = append(topics, t)
	}
	return topics, nil
}
