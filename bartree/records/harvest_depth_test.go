package records_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
)

// archive is a list of years, each with a list of articles, each with an own page.
func archive() map[string]string {
	return map[string]string{
		"http://j.example/":      `<html><body><h1>Years</h1><table><tr><td><a href="/2010">2010</a><td>two articles</tr><tr><td><a href="/2011">2011</a><td>one article</tr></table></body></html>`,
		"http://j.example/2010":  `<html><body><a href="/">Years</a><ul><li><a href="/a/tides">Tides</a> <i>Ann</i></li></ul><a rel="next" href="/2010b">More</a></body></html>`,
		"http://j.example/2010b": `<html><body><a href="/">Years</a><ul><li><a href="/a/bread">Bread</a> <i>Bo</i></li><li><a href="/a/moss">Moss</a> <i>Eve</i></li></ul></body></html>`,
		"http://j.example/2011":  `<html><body><a href="/">Years</a><ul><li><a href="/a/salt">Salt</a> <i>Lars</i></li></ul></body></html>`,
		"http://j.example/a/tides": `<html><body><p>About tides.</p><p><a href="/files/1.pdf">Full  Text</a> <a href="/files/1.zip">Data</a></p>
<a href="/big/1"><img src="/thumb/1.png" alt="Figure of the tide"></a><img src="/logo.gif" alt="Logo"><a href="/files/1.pdf">again: full text</a></body></html>`,
		"http://j.example/a/bread": `<html><body><p>About bread.</p></body></html>`,
	}
}

func learned(t *testing.T, page, text, link string) *records.List {
	t.Helper()
	l, err := records.Learn([]byte(page), bartree.Region{Text: text, Parts: map[string]string{"link": link}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Lists of lists are read down to the depth that was stated, each by its own list, and what is on
// the own pages is known by keywords.
func TestHarvestDepth(t *testing.T) {
	pages := archive()
	h := records.Harvest{
		List: learned(t, pages["http://j.example/2010b"], "Bread Bo", "Bread"), Link: "link", Depth: 2,
		Above:    []*records.List{learned(t, pages["http://j.example/"], "2010 two articles", "2010")},
		Keywords: map[string][]string{"fulltext": {"full text", ".PDF"}, "image": {"figure"}},
	}
	var asked, got []string
	var links map[string][]string
	for r, err := range h.Run(t.Context(), "http://j.example/", getFrom(pages, &asked)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.Repeat(">", r.Depth)+r.Record.Parts["link"])
		if r.Links != nil {
			links = r.Links
		}
	}
	if want := []string{">2010", ">>Tides", ">>Bread", ">>Moss", ">2011", ">>Salt"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if want := []string{"/", "/2010", "/a/tides", "/2010b", "/a/bread", "/a/moss", "/2011", "/a/salt"}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked for %q", asked)
	}
	if want := map[string][]string{"fulltext": {"http://j.example/files/1.pdf"}, "image": {"http://j.example/big/1", "http://j.example/thumb/1.png"}}; !reflect.DeepEqual(links, want) {
		t.Errorf("%q", links)
	}

	h.Pages, asked, got = 2, nil, nil
	for r := range h.Run(t.Context(), "http://j.example/", getFrom(pages, &asked)) {
		if r.Deferred != nil {
			got = append(got, r.Deferred.Error())
		}
	}
	if len(got) != 1 || !strings.Contains(got[0], "limit 2") || len(asked) != 3 {
		t.Errorf("%q, asked for %q", got, asked)
	}
}

// A depth that means nothing is refused before a page is fetched.
func TestHarvestRefusesDepth(t *testing.T) {
	pages := archive()
	list := learned(t, pages["http://j.example/2010b"], "Bread Bo", "Bread")
	for want, h := range map[string]records.Harvest{
		"Harvest.Depth is -1":                              {List: list, Depth: -1},
		"Harvest.Depth is 9":                               {List: list, Link: "link", Depth: 9},
		"Harvest.Depth is 3 with 1 lists above the last":   {List: list, Link: "link", Depth: 3, Above: []*records.List{list}},
		"not learned":                                      {List: list, Link: "link", Depth: 2, Above: []*records.List{nil}},
		`Harvest.Link is "": want a part of the list`:      {List: list, Depth: 2},
		`Harvest.Link is "title": want a part of the list`: {List: list, Link: "title", Depth: 2},
	} {
		var asked []string
		var last error
		for _, last = range h.Run(t.Context(), "http://j.example/", getFrom(pages, &asked)) {
		}
		if last == nil || !strings.Contains(last.Error(), want) || len(asked) > 0 {
			t.Errorf("%v after fetching %v; want %s", last, asked, want)
		}
	}
}
