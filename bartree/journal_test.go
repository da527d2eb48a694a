package bartree_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// An issue is the template of the pages of a made-up journal: records between a
// head and a foot.
type issue struct {
	records            int
	names, pages, more bool // parts of each record besides its title
	foot, notice       bool
	aside              string
}

func newIssue() issue {
	return issue{records: 8, names: true, pages: true, foot: true, aside: "<p>All about <b>flour</b></p>"}
}

func (j issue) page(r *rand.Rand) []byte {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html><head><title>Issue</title></head><body><div class="masthead"><h1>Annals of Bread</h1></div>`)
	if j.notice {
		b.WriteString(`<div class="notice">Closed today</div>`)
	}
	b.WriteString(`<div class="issue">`)
	for range j.records {
		b.WriteString(`<div class="record"><h3 class="title">` + sentence(r, 6) + `</h3>`)
		if j.names {
			b.WriteString(`<div class="names">` + sentence(r, 2) + `</div>`)
		}
		if j.pages {
			fmt.Fprintf(&b, `<div class="pages">%d</div>`, r.IntN(900))
		}
		if j.more {
			b.WriteString(`<div class="badge">open</div>`)
		}
		b.WriteString(`</div>`)
	}
	b.WriteString(`</div>` + j.aside)
	if j.foot {
		b.WriteString(`<div class="imprint">The bakers' society</div>`)
	}
	b.WriteString("</body></html>")
	return []byte(b.String())
}

// set renders pages with different numbers of records.
func (j issue) set(r *rand.Rand, n int) [][]byte {
	var out [][]byte
	for i := range n {
		j.records = 6 + 3*i%5
		out = append(out, j.page(r))
	}
	return out
}

func learnIssues(t *testing.T, pages ...[]byte) *bartree.Template {
	t.Helper()
	template, err := bartree.Learn(pages...)
	if err != nil {
		t.Fatal(err)
	}
	return template
}

// One page against four: what each of its records has or lacks was otherwise in
// all the records that were learned, which is more evidence than an element
// that occurs once a page.
func TestRecordsTell(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 20))
	template := learnIssues(t, newIssue().set(r, 4)...)
	for _, c := range []struct {
		name  string
		make  func(*issue)
		state bartree.State
		kind  string // of the first difference
		path  string
	}{
		{"as before", func(*issue) {}, bartree.StateSame, "", ""},
		{"more records", func(j *issue) { j.records = 30 }, bartree.StateSame, "", ""},
		{"other words", func(j *issue) { j.aside = "<p>All about <i>water</i> and <em>salt</em></p>" }, bartree.StateContent, "", ""},
		{"an element that occurs once", func(j *issue) { j.foot = false }, bartree.StateContent, "", ""},
		{"a part of each record went", func(j *issue) { j.names = false }, bartree.StateChanged, "removed", "div.names"},
		{"a part of each record came", func(j *issue) { j.more = true }, bartree.StateChanged, "inserted", "div.badge"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := newIssue()
			c.make(&j)
			got := judgePage(t, template, j.page(r))
			if got.State != c.state {
				t.Fatalf("%s, score %.2f, want %s: %v", got.State, got.Score, c.state, got.Where)
			}
			if c.kind != "" && (len(got.Where) == 0 || got.Where[0].Kind != c.kind || !strings.Contains(got.Where[0].Path, c.path)) {
				t.Errorf("where %v, want %s %s", got.Where, c.kind, c.path)
			}
		})
	}
}

// Several pages are judged together: what all of them lack counts, what some
// lack does not.
func TestSetsOfPages(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	template := learnIssues(t, newIssue().set(r, 8)...)
	without := newIssue()
	without.foot = false
	for _, c := range []struct {
		name  string
		pages [][]byte
		alarm bool
	}{
		{"as before", newIssue().set(r, 6), false},
		{"one without", append(newIssue().set(r, 5), without.page(r)), false},
		{"all without", without.set(r, 6), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := template.Judge(c.pages...)
			if err != nil || got.Alarm() != c.alarm {
				t.Fatalf("%s, score %.2f, error %v: %v", got.State, got.Score, err, got.Where)
			}
			if c.alarm && !strings.Contains(got.Where[0].Path, "div.imprint") {
				t.Errorf("where %v", got.Where)
			}
		})
	}
	t.Run("halves", func(t *testing.T) {
		for range 20 {
			if c, err := learnIssues(t, newIssue().set(r, 4)...).Judge(newIssue().set(r, 4)...); err != nil || c.Alarm() {
				t.Fatal(c, err)
			}
		}
	})
}

// What only some of the learned pages have is content.
func TestWhatComesAndGoes(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	with := newIssue()
	with.notice = true
	template := learnIssues(t, append(newIssue().set(r, 3), with.set(r, 3)...)...)
	for _, j := range []issue{newIssue(), with} {
		if c := judgePage(t, template, j.page(r)); c.State != bartree.StateSame {
			t.Errorf("notice %v: %s %v", j.notice, c.State, c.Where)
		}
	}
}

// Where the children of an element vary anyway, one more that is missing counts
// less.
func TestDoubt(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 25))
	without := newIssue()
	without.foot = false
	with := newIssue()
	with.notice = true
	if c := judgePage(t, learnIssues(t, newIssue().set(r, 30)...), without.page(r)); c.State != bartree.StateChanged {
		t.Errorf("constant children: %s, score %.2f", c.State, c.Score)
	}
	if c := judgePage(t, learnIssues(t, append(newIssue().set(r, 15), with.set(r, 15)...)...), without.page(r)); c.State != bartree.StateContent {
		t.Errorf("children that vary: %s, score %.2f", c.State, c.Score)
	}
}

// One page says nothing of what varies, so that only a redesign is an alarm.
func TestOnePageTellsARedesign(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 23))
	template := learnIssues(t, newIssue().page(r))
	changed := newIssue()
	changed.names, changed.foot, changed.more = false, false, true
	if c := judgePage(t, template, changed.page(r)); c.Alarm() {
		t.Errorf("%s, likeness %.2f", c.State, c.Likeness)
	}
	other := []byte("<html><body><main><section><article><dl><dt>a<dd>b<em>c</em></dl><blockquote><p>x</blockquote></article></section><nav><ol><li><a>x</a></ol></nav><form><fieldset><label>y</label></fieldset></form></main></body></html>")
	if c := judgePage(t, template, other); c.State != bartree.StateRedesign || len(c.Where) == 0 {
		t.Errorf("%s, likeness %.2f: %v", c.State, c.Likeness, c.Where)
	}
}

// seeds are pages that are known to have a template each.
type seeds []*markup.Fingerprint

func (s *seeds) add(page []byte) { *s = append(*s, new(markup.Scanner).Scan(page)) }

// nearest returns which of the seeds a page is most like, and how like it is.
func (s seeds) nearest(page []byte) (best int, most float64) {
	f := new(markup.Scanner).Scan(page)
	for i, seed := range s {
		if l := seed.Likeness(f); l > most {
			best, most = i, l
		}
	}
	return best, most
}

// One page of each template is enough to identify the template of a page.
func TestSeeds(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 24))
	var seeds seeds
	var layouts []layout
	for i := range 12 {
		layouts = append(layouts, newLayout(r))
		seeds.add(layouts[i].page(r, sentence(r, 9)))
	}
	for i, l := range layouts {
		for range 4 {
			if got, likeness := seeds.nearest(l.page(r, sentence(r, 12))); got != i || likeness <= 0 || likeness > 1 {
				t.Errorf("a page of template %d is taken for one of %d, likeness %.2f", i, got, likeness)
			}
		}
	}
}

// A region that has neither class nor id, in a parent without any, is found by
// its tag, its way and the text before it, without being asked for what it never
// had; a page on which several places are
// as good is uncertain.
func TestVotesWithoutMarks(t *testing.T) {
	const text = "Loaves of 1790 were heavier than those of 1840, we found."
	page := func(body string) []byte {
		return []byte("<html><head><title>Bread</title></head><body><div><h1>Bread</h1></div>" + body + "<div><p>Bakers, 12 Mill Lane</p></div></body></html>")
	}
	old := page("<div><h2>What we found in the old books of the mill</h2><blockquote>" + text + "</blockquote></div>")
	template := learnIssues(t, old)
	if err := template.Mark(text, old); err != nil {
		t.Fatal(err)
	}
	const other = "Rolls of 1805 were lighter than those of 1861, they say."
	found, err := template.Locate(page("<section><div><h2>What we found in the old books of the mill</h2><blockquote>" + other + "</blockquote></div></section>"))
	if err != nil || found.Found.How != "votes" || found.Found.Text != other || found.Found.Confidence < 0.85 || found.Found.Confidence > 1 {
		t.Errorf("%+v, %v", found, err)
	}
	quote := "<section><div><h2>What we found in the old books of the mill</h2><blockquote>%s</blockquote></div></section>"
	if found, err := template.Locate(page(fmt.Sprintf(quote+quote, other, "Rolls of 1806 were lighter than those of 1862, they say."))); !isUncertain(err) {
		t.Errorf("two places: %+v, %v", found, err)
	}
}

// The text of a region is compared as people see it.
func TestTextAsSeen(t *testing.T) {
	page := []byte("<html><body><?php ?><p>not this</p><div><p>1 &lt; 2 &amp; 3 &gt;\n 2,&nbsp;&quot;she&apos;d&#39;ve&quot; s&shy;aid &#x2014; cafe&#x301;</p></div></body></html>")
	const text = "1 < 2 & 3 > 2, \"she'd've\" said — café"
	tree, err := paper.Reverse(page, bartree.Region{Text: text}, nil)
	if err != nil || len(tree.Bars) != 4 {
		t.Fatalf("%+v, %v", tree, err)
	}
	o := markup.ReadOutline(page)
	if _, starts := o.Find(markup.Fold(text)); len(starts) != 1 || page[o.At[starts[0]]] != '1' {
		t.Errorf("found at %d", starts)
	}
}

// Records need no element of their own: parts that occur as often as the most
// frequent child of their parent are parts of records, others are counted by
// the page.
func TestFlatRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 26))
	page := func(records int, names, stars bool) []byte {
		var b strings.Builder
		b.WriteString(`<html><head><title>Issue</title></head><body><div class="issue">`)
		for i := range records {
			b.WriteString(`<div class="title">` + sentence(r, 5) + `</div>`)
			if names {
				b.WriteString(`<div class="names">` + sentence(r, 2) + `</div>`)
			}
			if stars && i%3 != 0 { // two of three
				b.WriteString(`<div class="star">*</div>`)
			}
		}
		b.WriteString("</div></body></html>")
		return []byte(b.String())
	}
	template := learnIssues(t, page(9, true, true), page(12, true, true), page(13, true, true), page(15, true, true))
	for _, c := range []struct {
		name         string
		names, stars bool
		state        bartree.State
	}{
		{"as before", true, true, bartree.StateSame},
		{"without a part of each", false, true, bartree.StateChanged},
		{"without a part of some", true, false, bartree.StateContent},
	} {
		if got := judgePage(t, template, page(10, c.names, c.stars)); got.State != c.state {
			t.Errorf("%s: %s, score %.2f, want %s: %v", c.name, got.State, got.Score, c.state, got.Where)
		}
	}
}

// What stands beside the way on some of the marked pages only may come and go;
// what stood on all of them may not.
func TestBesideTheWay(t *testing.T) {
	page := func(text, beside string) []byte {
		return []byte(`<html><head><title>Bread</title></head><body><div class="top">Bread</div>` + beside + `<div class="main"><p class="abstract">` + text + `</p></div></body></html>`)
	}
	const badge, menu = `<div class="badge">open</div>`, `<div class="menu"><svg class="sign"><path d="M0 0"/></svg>menu</div>`
	pages := [][]byte{page("Loaves rose.", menu), page("Rolls fell.", menu+badge), page("Crusts broke.", badge+menu)}
	template := learnIssues(t, pages...)
	if err := template.Mark("Loaves rose.", pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("very-long-name-", 9)
	for _, c := range []struct{ name, beside, kind, path string }{
		{"with what some have", menu + badge, "", ""},
		{"without it", menu, "", ""},
		{"without what all have", badge, "removed", "div.menu"},
		{"with something else", menu + `<div class="` + long + `">x</div>`, "inserted", "div.very-long-name-"},
	} {
		got := judgePage(t, template, page("Flour flew.", c.beside))
		switch {
		case got.Alarm() != (c.kind != ""):
			t.Errorf("%s: %s %v", c.name, got.State, got.Where)
		case c.kind != "" && (got.Where[0].Kind != c.kind || got.Where[0].Side != "upper" || !strings.Contains(got.Where[0].Path, c.path) || len(got.Where[0].Path) > 200):
			t.Errorf("%s: %v", c.name, got.Where)
		}
	}
}
