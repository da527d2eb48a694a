package modelfile_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lokman-crawler/lokman/internal/modelfile"
)

type model struct {
	modelfile.Head
	Words map[string]int `json:"words"`
}

var errModel = errors.New("words: not a model")

var format = modelfile.Format{Name: "words", Version: 3, MaxBytes: 80, Err: errModel}

func TestWriteRead(t *testing.T) {
	var b strings.Builder
	n, err := format.Write(&b, &model{Words: map[string]int{"b": 2, "<a>": 1}})
	const want = "{\n \"format\": \"words\",\n \"version\": 3,\n \"words\": {\n  \"<a>\": 1,\n  \"b\": 2\n }\n}\n"
	if err != nil || b.String() != want || n != int64(len(want)) {
		t.Fatalf("wrote %d bytes, %v:\n%s", n, err, b.String())
	}
	var m model
	if n, err := format.Read(strings.NewReader(want), &m, nil); err != nil || m.Words["b"] != 2 || n != int64(len(want)) {
		t.Errorf("read %v of %d bytes, %v", m, n, err)
	}
}

// What could not be read again is not written.
func TestWriteTooLarge(t *testing.T) {
	var b strings.Builder
	n, err := format.Write(&b, &model{Words: map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}})
	if err == nil || !strings.Contains(err.Error(), "no more than 80") || n != 0 || b.Len() > 0 {
		t.Errorf("%d bytes written, %v: %s", n, err, b.String())
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "unexpected end",
		`{}`:                                `format "", want "words"`,
		`{"format":"words","version":2}`:    "version 2, want 3",
		`{"format":"words","version":3} {}`: "after top-level value",
		strings.Repeat(" ", 81):             "more than 80 bytes",
	} {
		if _, err := format.Read(strings.NewReader(text), new(model), nil); !errors.Is(err, errModel) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := format.Read(iotest.ErrReader(broken), new(model), nil); !errors.Is(err, broken) || errors.Is(err, errModel) {
		t.Errorf("an error of the reader is taken for one of the model: %v", err)
	}
	wrong := func() error { return errors.New("no word") }
	if _, err := format.Read(strings.NewReader(`{"format":"words","version":3}`), new(model), wrong); !errors.Is(err, errModel) || !strings.Contains(err.Error(), "no word") {
		t.Errorf("the check's error is lost: %v", err)
	}
}
