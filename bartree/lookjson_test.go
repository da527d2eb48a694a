package bartree_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/bartree"
)

// A look is logged in words, with its warning, and reads back.
func TestLookJSON(t *testing.T) {
	s := newSite(1)
	w := s.watch(t)
	moved := s.look(t, w, "/1", s.now, bartree.LookMoved)
	deferred, err := w.Look("abstract", "/gone", []byte("<html><body><p>This article was withdrawn."), day)
	if err != nil || deferred.Warning == nil {
		t.Fatalf("%+v, error %v", deferred, err)
	}
	for _, l := range []bartree.Look{moved, deferred} {
		line, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"result":"` + string(l.Result) + `"`, `"state":"` + l.Change.State.String() + `"`, `"region":"` + l.Change.Region + `"`} {
			if !strings.Contains(string(line), want) {
				t.Errorf("no %s in %.300s", want, line)
			}
		}
		if l.Warning != nil && !strings.Contains(string(line), l.Warning.Error()) || l.Warning == nil && strings.Contains(string(line), "warning") {
			t.Errorf("warning %v in %.300s", l.Warning, line)
		}
		var back bartree.Look
		if err := json.Unmarshal(line, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(l, back, sameText, cmpopts.IgnoreUnexported(bartree.Look{})); diff != "" {
			t.Errorf("it reads back otherwise (-was +is):\n%s", diff)
		}
	}
}

// logged are looks as in a log: read, moved, of another kind and deferred.
func logged(t *testing.T) []bartree.Look {
	t.Helper()
	w := watchShown(t, gone("/"))
	w.Quorum = 40
	var out []bartree.Look
	for _, p := range []struct {
		url  string
		page []byte
	}{
		{"https://mill.example/1", articlePage(styles, "Yeast", "")},
		{"https://mill.example/1", trial("Yeast")},
		{"https://mill.example/gone", gone("/gone/now/and/for/ever/and/never/to/come/back/again")},
		{"https://mill.example/2", []byte("<html><body><main><h1>Salt</h1></main></body></html>")},
	} {
		l, err := w.Look("abstract", p.url, p.page, day)
		if err != nil {
			t.Fatal(err)
		}
		l.Page = nil
		for _, f := range []*float64{&l.Change.Score, &l.Change.Likeness} { // processors differ in the last digits
			*f = math.Round(*f*100) / 100
		}
		out = append(out, l)
	}
	return out
}

// TestLooksInALog: names are of one case, what is empty is left out, and paths are written as they are.
func TestLooksInALog(t *testing.T) {
	want, err := os.ReadFile("testdata/looks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	for _, l := range logged(t) {
		if err := e.Encode(l); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("testdata/looks.jsonl (-want +got):\n%s", diff)
	}
}

// TestOldLooks: a line of a log that was written before names were of one case reads back.
func TestOldLooks(t *testing.T) {
	const line = `{"URL":"https://mill.example/1","Target":"abstract","Result":"moved","Change":{"State":"redesign","Score":6.4,"Chance":0.125,"Likeness":0.25,"Region":"path","Where":[{"Kind":"renamed","Path":"html \u003e main","Depth":3,"Side":"path"}]},` +
		`"Region":{"text":"On Yeast.","parts":{"a":"On"}},"Found":{"Text":"On Yeast.","How":"text","Confidence":1,"Margin":1,"Path":"html \u003e p"},"Version":1,"Row":2,"First":"https://mill.example/1","Old":null,"New":null,"Page":null,"Warning":"gone"}`
	var got bartree.Look
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatal(err)
	}
	want := bartree.Look{
		URL: "https://mill.example/1", Target: "abstract", Result: bartree.LookMoved, Version: 1, Row: 2, First: "https://mill.example/1", Warning: errors.New("gone"),
		Change: bartree.Change{State: bartree.StateRedesign, Score: 6.4, Chance: 0.125, Likeness: 0.25, Region: "path", Where: []bartree.Spot{{Kind: "renamed", Path: "html > main", Depth: 3, Side: "path"}}},
		Region: bartree.Region{Text: "On Yeast.", Parts: map[string]string{"a": "On"}},
	}
	want.Found.Text, want.Found.How, want.Found.Confidence, want.Found.Margin, want.Found.Path = "On Yeast.", "text", 1, 1, "html > p"
	if diff := cmp.Diff(want, got, sameText, cmpopts.IgnoreUnexported(bartree.Look{})); diff != "" {
		t.Error(diff)
	}
}

var sameText = cmp.Comparer(func(a, b error) bool { return a == b || a != nil && b != nil && a.Error() == b.Error() })

func TestStatesAsText(t *testing.T) {
	for s := bartree.StateUnknown; s <= bartree.StateRedesign; s++ {
		text, err := s.MarshalText()
		var back bartree.State
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%s reads back as %s, error %v", s, back, err)
		}
		if err != nil || string(text) != s.String() {
			t.Errorf("%s is written as %q, error %v", s, text, err)
		}
	}
	for _, line := range []string{`{"State":"moved"}`, `{"State":"State(9)"}`} {
		var c bartree.Change
		if err := json.Unmarshal([]byte(line), &c); err == nil || !strings.Contains(err.Error(), "bartree: ") {
			t.Errorf("%s: %+v, error %v", line, c, err)
		}
	}
}
