package bartree_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

const (
	templateHead = `{"format":"lokman page template","version":7`
	watchHead    = `{"format":"lokman watch","version":6,"targets":{"a":`
	watchRun     = watchHead + `{"versions":[{"parent":-1,"tree":{},"template":{"pages":1,"region":{"levels":[{}]}}}],"run":`
)

func TestModelsRefused(t *testing.T) {
	for _, s := range []string{
		"", `{"format":2,"pages":1}`, `{"format":"lokman watch","version":1}`, `{"format":"lokman page template","version":2,"pages":1}`,
		templateHead + `}`, templateHead + `,"pages":1,"region":{}}`, templateHead + `,"pages":1,"own":[{"score":-1}]}`, templateHead + `,"pages":2,"own":[{"score":2},{"score":1}]}`,
		templateHead + `,"pages":1,"own":[{"score":1,"at":[{"parent":"2"},{"parent":"1"}]}]}`, templateHead + `,"pages":1,"moving":1}`, templateHead + `,"pages":1,"replacing":1}`,
		templateHead + `,"pages":1,"usual":0.5}`, templateHead + `,"pages":1,"usual":-2}`,
		templateHead + `,"pages":1,"strange":1}`, templateHead + `,"pages":1,"references":[{"hash":"1","pages":2}]}`,
		templateHead + `,"pages":2,"some":[{"hash":"1","on":"0"}]}`, templateHead + `,"pages":2,"some":[{"hash":"1","on":"4"}]}`,
		templateHead + `,"pages":5,"odd":[{"index":0,"paths":[2,1]}]}`, templateHead + `,"pages":5,"odd":[{"index":-2}]}`, templateHead + `,"pages":5,"odd":[{"index":0,"shared":[2,1]}]}`,
		templateHead + `,"pages":1,"least":2}`, templateHead + `,"pages":1,"region":{"levels":[{}],"parts":{"x":{}}}}`, templateHead + `,"pages":1,"traits":[{"hash":"1","parent":"0","pages":2}]}`,
		templateHead + `,"pages":1,"traits":[{"hash":"1","parent":"0","pages":1,"from":3}]}`,
	} {
		if m, err := modeltest.Read[bartree.Template](strings.NewReader(s)); !errors.Is(err, bartree.ErrModel) || m != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	if _, err := modeltest.Read[bartree.Template](strings.NewReader(templateHead + `,"pages":1}`)); err != nil {
		t.Error(err)
	}
	if _, err := modeltest.Read[bartree.Watch](strings.NewReader(watchRun + `{"pages":1,"features":[{"hash":"1","on":"1"}]}}}}`)); err != nil {
		t.Error(err)
	}
	if _, err := modeltest.Read[bartree.Watch](strings.NewReader(watchRun + `{"pages":1,"row":{"pages":2,"score":1,"added":[1,2],"missing":[1,2]}}}}}`)); err != nil {
		t.Error(err)
	}
	for _, s := range []string{
		templateHead + `}`,
		`{"format":"lokman watch","version":1,"targets":{}}`, `{"format":"lokman watch","version":6,"falseAlarms":-1,"targets":{}}`,
		watchRun + `{"pages":0}}}}`, watchRun + `{"pages":49}}}}`, watchRun + `{"pages":1,"urls":["/1","/2"]}}}}`,
		watchRun + `{"pages":1,"features":[{"hash":"1","on":"2"}]}}}}`, watchRun + `{"pages":1,"features":[{"hash":"1","on":"0"}]}}}}`,
		watchRun + `{"pages":1,"features":[{"hash":"1","on":"1","weight":2}]}}}}`, watchRun + `{"pages":1,"references":[{"hash":"1","on":"2"}]}}}}`,
		watchRun + `{"pages":1,"row":{"pages":1,"score":1}}}}}`, watchRun + `{"pages":1,"row":{"pages":2}}}}}`,
		watchRun + `{"pages":1,"row":{"pages":2,"score":1,"added":[2,1]}}}}}`, watchRun + `{"pages":1,"row":{"pages":2,"score":1,"missing":[2,1]}}}}}`,
		watchHead + `null}}`, watchHead + `{"versions":[]}}}`, watchHead + `{"versions":[{}],"current":1}}}`,
		watchHead + `{"versions":[{"parent":-1}]}}}`, watchHead + `{"versions":[{"parent":-1,"tree":{},"template":{"pages":1}}]}}}`,
	} {
		if w, err := modeltest.Read[bartree.Watch](strings.NewReader(s)); !errors.Is(err, bartree.ErrModel) || w != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// FuzzReadWatch: a watch that is read can be used. Its seeds are of tiny pages, so
// that most of the time goes into new ones.
func FuzzReadWatch(f *testing.F) {
	const page, other = "<p>Two words.", "<div><p>Two words."
	var w bartree.Watch
	if err := w.Add("abstract", bartree.Region{Text: "Two words."}, day, []byte(page)); err != nil {
		f.Fatal(err)
	}
	for _, p := range []string{page, other} { // the second waits for its quorum
		if _, err := w.Look("abstract", "/1", []byte(p), day); err != nil {
			f.Fatal(err)
		}
		var file bytes.Buffer
		if _, err := w.WriteTo(&file); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Add([]byte(`{"format":"lokman watch","version":2,"targets":{"abstract":{"versions":[{"parent":-1,"tree":{},"template":{"pages":1,"region":{"levels":[{"tag":"html"}]}}}]}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		w, err := modeltest.Read[bartree.Watch](bytes.NewReader(b))
		if err != nil {
			return
		}
		w.Look("abstract", "/2", []byte(other), day)
		w.Rollback("abstract")
	})
}
