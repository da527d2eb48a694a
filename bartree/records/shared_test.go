package records_test

import (
	"bytes"
	"io"
	"testing"
	"time"
)

var day = time.Date(2011, 4, 1, 0, 0, 0, 0, time.UTC)

// reread returns what is read from the file that something was written to.
func reread[T io.WriterTo](t *testing.T, written T, read func(io.Reader) (T, error)) T {
	t.Helper()
	var file bytes.Buffer
	if _, err := written.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	again, err := read(&file)
	if err != nil {
		t.Fatal(err)
	}
	return again
}
