package umls_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// The answers are those of the thesis's Figures 10 to 13, made whole: what is
// outside the figures is ours.
func TestReadKSS(t *testing.T) {
	term := func(text string, r ontology.Relation, cui string) ontology.Term {
		return ontology.Term{Text: text, Relation: r, Concept: cui}
	}
	const cui = "C0678222"
	carcinoma := term("Breast Carcinoma", ontology.Synonym, cui)
	for _, c := range []struct {
		name  string
		files []string
		want  ontology.Topic
	}{
		{"terms", []string{"terms"}, ontology.Topic{Name: "BREAST CANCER", ID: cui, Terms: []ontology.Term{
			term("BREAST CANCER", ontology.Exact, cui), carcinoma}}},
		{"relations alone", []string{"relations"}, ontology.Topic{Name: "Breast Carcinoma", ID: cui, Terms: []ontology.Term{
			term("Breast Carcinoma", ontology.Exact, cui),
			term("Malignant Neoplasms", ontology.Partial, "C0006826"),
			term("Carcinoma of Breast", ontology.Synonym, "C0000001")}}},
		{"all", []string{"terms", "relations", "context"}, ontology.Topic{Name: "BREAST CANCER", ID: cui, Terms: []ontology.Term{
			term("BREAST CANCER", ontology.Exact, cui), carcinoma,
			term("Malignant Neoplasms", ontology.Partial, "C0006826"),
			term("Carcinoma of Breast", ontology.Synonym, "C0000001"),
			term("Malignant tumor of breast", ontology.Contextual, "C0006142")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var answers []io.Reader
			for _, name := range c.files {
				answers = append(answers, bytes.NewReader(kssFile(t, name)))
			}
			got, err := umls.ReadKSS(io.MultiReader(answers...))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func kssFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "kss-"+name+".xml"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestReadKSSRefuses(t *testing.T) {
	terms := string(kssFile(t, "terms"))
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1: expected an answer of the Knowledge Source Server"},
		{"other XML", "<html>\n<body/></html>", "line 2: expected an answer"},
		{"cut", terms[:len(terms)/2], "expected well-formed XML, found"},
		{"prose", "no answer", "line 1: expected an answer"},
		{"not UTF-8", "<cn>Men\xe9</cn>", "line 1: expected well-formed XML"},
		{"entity bomb", "<!DOCTYPE a [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<cn>&b;</cn>", "line 1: expected no document type"},
		{"unknown entity", "<cn>\n&b;</cn>", "line 2: expected well-formed XML"},
		{"deep", strings.Repeat("<a>", 100), "line 1: expected at most 64 elements in one another"},
		{"long", "<cn>" + strings.Repeat("x", 100<<10) + "</cn>", "line 1: expected an element of at most 65536 bytes"},
		{"unended", "<a>" + strings.Repeat("<b/>", 10), "expected well-formed XML"},
	} {
		t.Run(c.name, func(t *testing.T) {
			topic, err := umls.ReadKSS(strings.NewReader(c.text))
			var syntax *ontology.SyntaxError
			if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if topic.Terms != nil {
				t.Error("half a topic came with the error")
			}
		})
	}
	if _, err := umls.ReadKSS(io.MultiReader(strings.NewReader("<a>"), failing{})); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, os.ErrClosed }

func FuzzReadKSS(f *testing.F) {
	for _, name := range []string{"terms", "relations", "context"} {
		f.Add(kssFile(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		topic, err := umls.ReadKSS(bytes.NewReader(data))
		if (err == nil) != (topic.Name != "") {
			t.Errorf("topic %q with error %v", topic.Name, err)
		}
	})
}

func ExampleReadKSS() {
	topic, err := umls.ReadKSS(strings.NewReader(`<termList>
  <cui>C0678222</cui>
  <cn>Breast Carcinoma</cn>
</termList>
<relSource>
  <cui>C0006826</cui>
  <cn>Malignant Neoplasms</cn>
  <rel>PAR</rel>
</relSource>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// Breast Carcinoma is exact
	// Malignant Neoplasms is partial
}
