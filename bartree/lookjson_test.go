package bartree_test

import (
	"encoding/json"
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
		for _, want := range []string{`"Result":"` + string(l.Result) + `"`, `"State":"` + l.Change.State.String() + `"`, `"Region":"` + l.Change.Region.String() + `"`} {
			if !strings.Contains(string(line), want) {
				t.Errorf("no %s in %.300s", want, line)
			}
		}
		if l.Warning != nil && !strings.Contains(string(line), l.Warning.Error()) || l.Warning == nil && strings.Contains(string(line), "Warning") {
			t.Errorf("warning %v in %.300s", l.Warning, line)
		}
		var back bartree.Look
		if err := json.Unmarshal(line, &back); err != nil {
			t.Fatal(err)
		}
		sameText := cmp.Comparer(func(a, b error) bool { return a == b || a != nil && b != nil && a.Error() == b.Error() })
		if diff := cmp.Diff(l, back, sameText, cmpopts.IgnoreUnexported(bartree.Location{})); diff != "" {
			t.Errorf("it reads back otherwise (-was +is):\n%s", diff)
		}
	}
}

func TestStatesAndTouchesAsText(t *testing.T) {
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
	for touch := bartree.TouchNone; touch <= bartree.TouchPath; touch++ {
		text, err := touch.MarshalText()
		var back bartree.Touch
		if err := back.UnmarshalText(text); err != nil || back != touch {
			t.Errorf("%s reads back as %s, error %v", touch, back, err)
		}
		if err != nil || string(text) != touch.String() {
			t.Errorf("%s is written as %q, error %v", touch, text, err)
		}
	}
	for _, line := range []string{`{"State":"moved"}`, `{"State":"State(9)"}`, `{"Region":"same"}`} {
		var c bartree.Change
		if err := json.Unmarshal([]byte(line), &c); err == nil || !strings.Contains(err.Error(), "bartree: ") {
			t.Errorf("%s: %+v, error %v", line, c, err)
		}
	}
}
