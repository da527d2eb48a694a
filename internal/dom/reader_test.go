package dom_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/dom/domtest"
)

// urls returns the links, and those of them that have rel=nofollow wherever they
// occur.
func urls(t dom.Tags) (links, refused []string) {
	allowed := map[string]bool{}
	for _, a := range t.Anchors {
		url := t.URL(a.Href)
		links = append(links, url)
		allowed[url] = allowed[url] || !a.NoFollow
	}
	for _, url := range links {
		if !allowed[url] {
			refused = append(refused, url)
		}
	}
	return links, refused
}

func TestCases(t *testing.T) {
	reader := dom.Reader{Metas: []string{"robots"}}
	for _, c := range domtest.Cases {
		t.Run(c.Name, func(t *testing.T) {
			root, err := dom.Parse([]byte(c.Page))
			if err != nil {
				t.Fatal(err)
			}
			for by, d := range map[string]dom.Document{
				"tree": reader.Document(root, domtest.PageURL),
				"scan": reader.Scan([]byte(c.Page), domtest.PageURL),
				"tags": {Tags: reader.ScanTags([]byte(c.Page), domtest.PageURL), Text: c.Text},
			} {
				links, refused := urls(d.Tags)
				got := domtest.Case{
					Name: c.Name, Page: c.Page, Text: strings.Join(strings.Fields(d.Text), " "), Links: links, Refused: refused,
				}
				for i, href := range d.Canonicals {
					if url := d.URL(href); i == 0 || got.Canonical == url {
						got.Canonical = url
					} else {
						got.Canonical = ""
					}
				}
				for _, m := range d.Metas {
					got.NoFollow = got.NoFollow || strings.EqualFold(m.Name, "robots") && m.Content == "nofollow"
					if strings.EqualFold(m.Equiv, "refresh") {
						got.Refresh = d.URL(strings.TrimPrefix(m.Content, "0; url="))
					}
				}
				if diff := cmp.Diff(c, got); diff != "" {
					t.Errorf("by %s (-want +got):\n%s", by, diff)
				}
			}
		})
	}
}

// xlink:href leads somewhere in drawings alone, which end where HTML begins again.
func TestTargetsOutsideDrawings(t *testing.T) {
	const page = `<a xlink:href=1>a</a><svg><foreignObject><p><a xlink:href=2>b</a></p></foreignObject><a xlink:href=3>c</a></svg>` +
		`<svg><g><p>d</p><a xlink:href=4>e</a></g></svg><math><a xlink:href=5>f</a></math>`
	root, err := dom.Parse([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	for by, d := range map[string]dom.Document{
		"tree": dom.Reader{}.Document(root, domtest.PageURL), "scan": dom.Reader{}.Scan([]byte(page), domtest.PageURL),
	} {
		var got []string
		for _, a := range d.Anchors {
			got = append(got, a.Href)
		}
		if want := []string{"", "", "3", "", ""}; !slices.Equal(got, want) {
			t.Errorf("by %s: %q, want %q", by, got, want)
		}
	}
}

func TestLimits(t *testing.T) {
	page := []byte(strings.Repeat("<a href=x>", 20) + strings.Repeat("<meta name=robots content=x>", 20_000))
	if d := (dom.Reader{MaxLinks: 3, Metas: []string{"robots"}}).Scan(page, domtest.PageURL); len(d.Anchors) != 3 || len(d.Metas) != 10_000 {
		t.Errorf("%d links and %d metas, want 3 and 10,000", len(d.Anchors), len(d.Metas))
	}
	if d := (dom.Reader{MaxLinks: -1}).ScanTags(page, domtest.PageURL); len(d.Anchors) != 20 || len(d.Metas) != 0 {
		t.Errorf("%d links and %d metas, want all 20 and none", len(d.Anchors), len(d.Metas))
	}
	if d := (dom.Reader{MaxLinks: 3}).ScanTags(page, domtest.PageURL); d.Unread != 17 {
		t.Errorf("%d links are not read, want 17", d.Unread)
	}
	var spellings strings.Builder
	for i := range 100 {
		spellings.WriteString("<link rel=canonical href=" + strings.Repeat("./", i) + "x>")
	}
	if d := (dom.Reader{}).ScanTags([]byte(spellings.String()), domtest.PageURL); len(d.Canonicals) != 10 {
		t.Errorf("%d spellings of a canonical URL, want 10", len(d.Canonicals))
	}
	long := dom.Reader{MaxURL: 30}.ScanTags([]byte("<base href=/"+strings.Repeat("b", 30)+"/><a href=x>"), domtest.PageURL)
	if got := long.URL("/short"); got != "" {
		t.Errorf("%q below a base that is too long, want no URL", got)
	}
}

// However many elements are open around shadow roots, and however many templates a host
// has, a page costs no more than its length.
func TestDeepShadows(t *testing.T) {
	const n = 200_000
	for name, page := range map[string]string{
		"end tags of nothing": strings.Repeat("<x-a>", n) + strings.Repeat("</x-b>", n),
		"end tags":            strings.Repeat("<x-a>", n) + strings.Repeat("</x-a>", n),
		"drawings":            strings.Repeat("<svg>", n) + strings.Repeat("</foreignobject>", n) + "<p>",
		"templates":           "<div>" + strings.Repeat("<template shadowrootmode=open></template>", n/10) + "</div>",
	} {
		page += `<a href=/x></a><p><template shadowrootmode=open>a</template>`
		if d := (dom.Reader{}).Scan([]byte(page), domtest.PageURL); len(d.Anchors) != 1 || d.Text != "a" {
			t.Errorf("%s: %d links, text %q", name, len(d.Anchors), d.Text)
		}
		if root, err := dom.Parse([]byte(page)); err == nil {
			if d := (dom.Reader{}).Document(root, domtest.PageURL); len(d.Anchors) != 1 || d.Text != "a" {
				t.Errorf("%s, by tree: %d links, text %q", name, len(d.Anchors), d.Text)
			}
		}
	}
}

func TestWalk(t *testing.T) {
	root, err := html.Parse(strings.NewReader("<p>a<b>b</b></p><i>c</i>"))
	if err != nil {
		t.Fatal(err)
	}
	name := func(n *html.Node) string { return n.Data }
	visit := func(b dom.Bounds, ways map[string]dom.Way) (string, error) {
		var seen []string
		err := dom.Walk(root, b, func(n *html.Node) dom.Way {
			seen = append(seen, name(n))
			if way, ok := ways[n.Data]; ok {
				return way
			}
			return dom.Into
		}, func(n *html.Node) { seen = append(seen, "/"+name(n)) })
		return strings.Join(seen, " "), err
	}
	for _, c := range []struct {
		bounds dom.Bounds
		ways   map[string]dom.Way
		want   string
		err    error
	}{
		{want: " html head /head body p a /a b b /b /b /p i c /c /i /body /html /"},
		{ways: map[string]dom.Way{"p": dom.Over}, want: " html head /head body p i c /c /i /body /html /"},
		{ways: map[string]dom.Way{"a": dom.Stop}, want: " html head /head body p a"},
		{bounds: dom.Bounds{Nodes: 4}, want: " html head /head body", err: dom.ErrNodes},
		{bounds: dom.Bounds{Depth: 2}, want: " html head /head body", err: dom.ErrDepth},
		{bounds: dom.Bounds{Nodes: 10, Depth: 5}, want: " html head /head body p a /a b b /b /b /p i c /c /i /body /html /"},
	} {
		if got, err := visit(c.bounds, c.ways); got != c.want || err != c.err {
			t.Errorf("%+v, %v: %q, %v, want %q, %v", c.bounds, c.ways, got, err, c.want, c.err)
		}
	}
	last := root
	for n := root; n != nil; n = dom.Following(n, root, false) {
		if n != root && dom.Preceding(n) != last {
			t.Errorf("before %q is %q, want %q", name(n), name(dom.Preceding(n)), name(last))
		}
		last = n
	}
}

// Scanning takes any bytes, and tags alone are those of a document.
func FuzzScan(f *testing.F) {
	for _, c := range domtest.Cases {
		f.Add([]byte(c.Page))
	}
	f.Add([]byte("<svg><svg/><title><template/><template></svg>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		reader := dom.Reader{Metas: []string{"robots"}}
		d, tags := reader.Scan(src, domtest.PageURL), reader.ScanTags(src, domtest.PageURL)
		if !slices.Equal(d.Anchors, tags.Anchors) || !slices.Equal(d.Canonicals, tags.Canonicals) || d.Unread != tags.Unread || !slices.Equal(d.Metas, tags.Metas) || d.URL("x") != tags.URL("x") {
			t.Errorf("a scan finds %+v, tags alone %+v", d.Tags, tags)
		}
	})
}
