package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CanWrite reports why a file could not be written, so that a program does not find out
// at its end. A file that is there stays as it is, and none is left behind.
func CanWrite(path string) error {
	_, missing := os.Lstat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if missing != nil {
		defer os.Remove(path)
	}
	return f.Close()
}

// Create makes a file, or empties one, that nobody but its owner can read: what a crawl
// has found names URLs whole.
func Create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
}

// SaveModel writes a model to a directory, made if need be, that a flag names; without
// one nothing is written.
func SaveModel(dir, name string, model io.WriterTo) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return Replace(filepath.Join(dir, name+".json"), model)
}

// Replace writes a file beside the old one first, so that a crash leaves one of the two
// whole. Nobody but its owner can read it.
func Replace(path string, content io.WriterTo) error {
	f, err := Create(beside(path))
	if err != nil {
		return err
	}
	_, err = content.WriteTo(f)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// CanReplace reports why [Replace] could not write a file.
func CanReplace(path string) error { return CanWrite(beside(path)) }

func beside(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
}

// Load reads a model; a file that is not there is none.
func Load[T any, P interface {
	*T
	io.ReaderFrom
}](path string) (P, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	model := P(new(T))
	if _, err := model.ReadFrom(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return model, nil
}
