package obo_test

import (
	"os"
	"path/filepath"
	"testing"
)

// shared returns the path of a file of the development data.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	path := filepath.Join("..", "..", "..", "shared", "data", "ontology", name)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("no development data: %v", err)
	}
	return path
}
