package recipes_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The programs that users of colly, Scrapy and ACHE write first have less than 40 lines, and
// do what they did.
func TestFirst(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		quote := func(author string) string {
			return `<div class="quote"><span class="text">Flu by ` + author + `</span> <small class="author">` + author + `</small></div>`
		}
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>One</title><a href="/page/2/">next</a> <a href="/about">about</a> <a href="http://other.example/">other</a>`, quote("Ann"))
		case "/page/2/":
			fmt.Fprint(w, `<title>Two</title>`, quote("Bo"))
		case "/about":
			fmt.Fprint(w, `<title>About</title>`, quote("Nobody"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	for program, want := range map[string][]string{
		"titles": {`/ "One", 3 links`, `/page/2/ "Two", 0 links`, `/about "About", 0 links`},
		"items":  {`{"author":"Ann","text":"Flu by Ann"}`, `{"author":"Bo","text":"Flu by Bo"}`},
		"topic":  {site.URL + "/\n", site.URL + "/page/2/\n", site.URL + "/about\n"},
	} {
		t.Run(program, func(t *testing.T) {
			source, err := os.ReadFile(filepath.Join(program, "main.go"))
			if err != nil {
				t.Fatal(err)
			}
			if lines := strings.Count(string(source), "\n"); lines >= 40 {
				t.Errorf("it has %d lines, want less than 40", lines)
			}
			binary := filepath.Join(t.TempDir(), program)
			if out, err := exec.Command("go", "build", "-o", binary, "./"+program).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			args := []string{site.URL + "/"}
			if program == "topic" {
				args = []string{"flu,influenza", site.URL + "/"}
			}
			cmd := exec.Command(binary, args...)
			cmd.Dir = filepath.Dir(binary)
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range want {
				if !strings.Contains(string(out), line) {
					t.Errorf("it prints %q, want %s", out, line)
				}
			}
			if lines := strings.Count(string(out), "\n"); lines != len(want) {
				t.Errorf("it prints %q, want %d lines", out, len(want))
			}
		})
	}
}
