package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/examples/internal/journals"
)

// pair is a line of pairs.jsonl; nothing else in it is read.
type pair struct {
	Site     string   `json:"site"`
	Template string   `json:"template"`
	A        string   `json:"a"`
	B        string   `json:"b"`
	APages   []string `json:"a_pages"`
	BPages   []string `json:"b_pages"`
}

// labelled is a line of identify.jsonl: a seed if it has a template.
type labelled struct {
	Page     string `json:"page"`
	Template string `json:"template"`
}

// maxPage is the largest page that is read, in bytes.
const maxPage = 64 << 20

// readLines reads a file of JSON lines.
func readLines[T any](dir fs.FS, name string) ([]T, error) {
	var out []T
	err := data.ReadLines(dir, name, func(v T) error {
		out = append(out, v)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; templates -h says what -data holds, and %s is such a directory", err, journals.Dir)
	}
	return out, err
}

// readPages reads pages of dir.
func readPages(dir fs.FS, paths []string) ([][]byte, error) {
	if len(paths) == 0 {
		return nil, errors.New("no pages")
	}
	var pages [][]byte
	for _, p := range paths {
		b, err := data.ReadFile(dir, path.Clean(p), maxPage)
		if err != nil {
			return nil, err
		}
		pages = append(pages, b)
	}
	return pages, nil
}
