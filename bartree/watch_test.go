package bartree_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
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
func (s *site) look(t *testing.T, w *bartree.Watch, url string, l layout, want bartree.Outcome) bartree.Look {
	t.Helper()
	text := sentence(s.r, 12)
	got, err := w.Look("abstract", url, l.page(s.r, text), day.AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	if got.Outcome != want || want != bartree.Deferred && got.Region.Text != text {
		t.Fatalf("%s: %s %q (%s), want %s %q", url, got.Outcome, got.Region.Text, got.Change.State, want, text)
	}
	return got
}

func TestWatch(t *testing.T) {
	s := newSite(1)
	w := s.watch(t)
	told := 0
	w.OnChange = func(l bartree.Look) {
		told++
		if l.Page == nil || !l.Change.Alarm() || l.Old == nil {
			t.Errorf("told of %+v", l)
		}
	}
	s.look(t, w, "/1", s.before, bartree.Read)
	s.look(t, w, "/1", s.now, bartree.Moved)
	s.look(t, w, "/1", s.now, bartree.Moved) // the same page again is one voice
	if target := w.Targets["abstract"]; target.Current != 0 || len(target.Pending) != 1 {
		t.Fatalf("switched without a quorum: current %d, %d pending", target.Current, len(target.Pending))
	}
	s.look(t, w, "/2", s.now, bartree.Moved)
	target := w.Targets["abstract"]
	if target.Current != 1 || len(target.Versions) != 2 || target.Versions[1].Parent != 0 || target.Versions[1].Reason == "" || len(target.Pending) != 0 {
		t.Fatalf("after a quorum: %d of %d", target.Current, len(target.Versions))
	}
	if l := s.look(t, w, "/3", s.now, bartree.Read); l.Version != 1 {
		t.Errorf("read with version %d", l.Version)
	}
	if l := s.look(t, w, "/4", s.before, bartree.Read); l.Version != 0 { // not rolled out there
		t.Errorf("read with version %d", l.Version)
	}
	if told != 3 {
		t.Errorf("told of %d changes, want 3", told)
	}
	if !w.Rollback("abstract") || w.Targets["abstract"].Current != 0 || w.Rollback("abstract") || w.Rollback("unknown") {
		t.Error("rollback")
	}
}

func TestWatchDefers(t *testing.T) {
	s := newSite(2)
	w := s.watch(t)
	l, err := w.Look("abstract", "/1", []byte("<html><body><p>Withdrawn.</p></body></html>"), day)
	if err != nil || l.Outcome != bartree.Deferred || l.New != nil || l.Region.Text != "" {
		t.Errorf("%+v, %v", l, err)
	}
	if n := len(w.Targets["abstract"].Pending); n != 0 {
		t.Errorf("%d pending", n)
	}
	if _, err := w.Look("title", "/1", []byte(figure), day); !errors.Is(err, bartree.ErrTarget) {
		t.Error(err)
	}
	if _, err := w.Look("abstract", "/1", nil, day); !errors.Is(err, bartree.ErrNoPage) {
		t.Error(err)
	}
	if err := w.Add("title", bartree.Region{Text: "Not there."}, day, []byte(figure)); !errors.Is(err, bartree.ErrMissing) {
		t.Error(err)
	}
}

// TestWatchOutlivesTheProgram: its JSON form holds all it knows.
func TestWatchOutlivesTheProgram(t *testing.T) {
	s := newSite(3)
	w := s.watch(t)
	s.look(t, w, "/1", s.now, bartree.Moved)
	b, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	var again bartree.Watch
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	s.look(t, &again, "/2", s.now, bartree.Moved)
	if again.Targets["abstract"].Current != 1 {
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
	pages := []bartree.Page{{Target: "abstract", URL: "/1"}, {Target: "abstract", URL: "/2"}, {Target: "abstract", URL: "/3"}}
	err := w.Run(t.Context(), pages, get, func(l bartree.Look, err error) {
		outcomes = append(outcomes, fmt.Sprint(l.URL, l.Outcome, errors.Is(err, gone)))
	})
	if got := fmt.Sprint(outcomes); err != nil || got != "[/1readfalse /2true /3readfalse]" {
		t.Errorf("%s, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.Run(ctx, pages, get, func(bartree.Look, error) { t.Error("looked") }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
