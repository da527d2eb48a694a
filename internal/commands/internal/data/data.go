// Package data reads the files of -data directories. Names that lead out of the
// directory and files that are too large are refused.
package data

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// MaxLine is the longest line of a file of JSON lines, in bytes.
const MaxLine = 16 << 20

// Open opens the directory of a -data flag. Without a path it is the one that the
// program carries with it. It is to be closed by the function.
func Open(path string, builtIn fs.FS) (dir fs.FS, close func() error, err error) {
	if path == "" {
		return builtIn, func() error { return nil }, nil
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, nil, fmt.Errorf("-data: %w", err)
	}
	return root.FS(), root.Close, nil
}

// ReadLines reads a file of JSON lines and calls each with every value, in their
// order; blank lines are skipped. An error names the file and the line, one of each
// too. A file that does not exist is an error that wraps fs.ErrNotExist.
func ReadLines[T any](dir fs.FS, name string, each func(T) error) error {
	f, err := dir.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, MaxLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var v T
		err := json.Unmarshal(lines.Bytes(), &v)
		if err == nil {
			err = each(v)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// ReadFile reads a file of at most limit bytes.
func ReadFile(dir fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(dir, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit || !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("want a file of at most %d bytes", limit)}
	}
	return fs.ReadFile(dir, name)
}

// A Set is a directory of a -data directory, and the names in it that have an ending, without
// that, in byte order.
type Set struct {
	Name  string
	Stems []string
}

// Sets returns the directories that have such names, in byte order.
func Sets(dir fs.FS, ending string) ([]Set, error) {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, err
	}
	var out []Set
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		files, err := fs.ReadDir(dir, e.Name())
		if err != nil {
			return nil, err
		}
		s := Set{Name: e.Name()}
		for _, f := range files {
			if stem, ok := strings.CutSuffix(f.Name(), ending); ok {
				s.Stems = append(s.Stems, stem)
			}
		}
		if s.Stems != nil {
			out = append(out, s)
		}
	}
	return out, nil
}
