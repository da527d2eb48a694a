package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// labelled is a line of identify.jsonl: a seed if it has a template.
type labelled struct {
	Page     string `json:"page"`
	Template string `json:"template"`
}

// Name is the answer to a line of identify.jsonl.
type Name struct {
	Page       string  `json:"page"`
	Template   string  `json:"template"`
	Similarity float64 `json:"similarity"` // to the seed, 0 to 1
}

// Seeds are pages that are known to have a template, and others that are not.
type Seeds struct {
	dir    fs.FS
	known  []seed
	others []string
}

type seed struct {
	template string
	print    *markup.Fingerprint
}

// ReadSeeds reads identify.jsonl, nil if there is none.
func ReadSeeds(dir fs.FS) (*Seeds, error) {
	lines, err := ReadLines[labelled](dir, "identify.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &Seeds{dir: dir}
	for _, l := range lines {
		if l.Template == "" {
			s.others = append(s.others, l.Page)
			continue
		}
		f, err := s.fingerprint(l.Page)
		if err != nil {
			return nil, err
		}
		s.known = append(s.known, seed{l.Template, f})
	}
	return s, nil
}

func (s *Seeds) fingerprint(page string) (*markup.Fingerprint, error) {
	pages, err := ReadPages(s.dir, []string{page})
	if err != nil {
		return nil, fmt.Errorf("identify.jsonl: %w", err)
	}
	return new(markup.Scanner).Scan(pages[0]), nil
}

// Names yields each other page with the template of the seed that it is most like, the
// earliest of those.
func (s *Seeds) Names() iter.Seq2[Name, error] {
	return func(yield func(Name, error) bool) {
		for _, page := range s.others {
			f, err := s.fingerprint(page)
			if err == nil && s.known == nil {
				err = fmt.Errorf("identify.jsonl: no seed with a template for %s", page)
			}
			if err != nil {
				yield(Name{}, err)
				return
			}
			n := Name{Page: page, Similarity: -1}
			for _, k := range s.known {
				if l := k.print.Likeness(f); l > n.Similarity {
					n.Template, n.Similarity = k.template, l
				}
			}
			if !yield(n, nil) {
				return
			}
		}
	}
}
