package sitemap_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

const (
	sitemapSpace = `"http://www.sitemaps.org/schemas/sitemap/0.9"`
	imageSpace   = `"http://www.google.com/schemas/sitemap-image/1.1"`
	atomSpace    = `"http://www.w3.org/2005/Atom"`
)

// What prefixes are declared for decides which names are those of lists. Where
// they are not declared, as is common, names count alone.
func TestNamespaces(t *testing.T) {
	for name, in := range map[string]string{
		"default":                  `<urlset xmlns=` + sitemapSpace + `><url><loc>/a</loc></url></urlset>`,
		"default of another kind":  `<urlset xmlns="http://example.org/map"><url><loc>/a</loc></url></urlset>`,
		"default taken back":       `<urlset xmlns=` + sitemapSpace + `><url xmlns=""><loc>/a</loc></url></urlset>`,
		"prefix":                   `<sm:urlset xmlns:sm=` + sitemapSpace + `><sm:url><sm:loc>/a</sm:loc></sm:url></sm:urlset>`,
		"prefix in upper case":     `<SM:urlset xmlns:SM="any"><SM:url><SM:loc>/a</SM:loc></SM:url></SM:urlset>`,
		"prefix of the field":      `<urlset xmlns:sm=` + sitemapSpace + `><url><sm:loc>/a</sm:loc></url></urlset>`,
		"prefix, as of old":        `<urlset xmlns:sm="https://google.com/schemas/sitemap/0.84/"><url><sm:loc>/a</sm:loc></url></urlset>`,
		"prefix of the root":       `<ns0:urlset xmlns:ns0=` + sitemapSpace + `><url><loc>/a</loc></url></ns0:urlset>`,
		"prefix without a meaning": `<urlset><sm:url><sm:loc>/a</sm:loc></sm:url></urlset>`,
		"prefix in the field only": `<urlset><url><x:loc>/a</x:loc></url></urlset>`,
		"the element declares it":  `<urlset><url><x:loc xmlns:x=` + sitemapSpace + `>/a</x:loc></url></urlset>`,
		"image":                    `<urlset xmlns:image=` + imageSpace + `><url><image:loc>/i</image:loc><loc>/a</loc></url></urlset>`,
		"image behind":             `<urlset xmlns:image=` + imageSpace + `><url><loc/><image:loc>/i</image:loc><loc>/a</loc></url></urlset>`,
		"image not declared":       `<urlset xmlns=` + sitemapSpace + `><url><image:loc>/i</image:loc><loc>/a</loc></url></urlset>`,
		"news not declared":        `<urlset><url><news:loc>/i</news:loc><loc>/a</loc></url></urlset>`,
		"image by another prefix":  `<urlset xmlns:i=` + imageSpace + `><url><i:loc>/i</i:loc><loc>/a</loc></url></urlset>`,
		"image by a new default":   `<urlset xmlns=` + sitemapSpace + `><url><loc xmlns=` + imageSpace + `>/i</loc><loc>/a</loc></url></urlset>`,
		"image by the old prefix": `<sm:urlset xmlns:sm=` + sitemapSpace + `><sm:url><sm:loc xmlns:sm=` + imageSpace + `>/i</sm:loc>` +
			`<sm:loc>/a</sm:loc></sm:url></sm:urlset>`,
		"another url in url": `<urlset xmlns=` + sitemapSpace + ` xmlns:o="http://example.org/other"><url><loc>/a</loc><o:url>/o</o:url></url></urlset>`,
		"media":              `<rss xmlns:media="http://search.yahoo.com/mrss/"><item><media:link href="/m"/><link>/a</link></item></rss>`,
		"any":                `<rss xmlns:x="http://example.org/x"><item><x:link>/x</x:link><x:guid>http://x</x:guid><link>/a</link></item></rss>`,
		"Dublin Core":        `<rss xmlns:dc="http://purl.org/dc/elements/1.1/"><item><dc:link>/x</dc:link><link>/a</link></item></rss>`,
		"Atom in RSS":        `<rss xmlns:a10=` + atomSpace + `><item><a10:link href="/a"/></item></rss>`,
		"Merchant in RSS":    `<rss xmlns:g="http://base.google.com/ns/1.0"><item><g:id>1</g:id><g:link>/a</g:link></item></rss>`,
		"RSS 1.0": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">` +
			`<item><link>/a</link></item></rdf:RDF>`,
		"more declarations than count": `<urlset` + strings.Repeat(` xmlns:x="http://example.org/x"`, 200) + ` xmlns:y="http://example.org/y"><url><x:loc>/x</x:loc><y:loc>/a</y:loc></url></urlset>`,
	} {
		got, err := read(in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := urls(got); got != "https://example.com/a\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Prefixes decide about dates too.
func TestNamespacesOfDates(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`<item xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:date>2026-03-04</dc:date>`, "2026-03-04"},
		{`<item xmlns:dc="http://purl.org/dc/terms/"><dc:modified>2026-03-04</dc:modified>`, "2026-03-04"},
		{`<item><dc:date>2026-03-04</dc:date>`, "2026-03-04"},
		{`<item xmlns:a=` + atomSpace + `><a:updated>2026-03-04</a:updated>`, "2026-03-04"},
		{`<item xmlns:x="http://example.org/x"><x:date>2026-03-04</x:date>`, "0001-01-01"},
	} {
		got, err := read("<rss>" + c.in + "<link>/a</link></item></rss>")
		if err != nil || len(got) != 1 || got[0].LastMod.Format("2006-01-02") != c.want {
			t.Errorf("%s: %v, %v", c.in, got, err)
		}
	}
}

func TestXMLBase(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"feed":     {`<feed xml:base="http://h.org/blog/"><entry><link href="a"/></entry></feed>`, "http://h.org/blog/a"},
		"relative": {`<feed xml:base="/blog/"><entry><link href="a"/></entry></feed>`, "https://example.com/blog/a"},
		"entry":    {`<feed><entry xml:base="x/y/"><link href="a"/></entry><entry><link href="b"/></entry></feed>`, "https://example.com/lists/x/y/a https://example.com/lists/b"},
		"nested": {`<feed xml:base="http://h.org/blog/"><entry xml:base="2013/"><link xml:base='05/' href="a"/></entry><entry><link href="b"/></entry></feed>`,
			"http://h.org/blog/2013/05/a http://h.org/blog/b"},
		"link":                       {`<feed><entry><link href="a" xml:base="http://h.org/x/"/></entry></feed>`, "http://h.org/x/a"},
		"of other elements":          {`<feed><entry><content xml:base="http://h.org/">x</content><link href="a"/></entry></feed>`, "https://example.com/lists/a"},
		"of elements not ended":      {`<feed><entry xml:base="http://h.org/"><link href="a"/><x></entry><entry><link href="b"/></entry></feed>`, "http://h.org/a https://example.com/lists/b"},
		"RSS":                        {`<rss xml:base="http://h.org/"><channel><item><link>a</link></item><item xml:base="c/"><link>a</link></item></channel></rss>`, "http://h.org/a http://h.org/c/a"},
		"text of the element":        {`<rss><item><link xml:base="http://h.org/">a</link></item></rss>`, "http://h.org/a"},
		"RDF":                        {`<rdf:RDF xml:base="http://h.org/"><item><link>a</link></item></rdf:RDF>`, "http://h.org/a"},
		"sitemap":                    {`<urlset xml:base="http://h.org/"><url><loc>a</loc></url><url xml:base="c/">b</url></urlset>`, "http://h.org/a http://h.org/c/b"},
		"no base for what is whole":  {`<feed xml:base="http://h.org/"><entry><link href="https://example.com/a"/></entry></feed>`, "https://example.com/a"},
		"references in it":           {`<feed xml:base=" http://h.org/a&#47;b&amp;c/ "><entry><link href="a"/></entry></feed>`, "http://h.org/a/b&c/a"},
		"another prefix":             {`<feed x:base="http://h.org/"><entry><link href="a"/></entry></feed>`, "https://example.com/lists/a"},
		"the second of two":          {`<feed xml:base="http://h.org/" xml:base="http://i.org/"><entry><link href="a"/></entry></feed>`, "http://h.org/a"},
		"identifiers have no base":   {`<feed xml:base="http://h.org/"><entry><id>a</id></entry></feed>`, ""},
		"the element that was ended": {`<feed><entry><x xml:base="http://h.org/"/><link href="a"/></entry></feed>`, "https://example.com/lists/a"},
	} {
		got, _ := read(c.in)
		if got := strings.Join(strings.Fields(urls(got)), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// How far a URL lies from the list has nothing to do with what it says of itself.
func TestXMLBaseAndReach(t *testing.T) {
	got, err := read(`<feed xml:base="http://h.org/"><entry><link href="a"/></entry></feed>`)
	if err != nil || len(got) != 1 || got[0].Reach != "foreign" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestXMLBaseThatIsNone(t *testing.T) {
	got, err := read(`<feed xml:base="mailto:x"><entry xml:base="/` + strings.Repeat("x", 3000) + `/"><link href="a"/></entry></feed>`)
	checkURLs(t, got, "/lists/a")
	checkError(t, err, `line 1: expected a URL of http or https, found "mailto:x": scheme is not http or https`, nil, false)
	got, err = collect(sitemap.Read(strings.NewReader(`<feed xml:base="http://h.org/x/"><entry><link href="a"/></entry></feed>`), "", sitemap.Limits{}))
	if err != nil || urls(got) != "http://h.org/x/a\n" {
		t.Errorf("a list without a URL: %v, %v", got, err)
	}
}
