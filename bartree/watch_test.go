package bartree_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

var day = time.Date(2011, 4, 1, 0, 0, 0, 0, time.UTC)

// site is generated pages before and after a change of their template.
type site struct {
	r           *rand.Rand
	before, now layout
}

func newSite(seed uint64) *site {
	r := rand.New(rand.NewPCG(seed, 9))
	s := &site{r: r, before: newLayout(r)}
	s.now = s.before.clone()
	for _, c := range changes[2:4] {
		c.make(r, s.now)
	}
	return s
}

func (s *site) watch(t *testing.T) *bartree.Watch {
	t.Helper()
	var w bartree.Watch
	text := sentence(s.r, 12)
	if err := w.Add("abstract", bartree.Region{Text: text}, day, s.before.page(s.r, text), s.before.page(s.r, sentence(s.r, 9))); err != nil {
		t.Fatal(err)
	}
	return &w
}

// look looks at a page with a new text and checks that this is what was read.
func (s *site) look(t *testing.T, w *bartree.Watch, url string, l layout, want bartree.LookResult) bartree.Look {
	t.Helper()
	text := sentence(s.r, 12)
	got, err := w.Look("abstract", url, l.page(s.r, text), day.AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	if got.Result != want || want != bartree.LookDeferred && got.Region.Text != text {
		t.Fatalf("%s: %s %q (%s), want %s %q", url, got.Result, got.Region.Text, got.Change.State, want, text)
	}
	return got
}

func TestWatch(t *testing.T) {
	s := newSite(1)
	w := s.watch(t)
	calls := 0
	w.OnChange = func(l bartree.Look) {
		calls++
		if l.Page == nil || !l.Change.Alarm() {
			t.Errorf("OnChange(%+v)", l)
		}
	}
	s.look(t, w, "/1", s.before, bartree.LookRead)
	s.look(t, w, "/1", s.now, bartree.LookMoved)
	s.look(t, w, "/1", s.now, bartree.LookMoved) // the same page again is one voice
	if versions, current := w.Versions("abstract"); current != 0 || len(versions) != 1 {
		t.Fatalf("switched without a quorum: current %d of %d", current, len(versions))
	}
	s.look(t, w, "/2", s.now, bartree.LookMoved)
	versions, current := w.Versions("abstract")
	if current != 1 || len(versions) != 2 || versions[1].Parent != 0 || versions[1].Reason == "" {
		t.Fatalf("after a quorum: %d of %d", current, len(versions))
	}
	if l := s.look(t, w, "/3", s.now, bartree.LookRead); l.Version != 1 {
		t.Errorf("read with version %d", l.Version)
	}
	if l := s.look(t, w, "/4", s.before, bartree.LookRead); l.Version != 0 { // not rolled out there
		t.Errorf("read with version %d", l.Version)
	}
	if calls != 3 {
		t.Errorf("%d calls of OnChange, want 3", calls)
	}
	if !w.Rollback("abstract") || w.Rollback("abstract") || w.Rollback("unknown") {
		t.Error("rollback")
	}
	if _, current := w.Versions("abstract"); current != 0 {
		t.Errorf("rolled back to %d", current)
	}
	if versions, current := w.Versions("unknown"); versions != nil || current != -1 {
		t.Errorf("%v, %d of an unknown target", versions, current)
	}
}

func TestWatchDefers(t *testing.T) {
	s := newSite(2)
	w := s.watch(t)
	l, err := w.Look("abstract", "/1", []byte("<html><body><p>Withdrawn.</p></body></html>"), day)
	if err != nil || l.Result != bartree.LookDeferred || l.Region.Text != "" {
		t.Errorf("%+v, %v", l, err)
	}
	if versions, _ := w.Versions("abstract"); len(versions) != 1 {
		t.Errorf("%d versions", len(versions))
	}
	if _, err := w.Look("title", "/1", []byte(markuptest.Figure), day); err == nil || !strings.Contains(err.Error(), `unknown target "title"`) {
		t.Error(err)
	}
	if _, err := w.Look("abstract", "/1", nil, day); !isNoPage(err) {
		t.Error(err)
	}
	if err := w.Add("title", bartree.Region{Text: "Not there."}, day, []byte(markuptest.Figure)); !errors.Is(err, bartree.ErrMissing) {
		t.Error(err)
	}
}

// What stands beside an error says nothing.
func TestStateBesideErrors(t *testing.T) {
	s := newSite(2)
	w := s.watch(t)
	template, err := bartree.Learn([]byte(markuptest.Figure))
	if err != nil {
		t.Fatal(err)
	}
	none, err := template.Judge()
	check := func(name string, c bartree.Change, err error) {
		if err == nil || c.State != bartree.StateUnknown || c.Alarm() {
			t.Errorf("%s: state %s, error %v", name, c.State, err)
		}
	}
	check("no page", none, err)
	empty, err := template.Judge([]byte(markuptest.Figure), nil)
	check("an empty page", empty, err)
	for _, target := range []string{"abstract", "unknown"} {
		l, err := w.Look(target, "/1", nil, day)
		check(target, l.Change, err)
	}
	gone := func(context.Context, string) ([]byte, error) { return nil, errors.New("gone") }
	if err := w.Run(t.Context(), "abstract", []string{"/1"}, gone, func(l bartree.Look, err error) { check("run", l.Change, err) }); err != nil {
		t.Error(err)
	}
}

// TestWatchOutlivesTheProgram: what it writes is all it knows.
func TestWatchOutlivesTheProgram(t *testing.T) {
	s := newSite(3)
	w := s.watch(t)
	s.look(t, w, "/1", s.now, bartree.LookMoved)
	again := modeltest.Reread(t, w)
	s.look(t, again, "/2", s.now, bartree.LookMoved)
	if _, current := again.Versions("abstract"); current != 1 {
		t.Error("the first page's voice is lost")
	}
}

func TestWatchRun(t *testing.T) {
	s := newSite(4)
	w := s.watch(t)
	gone := errors.New("gone")
	get := func(_ context.Context, url string) ([]byte, error) {
		if url == "/2" {
			return nil, gone
		}
		return s.before.page(s.r, sentence(s.r, 9)), nil
	}
	var outcomes []string
	urls := []string{"/1", "/2", "/3"}
	err := w.Run(t.Context(), "abstract", urls, get, func(l bartree.Look, err error) {
		outcomes = append(outcomes, fmt.Sprint(l.URL, l.Result, errors.Is(err, gone)))
	})
	if got := fmt.Sprint(outcomes); err != nil || got != "[/1readfalse /2true /3readfalse]" {
		t.Errorf("%s, %v", got, err)
	}
	fetched := func(context.Context, string) ([]byte, error) { t.Error("fetched"); return nil, gone }
	if err := w.Run(t.Context(), "other", urls, fetched, func(bartree.Look, error) { t.Error("looked") }); err == nil || !strings.Contains(err.Error(), `unknown target "other"`) {
		t.Errorf("an unknown target: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.Run(ctx, "abstract", urls, get, func(bartree.Look, error) { t.Error("looked") }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
