package corpus

import (
	"fmt"
	"regexp"
	"strings"
)

// A Site is the pages of one issue of a journal, and what stands around them.
type Site struct {
	Name  string
	Pages []SitePage // the contents page first
}

// A SitePage is one page of a Site.
type SitePage struct {
	URL, HTML string
	Kind      string // "full text" or "abstract" of an article, or "other"
	Linked    bool   // behind a link that is taken for an article's, rightly or not
}

var abstractBegins = regexp.MustCompile(`(?i)(<[^>]*>)*(abstract|summary|resumen|zusammenfassung)`)

// Sites are sites by their layout of article pages, which stand in the directory of
// their issue.
func Sites() []Site {
	t, names := parse("sites.tmpl")
	journals := Issues()
	var out []Site
	for k, l := range Articles() {
		s := Site{Name: l.Name, Pages: []SitePage{{"http://journal.example/7/", journals[k%len(journals)].Issues[0].HTML, "other", false}}}
		for n, p := range l.Pages {
			kind := "abstract"
			if strings.Contains(p.HTML, "<h2>Introduction</h2>") {
				kind = "full text"
			}
			if p.Abstract == "" {
				kind = "other" // an erratum
			}
			s.Pages = append(s.Pages, SitePage{fmt.Sprintf("http://journal.example/7/%d.html", n), p.HTML, kind, n%4 != 2})
			if n < 2 { // a page of the article's figures has its head
				head := p.HTML[:abstractBegins.FindStringIndex(p.HTML + "abstract")[0]]
				s.Pages = append(s.Pages, SitePage{fmt.Sprintf("http://journal.example/7/%d-figures.html", n), head + "<p>Figure 1 of 2.</p><img src=2.png>", "other", false})
			}
		}
		for i, name := range names {
			for n := range 2 {
				shown := struct {
					K, N   int
					Others []record
				}{k, n, readRecords()[n : n+4]}
				url := fmt.Sprintf("http://journal.example/%s/%d", []string{"people", "info", "7"}[(k+i)%3], 10*i+n)
				s.Pages = append(s.Pages, SitePage{url, write(t, name, shown), "other", i == 1 && n == 0 && k%2 == 1})
			}
		}
		out = append(out, s)
	}
	return out
}
