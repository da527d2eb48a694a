package ontology

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const diseases = `format-version: 1.4

[Term]
id: X:1
name: disease

[Term]
id: X:2
name: cold
synonym: "common cold" EXACT []
is_a: X:1

[Term]
id: X:3
name: flu
synonym: "cold" RELATED []
is_a: X:1
`

func TestRun(t *testing.T) {
	dir := t.TempDir()
	obo, text, cut := filepath.Join(dir, "d.obo"), filepath.Join(dir, "page.txt"), filepath.Join(dir, "cut.obo")
	for path, data := range map[string]string{obo: diseases, text: "A cold is a disease.", cut: strings.TrimSpace(diseases)} {
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		want string // standard output, or a part of standard error
	}{
		{"topics", []string{"-ontology", obo, "-topic", "Colds", "-topic", "flue", "-children", "1"}, 1, `d.obo: OBO, 3 concepts, 5 terms, 2 relations
  Colds: X:2, 5 terms
    exact      Colds
    synonym    cold, common cold
    partial    disease
    contextual flu
  flue: not there; the nearest names are flu
`},
		{"all levels", []string{"-ontology", obo, "-topic", "disease", "-children", "all"}, 0, `d.obo: OBO, 3 concepts, 5 terms, 2 relations
  disease: X:1, 4 terms
    exact      disease
    synonym    cold, common cold, flu
`},
		{"no number", []string{"-children", "-1"}, 2, "want 0 or more, or all"},
		{"json", []string{"-ontology", obo, "-topic", "X:3", "-parents", "0", "-no-siblings", "-json"}, 0,
			`{"ontology":"` + obo + `","format":"OBO"}
{"ontology":"` + obo + `","topic":"X:3","id":"X:3","terms":{"exact":["flu"],"synonym":["cold"]}}
`},
		{"lint", []string{"-ontology", obo, "-lint", "-sample", text}, 0, `d.obo: OBO, 3 concepts, 5 terms, 2 relations
  what may mislead in d.obo:
    1 ambiguous names: "cold" (X:2, X:3)
    0 short names
    0 cycles
    0 dangling references
    0 concepts without a name
    of the sample's 5 words 40.0 % are in 2 names of 3 concepts
`},
		{"lint of a cut file", []string{"-ontology", cut, "-lint"}, 0, `cut.obo: OBO, 3 concepts, 5 terms, 2 relations, 1 warnings
  what may mislead in cut.obo:
    warning: obo: ` + cut + `:17: expected the end of this line: the file may have been cut short
    1 ambiguous names: "cold" (X:2, X:3)
    0 short names
    0 cycles
    0 dangling references
    0 concepts without a name
`},
		{"strict", []string{"-ontology", cut, "-strict"}, 1, cut + ":17: expected the end of this line"},
		{"unknown format", []string{"-ontology", text}, 1, "no ontology in a format known here"},
		{"gone", []string{"-ontology", obo + "x"}, 1, "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Run(t.Context(), c.args, &out, &errs)
			if code != c.code {
				t.Fatalf("exit %d, want %d: %s", code, c.code, errs.String())
			}
			if code != 0 && out.Len() == 0 {
				if !strings.Contains(errs.String(), c.want) {
					t.Errorf("stderr %q lacks %q", errs.String(), c.want)
				}
				return
			}
			if diff := cmp.Diff(c.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Without flags the built-in ontology is shown, and what to do next; its names can be
// listed.
func TestWithoutFlags(t *testing.T) {
	var out, errs bytes.Buffer
	if code := Run(t.Context(), nil, &out, &errs); code != 0 || !strings.Contains(out.String(), "\n  influenza: DEMO:0000011, 17 terms\n    exact      influenza\n") || !strings.Contains(errs.String(), "go run ./examples/topical") {
		t.Errorf("exit %d: %s%s", code, out.String(), errs.String())
	}
	out.Reset()
	if code := Run(t.Context(), []string{"-list"}, &out, &errs); code != 0 || !strings.Contains(out.String(), "\n  DEMO:0000011  influenza\n") || strings.Contains(out.String(), "17 terms") {
		t.Errorf("exit %d: %s", code, out.String())
	}
	out.Reset()
	if code := Run(t.Context(), []string{"-list", "-json"}, &out, &errs); code != 0 || !strings.Contains(out.String(), `{"ontology":"built-in","topic":"influenza","id":"DEMO:0000011"}`) {
		t.Errorf("exit %d: %s", code, out.String())
	}
}

func TestCompile(t *testing.T) {
	obo := filepath.Join(t.TempDir(), "d.obo")
	if err := os.WriteFile(obo, []byte(diseases), 0o644); err != nil {
		t.Fatal(err)
	}
	var first, second, errs bytes.Buffer
	if code := Run(t.Context(), []string{"-ontology", obo, "-topic", "flu", "-compile", obo + ".lokman"}, &first, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	if code := Run(t.Context(), []string{"-ontology", obo + ".lokman", "-topic", "flu"}, &second, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	_, want, _ := strings.Cut(first.String(), "\n")
	if _, got, _ := strings.Cut(second.String(), "\n"); got != want {
		t.Errorf("compiled: %s, want %s", got, want)
	}
}
