package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/weburl"
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

// Judge returns who judges by the topic's list of relevant pages. A string that is not a URL is an
// error.
func (t Topic) Judge() (Judgments, error) {
	judged := make(Judgments, len(t.Relevant))
	for _, raw := range t.Relevant {
		u, err := weburl.Parse(raw)
		if err != nil {
			return nil, err
		}
		judged[u.Canonical()] = true
	}
	return judged, nil
}

// FileName returns the name of a file about the topic: the letters and digits of its name, joined
// by "-" for whatever is between them.
func (t Topic) FileName() string {
	return strings.Join(strings.FieldsFunc(t.Name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "-")
}

// ReadTopics reads a topics file: one object a line, each with a topic. Further fields are not
// looked at, but one that seems to be misspelt is an error: the name of a field that the
// line lacks, with or without an s, in other words joined than by "_". So is a file without topics.
func ReadTopics(path string) ([]Topic, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: topics: %w", err)
	}
	var topics []Topic
	line := 0
	for text := range bytes.Lines(withoutMark(data)) {
		line++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		t, err := readTopic(text)
		if err != nil {
			return nil, fmt.Errorf("experiment: topics: %s:%d: %w", path, line, err)
		}
		topics = append(topics, t)
	}
	if len(topics) == 0 {
		return nil, fmt.Errorf("experiment: topics: %s: no topic: expected an object a line", path)
	}
	return topics, nil
}

func readTopic(line []byte) (Topic, error) {
	var t Topic
	if err := json.Unmarshal(line, &t); err != nil {
		return t, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return t, err
	}
	if err := misspelt(fields); err != nil {
		return t, err
	}
	if t.Name == "" {
		return t, errors.New(`expected the topic's name in the field "topic"`)
	}
	return t, nil
}

// misspelt fails if a field that is not known is one of the known ones, which are not there,
// but for an s or what joins its words.
func misspelt(fields map[string]json.RawMessage) error {
	known := map[string]string{} // by what is left of a name
	for f := range reflect.TypeFor[Topic]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		known[bare(name)] = name
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		meant, ok := known[bare(name)]
		if !ok || strings.EqualFold(name, meant) {
			continue
		}
		if _, there := fields[meant]; !there {
			return fmt.Errorf("there is no field %q: want %q", name, meant)
		}
	}
	return nil
}

// bare is a name without what is easily got wrong.
func bare(name string) string {
	return strings.TrimRight(strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name)), "s")
}
