// Package templates has what is asked about templates: the questions of a directory, and how often
// the answers are wrong where the truth is known.
package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
)

// Pair is a line of pairs.jsonl; nothing else in it is read.
type Pair struct {
	Site     string   `json:"site"`
	Template string   `json:"template"`
	A        string   `json:"a"`
	B        string   `json:"b"`
	APages   []string `json:"a_pages"`
	BPages   []string `json:"b_pages"`
}

// Verdict is the answer to a line of pairs.jsonl.
type Verdict struct {
	Site     string `json:"site"`
	Template string `json:"template"`
	A        string `json:"a"`
	B        string `json:"b"`
	State    string `json:"state"`
	Where    string `json:"where"`
}

// maxPage is the largest page that is read, in bytes.
const maxPage = 64 << 20

// ReadLines reads a file of JSON lines.
func ReadLines[T any](dir fs.FS, name string) ([]T, error) {
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

// ReadPages reads pages of dir.
func ReadPages(dir fs.FS, paths []string) ([][]byte, error) {
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
