package records_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// teach learns a list from a page's body, and fails the test if it cannot.
func teach(t *testing.T, body, text string, parts map[string]string) *records.List {
	t.Helper()
	list, err := records.Learn(inFrame(body), bartree.Region{Text: text, Parts: parts})
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return list
}

func inFrame(body string) []byte { return fmt.Appendf(nil, listFrame, "Page", body) }

// texts returns the text of each record of a page's body.
func texts(t *testing.T, list *records.List, body string) []string {
	t.Helper()
	got, err := list.Read("", inFrame(body))
	if err != nil {
		t.Errorf("%s: %v", body, err)
	}
	var out []string
	for _, r := range got.Records {
		out = append(out, r.Text)
	}
	return out
}

// A record that is alone on the page that it is taught on, such as the one hit of a
// search, is read from pages of several.
func TestListTaughtAlone(t *testing.T) {
	for _, form := range []string{
		`<ul class="results">%s<li class="hit"><h2>%s</h2><time>%s</time></li>%s</ul>`,
		`<ul>%s<li><a href="1">%s</a> <i>%s</i></li>%s</ul>`,
		`<div>%s<article><h2><a href="1">%s</a></h2><p>%s</p></article>%s</div>`,
		`<table>%s<tr><td>%s<td>%s</tr>%s</table>`,
		`<div class="results">%s<div class="hit"><span>%s</span> <span>%s</span></div>%s</div>`,
		`<div class="results">%s<div class="hit"><div class="inner"><h3>%s</h3><p>%s</p></div></div>%s</div>`,
		`<dl>%s<dt>%s<dd>%s%s</dl>`,
		`<div class="toc">%s<h3>%s</h3><p>%s</p>%s</div>`,
		`<div class="toc"><h2>Found</h2>%s<h3>%s</h3><p>%s</p>%s<h4>About</h4></div>`,
	} {
		before, rest, _ := strings.Cut(form, "%s")
		record, after, _ := cutLast(rest, "%s")
		page := func(records ...string) string { return before + strings.Join(records, "\n") + after }
		one := func(title, date string) string { return fmt.Sprintf(record, title, date) }
		list := teach(t, page(one("Tides", "1 May")), "Tides", map[string]string{"title": "Tides", "date": "1 May"})
		got := texts(t, list, page(one("Tides", "1 May"), one("Bread", "2 May"), one("Stones", "3 May")))
		if want := []string{"Tides 1 May", "Bread 2 May", "Stones 3 May"}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", form, got)
		}
	}
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// A text that is in many records is taken where it is next to what is in few.
func TestListTextThatRecurs(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, `<li>Title %d <a href="/p/%d.html">abs</a> <a href="/p/%d.pdf">PDF</a></li>`, i, i, i)
	}
	body := "<ul>" + b.String() + "</ul>"
	for _, k := range []int{0, 7, 8, 20, 29} {
		for _, parts := range []map[string]string{
			{"link": fmt.Sprintf("/p/%d.html", k)},
			{"file": fmt.Sprintf("/p/%d.pdf", k)},
			{"file": fmt.Sprintf("/p/%d.pdf", k), "title": fmt.Sprintf("Title %d", k)},
		} {
			if got := texts(t, teach(t, body, "abs", parts), body); len(got) != 30 {
				t.Errorf("taught %v: %d records", parts, len(got))
			}
		}
	}
	for _, k := range []int{0, 1, 20, 29} { // the nearest PDF is that of the record before
		title := fmt.Sprintf("Title %d", k)
		list := teach(t, body, title, map[string]string{"title": title, "file": "PDF"})
		if got := texts(t, list, body); len(got) != 30 {
			t.Errorf("taught %q with its file: %d records", title, len(got))
		}
	}
}

// Lines that br separates are records, however few there are.
func TestListFewLines(t *testing.T) {
	for n := 2; n <= 5; n++ {
		var full, short []string
		for i := range n {
			full = append(full, fmt.Sprintf(`<b>%d May</b> <a href="/%d">Post %d</a>`, i+1, i, i))
			short = append(short, fmt.Sprintf(`<a href="/%d">Post %d</a>`, i, i))
		}
		body := `<p>` + strings.Join(full, "<br>\n") + `</p>`
		if got := texts(t, teach(t, body, "Post 1", map[string]string{"title": "Post 1", "date": "2 May"}), body); len(got) != n {
			t.Errorf("%d lines: %q", n, got)
		}
		body = `<p>` + strings.Join(short, "<br>\n") + `</p>`
		if got := texts(t, teach(t, body, "Post 1", nil), body); len(got) != n {
			t.Errorf("%d lines of a link: %q", n, got)
		}
	}
}

// What holds several records is none, though the page has others like it.
func TestListGroupsAreNoRecords(t *testing.T) {
	card := func(title, author string) string {
		return `<div class="card"><h3>` + title + `</h3><p>` + author + `</p></div>`
	}
	for _, c := range []struct {
		body  string
		parts map[string]string
		want  []string
	}{
		{`<ul><li>Tides</li><li>Bread</li></ul>`, nil, []string{"Tides", "Bread"}},
		{
			`<div class="left">` + card("Tides", "Ann") + card("Bread", "Bo") + `</div><div class="right">` + card("Moss", "Cy") + `</div>`,
			map[string]string{"title": "Tides", "author": "Ann"}, []string{"Tides Ann", "Bread Bo"},
		},
	} {
		if got := texts(t, teach(t, c.body, "Tides", c.parts), c.body); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q", c.body, got)
		}
	}
}

// A menu that is built as the list is no group of it, if it lacks what all records have.
func TestListMenus(t *testing.T) {
	const menu = `<h2>Menu</h2><ul><li><a href="/">Home</a><li><a href="/c">Contact</a></ul>`
	group := func(titles ...string) string {
		s := `<h2>Articles</h2><ul>`
		for _, title := range titles {
			s += `<li><a href="1">` + title + `</a> <i>Ann</i>`
		}
		return s + `</ul>`
	}
	parts := map[string]string{"title": "Tides", "author": "Ann"}
	body := group("Tides", "Bread", "Moss") + menu
	if got := texts(t, teach(t, body, "Tides", parts), body); len(got) != 3 {
		t.Errorf("%q", got)
	}
	if got := texts(t, teach(t, group("Tides", "Bread"), "Tides", parts), group("Owls", "Ice")+menu+group("Swifts", "Snow")); len(got) != 4 {
		t.Errorf("%q", got)
	}
	body = group("Tides", "Bread", "Moss") + strings.ReplaceAll(group("Editorial"), "<i>Ann</i>", "")
	if got := texts(t, teach(t, body, "Tides", parts), body); len(got) != 4 {
		t.Errorf("a single record without an author: %q", got)
	}
}

// A record of several rows begins where the class says so.
func TestListRows(t *testing.T) {
	var b strings.Builder
	for i, r := range [][2]string{{"Tides", "Ann"}, {"Bread", "Bo"}, {"Moss", "Cy"}} {
		fmt.Fprintf(&b, `<tr class="item"><td>%d.<td><a href="%d">%s</a></tr><tr><td><td>%d points by %s</tr><tr class="space"></tr>`, i, i, r[0], 3*i+3, r[1])
	}
	body := `<table>` + b.String() + `</table>`
	got := texts(t, teach(t, body, "Bread", map[string]string{"title": "Bread", "author": "Bo"}), body)
	if want := []string{"0. Tides 3 points by Ann", "1. Bread 6 points by Bo", "2. Moss 9 points by Cy"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// Words end at the marks of any script.
func TestListMarks(t *testing.T) {
	for _, c := range []struct{ before, between, after string }{{"“", "”, by ", ""}, {"《", "》作者：", "。"}, {"«", "» — ", "…"}} {
		body := "<ul>"
		for _, r := range [][2]string{{"潮汐", "Ann"}, {"Bread", "李四"}, {"苔藓", "Cy"}} {
			body += "<li>" + c.before + r[0] + c.between + r[1] + c.after
		}
		list := teach(t, body, "潮汐", map[string]string{"title": "潮汐"})
		got, err := list.Read("", inFrame(body))
		if err != nil || len(got.Records) != 3 || got.Records[1].Parts["title"] != "Bread" {
			t.Errorf("%s: %v, %v", body, got.Records, err)
		}
	}
}

// What cannot be a record is refused by an error that names what is wrong with it.
func TestListRefused(t *testing.T) {
	list := `<ul><li><b>a</b> <i>1</i><li><b>b</b> <i>2</i><li><b>c</b> <i>3</i></ul>`
	for _, c := range []struct {
		body, text string
		parts      map[string]string
		want       string
	}{
		{list, "a", map[string]string{"n": "2"}, `part "n"`},
		{list, "c", map[string]string{"title": "c", "n": "1"}, `part "n"`},
		{list, "a", map[string]string{"n": "1", "q": "zzz"}, `part "q": "zzz"`},
		{`<ul><li>Price: 3 Colour: red<li>Price: 4 Colour: blue</ul>`, "Price: 3 Colour: red", map[string]string{"p": "ric"}, `part "p": "ric"`},
	} {
		_, err := records.Learn(inFrame(c.body), bartree.Region{Text: c.text, Parts: c.parts})
		if !errors.Is(err, bartree.ErrMissing) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q %v: %v, want %s", c.text, c.parts, err, c.want)
		}
	}
	body := `<ul><li><a href="1">Tides</a><ol><li><b>Ann</b> <i>U1</i><li><b>Bo</b> <i>U2</i></ol><li><a href="2">Bread</a><ol><li><b>Cy</b> <i>U3</i></ol></ul>`
	err := teach(t, body, "Tides", map[string]string{"title": "Tides"}).Nest("authors", inFrame(body), bartree.Region{Text: "Ann", Parts: map[string]string{"place": "U2"}})
	if !errors.Is(err, bartree.ErrMissing) || !strings.Contains(err.Error(), `part "place"`) {
		t.Errorf("a part of another record of an inner list: %v", err)
	}
	// Parts in siblings that look alike are those of one record where no sibling has all.
	for _, body := range []string{
		`<div class="hit"><p><a href="1">Tides</a></p><p><a href="2">Ann Lee</a></p></div>`,
		`<table><tr><th>Title<td>Tides</tr><tr><th>Author<td>Ann Lee</tr></table>`,
		`<ul><li>Title: Tides</li><li>Author: Ann Lee</li></ul>`,
	} {
		teach(t, body, "Tides", map[string]string{"title": "Tides", "author": "Ann Lee"})
	}
}

// A list that nobody taught, and a harvest without one, are refused by an error.
func TestListNotLearned(t *testing.T) {
	page := inFrame(`<ul><li>Tides<li>Bread</ul>`)
	for _, list := range []*records.List{nil, {}} {
		_, read := list.Read("", page)
		_, write := list.WriteTo(io.Discard)
		errs := []error{read, write, list.Nest("a", page, bartree.Region{Text: "Tides"}), list.MarkNext(page, "Home")}
		get := func(context.Context, string) ([]byte, error) { return page, nil }
		for _, err := range (&records.Harvest{List: list}).Run(t.Context(), "http://h.example/", get) {
			errs = append(errs, err)
		}
		for i, err := range errs {
			if err == nil || !strings.Contains(err.Error(), "not learned") {
				t.Errorf("%d: %v", i, err)
			}
		}
	}
	list := teach(t, `<ul><li>Tides<li>Bread</ul>`, "Tides", nil)
	for _, err := range (&records.Harvest{List: list}).Run(t.Context(), "http://h.example/", nil) {
		if err == nil {
			t.Error("a harvest fetched without a function")
		}
	}
}

// A description of a part, and what an element always says, are not learned from one
// record that is an exception, or two of three.
func TestListExceptions(t *testing.T) {
	item := func(title, author string) string {
		return `<p><a href="1">` + title + `</a> ` + author + `</p>`
	}
	body := item("Tides", "<i>Ann</i>") + item("Bread", "<i>Bo</i>") + item("Tides", "<i>Cy</i>") + item("1", `<a href="2">2</a>`)
	got, err := teach(t, body, "Tides", map[string]string{"title": "Tides", "author": "Cy"}).Read("", inFrame(body))
	if err != nil || len(got.Records) != 4 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []string{"Tides by Ann", "Bread by Bo", "Tides by Cy", "1 by "} {
		if p := got.Records[i].Parts; p["title"]+" by "+p["author"] != want {
			t.Errorf("%q, want %s", p, want)
		}
	}
	// An author of most articles is none of their names: an element without a link is read for what it says.
	body = item("Tides", "<i>Ann</i>") + item("Bread", "<i>Ann</i>") + item("Moss", "<i>Ann</i>") + item("Owls", `<i>Bo</i>`)
	got, err = teach(t, body, "Tides", map[string]string{"title": "Tides", "author": "Ann"}).Read("", inFrame(body))
	if err != nil || len(got.Records) != 4 || got.Records[3].Parts["author"] != "Bo" {
		t.Errorf("%+v, %v", got.Records, err)
	}
}

// A line that br ends is a record, whatever it begins with.
func TestListLinesOfOptionalParts(t *testing.T) {
	body := `<p><b>1 May</b> <a href="1">Tides</a> (Ann)<br><a href="2">Bread</a> (Bo)<br><b>3 May</b> <a href="3">Moss</a><br><b>4 May</b> <a href="4">Owls</a> (Di)</p>`
	for _, parts := range []map[string]string{
		{"date": "1 May", "title": "Tides", "who": "Ann"},
		{"date": "4 May", "title": "Owls", "who": "Di"},
	} {
		got := texts(t, teach(t, body, parts["title"], parts), body)
		if want := []string{"1 May Tides (Ann)", "Bread (Bo)", "3 May Moss", "4 May Owls (Di)"}; !reflect.DeepEqual(got, want) {
			t.Errorf("taught %v: %q", parts, got)
		}
	}
}

// A cell of a table is known by its column, though cells of rows above reach into the row.
func TestListRowspan(t *testing.T) {
	const body = `<table><tr><th>Day<th>Talk<th>Who</tr><tr><td rowspan="2">Mon<td>Tides<td>Ann</tr><tr><td>Bread<td>Bo</tr>
<tr><td ROWSPAN=3>Tue<td rowspan=2>Moss<td>Cy</tr><tr><td>Di</tr><tr><td>Owls<td>Ed</tr></table>`
	want := []string{"Mon/Tides/Ann", "/Bread/Bo", "Tue/Moss/Cy", "//Di", "/Owls/Ed"}
	for _, parts := range []map[string]string{
		{"day": "Mon", "title": "Tides", "who": "Ann", "case": "rowspan"},
		{"title": "Bread", "who": "Bo", "case": "rowSpan"},
	} {
		body := strings.NewReplacer("ROWSPAN", parts["case"], "rowspan", parts["case"]).Replace(body)
		delete(parts, "case")
		got, err := teach(t, body, parts["title"], parts).Read("", inFrame(body))
		var shown []string
		for i, r := range got.Records {
			if parts["day"] == "" {
				r.Parts["day"], _, _ = strings.Cut(want[i], "/")
			}
			shown = append(shown, r.Parts["day"]+"/"+r.Parts["title"]+"/"+r.Parts["who"])
		}
		if err != nil || !reflect.DeepEqual(shown, want) {
			t.Errorf("%q, %v", shown, err)
		}
	}
}

// Spans are read as browsers do: a rowspan of 0 is of all rows of the group, and what comes
// behind the number does not count.
func TestListRowspanAsWritten(t *testing.T) {
	rows := func(span string) string {
		return `<table><tr><td ` + span + `>Mon<td>Tides<td>Ann</tr><tr><td>Bread<td>Bo</tr><tr><td>Moss<td>Cy</tr></table>`
	}
	for _, span := range []string{`rowspan="3"`, `rowspan="0"`, `rowspan="3px"`, `rowspan=" +3"`, `rowspan="99999999999999999999"`} {
		got, err := teach(t, rows(span), "Tides", map[string]string{"title": "Tides", "who": "Ann"}).Read("", inFrame(rows(span)))
		var shown []string
		for _, r := range got.Records {
			shown = append(shown, r.Parts["title"]+"/"+r.Parts["who"])
		}
		if want := []string{"Tides/Ann", "Bread/Bo", "Moss/Cy"}; err != nil || !reflect.DeepEqual(shown, want) {
			t.Errorf("%s: %q, %v", span, shown, err)
		}
	}
}

// Two records are enough to tell what parts a text.
func TestListTextOfTwoRecords(t *testing.T) {
	body := `<ul><li>Tides by Ann<li>Bread by Bo</ul>`
	got, err := teach(t, body, "Tides", map[string]string{"title": "Tides", "author": "Ann"}).Read("", inFrame(body))
	if err != nil || len(got.Records) != 2 || got.Records[1].Parts["author"] != "Bo" {
		t.Errorf("%+v, %v", got.Records, err)
	}
}

// Parts that share a text are parted by the marks or words between them.
func TestListPartsOfOneText(t *testing.T) {
	records := [][3]string{{"Tides", "Ann Lee", "2020"}, {"Bread and E-mail", "Bo Ek", "2021"}, {"Moss", "Cy van Fox", "2022"}}
	for _, form := range []string{
		"<li>%s - %s - %s</li>", "<li>“%s”, %s, %s</li>", "<li>%s by %s (%s)</li>", "<li>Title: %s Author: %s Year: %s</li>",
		"<li><b>%s</b>: %s, in %s</li>", "<li>《%s》 %s：%s</li>", "<li>%s | %s | <i>%s</i></li>",
	} {
		body, want := "<ul>", []string{}
		for _, r := range records {
			body += fmt.Sprintf(form, r[0], r[1], r[2])
			want = append(want, strings.Join(r[:], "/"))
		}
		for _, k := range []int{0, 2} {
			list := teach(t, body, records[k][0], map[string]string{"title": records[k][0], "author": records[k][1], "year": records[k][2]})
			got, err := list.Read("", inFrame(body))
			var shown []string
			for _, r := range got.Records {
				shown = append(shown, r.Parts["title"]+"/"+r.Parts["author"]+"/"+r.Parts["year"])
			}
			if err != nil || !reflect.DeepEqual(shown, want) {
				t.Errorf("%s: %q, %v", form, shown, err)
			}
		}
	}
}

// TestListPageURL: the error for a page's URL is one line.
func TestListPageURL(t *testing.T) {
	page := []byte(`<html><body><ul><li>A</li><li>B</li></ul></body></html>`)
	l, err := records.Learn(page, bartree.Region{Text: "A"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = l.Read("ftp://x y", page); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one of one line", err)
	}
}
