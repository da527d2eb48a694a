package experiment_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
)

func TestReadTopics(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "topics.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	topics, err := experiment.ReadTopics(write(`{"topic": "Flu", "ontology_id": "MESH:D1 / DOID:2", "relevant": ["http://a.test/"]}

{"topic": "cold"}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(topics) != 2 || !topics[0].Is("flu") || !topics[0].Is("DOID:2") || topics[0].Is("cold") || topics[1].Is("") {
		t.Errorf("topics %+v", topics)
	}
	further := `{"TOPIC": "Flu", "n_relevant": 4, "related": [], "hosts": {"a.test": 1}, "seed": "a note", "seeds": ["http://a.test/"]}`
	if topics, err := experiment.ReadTopics(write("\ufeff" + further)); err != nil || len(topics) != 1 || len(topics[0].Seeds) != 1 {
		t.Errorf("further fields and a byte order mark: %+v, %v", topics, err)
	}
	for _, c := range []struct{ text, want string }{
		{"{\"topic\": \"a\"}\n[", ":2: unexpected end"},
		{"{\"ontology_id\": \"x\"}", `:1: expected the topic's name in the field "topic"`},
		{"{\"topic\": \"a\", \"seeds\": []}\n{\"topic\": \"b\", \"seed\": [\"http://a.test/\"]}", `:2: there is no field "seed": want "seeds"`},
		{`{"topic": "a", "Seeds-Portal": ["http://a.test/"]}`, `:1: there is no field "Seeds-Portal": want "seeds_portal"`},
		{`{"topics": "a"}`, `:1: there is no field "topics": want "topic"`},
		{"", "topics.jsonl: no topic"},
		{"\n \n", "topics.jsonl: no topic"},
	} {
		if _, err := experiment.ReadTopics(write(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
	}
}
