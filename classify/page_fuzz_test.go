package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

// FuzzPages reads any page as one of a site's, alone and beside others: its class is one of
// those that there are.
func FuzzPages(f *testing.F) {
	f.Add("<ul><li><a href=1>Beans in winter</a> Ada Bean<li><a href=2>Peas</a><li><a href=3>Vetches</a><li><a href=4>Lentils</a></ul>")
	f.Add("<ul><li><a href=1><img></a><a href=2><img></a><a href=3><img></a><a href=4><img></a></li><div></div><div></div><div></div></ul>")
	f.Add("<table><tr><td>Beans in winter<td><a href=1>PDF</a><tr><td>Peas<td><a href=2>PDF</a></table>")
	f.Add("<meta name=citation_title content=T><h1>T</h1><h2>Abstract</h2><p>Text<h2>References</h2><ol><li>x")
	f.Fuzz(func(t *testing.T, src string) {
		const url = "http://j.example/7/"
		root, err := html.Parse(strings.NewReader(src))
		if err != nil {
			return
		}
		classify.Propose(classify.Reader{}.Document(root, url).Links, url)
		var set classify.PageSet
		for i := range 6 {
			r := classify.Resource{URL: fmt.Sprintf("%s%d", url, i), ContentType: "text/html", Root: root}
			if i > 0 {
				r.Link.Class = classify.ClassArticle
			}
			set.Add(r, classify.NewConstraints().Page(r))
		}
		for _, c := range set.Classify() {
			switch c.Class {
			case classify.ClassUnfiled, classify.ClassAbstract, classify.ClassFullText, classify.ClassPDF:
			default:
				t.Errorf("class %q", c.Class)
			}
		}
	})
}
