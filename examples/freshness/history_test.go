package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pages that change once a month are kept as fresh as equal intervals do, and fresher by a sitemap.
func TestHistory(t *testing.T) {
	var lines strings.Builder
	for page := range 20 {
		for month := range 24 {
			fmt.Fprintf(&lines, "docs/%d,%d\n", page, 1_600_000_000+month*30*86400+page*100_000)
		}
	}
	file := filepath.Join(t.TempDir(), "changes.csv")
	follow := func(content string) (code int, out, errs bytes.Buffer) {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		code = run(t.Context(), []string{"-history", file}, &out, &errs)
		return code, out, errs
	}
	code, out, errs := follow(lines.String())
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if code != 0 || len(rows) != 4 {
		t.Fatalf("exit %d: %s%s", code, out.String(), errs.String())
	}
	var share, plain, sitemap, built, uniform float64
	if _, err := fmt.Sscan(rows[3], &share, &plain, &sitemap, &built, &uniform); err != nil {
		t.Fatal(err)
	}
	if sitemap < plain || plain < uniform-0.03 || built < plain-0.03 || uniform < 0.8 || sitemap > 1 {
		t.Errorf("freshness %g, %g with a sitemap, %g with one of builds, %g at equal intervals", plain, sitemap, built, uniform)
	}
	for content, want := range map[string]string{
		"docs/1,1\ndocs/1,soon\n": "line 2",
		"docs/1\n":                "wrong number of fields",
		"docs/1,1\ndocs/2,5\n":    "none of 2 pages has changed",
	} {
		if code, _, errs := follow(content); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: exit %d, %q, want %q", content, code, errs.String(), want)
		}
	}
}
