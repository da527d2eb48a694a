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
	var m classify.NearestNeighbor
	if _, err = m.ReadFrom(bytes.NewReader(b)); err == nil {
		return &m, nil
	}
	var published paper.NearestNeighbor
	if _, paperErr := published.ReadFrom(bytes.NewReader(b)); paperErr == nil {
		return &published, nil
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}
