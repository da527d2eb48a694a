package corpus

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// A Table is figures about the corpus: a row for what was asked of a layout, a column
// for each kind of answer.
type Table struct {
	columns []string
	rows    [][]string
}

// NewTable returns a table without rows. The first column names the rows.
func NewTable(columns ...string) *Table { return &Table{columns: columns} }

// Add adds a row. Its first cell names it, as no other row is named.
func (t *Table) Add(cells ...string) {
	if len(cells) != len(t.columns) {
		panic(fmt.Sprintf("corpus: %d cells for %d columns: %q", len(cells), len(t.columns), cells))
	}
	for _, cell := range cells {
		if cell != strings.TrimSpace(cell) || strings.ContainsAny(cell, "|\n") {
			panic(fmt.Sprintf("corpus: no cell of a table: %q", cell))
		}
	}
	t.rows = append(t.rows, cells)
}

// Check compares the table with the one in a file, cell by cell, and fails the test with the
// row and the column of each that differs. With update it writes the file instead.
func (t *Table) Check(tb testing.TB, path string, update bool) {
	tb.Helper()
	if update {
		if err := os.WriteFile(path, t.bytes(), 0o644); err != nil {
			tb.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	want := map[string][]string{}
	for line := range strings.Lines(string(bytes.TrimSpace(data))) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		want[cells[0]] = cells
	}
	differs := false
	for _, row := range append([][]string{t.columns}, t.rows...) {
		expected, ok := want[row[0]]
		delete(want, row[0])
		if !ok || len(expected) != len(row) {
			differs = true
			tb.Errorf("%s: %q, which %s does not expect", row[0], row[1:], path)
			continue
		}
		for i, cell := range row {
			if cell != expected[i] {
				differs = true
				tb.Errorf("%s: %s is %q, want %q", row[0], t.columns[i], cell, expected[i])
			}
		}
	}
	for name := range want {
		differs = true
		tb.Errorf("%s: gone, but %s expects it", name, path)
	}
	if differs {
		tb.Logf("If this is what the change is for, write %s again with -run %s -update.", path, tb.Name())
	}
}

// bytes writes the table with its columns aligned.
func (t *Table) bytes() []byte {
	all := append([][]string{t.columns}, t.rows...)
	widths := make([]int, len(t.columns))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b bytes.Buffer
	for _, row := range all {
		var line strings.Builder
		for i, cell := range row {
			fmt.Fprintf(&line, "%-*s | ", widths[i], cell)
		}
		b.WriteString(strings.TrimRight(line.String(), " |") + "\n")
	}
	return b.Bytes()
}

// Figure writes a mean of n numbers of the given sum with two digits, so that it is the
// same on machines that round the last bit of a number otherwise.
func Figure(sum float64, n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", sum/float64(n)+1e-9)
}
