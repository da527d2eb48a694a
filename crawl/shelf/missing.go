package shelf

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/lokman-crawler/lokman/frontier"
)

// A Missing page has to be fetched by hand.
type Missing struct {
	URL      string `json:"url"`                // of the page, canonical
	Parent   string `json:"parent"`             // the page that links here
	Reason   string `json:"reason"`             // why it could not be fetched
	Attempts int    `json:"attempts,omitempty"` // 0 if only the end of the body is missing
}

// ListMissing writes the list of what is missing, DIR/by-hand.jsonl, again: the
// Failures of the crawl's frontier, and the pages on the shelf that broke off. If
// nothing is, there is no such file.
func (s *Shelf) ListMissing(failures iter.Seq2[frontier.Failure, error]) ([]Missing, error) {
	var all []Missing
	for failed, err := range failures {
		if err != nil {
			return nil, err
		}
		all = append(all, Missing{failed.URL, failed.Source, failed.Reason, failed.Attempts})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all = slices.Concat(all, s.incomplete)
	name := filepath.Join(s.dir, "by-hand.jsonl")
	if len(all) == 0 {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, m := range all {
		if err := e.Encode(m); err != nil {
			return nil, err
		}
	}
	return all, writeWhole(name, b.Bytes())
}
