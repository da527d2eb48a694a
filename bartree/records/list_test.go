package records_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// contents is a contents page in several listLayouts, one article a line:
// title | authors | address.
var contents = []string{
	"Tides in small harbours | M. Okafor, A. Lind | 1.html",
	"The bread of the valley | L. Haugen | 2.html",
	"Notes from the editor | | 3.html",
	"Counting swifts at dusk | P. Ilves, T. Saar, K. Mets | 4.html",
	"A wall of stones | A. Lind | 5.html",
}

// A listLayout writes the list of an contents.
type listLayout struct {
	name   string
	before string
	record func(title, authors, address string) string
	after  string
}

func optional(authors, format string) string {
	if authors == "" {
		return ""
	}
	return fmt.Sprintf(format, authors)
}

var listLayouts = []listLayout{
	{"list", `<ul>`, func(title, authors, address string) string {
		return `<li><a href="` + address + `">` + title + `</a>` + optional(authors, `<i>%s</i>`)
	}, `</ul>`},
	{"list with a label", `<ul>`, func(title, authors, address string) string {
		return `<li><a href=` + address + `>` + title + `</a>` + optional(authors, `, by %s`) + `</li>`
	}, `</ul>`},
	{"table", `<table><tr><th>Article<th>Pages</tr>`, func(title, authors, address string) string {
		return `<tr><td><a href='` + address + `'>` + title + `</a><br>` + optional(authors, `<small>%s</small>`) + `<td>7`
	}, `</table>`},
	{"headings and what follows", `<div class="toc">`, func(title, authors, address string) string {
		return `<h3><a href="` + address + `">` + title + `</a></h3>` + optional(authors, `<p class="who">%s</p>`)
	}, `<h4>About</h4><p>Printed in spring.</p></div>`},
	{"definitions", `<dl>`, func(title, authors, address string) string {
		return `<dt><a href="` + address + `">` + title + `</a><dd>` + optional(authors, `<b>%s</b>`) + ` 12`
	}, `</dl>`},
	{"lines", `<div class="toc"><h2>Contents</h2><div>`, func(title, authors, address string) string {
		return `<a href="` + address + `">` + title + `</a> ` + optional(authors, ` by <em>%s</em>`) + `<br>`
	}, `</div></div>`},
	{"odd and even", `<div class="toc">`, func(title, authors, address string) string {
		class := "row item-" + address[:1] + map[bool]string{true: " odd", false: " even"}[address[0]%2 == 1]
		return `<div class="` + class + `"><span class="t"><a href="` + address + `">` + title + `</a></span>` + optional(authors, `<span class="a">%s</span>`) + `</div>`
	}, `</div>`},
}

const listFrame = `<!DOCTYPE html><html><head><title>%[1]s</title></head><body>
<div class="nav"><ul><li><a href="/">Home</a></li><li><a href="/about">About <i>us</i></a></li></ul></div>
<div class="main"><h1>%[1]s</h1>%[2]s</div>
<div class="foot"><a href="/terms">Terms</a></div></body></html>`

func (l listLayout) page(lines []string) []byte {
	var b strings.Builder
	b.WriteString(l.before)
	for _, line := range lines {
		f := strings.Split(line, "|")
		b.WriteString(l.record(strings.TrimSpace(f[0]), strings.TrimSpace(f[1]), strings.TrimSpace(f[2])) + "\n")
	}
	b.WriteString(l.after)
	return fmt.Appendf(nil, listFrame, "Journal of Small Things", b.String())
}

func shownRecords(records []records.Record) []string {
	var out []string
	for _, r := range records {
		out = append(out, strings.TrimSpace(r.Parts["title"]+" | "+r.Parts["authors"])+" | "+r.Links["title"])
	}
	return out
}

// Each record of a page is read, whichever of those with all parts was taught, and
// on a page that the list was not learned from.
func TestListLayouts(t *testing.T) {
	next := []string{"Ice on the lake | R. Nurmi | 6.html", "Two letters | | 7.html", "Moss | R. Nurmi, B. Aas | 8.html"}
	for _, l := range listLayouts {
		for _, k := range []int{0, 1, 3, 4} {
			f := strings.Split(contents[k], " | ")
			list, err := records.Learn(l.page(contents), bartree.Region{Text: f[0], Parts: map[string]string{"title": f[0], "authors": f[1]}})
			if err != nil {
				t.Errorf("%s, %q: %v", l.name, f[0], err)
				continue
			}
			for _, lines := range [][]string{contents, next} {
				got, err := list.Read("", l.page(lines))
				if shown := shownRecords(got.Records); err != nil || !reflect.DeepEqual(shown, lines) {
					t.Errorf("%s, taught %q: %v\n got %q\nwant %q", l.name, f[0], err, shown, lines)
				}
			}
		}
	}
}

// A record may be pointed at by all of its text, as it is copied from the screen.
func TestListWholeText(t *testing.T) {
	page := listLayouts[3].page(contents)
	list, err := records.Learn(page, bartree.Region{
		Text:  "Tides in small harbours\nM. Okafor, A. Lind",
		Parts: map[string]string{"title": "Tides in small harbours"},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := list.Read("http://journal.example/1/", page)
	if err != nil || len(got.Records) != len(contents) {
		t.Fatalf("%d records, %v", len(got.Records), err)
	}
	last := got.Records[4]
	if last.Text != "A wall of stones A. Lind" || last.Links["title"] != "http://journal.example/1/5.html" {
		t.Errorf("%+v", last)
	}
}

// Records in several groups are one list, and so are those of a page where
// something was put round the list.
func TestListGroups(t *testing.T) {
	group := func(name string, items ...string) string {
		return `<h2>` + name + `</h2><ul><li><a href="#">` + strings.Join(items, `</a></li><li><a href="#">`) + `</a></li></ul>`
	}
	page := func(inside string) []byte { return fmt.Appendf(nil, listFrame, "Year", inside) }
	first := page(group("May", "Tides", "Bread") + group("June", "Swifts") + group("July", "Stones", "Ice", "Moss"))
	list, err := records.Learn(first, bartree.Region{Text: "Swifts"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		page []byte
		want int
	}{{first, 6}, {page(`<div class="box">` + group("May", "Owls", "Bees") + `</div>`), 2}} {
		got, err := list.Read("", c.page)
		if err != nil || len(got.Records) != c.want {
			t.Errorf("%d records, %v, want %d", len(got.Records), err, c.want)
		}
	}
}

func TestListNested(t *testing.T) {
	article := func(title string, authors ...string) string {
		s := `<div class="article"><h3>` + title + `</h3><ul class="authors">`
		for i, a := range authors {
			s += fmt.Sprintf(`<li><a href="/p/%d">%s</a> <span class="from">U%d</span></li>`, i, a, i)
		}
		return s + `</ul></div>`
	}
	page := fmt.Appendf(nil, listFrame, "Issue", article("Tides", "Ann Lee")+article("Bread", "Bo Ek", "Cy Fox")+article("Editorial"))
	list, err := records.Learn(page, bartree.Region{Text: "Bread", Parts: map[string]string{"title": "Bread"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Nest("authors", page, bartree.Region{Text: "Cy Fox", Parts: map[string]string{"name": "Cy Fox", "place": "U1"}}); err != nil {
		t.Fatal(err)
	}
	got, err := list.Read("http://j.example/", page)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, r := range got.Records {
		s := r.Parts["title"]
		for _, a := range r.Lists["authors"] {
			s += fmt.Sprintf("; %s (%s) %s", a.Parts["name"], a.Parts["place"], a.Links["name"])
		}
		shown = append(shown, s)
	}
	want := []string{"Tides; Ann Lee (U0) http://j.example/p/0", "Bread; Bo Ek (U0) http://j.example/p/0; Cy Fox (U1) http://j.example/p/1", "Editorial"}
	if !reflect.DeepEqual(shown, want) {
		t.Errorf("%q", shown)
	}
	if err := list.Nest("none", page, bartree.Region{Text: "Home"}); !errors.Is(err, bartree.ErrMissing) {
		t.Errorf("a list outside the records: %v", err)
	}
}

// A link without text is taught by its address; one that says the same in each
// record is known by that.
func TestListLinks(t *testing.T) {
	item := func(title, more, id string) string {
		return `<li><b>` + title + `</b> ` + more + `<a href="` + id + `.html">abs</a> <a href="` + id + `.pdf"><img src="pdf.png"></a></li>`
	}
	page := fmt.Appendf(nil, listFrame, "Issue", `<ul>`+item("Tides", "", "1")+item("Bread", `<a href="/soft">(software)</a>`, "2")+item("Moss", "", "3")+`</ul>`)
	list, err := records.Learn(page, bartree.Region{Text: "Tides", Parts: map[string]string{"title": "Tides", "page": "abs", "file": "1.pdf"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := list.Read("", page)
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, r := range got.Records {
		pages = append(pages, r.Links["page"])
		if _, ok := r.Parts["file"]; ok {
			t.Errorf("an address is a part: %q", r.Parts)
		}
	}
	if want := []string{"1.html", "2.html", "3.html"}; !reflect.DeepEqual(pages, want) {
		t.Errorf("%q", pages)
	}
	if got.Records[0].Links["file"] != "1.pdf" || got.Records[2].Links["file"] != "3.pdf" {
		t.Errorf("%q", got.Records)
	}
}

func TestListNext(t *testing.T) {
	page := func(more string) []byte {
		return fmt.Appendf(nil, listFrame, "Page", `<ul><li><a href="1">Tides</a><li><a href="2">Bread</a></ul>`+more)
	}
	row := func(current int) string {
		s := `<p class="pages">`
		for n := max(1, current-2); n <= min(9, current+2); n++ {
			if n == current {
				s += fmt.Sprintf(`<b>%d</b> `, n)
				continue
			}
			s += fmt.Sprintf(`<a href="?page=%d">%d</a> `, n, n)
		}
		return s + `</p>`
	}
	for _, c := range []struct {
		name, taught, text, page, want string
	}{
		{"rel", "", "", `<a rel="nofollow NEXT" href="?p=2">more</a>`, "?p=2"},
		{"rel in the head's place", "", "", `<link rel=next href="?p=3">`, "?p=3"},
		{"none", "", "", `<a href="?p=2">next</a>`, ""},
		{"text", `<p><a href="?p=2">Older</a></p>`, "Older", `<div><a href="/x">Older</a></div><p><a href="?p=1">Newer</a> <a href="?p=3">Older</a></p>`, "?p=3"},
		{"text, last page", `<p><a href="?p=2">Older</a></p>`, "Older", `<p><a href="?p=1">Newer</a> Older</p>`, ""},
		{"number", row(1), "2", row(5), "?page=6"},
		{"number, last page", row(1), "2", row(9), ""},
	} {
		list, err := records.Learn(page(c.taught), bartree.Region{Text: "Tides"})
		if err != nil {
			t.Fatal(err)
		}
		if c.text != "" {
			if err := list.MarkNext(page(c.taught), c.text); err != nil {
				t.Fatal(err)
			}
		}
		got, err := list.Read("", page(c.page))
		if err != nil || got.Next != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got.Next, err, c.want)
		}
		if err := list.MarkNext(page(""), "Older"); !errors.Is(err, bartree.ErrMissing) {
			t.Errorf("a link that is not there: %v", err)
		}
	}
}

// In a row of page numbers that are all links the current page's leads to the page itself, or
// nowhere.
func TestListNextOfLinks(t *testing.T) {
	row := func(current int, to string) []byte {
		s := `<ul><li><a href="1">Tides</a><li><a href="2">Bread</a></ul><p class="pages">`
		for n := 1; n <= 9; n++ {
			href := fmt.Sprintf("?page=%d", n)
			if n == current {
				href = to
			}
			s += fmt.Sprintf(`<a href="%s">%d</a> `, href, n)
		}
		return fmt.Appendf(nil, listFrame, "Page", s+"</p>")
	}
	list, err := records.Learn(row(1, "#"), bartree.Region{Text: "Tides"})
	if err != nil {
		t.Fatal(err)
	}
	if err := list.MarkNext(row(1, "#"), "2"); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"", "#top", "?page=5", "http://J.example/list?page=5#top", "javascript:void(0)", " JavaScript:;"} {
		got, err := list.Read("http://j.example/list?page=5", row(5, to))
		if err != nil || got.Next != "http://j.example/list?page=6" {
			t.Errorf("%q: %q, %v", to, got.Next, err)
		}
	}
}

// A page that lost the list, or a part of all its records, says so.
func TestListLost(t *testing.T) {
	list, err := records.Learn(listLayouts[0].page(contents), bartree.Region{Text: "A wall of stones", Parts: map[string]string{"title": "A wall of stones", "authors": "A. Lind"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := list.Read("", listLayouts[5].page(contents)); !errors.Is(err, records.ErrNoRecord) {
		t.Errorf("another layout: %v", err)
	}
	if _, err := list.Read("", nil); !errors.Is(err, records.ErrNoRecord) {
		t.Errorf("an empty page: %v", err)
	}
	got, err := list.Read("", bytes.ReplaceAll(listLayouts[0].page(contents), []byte("<i>"), []byte("<cite>")))
	if err != nil || !reflect.DeepEqual(got.Lost, []string{"authors"}) {
		t.Errorf("lost %q, %v", got.Lost, err)
	}
	for _, c := range []struct {
		region bartree.Region
		want   string
	}{
		{bartree.Region{Text: "Not there"}, "not on the page"},
		{bartree.Region{Text: "A wall of stones", Parts: map[string]string{"pages": "77-78"}}, "part"},
		{bartree.Region{}, "0 bytes"},
	} {
		if _, err := records.Learn(listLayouts[0].page(contents), c.region); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.region, err)
		}
	}
	if _, err := list.Read("::", listLayouts[0].page(contents)); err == nil {
		t.Error("a page without a URL was read")
	}
}

// A list that was saved reads as before, and the same list gives the same bytes.
func TestListModel(t *testing.T) {
	page := listLayouts[2].page(contents)
	list, err := records.Learn(page, bartree.Region{Text: "A wall of stones", Parts: map[string]string{"title": "A wall of stones", "authors": "A. Lind"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Nest("authors", page, bartree.Region{Text: "A. Lind"}); err != nil {
		t.Fatal(err)
	}
	if err := list.MarkNext(page, "Terms"); err != nil {
		t.Fatal(err)
	}
	var saved, again bytes.Buffer
	if _, err := list.WriteTo(&saved); err != nil {
		t.Fatal(err)
	}
	back, err := modeltest.Read[records.List](bytes.NewReader(saved.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if back.WriteTo(&again); !bytes.Equal(saved.Bytes(), again.Bytes()) {
		t.Errorf("saved twice:\n%s\n%s", &saved, &again)
	}
	a, errA := list.Read("http://j.example/", page)
	b, errB := back.Read("http://j.example/", page)
	if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("%+v, %v\n%+v, %v", a, errA, b, errB)
	}
	for _, bad := range []string{
		"", "{}", `{"format":"lokman list","version":2}`, `{"format":"lokman list","version":1}`,
		`{"format":"lokman list","version":1,"records":{"parts":{"a":null}}}`,
		`{"format":"lokman list","version":1,"records":{"parts":{"a":{"had":2,"of":1}}}}`,
		`{"format":"lokman list","version":1,"records":{"parts":{"a":{}},"lists":{"x":null}}}`,
		`{"format":"lokman list","version":1,"records":{"parts":{"a":{}}},"next":{}}`,
	} {
		if _, err := modeltest.Read[records.List](strings.NewReader(bad)); !errors.Is(err, bartree.ErrModel) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// What is beside records and of other classes is no record, though it has text as
// any element has.
func TestListClasses(t *testing.T) {
	people := ""
	for i, name := range []string{"Ann Lee", "Bo Ek", "Cy Fox", "Di Ray"} {
		people += fmt.Sprintf(`<span class="name">%s</span><span class="mark">%d</span>, `, name, i)
	}
	page := fmt.Appendf(nil, listFrame, "Who", `<div class="people">`+people+`</div>`)
	list, err := records.Learn(page, bartree.Region{Text: "Ann Lee"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := list.Read("", page)
	if err != nil || len(got.Records) != 4 || got.Records[1].Text != "Bo Ek" {
		t.Errorf("%+v, %v", got.Records, err)
	}
}
