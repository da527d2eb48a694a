package bartree_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// TestEmptyRegion: a place without text is not read, whether the template holds or not.
func TestEmptyRegion(t *testing.T) {
	text := []byte("On Loaf, which rise and fall.")
	for n, more := range []string{"", `<form class="f"></form><nav class="n"></nav><aside class="a"></aside><table class="t"></table>`} {
		for _, inside := range []string{"", " &nbsp; ", `<img src="x.png"><script>"Loaf"</script>`} {
			w := watchAbstracts(t)
			called := 0
			w.OnChange = func(bartree.Look) { called++ }
			page := bytes.Replace(articlePage("", "Loaf", more), text, []byte(inside), 1)
			l := lookAt(t, w, "/1", page, bartree.LookDeferred)
			if !errors.Is(l.Warning, bartree.ErrMissing) || called != 1 || l.Change.Alarm() != (n > 0) {
				t.Errorf("%q, %s: warning %v, %d calls", inside, l.Change.State, l.Warning, called)
			}
		}
	}
}

// TestEmptyRegionHasNotMoved: what was read at the URL before is not looked for while the template holds.
func TestEmptyRegionHasNotMoved(t *testing.T) {
	page := func(said string) []byte { return offer("Loaf", "3.20 EUR", said) }
	w := watchRegion(t, "Rye", page("Rye"), offer("Roll", "1.10 EUR", "Wheat"))
	lookAt(t, w, "/1", page("Loaf"), bartree.LookRead)
	if l := lookAt(t, w, "/1", page(""), bartree.LookDeferred); l.Region.Text != "" || !errors.Is(l.Warning, bartree.ErrMissing) {
		t.Errorf("%q, warning %v", l.Region.Text, l.Warning)
	}
}

// TestNoURL: a program that looks at one page may give it no URL. What it notes of it is read back.
func TestNoURL(t *testing.T) {
	w := watchAbstracts(t)
	w.OnChange = nil
	lookAt(t, w, "", gone("/"), bartree.LookDeferred)
	for i := range 3 {
		w = modeltest.Reread(t, w)
		lookAt(t, w, fmt.Sprint("/", i), articlePage("", "Yeast", ""), bartree.LookRead)
	}
	lookAt(t, modeltest.Reread(t, w), "/gone", gone("/gone"), bartree.LookOther)
}
