package program_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// A file whose last line is torn is gone on with after its whole lines.
func TestReadWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(path, []byte("1\n2\n3"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, torn, err := program.ReadWhole[int](f)
	if err != nil || !slices.Equal(got, []int{1, 2}) || string(torn) != "3" {
		t.Errorf("read %v and %q, %v", got, torn, err)
	}
	if err := program.Cut(f, torn); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("x\n"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := program.ReadWhole[int](f); err == nil || !strings.Contains(err.Error(), "lines:3: ") {
		t.Errorf("%v", err)
	}
}

// A file is replaced whole or stays as it was, and nothing is left beside it.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "model")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := program.Replace(path, strings.NewReader("new")); err == nil {
		t.Error("a directory was replaced")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"new", "newer"} {
		if err := program.Replace(path, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
