package bartree_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// menuPages are pages whose headings are numbered entries of the menu too, with a heading in an
// element of a name.
func menuPages(heading string) [][]byte {
	titles := []string{"Loaves", "Rolls", "Crusts"}
	var menu strings.Builder
	for i, title := range titles {
		fmt.Fprintf(&menu, `<li><a href="/%d"><b>%d.</b> %s</a></li>`, i, i, title)
	}
	var pages [][]byte
	for _, title := range titles {
		pages = append(pages, fmt.Appendf(nil, `<!DOCTYPE html><html><body><ul class="menu">%s</ul><main><%s>%s</%s><p>On %s and flour, which rise.</p></main></body></html>`,
			menu.String(), heading, title, heading, strings.ToLower(title)))
	}
	return pages
}

// TestMarkBesideMenu: a text that is an element's whole text and in a menu's entry is the
// former, and does not say where the region is on another page, which has the menu too.
func TestMarkBesideMenu(t *testing.T) {
	pages := menuPages("h1")
	template := learnIssues(t, pages...)
	if err := template.Mark("Loaves", pages[0]); err != nil {
		t.Fatal(err)
	}
	if l, err := template.Locate(pages[1]); err != nil || l.Found.Text != "Rolls" {
		t.Errorf("located %+v, %v", l, err)
	}
	if l, err := template.Locate(menuPages("h2")[1]); err == nil && l.Found.Text != "Rolls" {
		t.Errorf("after a change located %+v", l)
	}
	var w bartree.Watch
	if err := w.Add("title", bartree.Region{Text: "Loaves"}, day, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Loaves", "Rolls", "Crusts"} {
		look, err := w.Look("title", fmt.Sprintf("http://a.test/%d", i), pages[i], day)
		if err != nil || look.Region.Text != want {
			t.Errorf("page %d: read %q, %v", i, look.Region.Text, err)
		}
	}
	look, err := w.Look("title", "http://a.test/new", menuPages("h2")[1], day)
	if err != nil || look.Region.Text == "Loaves" || strings.HasPrefix(look.Region.Text, "0.") {
		t.Errorf("after a change: read %q, %v", look.Region.Text, err)
	}
}

// TestMarkHeadingOfMenu: of a menu's entry and a heading that have the same text alone, the
// heading is marked, and it is found again as a heading of another level, with another link in
// it, and not in a text that names it.
func TestMarkHeadingOfMenu(t *testing.T) {
	page := func(heading, title, text string) []byte {
		return fmt.Appendf(nil, `<!DOCTYPE html><html><body><ul class="menu"><li class="here"><a href="/">%s</a></li><li>All breads</li></ul><main class="text"><%s>%s</%s><p>%s</p></main></body></html>`,
			title, heading, title, heading, text)
	}
	for name, tt := range map[string]struct{ old, next []byte }{
		"the same heading":      {page("h1", "Loaves", "Of flour."), page("h1", "Rolls", "Of flour.")},
		"another level":         {page("h1", "Loaves", "Of flour."), page("h2", "Rolls", "Of flour.")},
		"a text that names it":  {bytes.Replace(page("h1", "Loaves", "Of flour."), []byte("ul class"), []byte("ol class"), 1), page("h2", "Rolls", "Not of Loaves alone.")},
		"a menu that names it":  {bytes.Replace(page("h1", "Loaves", "Of flour."), []byte(">Loaves</a>"), []byte(">Here</a>"), 1), bytes.Replace(page("h2", "Rolls", "Of flour."), []byte("All breads"), []byte("Loaves</li><li>All breads"), 1)},
		"another link in it":    {page("h1", `<a class="name">Loaves</a>`, "Of flour."), page("h1", `<a class="link">Rolls</a>`, "Of flour.")},
		"no link in it anymore": {page("h1", `<a class="name">Loaves</a>`, "Of flour."), page("h2", "Rolls", "Of flour.")},
	} {
		t.Run(name, func(t *testing.T) {
			template := learnIssues(t, tt.old)
			if err := template.Mark("Loaves", tt.old); err != nil {
				t.Fatal(err)
			}
			if l, err := template.Locate(tt.next); err != nil || l.Found.Text != "Rolls" || !strings.Contains(l.Found.Path, "main.text > h") {
				t.Errorf("located %+v, %v", l, err)
			}
		})
	}
}
