package obo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// What one bad line costs, and how it is said.
func TestMends(t *testing.T) {
	const head = "format-version: 1.2\n[Term]\nid: X:1\nname: ash\n"
	for _, c := range []struct {
		name, text string
		names      string // of all concepts
		warnings   string // line, count and what each is about
	}{
		{"not UTF-8", "format-version: 1.2\n\n[Term]\nid: X:1\nname: caf\xe9\n", "café", "5 1 UTF-8"},
		{"no id", "format-version: 1.2\n[Term]\nname: a\n\n[Term]\nid: X:1\nname: b\n", "b", "2 1 an id"},
		{"two ids", head + "id: X:2\n", "ash", "5 1 one id a [Term]"},
		{"open quote", head + "synonym: \"a EXACT []\nsynonym: \"b\" EXACT []\n", "ash b", "5 1 a synonym in double quotes"},
		{"definition on two lines", head + "def: \"a tree\nwith wings\" []\nsynonym: \"b\" EXACT []\n", "ash b", "6 1 \"tag: value\""},
		{"synonyms without quotes", head + "synonym: b\nsynonym: c EXACT []\n", "ash", "5 2 a synonym in double quotes"},
		{"no parent", head + "is_a:\nis_a: X:2 ! tree\n[Term]\nid: X:2\n", "ash ", "5 1 the identifier of a parent"},
		{"open bracket", head + "[Typedef\nid: part_of\nname: part of\n", "ash", "5 1 a stanza"},
		{"no end of the last line", head + "synonym: \"b\" EXACT []", "ash b", "5 1 the end of this line"},
		{"cut in an identifier", head + "[Term]\nid: X:2\nis_a: X:", "ash ", "7 1 the end of this line; 7 1 all parents"},
		{"cut between two", head + "is_a: X:2\nis_a: X:3\n", "ash", "6 2 all parents and children in X:... to be here"},

		{"node without an identifier", `{"graphs":[{"nodes":[{"lbl":"a"},` + "\n" + `{"id":"X:1","type":"CLASS","lbl":"ash"}]}]}`, "ash", "1 1 an \"id\""},
		{"half an edge", `{"graphs":[{"nodes":[{"id":"X:1","type":"CLASS","lbl":"ash"}],` + "\n" + `"edges":[{"sub":"X:1","pred":"is_a"}]}]}`, "ash", "2 1 an edge"},
		{"null for a name", `{"graphs":[{"nodes":[{"id":"X:1","type":"CLASS","lbl":null},{"id":"X:2","type":"CLASS","lbl":"elm"}]}]}`, " elm", "1 1 a string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := read(t, c.text)
			var names []string
			for concept := range g.All() {
				names = append(names, concept.Name)
				for _, n := range concept.Names {
					names = append(names, n.Text)
				}
			}
			if got := strings.Join(names, " "); got != c.names {
				t.Errorf("names %q, want %q", got, c.names)
			}
			readertest.Warns(t, g, c.warnings)
		})
	}
}

// A file that was cut is refused or said to be cut, unless it ends between two lines and
// lacks no parent.
func TestCutIsSaid(t *testing.T) {
	const text = "format-version: 1.2\n\n[Term]\nid: X:1\nname: ash\nis_a: X:3 ! tree\n\n" +
		"[Term]\nid: X:2\nname: el\\\nm\nsynonym: \"Ulmus\" EXACT []\nis_a: X:3\n\n[Term]\nid: X:3\nname: tree\n"
	dir := t.TempDir()
	for i := 1; i < len(text); i++ {
		path := filepath.Join(dir, "cut.obo")
		if err := os.WriteFile(path, []byte(text[:i]), 0o600); err != nil {
			t.Fatal(err)
		}
		g, err := obo.Open(path)
		lacking := i > strings.Index(text, "is_a") && i < strings.Index(text, "\n\n[Term]\nid: X:3\n")+17
		if err == nil && len(g.Warnings()) == 0 && (!strings.HasSuffix(text[:i], "\n") || lacking) {
			t.Errorf("nothing is said of %q", text[max(0, i-40):i])
		}
		if err == nil && len(g.Warnings()) > 0 && g.Warnings()[0].Name != path {
			t.Errorf("warnings %v without a file", g.Warnings())
		}
	}
}
