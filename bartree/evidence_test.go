package bartree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// article renders a page of a made-up site: head goes into its head, and more
// before its end.
func articlePage(head, title, more string) []byte {
	return []byte("<!DOCTYPE html><html><head><title>" + title + "</title>" + head + `</head><body><div class="top">Mill</div>` +
		`<div class="main"><h1>` + title + `</h1><p class="abstract">On ` + title + `, which rise and fall.</p></div>` + more + "</body></html>")
}

func articlesOf(head, more string, titles ...string) [][]byte {
	var out [][]byte
	for _, t := range titles {
		out = append(out, articlePage(head, t, more))
	}
	return out
}

const styles = `<link rel="stylesheet" href="/css/old.css?v=1"><script src="/js/site.js"></script><meta name="generator" content="Press 2">`

// TestReferencesTell: another stylesheet, script or generator makes a small change
// of the elements an alarm, and is none alone.
func TestReferencesTell(t *testing.T) {
	template := learnIssues(t, articlesOf(styles, "", "Loaves", "Rolls", "Crusts", "Flour")...)
	const more = `<div class="share">Share</div>`
	for _, c := range []struct {
		name, head, more string
		state            bartree.State
	}{
		{"as before", styles, "", bartree.StateSame},
		{"another query", strings.Replace(styles, "/css/old.css?v=1", "/css/old.css?v=2#x", 1), more, bartree.StateContent},
		{"another directory and an element more", strings.Replace(styles, "/css/old.css?v=1", "https://static.example/2/old.css", 1), more, bartree.StateChanged},
		{"an element more", styles, more, bartree.StateContent},
		{"another stylesheet", strings.Replace(styles, "old.css", "new.css", 1), "", bartree.StateSame},
		{"another stylesheet and an element more", strings.Replace(styles, "old.css", "new.css", 1), more, bartree.StateChanged},
		{"another script and an element more", strings.Replace(styles, "site.js", "site2.js", 1), more, bartree.StateChanged},
		{"another generator and an element more", strings.Replace(styles, "Press 2", "Press 3", 1), more, bartree.StateChanged},
		{"a stylesheet in a script", styles + `<script>"<link rel=stylesheet href=z.css>"</script>`, "", bartree.StateSame},
		{"a stylesheet in a text area", styles, `<textarea><link rel=stylesheet href=x.css></textarea>`, bartree.StateContent},
		{"a stylesheet behind an empty comment", `<!-->` + strings.Replace(styles, "old.css", "new.css", 1), more, bartree.StateChanged},
		{"an element whose name begins as one", styles + `<link2 rel=stylesheet href=x.css></link2>`, "", bartree.StateContent},
		{"a stylesheet in a comment and a value", styles + `<!-- <link rel=stylesheet href=x.css> -->`, `<div title='<link rel=stylesheet href=y.css'>Share</div>`, bartree.StateContent},
	} {
		if got := judgePage(t, template, articlePage(c.head, "Bread", c.more)); got.State != c.state {
			t.Errorf("%s: %s, score %.2f, want %s: %v", c.name, got.State, got.Score, c.state, got.Where)
		}
	}
}

// TestChance: how odd a page is among the template's own, and no odder than can
// be known.
func TestChance(t *testing.T) {
	titles := []string{"Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt", "Water", "Ovens", "Mills"}
	odd := articlePage(styles, "Bread", `<form class="f"></form><nav class="n"></nav><aside class="a"></aside>`)
	for _, n := range []int{1, 2, 4, 9} {
		template := learnIssues(t, articlesOf(styles, "", titles[:n]...)...)
		want := 1.0
		if n > 1 {
			want = 1 / float64(n+1)
		}
		if c := judgePage(t, template, odd); c.Chance != want {
			t.Errorf("%d pages: chance %.3f, want %.3f", n, c.Chance, want)
		}
		if c := judgePage(t, template, articlePage(styles, "Bread", "")); c.Chance != 1 {
			t.Errorf("%d pages: chance %.3f of a page like all others, want 1", n, c.Chance)
		}
	}
}

const errorPage = `<!DOCTYPE html><html><head><title>Gone</title></head><body><section class="error"><form><fieldset><legend>Search</legend><input></fieldset></form><ul class="hints"><li><em>Go</em></li></ul><table class="t"><tr><td>x</td></tr></table></section></body></html>`

// TestPagesOfAnotherKind: one among the pages that are learned neither hides changes
// nor is one when such a page comes again.
func TestPagesOfAnotherKind(t *testing.T) {
	pages := articlesOf(styles, "", "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt", "Water")
	pages = slices.Insert(pages, 3, []byte(errorPage))
	template := learnIssues(t, pages...)
	if odd := template.Odd(); !slices.Equal(odd, []int{3}) || template.Pages() != 7 {
		t.Fatalf("of another kind: %v, learned from %d", odd, template.Pages())
	}
	if c := judgePage(t, template, []byte(strings.Replace(errorPage, "Go", "Go back", 1))); c.State != bartree.StateOther || c.Alarm() {
		t.Errorf("another error page: %s", c.State)
	}
	changed := []byte(strings.NewReplacer(`<div class="top">Mill</div>`, "", `<div class="main">`, `<div class="text">`).Replace(string(articlePage(styles, "Bread", ""))))
	if c := judgePage(t, template, changed); c.State != bartree.StateChanged {
		t.Errorf("a changed page: %s, score %.2f", c.State, c.Score)
	}
	if odd := learnIssues(t, pages[:4]...).Odd(); odd != nil {
		t.Errorf("of four pages %v is of another kind", odd)
	}
}

// TestImpact: what differences do to the region.
func TestImpact(t *testing.T) {
	page := func(body string) []byte {
		return []byte("<html><head><title>T</title></head><body>" + body + "</body></html>")
	}
	const long = "Bread rises in warm rooms and falls in cold ones, the old books say."
	old := func(text string) string {
		return `<div class="top">Mill</div><div><p>First.</p></div><div><p class="abstract">` + text + `</p></div>`
	}
	pages := [][]byte{page(old(long)), page(old("Flour flies in dry winds and sticks in wet ones, as all millers know.")), page(old("Salt slows the yeast down and makes the crust hard, bakers have found."))}
	template := learnIssues(t, pages...)
	if err := template.Mark(long, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	const other = "Water makes dough soft and steam makes the crust thin, it is told here."
	for _, c := range []struct {
		name, body string
		impact     string
		alarm      bool
	}{
		{"nothing", old(other), "none", false},
		{"another text of another shape", old("7.1 % / 12:30"), "inside", false},
		{"an element beside the path", old(other) + `<div class="share">x</div>`, "beside", true},
		{"one more like the one on the path", `<div><p>New.</p></div>` + old(other), "path", true},
		{"one less", strings.Replace(old(other), "<div><p>First.</p></div>", "", 1), "path", true},
		{"a wrapper round it", strings.Replace(old(other), `<p class="abstract">`, `<section><p class="abstract">`, 1), "path", true},
	} {
		if got := judgePage(t, template, page(c.body)); got.Region != c.impact || got.Alarm() != c.alarm || c.alarm && len(got.Where) == 0 {
			t.Errorf("%s: region %s, %s %v", c.name, got.Region, got.State, got.Where)
		}
	}
}

// TestConstantsElsewhere: an element that all pages have in one place is in another:
// that tells another version where one element more or less would not.
func TestConstantsElsewhere(t *testing.T) {
	const find = `<div class="find"><form class="ask"></form></div>`
	titles := []string{"Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt"}
	template := learnIssues(t, articlesOf(styles, find, titles...)...)
	for _, c := range []struct {
		name, more string
		state      bartree.State
	}{
		{"in another element", `<div class="find"><blockquote><form class="ask"></form></blockquote></div>`, bartree.StateChanged},
		{"also in another element", find + `<blockquote><form class="ask"></form></blockquote>`, bartree.StateContent},
		{"gone", `<div class="find"></div>`, bartree.StateContent},
		{"gone, another one come", `<div class="find"><blockquote></blockquote></div>`, bartree.StateContent},
	} {
		c1 := judgePage(t, template, articlePage(styles, "Bread", c.more))
		if c1.State != c.state {
			t.Errorf("%s: %s, score %.2f, want %s: %v", c.name, c1.State, c1.Score, c.state, c1.Where)
		}
		if again := judgePage(t, modeltest.Reread(t, template), articlePage(styles, "Bread", c.more)); again.State != c1.State || again.Score != c1.Score {
			t.Errorf("%s, from a file: %s, score %.2f", c.name, again.State, again.Score)
		}
	}
	// Where one of the learned pages has it elsewhere too, that is content.
	pages := articlesOf(styles, find, titles[1:]...)
	pages = append(pages, articlePage(styles, "Loaves", `<div class="find"><blockquote><form class="ask"></form></blockquote></div>`))
	if c := judgePage(t, learnIssues(t, pages...), articlePage(styles, "Bread", `<div class="find"><blockquote><form class="ask"></form></blockquote></div>`)); c.Alarm() {
		t.Errorf("as on one page: %s", c.State)
	}
}

// TestFragments: a page that lacks stylesheets and scripts of the template, has no
// other and is unlike it otherwise, such as one of its frames or a page that forwards,
// is of another kind. With a stylesheet of its own it is a change, and so are several pages.
func TestFragments(t *testing.T) {
	template := learnIssues(t, articlesOf(styles, "", "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt")...)
	fragment := func(head string) []byte {
		return []byte(`<!DOCTYPE html><html><head><title>Menu</title>` + head + `</head><body><ul class="menu"><li class="entry">Bread</li></ul></body></html>`)
	}
	if c := judgePage(t, template, fragment("")); c.State != bartree.StateOther || c.Alarm() {
		t.Errorf("a fragment: %s, score %.2f", c.State, c.Score)
	}
	if c := judgePage(t, template, fragment(`<link rel="stylesheet" href="/new.css">`)); !c.Alarm() {
		t.Errorf("with another stylesheet: %s, score %.2f", c.State, c.Score)
	}
	if c, err := template.Judge(fragment(""), fragment(""), fragment("")); err != nil || !c.Alarm() {
		t.Errorf("three of them: %s, %v", c.State, err)
	}
	if c := judgePage(t, learnIssues(t, articlesOf(styles, "", "Loaves", "Rolls")...), fragment("")); c.State == bartree.StateOther {
		t.Errorf("of two pages: %s", c.State)
	}
}

// TestFragmentsAreNotSkipped: a watch defers a fragment without the region, since one page is not
// enough to say that it is of another kind. Once the template holds on the pages
// after it, such pages are skipped.
func TestFragmentsAreNotSkipped(t *testing.T) {
	var w bartree.Watch
	pages := articlesOf(styles, "", "Loaves", "Rolls", "Crusts", "Flour", "Mills", "Stones", "Water", "Wheat")
	if err := w.Add("abstract", bartree.Region{Text: "On Loaves, which rise and fall."}, day, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	menu := func(item string) []byte {
		return []byte(`<html><head><title>Menu</title></head><body><ul class="menu"><li class="entry">` + item + `</li></ul></body></html>`)
	}
	if l := lookAt(t, &w, "/menu", menu("Bread"), bartree.LookDeferred); l.Change.State != bartree.StateOther || l.Warning == nil {
		t.Errorf("%s, %v", l.Change.State, l.Warning)
	}
	for i := range 3 {
		lookAt(t, &w, fmt.Sprint("/", i), articlePage(styles, "Yeast", ""), bartree.LookRead)
	}
	lookAt(t, &w, "/menu2", menu("Rye"), bartree.LookOther)
}

// TestNoiseElsewhere: that one of twelve pages differs in one place hides little of a change in another, and
// all of one in the same place.
func TestNoiseElsewhere(t *testing.T) {
	const foot, ads = `<footer class="foot"><nav class="n1"></nav><nav class="n2"></nav><nav class="n3"></nav></footer>`, `<aside class="ads"><b class="a1"></b><b class="a2"></b><b class="a3"></b></aside>`
	var titles []string
	for i := range 12 {
		titles = append(titles, fmt.Sprint("Loaf ", i))
	}
	pages := articlesOf(styles, foot+ads, titles[:11]...)
	pages = append(pages, articlePage(styles, titles[11], `<footer class="foot"></footer>`+ads))
	template := learnIssues(t, pages...)
	if c := judgePage(t, template, articlePage(styles, "Bread", foot+`<aside class="ads"></aside>`)); c.State != bartree.StateChanged {
		t.Errorf("in another place: %s, score %.2f", c.State, c.Score)
	}
	if c := judgePage(t, template, articlePage(styles, "Bread", `<footer class="foot"></footer>`+ads)); c.Alarm() {
		t.Errorf("in the same place: %s, score %.2f", c.State, c.Score)
	}
}

// watchAbstracts watches the abstract of articles; one of them has something twice, so that a
// little more beside the abstract is content on one page.
func watchAbstracts(t *testing.T) *bartree.Watch {
	t.Helper()
	var w bartree.Watch
	pages := articlesOf("", "", "Loaves", "Rolls", "Crusts", "Flour", "Mills", "Stones", "Water", "Wheat")
	pages[7] = articlePage("", "Stones", `<div class="top">Mill</div>`)
	if err := w.Add("abstract", bartree.Region{Text: "On Loaves, which rise and fall."}, day, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	w.OnChange = func(l bartree.Look) { t.Errorf("OnChange: %s %s", l.URL, l.Result) }
	return &w
}

func lookAt(t *testing.T, w *bartree.Watch, url string, page []byte, want bartree.LookResult) bartree.Look {
	t.Helper()
	l, err := w.Look("abstract", url, page, day)
	if err != nil || l.Result != want {
		t.Fatalf("%s: %s, %v, %s %v", url, l.Result, err, l.Change.State, l.Change.Where)
	}
	return l
}

// TestWeakChangeInARow: what is too little on one page is a change on several in a
// row, and the first of them is named. The region is read all the time, OnChange is
// not called, and a new version is learned without haste. That a page had it before
// makes it more probable as content, so that it takes more pages.
func TestWeakChangeInARow(t *testing.T) {
	const more = `<div class="share">Share</div>`
	t.Run("new", func(t *testing.T) { weakChangeInARow(t, `<div class="errata">Errata</div>`, more, 3) })
	t.Run("on one page before", func(t *testing.T) { weakChangeInARow(t, more, more, 9) })
}

func weakChangeInARow(t *testing.T, before, more string, want int) {
	w := watchAbstracts(t)
	if l := lookAt(t, w, "/0", articlePage("", "Yeast", before), bartree.LookRead); l.Change.State != bartree.StateContent || l.First != "" || l.Row != 0 {
		t.Errorf("one page: %s, row %d, first %q", l.Change.State, l.Row, l.First)
	}
	lookAt(t, w, "/1", articlePage("", "Salt", ""), bartree.LookRead) // ends the row
	noticed := 0
	for i := range want + 7 {
		url := fmt.Sprintf("/%d", 2+i)
		title := fmt.Sprintf("Oven %d", i)
		l := lookAt(t, w, url, articlePage("", title, more), bartree.LookRead)
		if want := "On " + title + ", which rise and fall."; l.Region.Text != want {
			t.Errorf("%s: read %q, want %q", url, l.Region.Text, want)
		}
		if l.Change.Alarm() && noticed == 0 {
			noticed = i + 1
			if l.First != "/2" || l.Row != noticed || len(l.Change.Where) != 1 || !strings.Contains(l.Change.Where[0].Path, "div.share") {
				t.Errorf("first %q, where %v", l.First, l.Change.Where)
			}
		}
	}
	if noticed != want {
		t.Errorf("noticed on page %d, want %d", noticed, want)
	}
	if versions, current := w.Versions("abstract"); len(versions) != 2 || current != 1 {
		t.Errorf("version %d of %d", current, len(versions))
	}
}

// TestOnePageIsOneVoiceInARow: the same page again is no further evidence.
func TestOnePageIsOneVoiceInARow(t *testing.T) {
	w := watchAbstracts(t)
	for range 9 {
		if l := lookAt(t, w, "/0", articlePage("", "Yeast", `<div class="share">Share</div>`), bartree.LookRead); l.Change.Alarm() {
			t.Fatalf("%s %v", l.Change.State, l.Change.Where)
		}
	}
}

// TestStrangers: a page without the region is deferred; if the template holds on the
// pages after it, it was of another kind, and so is the next like it. A page that was
// read before is never of another kind.
func TestStrangers(t *testing.T) {
	w := watchAbstracts(t)
	deferred := 0
	w.OnChange = func(bartree.Look) { deferred++ }
	lookAt(t, w, "/known", articlePage("", "Salt", ""), bartree.LookRead)
	lookAt(t, w, "/error", []byte(errorPage), bartree.LookDeferred)
	for i := range 3 {
		lookAt(t, w, fmt.Sprint("/", i), articlePage("", "Yeast", ""), bartree.LookRead)
	}
	l := lookAt(t, w, "/error2", []byte(strings.Replace(errorPage, "Go", "Go on", 1)), bartree.LookOther)
	if l.Change.State != bartree.StateOther || l.Region.Text != "" || l.Warning != nil || deferred != 1 {
		t.Errorf("%s, %q, %v, %d deferred", l.Change.State, l.Region.Text, l.Warning, deferred)
	}
	lookAt(t, w, "/known", []byte(errorPage), bartree.LookDeferred)
}

// TestVersionsGrow: of a version that was learned from two pages it is not known how
// much pages differ; the pages that are read with it show that.
func TestVersionsGrow(t *testing.T) {
	var w bartree.Watch
	pages := articlesOf("", "", "Loaves", "Rolls")
	if err := w.Add("abstract", bartree.Region{Text: "On Loaves, which rise and fall."}, day, pages[0], pages[1]); err != nil {
		t.Fatal(err)
	}
	const some = `<div class="errata">x</div><form class="ask"></form><nav class="more"></nav>`
	for i := range 8 {
		lookAt(t, &w, fmt.Sprint("/", i), articlePage("", fmt.Sprint("Oven ", i), strings.Repeat(some, i%2)), bartree.LookRead)
	}
	versions, _ := w.Versions("abstract")
	if len(versions) != 1 || versions[0].Template.Pages() != 8 {
		t.Fatalf("%d versions, the first of %d pages", len(versions), versions[0].Template.Pages())
	}
	if l := lookAt(t, &w, "/9", articlePage("", "Oven 9", some), bartree.LookRead); l.Change.State != bartree.StateSame {
		t.Errorf("%s %v", l.Change.State, l.Change.Where)
	}
}

// TestFewPages: of a version that was learned from fewer than four pages a watch does
// not know whether a difference is content; it reads on and gathers pages until it does.
func TestFewPages(t *testing.T) {
	var w bartree.Watch
	pages := articlesOf(styles, "", "Loaves", "Rolls")
	if err := w.Add("abstract", bartree.Region{Text: "On Loaves, which rise and fall."}, day, pages[0], pages[1]); err != nil {
		t.Fatal(err)
	}
	w.OnChange = func(l bartree.Look) { t.Errorf("OnChange: %s %s", l.URL, l.Result) }
	for i, c := range []struct {
		head, more string
		want       bartree.State
	}{
		{styles, `<div class="share">Share</div>`, bartree.StateUnknown},
		{styles, "", bartree.StateSame},
		{styles, "", bartree.StateSame},
		{strings.Replace(styles, "old.css", "new.css", 1), `<form class="ask"></form><nav class="more"></nav><aside class="ad"></aside>`, bartree.StateChanged},
	} {
		l := lookAt(t, &w, fmt.Sprint("/", i), articlePage(c.head, "Oven", c.more), bartree.LookRead)
		if l.Change.State != c.want || l.Row != 0 {
			t.Errorf("page %d: %s, row %d, want %s", i, l.Change.State, l.Row, c.want)
		}
	}
}

// TestStrangersThatAreRead: a page of another kind may have the region. It is an alarm once;
// if the template holds on the pages after it, pages like it are of another kind and are
// read. A row of them is a change.
func TestStrangersThatAreRead(t *testing.T) {
	w := watchAbstracts(t)
	kind := func(title string) []byte {
		return articlePage("", title, `<form class="vote"></form><nav class="n"></nav><aside class="a"></aside>`)
	}
	if l := lookAt(t, w, "/poll", kind("Polls"), bartree.LookRead); l.Change.State != bartree.StateChanged || l.Row != 0 {
		t.Errorf("the first: %s, row %d", l.Change.State, l.Row)
	}
	for i := range 3 {
		lookAt(t, w, fmt.Sprint("/", i), articlePage("", fmt.Sprint("Yeast ", i), ""), bartree.LookRead)
	}
	if l := lookAt(t, w, "/poll2", kind("More polls"), bartree.LookRead); l.Change.State != bartree.StateOther || l.Region.Text != "On More polls, which rise and fall." {
		t.Errorf("the second: %s %q", l.Change.State, l.Region.Text)
	}
	for i := range 12 {
		if l := lookAt(t, w, fmt.Sprint("/poll", 3+i), kind(fmt.Sprint("Poll ", i)), bartree.LookRead); l.Row > 0 {
			if l.Change.State != bartree.StateChanged || l.First != "/poll2" {
				t.Errorf("row of %d from %s: %s", l.Row, l.First, l.Change.State)
			}
			return
		}
	}
	t.Error("12 pages of another kind in a row are no change")
}

// TestFragmentsAreUnlikeTheTemplate: a page that lacks a script and is as much like the template as
// its own pages is a change.
func TestFragmentsAreUnlikeTheTemplate(t *testing.T) {
	const ads = `<div class="a1"></div><div class="a2"></div><table><tr><td><ul><li></ul></table>`
	pages := articlesOf(styles, ads, "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt")
	pages = append(pages, articlePage(styles, "Water", `<div class="a1"></div><div class="a2"></div>`))
	less := strings.Replace(styles, `<script src="/js/site.js"></script>`, "", 1)
	if c := judgePage(t, learnIssues(t, pages...), articlePage(less, "Bread", strings.Replace(ads, "a1", "b1", 1))); c.State != bartree.StateChanged {
		t.Errorf("%s, score %.2f", c.State, c.Score)
	}
}
