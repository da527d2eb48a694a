package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

const (
	maxLine = 16 << 20
	maxPage = 64 << 20
)

// readLines reads a file of JSON lines in dir. A file that does not exist is an
// error that wraps fs.ErrNotExist.
func readLines[T any](dir *os.Root, name string) ([]T, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// readPages reads pages of dir; paths that lead out of it are refused.
func readPages(dir *os.Root, paths []string) ([][]byte, error) {
	if len(paths) == 0 {
		return nil, errors.New("no pages")
	}
	var pages [][]byte
	for _, p := range paths {
		info, err := dir.Stat(p)
		if err != nil {
			return nil, err
		}
		if info.Size() > maxPage || !info.Mode().IsRegular() {
			return nil, &fs.PathError{Op: "read", Path: p, Err: fmt.Errorf("want a file of at most %d bytes", maxPage)}
		}
		b, err := dir.ReadFile(p)
		if err != nil {
			return nil, err
		}
		pages = append(pages, b)
	}
	return pages, nil
}
