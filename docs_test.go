package lokman_test

import (
	"fmt"
	"os"
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
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/guides/*.md", "docs/measured/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// A block is a block of code of a document. The line before it may say why it is not
// run:
//
//	<!-- not run: needs a server -->
type block struct {
	document string
	line     int
	language string
	text     string
	unrun    string // the reason why it is not run
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.document, b.line) }

// reasons are those for which a block is only compiled, or its flags only checked.
var reasons = []string{
	"needs a server",
	"needs large data",
	"takes minutes",
	"goes on until it is stopped",
	"goes on with code that is not run",
}

// blocks returns the blocks of code of a document in a language.
func blocks(t *testing.T, document, language string) []block {
	t.Helper()
	return slices.DeleteFunc(allBlocks(t, document), func(b block) bool { return b.language != language })
}

func allBlocks(t *testing.T, document string) []block {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	marker := regexp.MustCompile(`^<!-- not run: (.*) -->$`)
	var found []block
	inside, reason, n := false, "", 0
	for line := range strings.Lines(string(text)) {
		n++
		mark := strings.TrimSpace(line)
		switch {
		case !inside && strings.HasPrefix(mark, "```"):
			found = append(found, block{document: document, line: n, language: mark[len("```"):], unrun: reason})
			inside = true
		case inside && mark == "```":
			inside = false
		case inside:
			found[len(found)-1].text += line
		}
		reason = ""
		if m := marker.FindStringSubmatch(mark); m != nil {
			reason = m[1]
		}
	}
	return found
}

// Each block is in a language whose blocks are run, and one that is not run has a
// reason that is known.
func TestDocumentsAreRun(t *testing.T) {
	for _, document := range documents(t) {
		for _, b := range allBlocks(t, document) {
			if b.unrun != "" && !slices.Contains(reasons, b.unrun) {
				t.Errorf("%v: is not run, for a reason that is not known: %q", b, b.unrun)
			}
			switch b.language {
			case "go", "sh":
			case "", "text":
				for line := range strings.Lines(b.text) {
					if regexp.MustCompile(`^\s*(\$|go |git |\.ci/)`).MatchString(line) && !elsewhere(line) {
						t.Errorf("%v: a command in a block that is not run: %s", b, line)
					}
				}
			default:
				t.Errorf("%v: code in %q, which nothing runs", b, b.language)
			}
		}
	}
}

// Links between documents lead to files and headings that are there.
func TestDocumentsLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading := regexp.MustCompile(`(?m)^#+ +(.*)$`)
	dropped := regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(found[1], "://") || strings.HasPrefix(found[1], "mailto:") {
				continue
			}
			name, anchor, _ := strings.Cut(found[1], "#")
			target := document
			if name != "" {
				target = filepath.Join(filepath.Dir(document), name)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s leads to nothing", document, found[1])
				continue
			}
			if anchor == "" {
				continue
			}
			there, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			known := false
			for _, h := range heading.FindAllStringSubmatch(string(there), -1) {
				known = known || strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-") == anchor
			}
			if !known {
				t.Errorf("%s: %s has no such heading", document, found[1])
			}
		}
	}
}
