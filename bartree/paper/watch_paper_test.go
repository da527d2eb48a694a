package paper_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// TestPaperLoop is section IV of the paper: the keyword is looked for on each
// page; a variable that differs replaces the version; a text that is gone defers and
// warns, although the template holds.
func TestPaperLoop(t *testing.T) {
	const (
		first   = `<html><body><div>J</div><div class=article><h1>%s</h1><p>%s</p></div></body></html>`
		wrapped = `<html><body><div>J</div><main><div class=article><h1>%s</h1><p>%s</p></div></main></body></html>`
		beside  = `<html><body><div>J</div><main><div class=article><h1>%s</h1><p>%s</p></div><div>K</div></main></body></html>`
	)
	region := bartree.Region{Text: "Bread It rises.", Parts: map[string]string{"title": "Bread"}}
	same, other := []any{"Bread", "It rises."}, []any{"Tides", "They rise."}
	for _, variables := range []paper.Variables{paper.SimpleVariables, paper.FullVariables, paper.AllVariables} {
		w := paper.Watch{Variables: variables, Taper: figure4Taper}
		if err := w.Add("article", region, day, fill(first, same...)); err != nil {
			t.Fatal(err)
		}
		seesBeside := bartree.LookMoved
		if variables == paper.SimpleVariables { // P of the last depth is in no A_d
			seesBeside = bartree.LookRead
		}
		var warned []bartree.LookResult
		w.OnChange = func(l paper.Look) { warned = append(warned, l.Result) }
		for _, c := range []struct {
			page []byte
			want bartree.LookResult
		}{
			{fill(first, same...), bartree.LookRead},
			{fill(first, other...), bartree.LookDeferred},
			{fill(wrapped, same...), bartree.LookMoved},
			{fill(wrapped, same...), bartree.LookRead},
			{fill(beside, same...), seesBeside},
			{nil, bartree.LookDeferred},
		} {
			l, err := w.Look("article", "/1", c.page, day)
			if err != nil || l.Result != c.want || l.Change.Alarm() != (c.want == bartree.LookMoved) {
				t.Errorf("%s: %s %s, %v, want %s: %s", variables, l.Result, l.Change.State, err, c.want, c.page)
			}
			if judged := c.want != bartree.LookDeferred; (l.Change.State == bartree.StateUnknown) == judged {
				t.Errorf("%s: %s, state %s: %s", variables, l.Result, l.Change.State, c.page)
			}
			switch {
			case c.want == bartree.LookDeferred:
				if !errors.Is(l.Warning, bartree.ErrMissing) || l.New != nil || l.Region.Text != "" {
					t.Errorf("%s: deferred: %v, %q", variables, l.Warning, l.Region.Text)
				}
			case l.Warning != nil || l.New.Taper != figure4Taper || !cmp.Equal(l.Region, region):
				t.Errorf("%s: %v, r = %g, %v", variables, l.Warning, l.New.Taper, l.Region)
			}
		}
		versions, current := w.Versions("article")
		moves := map[bool]int{true: 1, false: 2}[variables == paper.SimpleVariables]
		if current != moves || len(versions) != moves+1 || versions[1].Parent != 0 || len(warned) != moves+2 {
			t.Errorf("%s: %d of %d versions, OnChange %v", variables, current, len(versions), warned)
		}
		// Other pages of the target are read with the current version's tree.
		got, ok := paper.Extract(fill(wrapped, other...), versions[current].Tree)
		if want := (bartree.Region{Text: "Tides They rise.", Parts: map[string]string{"title": "Tides"}}); !ok || !cmp.Equal(got, want) {
			t.Errorf("%s: extracted %v", variables, got)
		}
		again := modeltest.Reread(t, &w)
		if again.Variables != variables || again.Taper != figure4Taper {
			t.Fatalf("%s: read again as %v", variables, again)
		}
		if l, err := again.Look("article", "/1", fill(first, other...), day); err != nil || l.Result != bartree.LookDeferred {
			t.Errorf("%s: after the program: %s, %v", variables, l.Result, err)
		}
	}
}

// TestPaperLoopTaper: a taper that does not
// fit a page is an error.
func TestPaperLoopTaper(t *testing.T) {
	w := paper.Watch{Variables: paper.FullVariables, Taper: figure4Taper}
	if err := w.Add("x", bartree.Region{Text: "Here."}, day, markuptest.Deep(11, "Here.")); !errors.Is(err, paper.ErrTaper) {
		t.Errorf("11 levels: %v", err)
	}
	if err := w.Add("x", bartree.Region{Text: "Here."}, day, markuptest.Deep(10, "Here.")); err != nil {
		t.Fatal(err)
	}
	if l, err := w.Look("x", "/1", markuptest.Deep(11, "Here."), day); !errors.Is(err, paper.ErrTaper) || l.Result != "" || l.New != nil || l.URL != "/1" {
		t.Errorf("11 levels: %+v, %v", l, err)
	}
}

// Variables that there are not are refused, by the name of the field.
func TestWatchSettings(t *testing.T) {
	w := paper.Watch{Variables: 9}
	if err := w.Add("x", bartree.Region{Text: "Here."}, day, markuptest.Deep(4, "Here.")); err == nil || !strings.Contains(err.Error(), "Watch.Variables is") {
		t.Error(err)
	}
}
