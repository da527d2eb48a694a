package records_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// hostileList is a page of about size bytes that costs much to learn from or to
// read, and the record that is taught on it.
type hostileList struct {
	name   string
	page   func(size int) string
	record bartree.Region
}

var hostileLists = []hostileList{
	{"short records", func(n int) string { return `<ul><li>x` + strings.Repeat("<li>y", n/5) }, bartree.Region{Text: "x"}},
	{"records of nothing but links", func(n int) string {
		return `<base href="http://h.example/` + strings.Repeat("b", 1900) + `/"><p>` + strings.Repeat("<a href=1>y</a>", n/16)
	}, bartree.Region{Text: "y"}},
	{"the record's text everywhere", func(n int) string { return `<p>` + strings.Repeat("x ", n/2) }, bartree.Region{Text: "x"}},
	{"the record's text in elements", func(n int) string { return strings.Repeat("<i>x</i> ", n/9) }, bartree.Region{Text: "x x"}},
	{"lists in lists", func(n int) string { return strings.Repeat("<ul><li>x ", n/10) }, bartree.Region{Text: "x"}},
	{"deep", func(n int) string { return strings.Repeat("<div>", 900) + "<p>x<p>y" + strings.Repeat("<p>z", n/4) }, bartree.Region{Text: "x"}},
	{"lines", func(n int) string { return "<div>x" + strings.Repeat("<br>y", n/5) }, bartree.Region{Text: "x"}},
	{"runs", func(n int) string { return "<div><h3>x</h3><p>t" + strings.Repeat("<h3>y</h3><p>t", n/14) }, bartree.Region{Text: "x", Parts: map[string]string{"a": "t"}}},
	{"one record of many children", func(n int) string { return "<div><h3>x</h3>" + strings.Repeat("<p>y", n/4) + "<h4>z</h4>" }, bartree.Region{Text: "x", Parts: map[string]string{"a": "z"}}},
	{"classes", func(n int) string {
		return strings.Repeat(`<p class="`+strings.Repeat("a1 b2 c3 ", 100)+`">x`, n/912)
	}, bartree.Region{Text: "x"}},
	{"rowspans", func(n int) string {
		return "<table><tr><td>x" + strings.Repeat("<td rowspan=9999>x", 20) + strings.Repeat("<tr><td>y", n/9)
	}, bartree.Region{Text: "x", Parts: map[string]string{"a": "x"}}},
	{"the record's text and part everywhere", func(n int) string { return `<p>` + strings.Repeat("<i>x</i> y ", n/12) },
		bartree.Region{Text: "x", Parts: map[string]string{"a": "y", "b": "x y"}}},
	{"names", func(n int) string {
		var b strings.Builder
		b.WriteString("<div><b1>x</b1>")
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "<x-%d>y</x-%d>", i, i)
		}
		return b.String() + "z"
	}, bartree.Region{Text: "x", Parts: map[string]string{"a": "z"}}},
	{"numbers of pages", func(n int) string { return "<p>x<p><a href=2>2</a> " + strings.Repeat("<a href=3>3</a> 4 ", n/19) }, bartree.Region{Text: "x"}},
}

func TestAmplificationOfLists(t *testing.T) {
	size := 1 << 18
	if testing.Short() {
		size = 1 << 16
	}
	var rows []amplification.Row
	for _, h := range hostileLists {
		page := []byte(h.page(size))
		list, err := records.Learn(page, h.record)
		if err != nil && !errors.Is(err, bartree.ErrMissing) {
			t.Fatalf("%s: %v", h.name, err)
		}
		rows = append(rows, amplification.Row{Input: h.name + ", learned", Wire: len(page), Peak: 260 * size, Run: func() any {
			l, err := records.Learn(page, h.record)
			return []any{l, err}
		}})
		if list == nil {
			continue
		}
		if h.name == "numbers of pages" {
			if err := list.MarkNext(page, "2"); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, amplification.Row{Input: h.name + ", read", Wire: len(page), Kept: 200 * size, Peak: 260 * size, Run: func() any {
			got, err := list.Read("http://h.example/", page)
			return []any{got, err}
		}})
	}
	model := `{"format":"lokman list","version":1,"records":{"path":[` + strings.Repeat("{},", size/3) + `{}]}}`
	rows = append(rows, amplification.Row{Input: "model of empty steps", Wire: len(model), Kept: size, Peak: 60 * size, Run: func() any {
		_, err := modeltest.Read[records.List](strings.NewReader(model))
		return err
	}})
	amplification.Check(t, rows)
}

// A page of too many records is read up to the limit and says so.
func TestListTruncated(t *testing.T) {
	page := []byte("<ul>" + strings.Repeat("<li><i>y</i>", 30_000))
	list, err := records.Learn([]byte("<ul><li><i>x</i><li><i>y</i>"), bartree.Region{Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := list.Read("", page)
	if err != nil || !got.Truncated || len(got.Records) != 20_000 {
		t.Errorf("%d records, truncated %v, %v", len(got.Records), got.Truncated, err)
	}
}

// The addresses that a short page unfolds to are bounded in all.
func TestListBytes(t *testing.T) {
	item := `<li><a href=1><b>x</b> <i>y</i> <u>z</u></a>`
	page := []byte(`<base href="http://h.example/` + strings.Repeat("b", 1900) + `/"><ul>` + strings.Repeat(item, 19_000))
	list, err := records.Learn(page[:4000], bartree.Region{Text: "x", Parts: map[string]string{"a": "x", "b": "y", "c": "z"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := list.Read("http://h.example/", page)
	if err != nil {
		t.Fatal(err)
	}
	bytes := 0
	for _, r := range got.Records {
		for _, link := range r.Links {
			bytes += len(link)
		}
	}
	if !got.Truncated || bytes > 64<<20 || bytes < 60<<20 {
		t.Errorf("%d bytes of addresses, truncated %v", bytes, got.Truncated)
	}
}

// FuzzList: any page and record are learned or refused; what was learned reads its
// own page the same way each time, saved or not, and any other page at all.
func FuzzList(f *testing.F) {
	for _, l := range listLayouts {
		f.Add(l.page(contents), []byte(markuptest.Figure), "A wall of stones", "A. Lind", "Terms")
	}
	for _, h := range hostileLists {
		f.Add([]byte(h.page(300)), []byte(h.page(100)), h.record.Text, h.record.Parts["a"], "2")
	}
	f.Fuzz(func(t *testing.T, page, other []byte, text, part, next string) {
		record := bartree.Region{Text: text}
		if part != "" {
			record.Parts = map[string]string{"part": part}
		}
		list, err := records.Learn(page, record)
		if err != nil {
			return
		}
		list.MarkNext(page, next)
		list.Nest("inner", page, bartree.Region{Text: part})
		back := modeltest.Reread(t, list)
		a, err := list.Read("http://h.example/", page)
		if err != nil || len(a.Records) == 0 {
			t.Fatalf("the page that taught: %d records, %v", len(a.Records), err)
		}
		b, err := back.Read("http://h.example/", page)
		if err != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("saved: %v\n%+v\n%+v", err, a, b)
		}
		if _, err := list.Read("", other); err != nil && !errors.Is(err, records.ErrNoRecord) {
			t.Fatal(err)
		}
	})
}
