package bartree_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

func TestModelsRefused(t *testing.T) {
	for _, s := range []string{
		`{"format":2,"pages":1}`, `{"format":1}`, `{"format":1,"pages":1,"region":{}}`,
	} {
		template := bartree.Template{Pages: 7}
		if err := json.Unmarshal([]byte(s), &template); !errors.Is(err, bartree.ErrModel) || template.Pages != 7 {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, s := range []string{
		`{"targets":{"a":null}}`, `{"targets":{"a":{"versions":[]}}}`, `{"targets":{"a":{"versions":[{}],"current":1}}}`,
		`{"targets":{"a":{"versions":[{"parent":-1}]}}}`, `{"targets":{"a":{"versions":[{"parent":-1,"tree":{},"template":{"format":1,"pages":1}}]}}}`,
	} {
		var w bartree.Watch
		if err := json.Unmarshal([]byte(s), &w); !errors.Is(err, bartree.ErrModel) || w.Targets != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// FuzzLoad: a watch that is read can be used.
func FuzzLoad(f *testing.F) {
	s := newSite(5)
	text := sentence(s.r, 12)
	var w bartree.Watch
	if err := w.Add("abstract", bartree.Region{Text: text}, day, s.before.page(s.r, text)); err != nil {
		f.Fatal(err)
	}
	b, err := json.Marshal(&w)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"targets":{"abstract":{"versions":[{"parent":-1,"tree":{},"template":{"format":1,"pages":1,"region":{"levels":[{"tag":"html"}]}}}]}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var w bartree.Watch
		if json.Unmarshal(b, &w) != nil {
			return
		}
		for name := range w.Targets {
			w.Look(name, "/", []byte(figure), day)
			w.Rollback(name)
		}
	})
}
