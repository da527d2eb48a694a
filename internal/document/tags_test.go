package document_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/page/pagetest"
)

// urls returns the links, and those of them that have rel=nofollow wherever they
// occur.
func urls(t document.Tags) (links, refused []string) {
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
	reader := document.Reader{Metas: []string{"robots"}}
	for _, c := range pagetest.Cases {
		t.Run(c.Name, func(t *testing.T) {
			p := page.Scan([]byte(c.Page))
			root, err := p.DOM()
			if err != nil {
				t.Fatal(err)
			}
			for by, d := range map[string]document.Document{
				"bytes": reader.Document(p, pagetest.PageURL),
				"tree":  reader.Document(page.Of(root), pagetest.PageURL),
				"flat":  reader.Document(page.Scan([]byte(c.Page+strings.Repeat("<div>", 600))), pagetest.PageURL),
				"tags":  {Tags: reader.TagsOf([]byte(c.Page), pagetest.PageURL), Text: c.Text},
			} {
				if by == "flat" && strings.Contains(c.Page, "<template shadowrootmode") {
					continue // a page beyond the limits shows all shadow roots
				}
				links, refused := urls(d.Tags)
				got := pagetest.Case{
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
	const src = `<a xlink:href=1>a</a><svg><foreignObject><p><a xlink:href=2>b</a></p></foreignObject><a xlink:href=3>c</a></svg>` +
		`<svg><g><p>d</p><a xlink:href=4>e</a></g></svg><math><a xlink:href=5>f</a></math>`
	var got []string
	for _, a := range (document.Reader{}).Tags(page.Scan([]byte(src)), pagetest.PageURL).Anchors {
		got = append(got, a.Href)
	}
	if want := []string{"", "", "3", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReaderLimits(t *testing.T) {
	links := page.Scan([]byte(strings.Repeat("<a href=x>", 20) + strings.Repeat("<meta name=robots content=x>", 20_000)))
	if d := (document.Reader{MaxLinks: 3, Metas: []string{"robots"}}).Document(links, pagetest.PageURL); len(d.Anchors) != 3 || len(d.Metas) != 10_000 {
		t.Errorf("%d links and %d metas, want 3 and 10,000", len(d.Anchors), len(d.Metas))
	}
	if d := (document.Reader{MaxLinks: -1}).Tags(links, pagetest.PageURL); len(d.Anchors) != 20 || len(d.Metas) != 0 {
		t.Errorf("%d links and %d metas, want all 20 and none", len(d.Anchors), len(d.Metas))
	}
	if d := (document.Reader{MaxLinks: 3}).Tags(links, pagetest.PageURL); d.Unread != 17 {
		t.Errorf("%d links are not read, want 17", d.Unread)
	}
	var spellings strings.Builder
	for i := range 100 {
		spellings.WriteString("<link rel=canonical href=" + strings.Repeat("./", i) + "x>")
	}
	if d := (document.Reader{}).Tags(page.Scan([]byte(spellings.String())), pagetest.PageURL); len(d.Canonicals) != 10 {
		t.Errorf("%d spellings of a canonical URL, want 10", len(d.Canonicals))
	}
	long := document.Reader{MaxURL: 30}.Tags(page.Scan([]byte("<base href=/"+strings.Repeat("b", 30)+"/><a href=x>")), pagetest.PageURL)
	if got := long.URL("/short"); got != "" {
		t.Errorf("%q below a base that is too long, want no URL", got)
	}
}

// However many elements are open around shadow roots, and however many templates a host
// has, a page costs no more than its length.
func TestDeepShadows(t *testing.T) {
	const n = 200_000
	for name, src := range map[string]string{
		"end tags of nothing": strings.Repeat("<x-a>", n) + strings.Repeat("</x-b>", n),
		"end tags":            strings.Repeat("<x-a>", n) + strings.Repeat("</x-a>", n),
		"drawings":            strings.Repeat("<svg>", n) + strings.Repeat("</foreignobject>", n) + "<p>",
		"templates":           "<div>" + strings.Repeat("<template shadowrootmode=open></template>", n/10) + "</div>",
	} {
		src += `<a href=/x></a><p><template shadowrootmode=open>a</template>`
		if d := (document.Reader{}).Document(page.Scan([]byte(src)), pagetest.PageURL); len(d.Anchors) != 1 || d.Text != "a" {
			t.Errorf("%s: %d links, text %q", name, len(d.Anchors), d.Text)
		}
	}
}

// Scanning takes any bytes, and tags alone are those of a document.
func FuzzScan(f *testing.F) {
	for _, c := range pagetest.Cases {
		f.Add([]byte(c.Page))
	}
	f.Add([]byte("<svg><svg/><title><template/><template></svg>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		reader := document.Reader{Metas: []string{"robots"}}
		p := page.Scan(src)
		d, tags := reader.Document(p, pagetest.PageURL), reader.TagsOf(src, pagetest.PageURL)
		sameAnchor := func(a, b document.Anchor) bool { return a.Href == b.Href && a.NoFollow == b.NoFollow }
		if !slices.EqualFunc(d.Anchors, tags.Anchors, sameAnchor) || !slices.Equal(d.Canonicals, tags.Canonicals) || d.Unread != tags.Unread || !slices.Equal(d.Metas, tags.Metas) || d.URL("x") != tags.URL("x") {
			t.Errorf("a document has %+v, tags alone %+v", d.Tags, tags)
		}
	})
}
