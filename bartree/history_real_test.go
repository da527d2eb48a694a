package bartree_test

import (
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

var (
	headings = regexp.MustCompile(`(?is)<h[12]\b[^>]*>(.*?)</h[12]>`)
	tags     = regexp.MustCompile(`(?s)<[^>]*>`)
)

// headingOf returns the first heading of a page, or its title if that is in the metadata.
func headingOf(page []byte) string {
	if title := titleOf(page); title != "" {
		return title
	}
	for _, m := range headings.FindAllSubmatch(page, -1) {
		if s := plain(html.UnescapeString(string(tags.ReplaceAll(m[1], nil)))); s != "" {
			return s
		}
	}
	return ""
}

// A history is what a Watch says of pages of all versions of a template in order.
type history struct {
	delays     []int // pages from a change of the template to the first that is not as before
	unnoticed  int   // changes
	looks      int   // at pages of a version that is known
	alarms     int   // of these
	rows       int   // of these, by what pages in a row share
	calls      int   // of these, moved or deferred
	read       int   // titles on pages after a change that is not noticed yet
	wrong      int   // of these, another text
	readAll    int   // titles in all
	wrongAtAll int
}

const drawn = 10 // pages of each version

// follow watches the heading of a template's pages, learned from half of the pages of its
// first version.
func (h *history) follow(t *testing.T, r *rand.Rand, names []string, pages map[string][][]byte, changed func(a, b string) *bool) {
	first := pages[names[0]]
	n := max(3, len(first)/2)
	if len(first) < 4 {
		return
	}
	var w bartree.Watch
	text := headingOf(first[0])
	if text == "" || w.Add("heading", bartree.Region{Text: text}, day, first[0], first[1:n]...) != nil {
		return
	}
	pages[names[0]] = first[n:]
	pending, sure, versions, since := false, true, 1, 0
	for i, v := range names {
		if i > 0 {
			switch c := changed(names[i-1], v); {
			case c == nil:
				sure = sure && pending
			case *c:
				if pending {
					h.unnoticed++
				}
				pending, sure, since = true, true, 0
			}
		}
		for range drawn {
			k := r.IntN(len(pages[v]))
			page := pages[v][k]
			l, err := w.Look("heading", v+string(rune('a'+k)), page, day)
			if err != nil {
				t.Fatal(err)
			}
			called := l.Result == bartree.LookMoved || l.Result == bartree.LookDeferred
			if title := titleOf(page); title != "" && (l.Result == bartree.LookRead || l.Result == bartree.LookMoved) {
				wrong := plain(l.Region.Text) != plain(tags.ReplaceAllString(title, ""))
				h.readAll++
				h.wrongAtAll += count01(wrong)
				if pending && !l.Change.Alarm() {
					h.read++
					h.wrong += count01(wrong)
				}
			}
			switch since++; {
			case pending && (called || l.Change.Alarm()):
				h.delays = append(h.delays, since)
				pending, sure = false, false
			case !pending && sure:
				h.looks++
				h.alarms += count01(l.Change.Alarm())
				h.rows += count01(l.Row > 0)
				h.calls += count01(called)
			}
			if all, _ := w.Versions("heading"); len(all) > versions {
				versions = len(all)
				sure = !pending
			}
		}
	}
	h.unnoticed += count01(pending)
}

func count01(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestWatchHistories watches all versions of each template in order.
func TestWatchHistories(t *testing.T) {
	if testing.Short() {
		t.Skip("watches hundreds of pages")
	}
	truth := map[[4]string]*bool{}
	for _, p := range readLines[pair](t, "pairs.jsonl") {
		if p.Size != "tiny" {
			truth[[4]string{p.Site, p.Template, p.A, p.B}] = p.Changed
		}
	}
	type key struct{ site, template string }
	names := map[key][]string{}
	pages := map[key]map[string][][]byte{}
	var order []key
	for _, m := range readLines[struct{ Path, Site, Template, Version string }](t, "manifest.jsonl") {
		k := key{m.Site, m.Template}
		if pages[k] == nil {
			pages[k] = map[string][][]byte{}
			order = append(order, k)
		}
		if pages[k][m.Version] == nil {
			names[k] = append(names[k], m.Version)
		}
		pages[k][m.Version] = append(pages[k][m.Version], readPage(t, m.Path))
	}
	var all history
	r := rand.New(rand.NewPCG(20, 5))
	for _, k := range order {
		h := all
		all.follow(t, r, names[k], pages[k], func(a, b string) *bool { return truth[[4]string{k.site, k.template, a, b}] })
		if all.looks > h.looks || len(all.delays) > len(h.delays) {
			t.Logf("%-28s of %3d looks %3d alarms, %3d moved or deferred; noticed after %v", k.site+"/"+k.template,
				all.looks-h.looks, all.alarms-h.alarms, all.calls-h.calls, all.delays[len(h.delays):])
		}
	}
	slices.Sort(all.delays)
	median, most := all.delays[len(all.delays)/2], all.delays[len(all.delays)*95/100]
	t.Logf("pages until a change is noticed: median %d, 95th percentile %d; %d of %d not noticed", median, most, all.unnoticed, all.unnoticed+len(all.delays))
	t.Logf("of 1,000 looks without a change: %d alarms, %d by rows, %d moved or deferred (%d looks)", 1000*all.alarms/all.looks, 1000*all.rows/all.looks, 1000*all.calls/all.looks, all.looks)
	t.Logf("titles read after a change not noticed: %d, wrong %d; in all %d, wrong %d", all.read, all.wrong, all.readAll, all.wrongAtAll)
	if all.wrong > 0 {
		t.Errorf("%d of %d titles wrong after a change that was not noticed", all.wrong, all.read)
	}
	if median > 1 || most > 3 || all.unnoticed > 0 {
		t.Errorf("changes are noticed late: %v, %d not", all.delays, all.unnoticed)
	}
}
