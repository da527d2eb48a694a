// Package recipes tests the programs beside it as a module outside would have them.
package recipes_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "github.com/lokman-crawler/lokman"

// All programs and packages that are here to be copied are short.
func TestShort(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(source), "\n"); lines >= 60 && !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s has %d lines, want less than 60", path, lines)
		}
	}
}

// A program in a module of its own, which requires Lokman, runs, and pulls
// in only what it needs: these packages of Lokman, not counting internal ones, and
// these modules.
func TestOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out programs in modules of their own")
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			fmt.Fprint(w, `<a href="/flu">Flu in winter</a> <a href="mailto:a@b.test">Mail</a>`)
		} else {
			fmt.Fprint(w, `The flu.`)
		}
	}))
	defer site.Close()
	for _, c := range []struct {
		program  string
		args     []string
		packages []string
		modules  []string
		prints   string // a regular expression
	}{
		{
			"crawler", []string{"flu", site.URL + "/"},
			[]string{"classify", "frontier"},
			[]string{"golang.org/x/net", "golang.org/x/text"},
			`^0\.50 http\S+/\n0\.71 http\S+/flu\n$`,
		},
		{
			"csv", nil,
			[]string{"ontology"},
			[]string{"github.com/blevesearch/snowballstem", "golang.org/x/text"},
			`^32\n1 synonym ristretto\n`,
		},
		{
			"strategy", nil,
			[]string{
				"classify", "classify/paper", "crawl", "crawl/dial", "crawl/experiment", "crawl/experiment/stats", "crawl/experiment/synthetic", "crawl/experiment/webs",
				"crawl/robots", "crawl/sitemap", "crawl/strategy", "crawl/warc", "frontier", "ontology",
			},
			[]string{
				"github.com/andybalholm/brotli", "github.com/blevesearch/snowballstem", "github.com/cespare/xxhash/v2",
				"github.com/klauspost/compress", "github.com/temoto/robotstxt", "golang.org/x/net", "golang.org/x/text", "golang.org/x/time",
			},
			`(?m)^anchors .*\n(.*\n)*bestfirst `,
		},
		{
			"topic", []string{"flu,influenza", site.URL + "/"},
			[]string{"classify", "classify/paper", "crawl", "crawl/dial", "crawl/robots", "crawl/sitemap", "crawl/strategy", "frontier", "frontier/bolt", "ontology"},
			[]string{
				"github.com/andybalholm/brotli", "github.com/blevesearch/snowballstem", "github.com/cespare/xxhash/v2", "github.com/klauspost/compress",
				"github.com/temoto/robotstxt", "go.etcd.io/bbolt", "golang.org/x/net", "golang.org/x/sys", "golang.org/x/text", "golang.org/x/time",
			},
			`^0\.\d\d http\S+/\n0\.\d\d http\S+/flu\n$`,
		},
	} {
		t.Run(c.program, func(t *testing.T) {
			dir := outside(t, c.program)
			packages, modules := pulled(t, dir)
			if !slices.Equal(packages, c.packages) {
				t.Errorf("pulls in the packages %q, want %q", packages, c.packages)
			}
			if !slices.Equal(modules, c.modules) {
				t.Errorf("pulls in the modules %q, want %q", modules, c.modules)
			}
			goCommand(t, dir, "build", "-o", "program")
			cmd := exec.Command(filepath.Join(dir, "program"), c.args...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil || !regexp.MustCompile(c.prints).Match(out) {
				t.Errorf("prints %q, %v, want %s", out, err, c.prints)
			}
			if len(c.args) > 0 {
				out, _ := exec.Command(filepath.Join(dir, "program")).CombinedOutput()
				if !regexp.MustCompile(`^\S+ \S+ usage: .*\n$`).Match(out) {
					t.Errorf("without arguments it prints %q, want a usage line", out)
				}
			}
		})
	}
}

// outside makes a module with one of the programs, which requires Lokman, and
// returns its directory.
func outside(t *testing.T, program string) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(program, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mod := fmt.Sprintf("module example.org/outside\n\ngo 1.26.0\n\nrequire %s v0.1.0\n\nreplace %[1]s => %s\n", root, checkout)
	for name, data := range map[string][]byte{"main.go": source, "go.mod": []byte(mod), "go.sum": sums} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// pulled returns the packages of Lokman and the other modules that a program is
// built of.
func pulled(t *testing.T, dir string) (packages, modules []string) {
	t.Helper()
	out := goCommand(t, dir, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{$.ImportPath}}{{end}}{{end}}", ".")
	for line := range strings.Lines(out) {
		module, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case module == "" || strings.Contains(path, "/internal/"):
		case module == root:
			packages = append(packages, strings.TrimPrefix(path, root+"/"))
		default:
			modules = append(modules, module)
		}
	}
	slices.Sort(packages)
	slices.Sort(modules)
	return packages, slices.Compact(modules)
}

// goCommand runs the go command without go.work and without a network.
func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &problems)
	}
	return string(out)
}
