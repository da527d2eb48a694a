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
	Name       string   `json:"topic"`        // of the topic
	OntologyID string   `json:"ontology_id"`  // identifiers, " / " between them
	CUIs       []string `json:"cuis"`         // identifiers in the UMLS
	Relevant   []string `json:"relevant"`     // URLs
	Seeds      []string `json:"seeds"`        // relevant pages to start from
	Portal     []string `json:"seeds_portal"` // pages to start from that are far from the topic
	Targets    []string `json:"targets"`      // relevant pages that are not seeds
	Rule       string   `json:"rule"`         // how it was judged

	// Groups are kinds of targets whose recall is measured separately.
	Groups map[string][]string `json:"groups,omitempty"`
}

// Is reports whether the topic has a name, ignoring case, or an identifier, with
// or without the ontology's prefix.
func (t Topic) Is(nameOrID string) bool {
	if nameOrID == "" {
		return false
	}
	if strings.EqualFold(t.Name, nameOrID) || slices.Contains(t.CUIs, nameOrID) {
		return true
	}
	for id := range strings.SplitSeq(t.OntologyID, " / ") {
		id, _, _ = strings.Cut(id, " (")
		if id == nameOrID || strings.HasSuffix(id, ":"+nameOrID) {
			return true
		}
	}
	return false
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
