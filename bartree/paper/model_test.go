package paper_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// TestOldWatch: a file of the time when one watch was of both loops is read, with what it says of
// templates left out; the other loop refuses it and says what to do.
func TestOldWatch(t *testing.T) {
	old, err := os.ReadFile("testdata/watch.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := modeltest.Read[paper.Watch](bytes.NewReader(old))
	if err != nil {
		t.Fatal(err)
	}
	if w.Variables != paper.FullVariables || w.Taper != figure4Taper {
		t.Errorf("read as %+v", w)
	}
	page := []byte("<html><body><p>There.</p><div>Here.</div></body></html>")
	l, err := w.Look("x", "/1", page, day)
	if err != nil || l.Result != bartree.LookRead || !strings.Contains(string(old), `"least"`) {
		t.Errorf("%s, %v", l.Result, err)
	}
	again := modeltest.Reread(t, w)
	if l, err := again.Look("x", "/1", append(page, "<p>"...), day); err != nil || l.Result != bartree.LookMoved {
		t.Errorf("written and read: %s, %v", l.Result, err)
	}
	if _, err := modeltest.Read[bartree.Watch](bytes.NewReader(old)); !errors.Is(err, bartree.ErrModel) || !strings.Contains(err.Error(), "bartree/paper") {
		t.Errorf("read as a watch of templates: %v", err)
	}
}

// TestNoWatch: what is no watch of this loop is refused, by what is wrong with it.
func TestNoWatch(t *testing.T) {
	var templates bytes.Buffer
	if _, err := new(bartree.Watch).WriteTo(&templates); err != nil {
		t.Fatal(err)
	}
	const head = `{"format":"lokman watch","version":6,"paper":2,"targets":{"x":`
	for file, want := range map[string]string{
		templates.String():         "read it with package bartree",
		`{}`:                       `format ""`,
		head + `null}}`:            "null",
		head + `{"versions":[]}}}`: "version 0 of 0",
		head + `{"versions":[{"parent":1,"tree":{}}]}}}`:    "parent 1 of 1",
		head + `{"versions":[{"parent":-1}]}}}`:             "no bar tree",
		strings.Replace(head, "2", "4", 1) + `null}}`:       "Variables(4)",
		strings.Replace(head, `on":6`, `on":5`, 1) + `{}}}`: "version 5",
	} {
		if _, err := modeltest.Read[paper.Watch](strings.NewReader(file)); !errors.Is(err, bartree.ErrModel) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}
