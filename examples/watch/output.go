package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// makeOutput makes the directory of the report and sees that both files can be written, so that
// the program does not find out at its end that it cannot. Undo removes the directory if it was
// not there and nothing is in it.
func makeOutput(o options) (undo func(), err error) {
	undo = func() {}
	if _, err := os.Stat(o.out); err != nil {
		undo = func() { os.Remove(o.out) }
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return undo, fmt.Errorf("-out: %w", err)
	}
	if err := canWrite(filepath.Join(o.out, reportName)); err != nil {
		return undo, fmt.Errorf("-out: %w", err)
	}
	if o.state == "" {
		return undo, nil
	}
	if err := canWrite(besideState(o.state)); err != nil {
		return undo, fmt.Errorf("-state: %w", err)
	}
	return undo, nil
}

// canWrite says why a file could not be written. One that is there stays as it is.
func canWrite(path string) error {
	_, missing := os.Lstat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if missing != nil {
		defer os.Remove(path)
	}
	return f.Close()
}
