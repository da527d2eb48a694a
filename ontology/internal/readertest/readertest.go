// Package readertest is what the tests of the readers of ontologies share.
package readertest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/ontology"
)

// Refused checks that a reader has returned an error that says so, and no graph.
func Refused(t *testing.T, g *ontology.Graph, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	if g != nil {
		t.Error("half an ontology came with the error")
	}
}

// RefusedAt is Refused for an [ontology.SyntaxError].
func RefusedAt(t *testing.T, g *ontology.Graph, err error, want string) {
	t.Helper()
	var syntax *ontology.SyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("error %v, want one of syntax", err)
	}
	Refused(t, g, err, want)
}

// Warns checks the warnings of reading, which are wanted as "line count beginning of the
// cause", with "; " between them, and that Lint lists them.
func Warns(t *testing.T, g *ontology.Graph, want string) {
	t.Helper()
	warnings, wants := g.Warnings(), strings.Split(want, "; ")
	matched := len(warnings) == len(wants)
	for i := 0; matched && i < len(wants); i++ {
		matched = strings.HasPrefix(fmt.Sprint(warnings[i].Line, " ", warnings[i].Count, " ", warnings[i].Want), wants[i])
	}
	report := g.Lint("")
	if !matched || !slices.Equal(report.Warnings, warnings) || !strings.Contains(report.String(), "warning: "+warnings[0].Error()) {
		t.Errorf("warnings %+v, report %s, want %s", warnings, report, want)
	}
}

// OpenNamesTheFile checks the errors of opening a file with this bad text, and one that is not there.
func OpenNamesTheFile(t *testing.T, open func(path string) (*ontology.Graph, error), name, text, want string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := open(path)
	RefusedAt(t, g, err, path+want)
	if _, err := open(path + ".missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// BenchmarkRead also reports how many times as long as the floor, measured at once
// after it, reading takes.
func BenchmarkRead(b *testing.B, data []byte, read func(io.Reader) (*ontology.Graph, error), floor func([]byte) error) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
	took := b.Elapsed() / time.Duration(b.N)
	begun := time.Now()
	for range b.N {
		if err := floor(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(took)/(float64(time.Since(begun))/float64(b.N)), "x-floor")
}
