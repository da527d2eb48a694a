package bartree_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

func TestModelsRefused(t *testing.T) {
	for _, s := range []string{
		`{"format":1,"pages":1}`, `{"format":2}`, `{"format":2,"pages":1,"region":{}}`, `{"format":2,"pages":1,"noise":-1}`,
		`{"format":2,"pages":1,"least":2}`, `{"format":2,"pages":1,"traits":[{"hash":"1","parent":"0","pages":2}]}`,
		`{"format":2,"pages":1,"traits":[{"hash":"1","parent":"0","pages":1,"from":3}]}`,
	} {
		template, err := bartree.Learn([]byte(figure))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(s), template); !errors.Is(err, bartree.ErrModel) {
			t.Errorf("%s: %v", s, err)
		}
		if c, err := template.Judge([]byte(figure)); err != nil || c.State != bartree.Same {
			t.Errorf("%s changed the template: %v", s, c.State)
		}
	}
	for _, s := range []string{
		`{"targets":{"a":null}}`, `{"targets":{"a":{"versions":[]}}}`, `{"targets":{"a":{"versions":[{}],"current":1}}}`,
		`{"targets":{"a":{"versions":[{"parent":-1}]}}}`, `{"targets":{"a":{"versions":[{"parent":-1,"tree":{},"template":{"format":2,"pages":1}}]}}}`,
	} {
		var w bartree.Watch
		if err := json.Unmarshal([]byte(s), &w); !errors.Is(err, bartree.ErrModel) || known(&w) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// FuzzLoad: a watch that is read can be used. Its seeds are of tiny pages, so
// that most of the time goes into new ones.
func FuzzLoad(f *testing.F) {
	const page, other = "<p>Two words.", "<div><p>Two words."
	var w bartree.Watch
	if err := w.Add("abstract", bartree.Region{Text: "Two words."}, day, []byte(page)); err != nil {
		f.Fatal(err)
	}
	for _, p := range []string{page, other} { // the second waits for its quorum
		if _, err := w.Look("abstract", "/1", []byte(p), day); err != nil {
			f.Fatal(err)
		}
		b, err := json.Marshal(&w)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"targets":{"abstract":{"versions":[{"parent":-1,"tree":{},"template":{"format":2,"pages":1,"region":{"levels":[{"tag":"html"}]}}}]}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var w bartree.Watch
		if json.Unmarshal(b, &w) != nil {
			return
		}
		w.Look("abstract", "/2", []byte(other), day)
		w.Rollback("abstract")
	})
}

func known(w *bartree.Watch) bool {
	versions, _ := w.Versions("a")
	return versions != nil
}
