package lokman_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are the pages for people, whose code has to be true.
func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/guides/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// blocks returns the blocks of code of a document in a language.
func blocks(t *testing.T, document, language string) []string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	var block *strings.Builder
	for line := range strings.Lines(string(text)) {
		switch mark := strings.TrimSpace(line); {
		case block == nil && mark == "```"+language:
			block = &strings.Builder{}
		case block != nil && mark == "```":
			found = append(found, block.String())
			block = nil
		case block != nil:
			block.WriteString(line)
		}
	}
	return found
}

// given is what the blocks of the documents take as given.
const given = `ctx context.Context, seeds []string, scorer classify.Scorer, queue *frontier.Memory, page, next *crawl.Page,
	c *crawl.Crawler, file io.ReadWriter, lastCrawl time.Time, topic ontology.Topic, body, other []byte, url string`

// The Go code of each document compiles. Blocks come one after the other: each
// knows the variables of those before it.
func TestDocumentsCompile(t *testing.T) {
	names := packages(t)
	overlay := map[string]string{}
	var dirs []string
	for _, document := range documents(t) {
		code := blocks(t, document, "go")
		if len(code) == 0 {
			continue
		}
		base := strings.ToLower(strings.NewReplacer("/", "", "-", "", ".md", "").Replace(document))
		file := filepath.Join(t.TempDir(), base+".go")
		if err := os.WriteFile(file, []byte(program(t, document, code, names)), 0o644); err != nil {
			t.Fatal(err)
		}
		at, err := filepath.Abs(filepath.Join("internal", "document"+base, base+".go"))
		if err != nil {
			t.Fatal(err)
		}
		overlay[at] = file
		dirs = append(dirs, "./"+filepath.Join("internal", "document"+base))
	}
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", append([]string{"build", "-gcflags=-e", "-overlay", path}, dirs...)...).CombinedOutput()
	unused := regexp.MustCompile(`declared and not used: \w+$|^# `)
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !unused.MatchString(line) {
			t.Error(line)
		}
	}
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
}

// program makes a Go file of a document's blocks: declarations as they are,
// statements in one function, those of each block in a scope of their own inside
// that of the block before.
func program(t *testing.T, document string, code []string, names map[string]string) string {
	t.Helper()
	imports := regexp.MustCompile(`(?s)\bimport \(.*?\n\)\n`)
	var declared, statements strings.Builder
	scopes := 0
	for _, block := range code {
		block = imports.ReplaceAllString(block, "")
		if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+block, parser.SkipObjectResolution); err == nil {
			declared.WriteString(block)
			continue
		}
		fmt.Fprintf(&statements, "{\n%s", block)
		scopes++
	}
	body := fmt.Sprintf("%s\nfunc document(%s) error {\n%s%s\nreturn nil\n}\n", &declared, given, &statements, strings.Repeat("}", scopes))
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && names[x.Name] != "" {
				used[names[x.Name]] = true
			}
		}
		return true
	})
	var head strings.Builder
	for _, path := range slices.Sorted(maps.Keys(used)) {
		fmt.Fprintf(&head, "import %q\n", path)
	}
	return fmt.Sprintf("package document\n%s%s", &head, body)
}

// packages returns the import paths of the library's packages, and of those of
// the standard library that documents use, by name.
func packages(t *testing.T) map[string]string {
	t.Helper()
	const module = "github.com/lokman-crawler/lokman"
	out, err := exec.Command("go", "list", "-f", "{{.Name}} {{.ImportPath}}", module+"/...", "cmp", "context", "encoding/csv", "encoding/json", "errors", "fmt", "io", "log", "net/http", "os", "slices", "strconv", "strings", "sync", "time", module+"/frontier/redis", module+"/crawl/chrome").Output()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.Contains(path, "/internal/") && name != "main" {
			names[name] = path
		}
	}
	return names
}

// The commands of each document are programs with these flags.
func TestDocumentsCommands(t *testing.T) {
	command := regexp.MustCompile(`^(?:timeout \S+ )?go run \./examples/(\w+)(.*)`)
	flagged := regexp.MustCompile(`(?:^|\s)-(\w+)`)
	known := map[string]string{}
	for _, document := range documents(t) {
		for _, block := range blocks(t, document, "sh") {
			block = strings.ReplaceAll(block, "\\\n", " ")
			for line := range strings.Lines(block) {
				found := command.FindStringSubmatch(strings.TrimSpace(line))
				if found == nil {
					continue
				}
				name := found[1]
				if known[name] == "" {
					out, err := exec.Command("go", "run", "./examples/"+name, "-h").CombinedOutput()
					if err != nil {
						t.Errorf("%s: %s -h: %v", document, name, err)
					}
					known[name] = string(out)
				}
				for _, flag := range flagged.FindAllStringSubmatch(found[2], -1) {
					if !regexp.MustCompile(`(?m)^\s+-` + flag[1] + `\b`).MatchString(known[name]) {
						t.Errorf("%s: %s has no flag -%s", document, name, flag[1])
					}
				}
			}
		}
	}
}
