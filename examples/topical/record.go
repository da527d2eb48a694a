package main

import (
	"encoding/json"
	"errors"
	"os"

	"github.com/lokman-crawler/lokman/crawl"
)

// record is one page as -jsonl writes it.
type record struct {
	N      int     `json:"n"`
	URL    string  `json:"url"`
	Parent string  `json:"parent"`
	Depth  int     `json:"depth"`
	Status int     `json:"status"`
	Value  float64 `json:"value"`
	Score  float64 `json:"score"`
	Bytes  int     `json:"bytes"`
	Why    string  `json:"why"`
}

func newRecord(n int, p *crawl.Page) record {
	r := record{
		N: n, URL: p.URL, Parent: p.Parent, Depth: p.Depth, Status: p.Status,
		Value: p.Value, Score: p.Score, Bytes: len(p.Body), Why: p.Explanation.String(),
	}
	switch {
	case p.Err != nil:
		r.Why = "failed: " + cause(p.Err).Error()
	case p.Redirect != "":
		r.Why = "redirects to " + p.Redirect
	case r.Why == "":
		r.Why = "in the order of discovery"
	}
	return r
}

// cause is why a page failed, without the URL, which stands beside it.
func cause(err error) error {
	var e *crawl.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// recordFile is the file of -jsonl. It is created with the first page that was
// fetched, so that a crawl that gets nowhere leaves nothing behind. A line is
// in the operating system's hands when write returns.
type recordFile struct {
	path    string // "" for no file
	pending []byte // lines before the first page
	file    *os.File
}

func (f *recordFile) write(r record, fetched bool) error {
	if f.path == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f.pending = append(append(f.pending, line...), '\n')
	if f.file == nil {
		if !fetched {
			return nil
		}
		if f.file, err = os.Create(f.path); err != nil {
			return err
		}
	}
	_, err = f.file.Write(f.pending)
	f.pending = f.pending[:0]
	return err
}

func (f *recordFile) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
