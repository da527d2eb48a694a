package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/examples/internal/program"
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
	if err := program.CanWrite(filepath.Join(o.out, reportName)); err != nil {
		return undo, fmt.Errorf("-out: %w", err)
	}
	if o.state == "" {
		return undo, nil
	}
	if err := program.CanReplace(o.state); err != nil {
		return undo, fmt.Errorf("-state: %w", err)
	}
	return undo, nil
}
