package issue

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// menuSite is a journal without metas and headings, with titles in the links of its menu of issues, and
// a picture that links to each article before its title does.
func menuSite() *recordedSite {
	const host = "http://peas.test"
	s := &recordedSite{start: host + "/2020/", pages: map[string][]byte{}, articles: map[string]bool{}}
	var menu, list strings.Builder
	for year := 2011; year < 2020; year++ {
		fmt.Fprintf(&menu, "<div><a href=/%d/>Growth of peas in the gardens of %d</a></div>", year, year)
		s.pages[fmt.Sprintf("%s/%d/", host, year)] = fmt.Appendf(nil, "<h1>%d</h1><p>This issue has an introduction, by Ada Bean of Bonn, and some articles.</p>", year)
	}
	for n := range 8 {
		title := fmt.Sprintf("How peas of the kind %d grow in the shade of beans", n)
		if n == 7 {
			title = "Editorial"
		}
		fmt.Fprintf(&list, "<li><a href=/2020/%d/><img src=pea.png></a><p><a href=/2020/%d/>%s</a>, Bert Pea, Bonn</p></li>", n, n, title)
		url := fmt.Sprintf("%s/2020/%d/", host, n)
		s.pages[url] = fmt.Appendf(nil, "<div><a href=/2020/>Back</a></div><h1>%s</h1><p>Bert Pea</p><p>%s</p>", title, strings.Repeat("Peas were counted in the shade. ", 20))
		s.articles[url] = true
	}
	s.pages[s.start] = []byte(menu.String() + "<ul>" + list.String() + "</ul>")
	return s
}

// The links of a menu are none to articles though they have titles; one of the list is though it has none.
func TestMenuOfIssues(t *testing.T) {
	if got, want := menuSite().crawl(t), (filed{articles: 8, found: 8, others: 9}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// editorials takes what has such a heading alone for an article.
type editorials struct{}

func (editorials) Page(r classify.Resource) classify.Classification {
	if bytes.Contains(r.Body, []byte("<h1>Editorial")) {
		return classify.Classification{Class: classify.ClassFullText}
	}
	return classify.Classification{Class: classify.ClassUnfiled}
}

// What a page is is said by a classifier of pages of one's own, if there is one.
func TestOwnPages(t *testing.T) {
	s := menuSite()
	s.classes = editorials{}
	if got, want := s.crawl(t), (filed{articles: 8, found: 1, others: 9}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// An issue whose page lists its sections alone has the articles that these list.
func TestSections(t *testing.T) {
	const host = "http://peas.test"
	s := &recordedSite{start: host + "/2020/", pages: map[string][]byte{}, articles: map[string]bool{}}
	s.pages[s.start] = []byte("<ul><li><a href=/2020/papers/>Papers</a><li><a href=/2020/notes/>Notes</a></ul>")
	for _, section := range []string{"papers", "notes"} {
		var list strings.Builder
		for n := range 6 {
			url := fmt.Sprintf("%s/2020/%s/%d.html", host, section, n)
			fmt.Fprintf(&list, "<li><a href=%s>How peas of the kind %d grow in the shade</a>, Bert Pea</li>", url, n)
			s.pages[url] = fmt.Appendf(nil, "<h1>Peas</h1><p>%s</p>", strings.Repeat("Peas were counted in the shade. ", 20))
			s.articles[url] = true
		}
		s.pages[host+"/2020/"+section+"/"] = []byte("<ul>" + list.String() + "</ul>")
	}
	if got, want := s.crawl(t), (filed{articles: 12, found: 12, others: 2}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestIssuesTogether: an issue of two articles does not show what they have in common, but
// the issue before it does.
func TestIssuesTogether(t *testing.T) {
	const host = "http://peas.test"
	s := &recordedSite{start: host + "/2020/", pages: map[string][]byte{}, articles: map[string]bool{}}
	text := strings.Repeat("Peas were counted in the shade. ", 20)
	for issue, articles := range map[string]int{host + "/2019/": 6, host + "/2020/": 2} {
		var list strings.Builder
		for n := range articles + 1 {
			url := fmt.Sprintf("%s%d.html", issue, n)
			title := fmt.Sprintf("How peas of the kind %d grow in the shade of beans", n)
			fmt.Fprintf(&list, "<li><a href=%s>%s</a></li>", url, title)
			s.pages[url] = fmt.Appendf(nil, "<h1>%s</h1><div>%s</div>", title, text)
			if n < articles {
				s.articles[url] = true
				s.pages[url] = fmt.Appendf(nil, "<h1 class=title>%s</h1><ul class=by><li>Ada Bean</ul><h2>Peas</h2><p class=text>%s</p><p class=note>Bonn", title, text)
			}
		}
		s.pages[issue] = []byte("<ul>" + list.String() + "</ul>")
	}
	if got, want := s.crawl(t, host+"/2019/"), (filed{articles: 8, found: 8, others: 2}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
