package bartree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// offer renders the page of something that is sold; what is said of it is a paragraph each.
func offer(title, price string, said ...string) []byte {
	return []byte(`<html><head><title>` + title + `</title></head><body><div class="top">Mill</div><div class="main"><h1>` + title +
		`</h1><p class="price">` + price + `</p><div class="said"><p>` + strings.Join(said, "</p><p>") + `</p></div></div></body></html>`)
}

// watchRegion watches a text of the first page. OnChange must be called of what is found at a new
// place or deferred alone.
func watchRegion(t *testing.T, text string, pages ...[]byte) *bartree.Watch {
	t.Helper()
	w := &bartree.Watch{OnChange: func(l bartree.Look) {
		if l.Result == bartree.LookRead {
			t.Errorf("OnChange: %s %s", l.URL, l.Result)
		}
	}}
	if err := w.Add("abstract", bartree.Region{Text: text}, day, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	return w
}

// TestOtherTextHasNotMoved: a text of another shape at the place of the region is read there, no
// matter from how few pages that is known. Change.Region says that it must be checked.
func TestOtherTextHasNotMoved(t *testing.T) {
	pages := [][]byte{
		offer("Loaf", "3.20 EUR", "Of rye."), offer("Roll", "1.10 EUR", "Of wheat."), offer("Flour", "2.05 EUR", "Of the mill."),
		offer("Yeast", "0.45 EUR", "Fresh."), offer("Salt", "0.90 EUR", "Of the sea."),
	}
	const gone = "Sold out since Monday, the next ones come out of the oven on Friday at noon"
	for n := 1; n <= len(pages); n++ {
		w := watchRegion(t, "3.20 EUR", pages[:n]...)
		l := lookAt(t, w, "/crust", offer("Crust", gone, "Of <em>rye</em>.", "With salt."), bartree.LookRead)
		if l.Region.Text != gone || l.Change.Region != "inside" || l.Change.Alarm() || l.Found.How != "path" {
			t.Errorf("learned from %d: %q, region %s, %s, by %s", n, l.Region.Text, l.Change.Region, l.Change.State, l.Found.How)
		}
		if versions, _ := w.Versions("abstract"); len(versions) != 1 {
			t.Errorf("learned from %d: %d versions", n, len(versions))
		}
	}
}

// TestTextReadBeforeHasMoved: what was read at the same URL, and is now in another place, shows where the
// region is, though its path leads to something.
func TestTextReadBeforeHasMoved(t *testing.T) {
	const first = "Loaves rise in warm rooms and fall in cold ones, as the old books say."
	w := watchRegion(t, first, offer("Loaf", "3.20 EUR", first, "x"))
	lookAt(t, w, "/1", offer("Loaf", "3.30 EUR", first, "x"), bartree.LookRead)
	if l := lookAt(t, w, "/1", offer("Loaf", "3.30 EUR", "New!", first, "x"), bartree.LookMoved); l.Region.Text != first {
		t.Errorf("%q", l.Region.Text)
	}
}

// TestCountOfFewPages: that two pages have as many paragraphs does not say that all have. One more or
// less is a change from four pages on; of elements with a class from two on.
func TestCountOfFewPages(t *testing.T) {
	var pages [][]byte
	for _, title := range []string{"Loaf", "Roll", "Flour", "Yeast", "Salt"} {
		pages = append(pages, offer(title, "1 EUR", title+" is what the mill is known for.", "Sold here.", "Sold there."))
	}
	const want = "Crusts are what the mill is known for."
	more := offer("Crust", "1 EUR", want, "Sold here.", "Sold there.", "Sold out.")
	for n := 1; n <= len(pages); n++ {
		w := watchRegion(t, "Loaf is what the mill is known for.", pages[:n]...)
		result := bartree.LookRead
		if n >= 4 {
			result = bartree.LookMoved
		}
		l := lookAt(t, w, "/crust", more, result)
		if l.Region.Text != want || l.Change.Alarm() != (n >= 4) || (l.Change.Region == "path") != (n > 1) {
			t.Errorf("learned from %d: %q, %s, region %s", n, l.Region.Text, l.Change.State, l.Change.Region)
		}
		if n == 1 {
			continue
		}
		w = watchRegion(t, "1 EUR", pages[:n]...)
		lookAt(t, w, "/crust", offer("Crust", `2 EUR</p><p class="price">1 EUR`, "Sold here.", "Sold there.", "Sold out."), bartree.LookMoved)
	}
}

// TestManySiblings: of more elements beside the path than are kept, those that are left out are not
// missing.
func TestManySiblings(t *testing.T) {
	var pages [][]byte
	for _, title := range []string{"Loaf", "Roll", "Flour", "Yeast", "Salt"} {
		pages = append(pages, offer(title, "1 EUR", title))
	}
	w := watchRegion(t, "Loaf is sold.", append([][]byte{offer("Loaf", "1 EUR", "Loaf is sold.")}, pages...)...)
	page := strings.Replace(string(offer("Crust", "1 EUR", "Crusts are sold.")), `<body>`, `<body>`+strings.Repeat("<p>x</p>", 40000), 1)
	l := lookAt(t, w, "/crust", []byte(page), bartree.LookRead)
	if l.Region.Text != "Crusts are sold." || l.Change.Alarm() {
		t.Errorf("%.40q, %s %v", l.Region.Text, l.Change.State, l.Change.Where)
	}
}

// TestPagesTwice: a page that is given again, byte by byte, says no more than once, whether to Add or
// to Look.
func TestPagesTwice(t *testing.T) {
	page := offer("Loaf", "1 EUR", "Loaf is sold.")
	w := watchRegion(t, "Loaf is sold.", page, page, page, page, page, page, page, page, page)
	for i := range 8 {
		lookAt(t, w, fmt.Sprint("/", i), page, bartree.LookRead)
	}
	if versions, _ := w.Versions("abstract"); versions[0].Template.Pages() != 1 {
		t.Errorf("learned from %d pages", versions[0].Template.Pages())
	}
	if err := w.Add("abstract", bartree.Region{Text: "Loaf"}, day, page, page, nil); !isNoPage(err) || !strings.Contains(err.Error(), "page 3 of 3") {
		t.Error(err)
	}
	other := strings.Replace(string(offer("Crust", "2 EUR", "Crusts <em>are</em> sold.", "Here.")), `<div class="top">`, `<div class="sale"></div><div class="top">`, 1)
	if l := lookAt(t, w, "/crust", []byte(other), bartree.LookRead); l.Change.State != bartree.StateUnknown {
		t.Errorf("%s, score %.2f", l.Change.State, l.Change.Score)
	}
}

// TestErrorsNameThePage: an error of a look names its URL, without its secrets.
func TestErrorsNameThePage(t *testing.T) {
	w := watchRegion(t, "Rye", offer("Loaf", "1 EUR", "Rye"))
	_, err := w.Look("abstract", "https://mill.example/1?token=abcdef", []byte("busy"), day)
	if !isNoPage(err) || !strings.Contains(err.Error(), "https://mill.example/1") || strings.Contains(err.Error(), "abcdef") {
		t.Error(err)
	}
	if _, err := w.Look("title", "https://mill.example/1", offer("Loaf", "1 EUR", "Rye"), day); err == nil || !strings.Contains(err.Error(), `unknown target "title"`) {
		t.Error(err)
	}
}
