package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// Each mode asks for each page once, or it is an error.
func TestModes(t *testing.T) {
	var out, log bytes.Buffer
	if err := run(t.Context(), []string{"-turns", "2", "-pages", "200"}, &out, &log); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	for _, m := range modes {
		if !strings.Contains(out.String(), m.name+"|") {
			t.Errorf("no row for %s in\n%s", m.name, &out)
		}
	}
}

func TestGrowth(t *testing.T) {
	var out, log bytes.Buffer
	if err := run(t.Context(), []string{"-growth", "-pages", "100"}, &out, &log); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	if lines := strings.Count(out.String(), "\n"); lines != 1+len(growing) {
		t.Errorf("%d lines, want one for each mode and the head:\n%s", lines, &out)
	}
}

// A long crawl goes on where it was left.
func TestLong(t *testing.T) {
	folder := t.TempDir()
	args := []string{"-long", "-pages", "50", "-urls", "500", "-file", filepath.Join(folder, "long.db"), "-order", filepath.Join(folder, "order")}
	for range 2 {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out, &out); err != nil || strings.Count(out.String(), "\n") != 2+50 {
			t.Fatalf("%v\n%s", err, &out)
		}
	}
	order, err := os.ReadFile(filepath.Join(folder, "order"))
	lines := strings.Split(strings.TrimSpace(string(order)), "\n")
	slices.Sort(lines)
	if n := len(slices.Compact(lines)); err != nil || n != 100 {
		t.Errorf("%d different pages, %v, want 100", n, err)
	}
}

func TestMistakes(t *testing.T) {
	for _, args := range [][]string{{"-turns", "0"}, {"-pages", "0"}, {"more"}, {"-modes", "none"}, {"crawl", "none", "http://127.0.0.1:1/0"}, {"grow", "none", "1"}} {
		if err := run(t.Context(), args, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
