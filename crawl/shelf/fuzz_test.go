package shelf_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/shelf"
)

// Whatever a manifest says, it is gone on with or left as it is, and no file beside the
// directory is touched.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"url":"http://a.test/","class":"PDF","evidence":["x"],"file":"PDF/x.pdf"}` + "\n" + `{"url":"http://a.test/2"}`))
	f.Add([]byte(`{"url":"http://a.test/","class":"X","file":"../beside"}` + "\n" + `{"url":"x","file":"Other/beside"`))
	f.Add([]byte("{}\n\x00\x00"))
	f.Fuzz(func(t *testing.T, manifest []byte) {
		parent := t.TempDir()
		dir := filepath.Join(parent, "shelf")
		if err := os.MkdirAll(filepath.Join(dir, "Other"), 0o700); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "manifest.jsonl")
		for path, text := range map[string][]byte{name: manifest, filepath.Join(parent, "beside"): []byte("x"), filepath.Join(dir, "Other", "x.pdf"): []byte("y")} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := shelf.Open(dir)
		if err != nil {
			if kept, _ := os.ReadFile(name); string(kept) != string(manifest) {
				t.Errorf("refused (%v) and changed to %q", err, kept)
			}
			return
		}
		before := all(t, s)
		put(t, s, page("http://a.test/new", "text/html", "x"), classify.ClassAbstract)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, dir)
		defer s.Close()
		if after := all(t, s); len(after) < len(before) || !slices.Equal(after[:len(before)], before) {
			t.Errorf("%q became %q", before, after)
		}
		entries, err := os.ReadDir(parent)
		if err != nil || len(entries) != 2 {
			t.Errorf("%v beside the shelf, %v", entries, err)
		}
	})
}

func all(t *testing.T, s *shelf.Shelf) (urls []string) {
	t.Helper()
	for l, err := range s.Lines() {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, l.URL)
	}
	return urls
}
