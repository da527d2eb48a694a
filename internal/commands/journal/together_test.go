package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// TestTogether: the cover of the built-in issue has a title and is linked like an article;
// it is built otherwise.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	for _, time := range []string{"first", "again"} {
		if code := Run(context.Background(), []string{"-out", dir}, &stdout, &stderr); code != 0 {
			t.Fatalf("%s: exit %d: %s", time, code, stderr.String())
		}
		for url, l := range manifest(t, dir) {
			cover := strings.Contains(url, "cover")
			if cover && (l.Class != classify.ClassUnfiled || !strings.HasPrefix(l.Evidence[0], "*pages: ")) {
				t.Errorf("%s: the cover is in %s: %q", time, l.Class, l.Evidence)
			}
			if _, err := os.Stat(filepath.Join(dir, l.File)); l.File != "" && err != nil {
				t.Errorf("%s: %v", time, err)
			}
		}
	}
	if want := "Other    http://journal.example/small-things/cover-13.html, after"; !strings.Contains(stderr.String(), want) {
		t.Errorf("no line %q on the screen:\n%s", want, stderr.String())
	}
}

// TestTogetherWithoutBodies: somebody took the abstracts away before the program went on.
func TestTogetherWithoutBodies(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if code := Run(context.Background(), []string{"-out", dir}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if err := os.RemoveAll(filepath.Join(dir, classify.ClassAbstract)); err != nil {
		t.Fatal(err)
	}
	stdout.Reset()
	if code := Run(context.Background(), []string{"-out", dir, "-json"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	var r result
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil || r.Pages[classify.ClassAbstract] == 0 {
		t.Errorf("%v %v", r.Pages, err)
	}
}
