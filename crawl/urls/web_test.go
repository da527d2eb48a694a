package urls_test

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

// shared is the folder of conformance data and real webs, which lies beside
// the repository and is no part of it.
var shared = filepath.Join("..", "..", "..", "shared")

func open(t *testing.T, path ...string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(append([]string{shared}, path...)...))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the shared data is not here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// A webPage is a line of a web's manifest.
type webPage struct {
	URL      string
	Outlinks []string
}

// readWeb returns the pages of a recorded web in the order of its manifest.
func readWeb(t *testing.T, name string) []webPage {
	t.Helper()
	zipped, err := zstd.NewReader(open(t, "data", "web", name, name+".tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer zipped.Close()
	files := tar.NewReader(zipped)
	for {
		header, err := files.Next()
		if err != nil {
			t.Fatalf("no manifest: %v", err)
		}
		if filepath.Base(header.Name) == "manifest.jsonl" {
			break
		}
	}
	var pages []webPage
	for lines := json.NewDecoder(files); ; {
		var p webPage
		if err := lines.Decode(&p); err == io.EOF {
			return pages
		} else if err != nil {
			t.Fatal(err)
		}
		p.URL = canonical(t, p.URL)
		for i, link := range p.Outlinks {
			p.Outlinks[i] = canonical(t, link)
		}
		pages = append(pages, p)
	}
}

func canonical(t *testing.T, url string) string {
	t.Helper()
	name, err := urls.Rules{}.Apply(url)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// TestRealWebsPass crawls real webs breadth-first from each page in turn, as
// far as no crawl before has come, and asks the guard about every link as a
// crawl does, however often it was met.
func TestRealWebsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("a million checks")
	}
	for _, name := range []string{"medweb", "debdocs"} {
		t.Run(name, func(t *testing.T) {
			pages := readWeb(t, name)
			outlinks := map[string][]string{}
			for _, p := range pages {
				outlinks[p.URL] = p.Outlinks
			}
			var g urls.Guard
			met, refused, checks := map[string]bool{}, map[string]string{}, 0
			var queue []string
			meet := func(url string) {
				checks++
				if trap := trapOf(t, &g, url); trap != "" {
					refused[url] = trap
				}
				if !met[url] {
					met[url] = true
					queue = append(queue, url)
				}
			}
			for _, p := range pages {
				if !met[p.URL] {
					meet(p.URL)
				}
				for len(queue) > 0 {
					url := queue[0]
					queue = queue[1:]
					for _, link := range outlinks[url] {
						meet(link)
					}
				}
			}
			t.Logf("%d of %d URLs refused in %d checks", len(refused), len(met), checks)
			for url, trap := range refused {
				t.Errorf("%s is %q", url, trap)
			}
			if len(met) < 14_000 {
				t.Errorf("only %d URLs: has the web changed?", len(met))
			}
		})
	}
}
