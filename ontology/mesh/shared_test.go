package mesh_test

import (
	"os"
	"path/filepath"
	"testing"
)

// shared returns the path of a file of the development data. All of MeSH is too
// much for short runs.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	if testing.Short() {
		tb.Skip("not in short runs")
	}
	path := filepath.Join("..", "..", "..", "shared", "data", "ontology", "mesh", name)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("no development data: %v", err)
	}
	return path
}
