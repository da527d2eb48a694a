package lokman_test

import (
	"cmp"
	"context"
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
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/warc"
)

// The Go code of each document compiles. Blocks come one after the other: each
// knows the variables of those before it.
func TestDocumentsCompile(t *testing.T) {
	all := map[string]string{}
	names := packages(t)
	for _, document := range documents(t) {
		if code := blocks(t, document, "go"); len(code) > 0 {
			all[document] = function(t, document, code, names)
		}
	}
	buildDocuments(t, all)
}

// The Go code of each document runs to its end without an error, the blocks one after
// the other, but those that say why they are not run. Every crawler in it without a
// Transport of its own gets a small web, without a delay; files have the names that
// documents use.
func TestDocumentsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out running the code of documents")
	}
	run := map[string]string{}
	names := packages(t)
	for _, document := range documents(t) {
		code := slices.DeleteFunc(blocks(t, document, "go"), func(b block) bool { return b.unrun != "" })
		if len(code) > 0 {
			run[document] = function(t, document, code, names)
			unused(t, document, run[document])
		}
	}
	program := buildDocuments(t, run)
	for _, document := range slices.Sorted(maps.Keys(run)) {
		t.Run(document, func(t *testing.T) {
			dir := files(t)
			record(t, filepath.Join(dir, "crawl.warc.gz"))
			if err := os.WriteFile(filepath.Join(dir, "topics.jsonl"), []byte(recordedTopics), 0o644); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, program, document)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			t.Logf("%s", out)
		})
	}
}

// buildDocuments builds a program that runs the function of the document that it is
// given the name of. Each is in a package of its own, as if these were in this module.
func buildDocuments(t *testing.T, functions map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	overlay := map[string]string{}
	place := func(path, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		at, err := filepath.Abs(filepath.Join("internal", "documents", path))
		if err != nil {
			t.Fatal(err)
		}
		overlay[at] = file
	}
	imports, calls := "import \"os\"\n", ""
	for _, document := range slices.Sorted(maps.Keys(functions)) {
		name := "in" + regexp.MustCompile(`[^a-z]`).ReplaceAllString(strings.ToLower(document), "")
		place(name+"/document.go", "package "+name+"\n"+functions[document])
		place(name+"/begin.go", "package "+name+"\n"+begin)
		imports += fmt.Sprintf("import %q\n", "github.com/lokman-crawler/lokman/internal/documents/"+name)
		calls += fmt.Sprintf("case %q:\n%s.Begin()\n", document, name)
	}
	place("main.go", "package main\n"+imports+"func main() {\nswitch os.Args[1] {\n"+calls+"}\n}\n")
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	path, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "documents")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-gcflags=-e", "-overlay", path, "-o", program, "./internal/documents").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// given is what the blocks of the documents take as given.
const given = `ctx context.Context, seeds []string, scorer classify.Scorer, queue *frontier.Memory, page, next *crawl.Page,
	c *crawl.Crawler, file io.ReadWriter, lastCrawl time.Time, topic ontology.Topic, body, other []byte, url string`

// begin is the other file of a document's package: it calls the document's function
// with what that takes as given.
const begin = `
import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// web answers for every host with the same few pages.
type web struct{}

func (web) RoundTrip(r *http.Request) (*http.Response, error) {
	pages := map[string]string{
		"/":     "<title>Health</title><a href=/flu>Influenza and other flus</a> <a href=/soup>Soup</a> <a href=/gone>Gone</a>",
		"/flu":  "<title>Flu</title><h1>Influenza</h1><p class=by>Ada Bean<p>Influenza, the flu, comes in winter.",
		"/soup": "<title>Soup</title>Soup, and an espresso after it.",

		"/issues/12/":  "<a href=1.abs>Abstract</a> <a href=1.html>Full text</a> <a href=/help>Help</a>",
		"/issues/12/1.abs":  "<h1>Beans at night</h1><h2>Abstract</h2><p>We grew beans.",
		"/issues/12/1.html": "<h1>Beans at night</h1><h2>Introduction</h2><p>Beans are grown by day.",
	}
	body, status := pages[r.URL.Path], http.StatusOK
	if body == "" {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func article(title, by, abstract string) *crawl.Page {
	body := fmt.Sprintf("<body><h1>%s</h1><p class=by>%s</p><h2>Abstract</h2><p>%s</p></body>", title, by, abstract)
	return &crawl.Page{URL: "http://journal.example/" + title, Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)}
}

func list(text string, records ...string) []byte {
	page := "<html><body><div class=top>Journal</div><div class=text><p>" + text + "</p></div><ul>"
	for i := 0; i < len(records); i += 2 {
		page += "<li><h2>" + records[i] + "</h2><p class=by>" + records[i+1] + "</p></li>"
	}
	return []byte(page + "</ul></body></html>")
}

func Begin() {
	ctx := context.Background()
	topic := ontology.Topic{Name: "influenza", Terms: []ontology.Term{{Text: "influenza", Relation: ontology.Exact}}}
	err := document(ctx, []string{"http://a.example/"}, classify.NewCosine("influenza"), frontier.New(frontier.Options{History: true}),
		article("Beans at night", "Ada Bean and Bert Pea", "We grew beans by night and by day."),
		article("Oats in the rain", "Carl Oat and Dora Rye", "Oats were left in the rain for a month."),
		&crawl.Crawler{Transport: web{}, Delay: crawl.None, Workers: 1}, &bytes.Buffer{}, time.Time{}, topic,
		list("They rise.", "Tides in small harbours", "M. Okafor", "Bread in the morning", "L. Adams", "Rain", "P. Lu"),
		list("It sets.", "The sun", "A. Novak", "The moon", "B. Silva"), "http://journal.example/")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`

// function makes a Go file, without its package, of a document's blocks: declarations as they are,
// statements in one function, those of each block in a scope of their own inside
// that of the block before.
func function(t *testing.T, document string, code []block, names map[string]string) string {
	t.Helper()
	imports := regexp.MustCompile(`(?s)\bimport \(.*?\n\)\n`)
	var declared, statements strings.Builder
	scopes := 0
	for _, b := range code {
		text := imports.ReplaceAllString(b.text, "")
		if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution); err == nil {
			declared.WriteString(text)
			continue
		}
		fmt.Fprintf(&statements, "{\n%s", prepared(t, b, text))
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
	return head.String() + body
}

// prepared returns the statements of a block with its variables used and with the web
// for its crawlers.
func prepared(t *testing.T, b block, text string) string {
	t.Helper()
	const before = "package p\nfunc _() {\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", before+text+"\n}\n", parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v: %v", b, err)
	}
	type insertion struct {
		at   int
		text string
	}
	var insertions []insertion
	insert := func(at token.Pos, text string) {
		insertions = append(insertions, insertion{fset.Position(at).Offset - len(before), text})
	}
	use := func(names ...ast.Expr) string {
		var s strings.Builder
		for _, n := range names {
			if id, ok := n.(*ast.Ident); ok && id.Name != "_" {
				fmt.Fprintf(&s, "_ = %s\n", id.Name)
			}
		}
		return s.String()
	}
	var all string
	for _, s := range file.Decls[0].(*ast.FuncDecl).Body.List {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				all += use(s.Lhs...)
			}
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, n := range v.Names {
						all += use(n)
					}
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				insert(n.Body.Lbrace+1, "\n"+use(n.Key, n.Value))
			}
		case *ast.CompositeLit:
			if s, ok := n.Type.(*ast.SelectorExpr); !ok || s.Sel.Name != "Crawler" {
				break
			}
			set := map[string]bool{}
			for _, e := range n.Elts {
				set[e.(*ast.KeyValueExpr).Key.(*ast.Ident).Name] = true
			}
			fields := ""
			if !set["Transport"] {
				fields = "Transport: web{}, "
			}
			if !set["Delay"] {
				fields += "Delay: crawl.None, "
			}
			insert(n.Lbrace+1, fields)
		}
		return true
	})
	slices.SortFunc(insertions, func(a, b insertion) int { return cmp.Compare(b.at, a.at) })
	for _, i := range insertions {
		text = text[:i.at] + i.text + text[i.at:]
	}
	if strings.HasPrefix(strings.TrimSpace(lastLine(text)), "return ") {
		return text
	}
	return text + all
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndex(text, "\n")+1:]
}

// unused reports functions and types that a document declares and its statements do
// not use: they would not have been run.
func unused(t *testing.T, document, code string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+code, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	uses := map[string]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			uses[id.Name]++
		}
		return true
	})
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name != "document" && uses[f.Name.Name] == 1 {
			t.Errorf("%s: %s is declared and never called", document, f.Name.Name)
		}
	}
}

// packages returns the import paths of the library's packages, and of those of
// the standard library that documents use, by name.
func packages(t *testing.T) map[string]string {
	t.Helper()
	const module = "github.com/lokman-crawler/lokman"
	out, err := exec.Command("go", "list", "-f", "{{.Name}} {{.ImportPath}}", module+"/...", "bytes", "cmp", "context", "crypto/ed25519", "encoding/csv", "encoding/json", "errors", "fmt", "io", "log", "log/slog", "net/http", "net/http/cookiejar", "golang.org/x/net/publicsuffix", "os", "slices", "strconv", "strings", "sync", "time", module+"/frontier/redis", module+"/crawl/chrome", module+"/crawl/maintext", "github.com/PuerkitoBio/goquery").Output()
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

const recordedTopics = `{"topic":"influenza","relevant":["http://a.test/","http://a.test/flu"],"seeds":["http://a.test/"],"targets":["http://a.test/flu"]}
`

// record writes a crawl of two pages.
func record(t *testing.T, path string) {
	t.Helper()
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Type: "text/html", Body: []byte(`<a href="/soup">soup</a> <a href="/flu">influenza</a>`)},
		{URL: "http://a.test/flu", Type: "text/html", Body: []byte("Influenza.")},
		{URL: "http://a.test/soup", Type: "text/html", Body: []byte("Soup.")},
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := warc.Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Transport: &warc.Recorder{Transport: web, Writer: w}, Delay: crawl.None}
	for _, err := range c.Crawl(t.Context(), "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
