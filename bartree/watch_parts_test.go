package bartree_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

func fill(layout string, values ...any) []byte { return fmt.Appendf(nil, layout, values...) }

func record(title, authors, abstract string) bartree.Region {
	return bartree.Region{Text: strings.Join([]string{title, authors, abstract}, " "), Parts: map[string]string{"title": title, "authors": authors, "abstract": abstract}}
}

var (
	recordA = record("A Title", "Ann, Bob", "The abstract text.")
	recordB = record("Another", "Eve", "Something else.")
	recordC = record("Bread of the valley", "Lars Haugen, Kari Moe", "Loaves from nine bakeries were compared by weight and crust. The oven explains more than the flour.")
	recordD = record("Tides in small harbours", "Mary Okafor, Paul Ilves", "We measured the tide in four small harbours for a year and found that a wall of stones delays it by eleven minutes.")
)

const (
	layoutBefore = `<html><body><div class=top>J</div><div class=article><h1>%s</h1><p class=by>%s</p><p>%s</p></div></body></html>`
	layoutAfter  = `<html><body><header>J</header><main class=article><section><h2>%s</h2></section><ul><li>%s</li></ul><blockquote>%s</blockquote></main></body></html>`
	// The parts and what is between them have no element of their own.
	layoutApart = `<html><body><header><h1>%s</h1><nav>Home</nav></header><main><div class=by>By %s</div><div class=share>Share</div><p>Abstract: %s</p></main></body></html>`
	// Nothing of the first layout is left but the classes.
	layoutClasses = `<html><body><nav>J</nav><main><article class=article><header><h2>%s</h2></header><div class=by><span>%s</span></div><p>%s</p></article></main></body></html>`
)

func recordPage(layout string, r bartree.Region) []byte {
	return fill(layout, r.Parts["title"], r.Parts["authors"], r.Parts["abstract"])
}

func watchRecords(t *testing.T, quorum int, r bartree.Region) *bartree.Watch {
	t.Helper()
	w := &bartree.Watch{Quorum: quorum}
	if err := w.Add("article", r, day, recordPage(layoutBefore, r)); err != nil {
		t.Fatal(err)
	}
	return w
}

// a lookOf is a page and what must be read on it.
type lookOf struct {
	url    string
	page   []byte
	result bartree.LookResult
	parts  map[string]string
}

func lookAll(t *testing.T, w *bartree.Watch, all []lookOf) {
	t.Helper()
	for i, c := range all {
		l, err := w.Look("article", c.url, c.page, day)
		if err != nil || l.Result != c.result || (l.Warning != nil) != (c.result == bartree.LookDeferred) {
			t.Errorf("look %d at %s: %s, %v, warning %v, want %s", i, c.url, l.Result, err, l.Warning, c.result)
		}
		if diff := cmp.Diff(c.parts, l.Region.Parts); diff != "" {
			t.Errorf("look %d at %s: %s", i, c.url, diff)
		}
	}
}

// TestWatchKeepsPartsApart: after a redesign each part is read where it is now,
// on the page of the change and on the next one.
func TestWatchKeepsPartsApart(t *testing.T) {
	lookAll(t, watchRecords(t, 1, recordA), []lookOf{
		{"/2", recordPage(layoutBefore, recordB), bartree.LookRead, recordB.Parts},
		{"/1", recordPage(layoutAfter, recordA), bartree.LookMoved, recordA.Parts},
		{"/2", recordPage(layoutAfter, recordB), bartree.LookRead, recordB.Parts},
		{"/2", recordPage(layoutBefore, recordB), bartree.LookRead, recordB.Parts}, // not rolled out there
	})
}

// TestWatchFindsPartsByWhatItRead: the redesign took the region apart, so that
// its text is in no one place; the words read at the same URL show where its parts are.
func TestWatchFindsPartsByWhatItRead(t *testing.T) {
	lookAll(t, watchRecords(t, 2, recordA), []lookOf{
		{"/c", recordPage(layoutBefore, recordC), bartree.LookRead, recordC.Parts},
		{"/d", recordPage(layoutBefore, recordD), bartree.LookRead, recordD.Parts},
		{"/c", recordPage(layoutApart, recordC), bartree.LookMoved, recordC.Parts},
		{"/d", recordPage(layoutApart, recordD), bartree.LookMoved, recordD.Parts},
		{"/2", recordPage(layoutApart, recordB), bartree.LookRead, recordB.Parts},
	})
}

// TestWatchFindsPartsByShape: pages that nobody has read are the first in the new layout.
func TestWatchFindsPartsByShape(t *testing.T) {
	lookAll(t, watchRecords(t, 2, recordC), []lookOf{
		{"/d", recordPage(layoutClasses, recordD), bartree.LookMoved, recordD.Parts},
		{"/a", recordPage(layoutClasses, recordC), bartree.LookMoved, recordC.Parts},
		{"/2", recordPage(layoutClasses, recordB), bartree.LookRead, recordB.Parts},
	})
}

// TestWatchDefersParts: a part that is not on the page defers it, in the same
// template and in another. What could be read is there for a person.
func TestWatchDefersParts(t *testing.T) {
	w := watchRecords(t, 1, recordC)
	var warned []error
	w.OnChange = func(l bartree.Look) { warned = append(warned, l.Warning) }
	without := bytes.Replace(recordPage(layoutBefore, recordD), []byte("<p class=by>"+recordD.Parts["authors"]+"</p>"), nil, 1)
	lookAll(t, w, []lookOf{
		{"/d", without, bartree.LookDeferred, map[string]string{"title": recordD.Parts["title"], "abstract": recordD.Parts["abstract"]}},
		{"/d", recordPage(`<html><body><nav>J</nav><main><h3>%s %s</h3><p>%s</p></main></body></html>`, recordD), bartree.LookDeferred, nil},
		{"/d", recordPage(layoutBefore, recordD), bartree.LookRead, recordD.Parts},
	})
	if len(warned) != 2 || !errors.Is(warned[0], bartree.ErrMissing) || !strings.Contains(warned[0].Error(), `"authors"`) || !isUncertain(warned[1]) {
		t.Errorf("warned of %v", warned)
	}
	if versions, _ := w.Versions("article"); len(versions) != 1 {
		t.Errorf("%d versions", len(versions))
	}
}

// TestWatchKeepsParts: what a Watch knows of parts is in its file.
func TestWatchKeepsParts(t *testing.T) {
	w := watchRecords(t, 2, recordA)
	for _, l := range []lookOf{
		{"/c", recordPage(layoutBefore, recordC), bartree.LookRead, recordC.Parts},
		{"/d", recordPage(layoutBefore, recordD), bartree.LookRead, recordD.Parts},
		{"/c", recordPage(layoutApart, recordC), bartree.LookMoved, recordC.Parts},
		{"/d", recordPage(layoutApart, recordD), bartree.LookMoved, recordD.Parts},
		{"/2", recordPage(layoutApart, recordB), bartree.LookRead, recordB.Parts},
	} {
		lookAll(t, w, []lookOf{l})
		w = modeltest.Reread(t, w)
	}
}

// TestAddRefusesParts: a part that could not be read again is refused at once.
func TestAddRefusesParts(t *testing.T) {
	page := []byte(`<html><body><dl><dd>Ann</dd><dd>Bob</dd><dd>Eve</dd><dd>Zoe</dd></dl></body></html>`)
	region := bartree.Region{Text: "Ann Bob Eve Zoe", Parts: map[string]string{"some": "Bob Eve"}}
	var w bartree.Watch
	if err := w.Add("x", region, day, page); !isUnreadPart(err) || !strings.Contains(err.Error(), `"some"`) {
		t.Error(err)
	}
}

// TestAddRefusesUnreadParts: what cannot be read on the other pages is refused, and so is a word of a sentence
// that nothing marks; a label with a unit, and what one of the pages lacks, are not.
func TestAddRefusesUnreadParts(t *testing.T) {
	page := func(line string) []byte {
		return fill(`<html><body><nav>J</nav><div class=a><h1>Bread</h1><p>%s</p></div></body></html>`, line)
	}
	for _, tt := range []struct {
		name, part string
		lines      []string // of the pages; the first is taught
		refused    bool
	}{
		{"a word of a sentence", "espresso", []string{"Today we serve espresso with milk"}, true},
		{"on a page with another sentence too", "espresso", []string{"Today we serve espresso with milk", "There is cocoa after six"}, true},
		{"a word in a sentence that all pages have", "espresso", []string{"Today we serve espresso with milk", "Today we serve cocoa with milk"}, false},
		{"a label and a unit", "350", []string{"Price 350 EUR"}, false},
		{"a label with a mark", "Ann", []string{"Baked by our friend: Ann"}, false},
		{"a label that no other page has", "Ann", []string{"Baked by Ann", "Eve", "Lars"}, true},
		{"one page lacks it", "Ann", []string{"Baked by Ann", "Baked by Eve", ""}, false},
	} {
		var more [][]byte
		for _, line := range tt.lines[1:] {
			more = append(more, page(line))
		}
		region := bartree.Region{Text: "Bread " + tt.lines[0], Parts: map[string]string{"part": tt.part}}
		err := new(bartree.Watch).Add("x", region, day, page(tt.lines[0]), more...)
		if isUnreadPart(err) != tt.refused || !tt.refused && err != nil || tt.refused && !strings.Contains(err.Error(), `"part"`) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestLabelsOfParts: more pages show which words beside a part are a label.
func TestLabelsOfParts(t *testing.T) {
	page := func(authors string) []byte {
		return fill(`<html><body><div><h1>Bread</h1><p><b>Year</b>: 2011</p><p><b>Author</b>: %s</p></div></body></html>`, authors)
	}
	var w bartree.Watch
	region := bartree.Region{Text: "Bread Year: 2011 Author: Ann", Parts: map[string]string{"authors": "Ann"}}
	if err := w.Add("article", region, day, page("<a>Ann</a>"), page("<a>Eve</a>")); err != nil {
		t.Fatal(err)
	}
	lookAll(t, &w, []lookOf{
		{"/1", page("<a>Lars</a>, <a>Paul</a>"), bartree.LookRead, map[string]string{"authors": "Lars, Paul"}},
	})
}

// TestDeferredPart: a look that is deferred since a part cannot be read has no tree of the page.
func TestDeferredPart(t *testing.T) {
	old := []byte(`<html><body><dl><dt>Ann</dt><dd>Bob Eve</dd><dd>Zoe</dd></dl></body></html>`)
	new := []byte(`<html><body><div class="n"><dl><dd>Ann</dd><dd>Bob</dd><dd>Eve</dd><dd>Zoe</dd></dl></div></body></html>`)
	var w bartree.Watch
	if err := w.Add("x", bartree.Region{Text: "Ann Bob Eve Zoe", Parts: map[string]string{"some": "Bob Eve"}}, day, old); err != nil {
		t.Fatal(err)
	}
	l, err := w.Look("x", "/1", new, day)
	if err != nil || l.Result != bartree.LookDeferred || l.Warning == nil {
		t.Fatalf("%s, %v, %v", l.Result, l.Warning, err)
	}
	var drawing strings.Builder
	if err := l.WriteSVG(&drawing); err != nil || strings.Count(drawing.String(), "d_max") != 1 {
		t.Errorf("deferred (%v), drawn as %s, %v", l.Warning, &drawing, err)
	}
}

// TestDeferredAtItsPlaceIsTold: a page that is deferred since a part of it could not be read on others
// is told to OnChange, though the region is at its place.
func TestDeferredAtItsPlaceIsTold(t *testing.T) {
	page := func(r bartree.Region, year string) []byte {
		return fill(`<html><body><div>J</div><article><h1>%s</h1><p class=by>%s</p>%s<div>%s</div></article></body></html>`,
			r.Parts["title"], r.Parts["authors"], year, r.Parts["abstract"])
	}
	region := record(recordC.Parts["title"], recordC.Parts["authors"], recordC.Parts["abstract"])
	region.Text = strings.Replace(region.Text, region.Parts["abstract"], "2017 "+region.Parts["abstract"], 1)
	region.Parts = map[string]string{"title": region.Parts["title"], "year": "2017"}
	var w bartree.Watch
	more := [][]byte{page(recordA, "<time>1999</time>"), page(recordB, "<time>2001</time>"), page(recordD, "<time>2003</time>")}
	if err := w.Add("article", region, day, page(recordC, "<time>2017</time>"), more...); err != nil {
		t.Fatal(err)
	}
	var told []error
	w.OnChange = func(l bartree.Look) { told = append(told, l.Warning) }
	l, err := w.Look("article", "/1", page(recordD, "<tim>2010</time>"), day)
	if err != nil || l.Result != bartree.LookDeferred {
		t.Fatalf("%s, %v", l.Result, err)
	}
	if len(told) != 1 || !isUnreadPart(told[0]) {
		t.Errorf("deferred with %v, told %v", l.Warning, told)
	}
}

// TestWatchNotUTF8: what a Watch reads is the same after it was kept in a file, whatever bytes names and classes have.
func TestWatchNotUTF8(t *testing.T) {
	page := func(r bartree.Region) []byte {
		return recordPage("<html><body><div class='a r\xe9sum\xe9' id='\xff'><x-\xe9><h1>%s</h1></x-\xe9><p class=by>%s</p><y-\xe9></y-\xe9><p>%s</p></div></body></html>", r)
	}
	w := &bartree.Watch{Quorum: 1}
	if err := w.Add("article", recordA, day, page(recordA), page(recordC)); err != nil {
		t.Fatal(err)
	}
	for _, l := range []lookOf{
		{"/b", page(recordB), bartree.LookRead, recordB.Parts},
		{"/b", bytes.Replace(page(recordB), []byte("<div"), []byte("<main><div"), 1), bartree.LookMoved, recordB.Parts},
		{"/a", bytes.Replace(page(recordA), []byte("<div"), []byte("<main><div"), 1), bartree.LookRead, recordA.Parts},
	} {
		again := modeltest.Reread(t, w)
		var before, after bytes.Buffer
		if _, err := w.WriteTo(&before); err != nil {
			t.Fatal(err)
		}
		if _, err := again.WriteTo(&after); err != nil {
			t.Fatal(err)
		}
		if before.String() != after.String() {
			t.Errorf("%s: the file of the watch that was read differs from its own", l.url)
		}
		lookAll(t, w, []lookOf{l})
		lookAll(t, again, []lookOf{l})
	}
}
