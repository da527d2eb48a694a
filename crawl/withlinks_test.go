package crawl_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/robots"
)

// A page with fewer links is the page in everything else.
func TestWithLinks(t *testing.T) {
	p := &crawl.Page{
		URL: "http://a.test/d/", Parent: "http://a.test/", Depth: 3, LinkValue: 2, Note: "n",
		Err: errors.New("e"), Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Redirect: "r",
		Body:      []byte(`<base href=/b/><title>T</title>One <a href=1>1</a> <a name=x>x</a> <a rel=nofollow href=2>2</a> <a href=3>3</a>`),
		Truncated: true, Incomplete: errors.New("i"), NotModified: true, Robots: robots.Decision{Allowed: true},
		Value: 5, Score: 4, Explanation: crawl.Explanation{{Of: "page", Factor: 1, Score: 5}},
	}
	q := p.WithLinks(func(i int) bool { return i%2 == 0 })
	if diff := cmp.Diff(p, q, cmpopts.IgnoreUnexported(crawl.Page{}), cmpopts.EquateErrors()); diff != "" {
		t.Error(diff)
	}
	doc, all := q.Document(), p.Document()
	if doc.Title != all.Title || doc.Text != all.Text || len(doc.Links) != 2 || doc.Links[0] != all.Links[0] || doc.Links[1] != all.Links[2] {
		t.Errorf("document %+v of %+v", doc, all)
	}
	if diff := cmp.Diff(all.Spans, doc.Spans); diff != "" || len(doc.Spans) == 0 {
		t.Errorf("%d marked parts: %s", len(doc.Spans), diff)
	}
	if got := strings.Join(slices.Collect(q.LinkURLs()), " "); got != "http://a.test/b/1 http://a.test/b/2" {
		t.Errorf("URLs %s", got)
	}
	if root, err := q.DOM(); err != nil || root != doc.Links[0].Node.Parent.Parent.Parent {
		t.Errorf("another tree: %v", err)
	}
	if n := len(p.Document().Links); n != 4 {
		t.Errorf("the page itself has %d links left", n)
	}
}

// Nil keeps all.
func TestWithLinksNil(t *testing.T) {
	p := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(`<a href=1>1</a> <a href=2>2</a>`)}
	if q := p.WithLinks(nil); len(q.Document().Links) != 2 {
		t.Errorf("%d links, want 2", len(q.Document().Links))
	}
}

// What has no links stays as it is.
func TestWithLinksOfText(t *testing.T) {
	p := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte("text")}
	q := p.WithLinks(func(int) bool { return true })
	if q.Document().Text != "text" || len(slices.Collect(q.LinkURLs())) != 0 {
		t.Errorf("%+v", q.Document())
	}
}

// A page with less text has its title, links and marked parts where they were.
func TestWithText(t *testing.T) {
	p := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(
		`<title>Home</title><ul><li><a href=1>Shop</a><li>Mail</ul><h1>Beans</h1><p>They <b>grow</b>.`)}
	q := p.WithText(func(block string) bool { return block == "Beans" || block == "They grow." })
	all, doc := p.Document(), q.Document()
	if got := strings.Fields(doc.Text); strings.Join(got, " ") != "Beans They grow." || len(doc.Text) != len(all.Text) {
		t.Errorf("text %q of %q", doc.Text, all.Text)
	}
	for _, s := range doc.Spans {
		if text := doc.Text[s.Start:s.End]; strings.TrimSpace(text) != "" && text != all.Text[s.Start:s.End] {
			t.Errorf("%s %q", s.Mark, text)
		}
	}
	all.Text = doc.Text
	if diff := cmp.Diff(all, doc, cmpopts.IgnoreFields(classify.Link{}, "Node")); diff != "" {
		t.Error(diff)
	}
	if again := p.Scan().Text; !strings.Contains(again, "Shop") {
		t.Errorf("the page itself has only %q left", again)
	}
}
