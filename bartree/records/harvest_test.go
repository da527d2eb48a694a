package records_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// harvestSite is a list on two pages with an own page for each record, by URL.
func harvestSite() map[string]string {
	list := func(next string, items ...string) string {
		s := `<html><body><h1>Articles</h1><ul class="toc">`
		for _, i := range items {
			s += `<li><a href="/a/` + strings.ToLower(i) + `">` + i + `</a> <i>A. Lind</i></li>`
		}
		return s + `</ul>` + next + `</body></html>`
	}
	own := func(title, text string) string {
		return `<html><body><div class="head">Small Things</div><div class="text"><h1>` + title + `</h1><p class="abstract">` + text + `</p></div></body></html>`
	}
	return map[string]string{
		"http://j.example/":          list(`<a rel="next" href="/older">Older</a>`, "Tides", "Bread", "Gone"),
		"http://j.example/older":     list(`<a rel="next" href="/">Older</a>`, "Moss", "Other"),
		"http://j.example/a/tides":   own("Tides", "They rise twice a day."),
		"http://j.example/a/bread":   own("Bread", "It rises once, in the oven."),
		"http://j.example/a/moss":    own("Moss", "It does not rise at all."),
		"http://j.example/a/other":   `<html><body><table><tr><td>Moved</table></body></html>`,
		"http://j.example/elsewhere": `<html><body><p>Nothing</p></body></html>`,
	}
}

func getFrom(pages map[string]string, asked *[]string) func(context.Context, string) ([]byte, error) {
	return func(_ context.Context, url string) ([]byte, error) {
		*asked = append(*asked, strings.TrimPrefix(url, "http://j.example"))
		if p, ok := pages[url]; ok {
			return []byte(p), nil
		}
		return nil, fs.ErrNotExist
	}
}

func harvester(t *testing.T, pages map[string]string) *records.Harvest {
	t.Helper()
	list, err := records.Learn([]byte(pages["http://j.example/"]), bartree.Region{Text: "Tides", Parts: map[string]string{"title": "Tides", "authors": "A. Lind"}})
	if err != nil {
		t.Fatal(err)
	}
	var w bartree.Watch
	if err := w.Add("abstract", bartree.Region{Text: "They rise twice a day."}, time.Now(), []byte(pages["http://j.example/a/tides"]), []byte(pages["http://j.example/a/bread"])); err != nil {
		t.Fatal(err)
	}
	return &records.Harvest{List: list, Link: "title", Watch: &w, Target: "abstract"}
}

// A harvest that could not lead to any own page is refused before it fetches one.
func TestHarvestRefuses(t *testing.T) {
	pages := harvestSite()
	for _, c := range []struct {
		change func(*records.Harvest)
		want   string
	}{
		{func(h *records.Harvest) { h.Link = "titel" }, `bartree: Harvest.Link is "titel": want a part of the list: ["authors" "title"]`},
		{func(h *records.Harvest) { h.Link = "" }, `bartree: Harvest.Link is ""`},
		{func(h *records.Harvest) { h.Target = "text" }, `bartree: Harvest.Target: unknown target "text"`},
		{func(h *records.Harvest) { h.Pages = -1 }, "bartree: Harvest.Pages is -1"},
	} {
		h := harvester(t, pages)
		c.change(h)
		var asked []string
		var last error
		for _, last = range h.Run(t.Context(), "http://j.example/", getFrom(pages, &asked)) {
		}
		if last == nil || !strings.Contains(last.Error(), c.want) || len(asked) > 0 {
			t.Errorf("%v after fetching %v; want %s", last, asked, c.want)
		}
	}
	h := harvester(t, pages)
	h.Watch, h.Link = nil, ""
	for _, err := range h.Run(t.Context(), "http://j.example/", getFrom(pages, new([]string))) {
		if err != nil {
			t.Errorf("a list alone: %v", err)
		}
	}
}

// A list whose parts were not taught has one link for each record.
func TestHarvestWithoutParts(t *testing.T) {
	pages := harvestSite()
	h := harvester(t, pages)
	list, err := records.Learn([]byte(pages["http://j.example/"]), bartree.Region{Text: "Tides"})
	if err != nil {
		t.Fatal(err)
	}
	h.List, h.Link = list, ""
	read := 0
	for r, err := range h.Run(t.Context(), "http://j.example/", getFrom(pages, new([]string))) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Look.Result == bartree.LookRead {
			read++
		}
	}
	if read != 3 {
		t.Errorf("%d own pages were read, want 3", read)
	}
}

func TestHarvest(t *testing.T) {
	pages := harvestSite()
	h := harvester(t, pages)
	var asked, got []string
	for r, err := range h.Run(t.Context(), "http://j.example/", getFrom(pages, &asked)) {
		if err != nil {
			t.Fatal(err)
		}
		s := r.Record.Parts["title"] + ": " + r.Look.Region.Text
		switch {
		case errors.Is(r.Deferred, fs.ErrNotExist):
			s += "not there"
		case errors.Is(r.Deferred, bartree.ErrMissing) && strings.Contains(r.Deferred.Error(), "clearly the region"):
			s += "uncertain"
		case r.Deferred != nil:
			s += r.Deferred.Error()
		}
		got = append(got, s)
	}
	want := []string{"Tides: They rise twice a day.", "Bread: It rises once, in the oven.", "Gone: not there", "Moss: It does not rise at all.", "Other: uncertain"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if want := []string{"/", "/a/tides", "/a/bread", "/a/gone", "/older", "/a/moss", "/a/other"}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked for %q", asked)
	}
}

// A harvest says which part of a record's own page is missing.
func TestHarvestNamesMissingPart(t *testing.T) {
	pages := map[string]string{
		"http://j.example/":  `<ul><li><a href="/1">Tides</a><li><a href="/2">Bread</a></ul>`,
		"http://j.example/1": `<div><h1>Tides</h1><p class=by>Ann</p><p class=year>2020</p></div>`,
		"http://j.example/2": `<div><h1>Bread</h1><p class=by>Bo</p></div>`,
	}
	list, err := records.Learn([]byte(pages["http://j.example/"]), bartree.Region{Text: "Tides"})
	if err != nil {
		t.Fatal(err)
	}
	var w bartree.Watch
	region := bartree.Region{Text: "Tides Ann 2020", Parts: map[string]string{"title": "Tides", "year": "2020"}}
	if err := w.Add("article", region, time.Now(), []byte(pages["http://j.example/1"])); err != nil {
		t.Fatal(err)
	}
	h := records.Harvest{List: list, Watch: &w, Target: "article"}
	var last error
	for r, err := range h.Run(t.Context(), "http://j.example/", getFrom(pages, new([]string))) {
		if err != nil {
			t.Fatal(err)
		}
		last = r.Deferred
	}
	if !errors.Is(last, bartree.ErrMissing) || !strings.Contains(fmt.Sprint(last), `http://j.example/2: `) || !strings.Contains(fmt.Sprint(last), `"year"`) {
		t.Errorf("deferred with %v", last)
	}
}

// What is known is not fetched, pages are limited, a page that is no list is
// deferred, lost parts are named, and the harvest ends where the caller does.
func TestHarvestLimits(t *testing.T) {
	pages := harvestSite()
	h := harvester(t, pages)
	var asked []string
	h.Known = func(url string) bool { return url != "http://j.example/a/moss" }
	h.Pages = 1
	var last error
	n := 0
	for r := range h.Run(t.Context(), "http://j.example/", getFrom(pages, &asked)) {
		n, last = n+1, r.Deferred
	}
	if n != 4 || last == nil || !strings.Contains(last.Error(), "limit 1") || !reflect.DeepEqual(asked, []string{"/"}) {
		t.Errorf("%d records, %v, asked for %q", n, last, asked)
	}

	for r := range h.Run(t.Context(), "http://j.example/elsewhere", getFrom(pages, &asked)) {
		if !errors.Is(r.Deferred, records.ErrNoRecord) {
			t.Errorf("%v", r.Deferred)
		}
	}

	plain := map[string]string{"http://j.example/": strings.NewReplacer("<i>", "<u>", "</i>", "</u>", `rel="next"`, "").Replace(pages["http://j.example/"])}
	var lost error
	for r := range h.Run(t.Context(), "http://j.example/", getFrom(plain, &asked)) {
		lost = r.Deferred
		break
	}
	if !errors.Is(lost, records.ErrLost) || !strings.Contains(fmt.Sprint(lost), "authors") {
		t.Errorf("%v", lost)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	h.Pages = 0
	n = 0
	for _, err := range h.Run(ctx, "http://j.example/", getFrom(pages, &asked)) {
		if n++; n == 1 {
			cancel()
		}
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("%d, %v", n, last)
	}
}

// TestHarvestFirstPageOnce: a list that links back to its first page by its canonical URL ends there.
func TestHarvestFirstPageOnce(t *testing.T) {
	page := func(n, next string) []byte {
		return []byte(`<html><body><ul><li><a href="/a` + n + `">A` + n + `</a></li><li><a href="/b` + n + `">B` + n + `</a></li></ul><a rel="next" href="` + next + `">Next</a></body></html>`)
	}
	l, err := records.Learn(page("1", "/2"), bartree.Region{Text: "A1"})
	if err != nil {
		t.Fatal(err)
	}
	h := records.Harvest{List: l}
	var read []string
	get := func(_ context.Context, url string) ([]byte, error) {
		read = append(read, url)
		if strings.HasSuffix(url, "/2") {
			return page("2", "http://a.test/"), nil
		}
		return page("1", "/2"), nil
	}
	for _, err := range h.Run(t.Context(), "http://A.test", get) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(read) != 2 {
		t.Errorf("fetched %q", read)
	}
}
