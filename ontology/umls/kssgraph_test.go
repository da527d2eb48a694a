package umls_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// The topic of the ontology has the terms that ReadKSS reads, in whatever answers
// they are.
func TestOpenKSS(t *testing.T) {
	const same = `<RelationCollection><relation><cui>C1</cui><cn>cold</cn>
		<relSource><cui>C1</cui><cn>disease</cn><rel>PAR</rel></relSource><relSource><cn>illness</cn><rel>PAR</rel></relSource>
		<relSource><cui>C1</cui><cn>flu</cn><rank>0</rank></relSource><relSource><cn>Context</cn><rank>0</rank></relSource></relation></RelationCollection>`
	for name, answers := range map[string]string{
		"terms": string(kssFile(t, "terms")), "relations": string(kssFile(t, "relations")), "context": "<cn>breast cancer</cn>" + string(kssFile(t, "context")[38:]),
		"all": string(kssFile(t, "terms")) + string(kssFile(t, "relations")) + string(kssFile(t, "context")), "one identifier": same,
	} {
		t.Run(name, func(t *testing.T) {
			want, err := umls.ReadKSS(strings.NewReader(answers))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "kss.xml")
			if err := os.WriteFile(path, []byte(answers), 0o666); err != nil {
				t.Fatal(err)
			}
			g, err := umls.OpenKSS(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := g.Topic(t.Context(), want.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, terms := range [][]ontology.Term{want.Terms, got.Terms} {
				for i := range terms {
					terms[i].Concept = ""
				}
				slices.SortStableFunc(terms, func(a, b ontology.Term) int { return int(a.Relation) - int(b.Relation) })
			}
			if want.ID == "" {
				want.ID = want.Name
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if _, err := umls.OpenKSS(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	path := filepath.Join(t.TempDir(), "cut.xml")
	terms := kssFile(t, "terms")
	if err := os.WriteFile(path, bytes.TrimSpace(terms)[:len(terms)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	var syntax *ontology.SyntaxError
	if _, err := umls.OpenKSS(path); !errors.As(err, &syntax) || syntax.Name != path {
		t.Errorf("a file that is cut: %v", err)
	}
}
