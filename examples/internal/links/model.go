package links

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
)

// A Model is a NearestNeighbor of package classify or paper.
type Model interface {
	Learn(...classify.Example) error
	ClassifyPage([]classify.Link) ([]classify.Classification, classify.Drift)
	Adapt([]classify.Link, map[int]string) ([]classify.Classification, classify.Drift, error)
	Question([]classify.Link, map[int]string) (link int, ok bool)
	io.WriterTo
}

// ReadModel reads a model of links, be it one of the published method.
func ReadModel(path string) (Model, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := classify.ReadNearestNeighbor(bytes.NewReader(b))
	if err == nil {
		return m, nil
	}
	if m, paperErr := paper.ReadNearestNeighbor(bytes.NewReader(b)); paperErr == nil {
		return m, nil
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}
