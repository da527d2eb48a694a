package demo

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/warc"
)

//go:embed web.warc.gz
var recorded []byte

//go:embed topics.jsonl
var judged []byte

//go:embed ontology.obo
var ontologyText string

// DefaultTopic is the topic with the most pages.
const DefaultTopic = "influenza"

// Web returns the web. An error is of the files that are embedded here, as that of Topics.
func Web() (*webs.Web, error) {
	documents, err := documents()
	if err != nil {
		return nil, fmt.Errorf("demo: web.warc.gz: %w", err)
	}
	return webs.New(documents)
}

// documents returns what the web answers, in the byte order of the URLs.
func documents() ([]webs.Document, error) {
	var all []webs.Document
	for records := warc.NewReader(bytes.NewReader(recorded)); ; {
		r, err := records.Next()
		switch {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, err
		case r.Type() != "response":
			continue
		}
		answer, err := r.Response()
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return nil, err
		}
		all = append(all, webs.Document{
			URL: r.URL(), Status: answer.StatusCode, Location: answer.Header.Get("Location"), Type: answer.Header.Get("Content-Type"), Body: body,
		})
	}
}

// Topics returns the ten topics of the thesis's Table 5 with the pages that are about them.
func Topics() ([]experiment.Topic, error) {
	var all []experiment.Topic
	for line := range bytes.Lines(judged) {
		var t experiment.Topic
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, fmt.Errorf("demo: topics.jsonl: %w", err)
		}
		all = append(all, t)
	}
	return all, nil
}

// Ontology returns a small medical ontology in OBO 1.2, in words of its own.
func Ontology() string { return ontologyText }
