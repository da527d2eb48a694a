package corpus

import "strings"

// A Layout is the article pages of one journal.
type Layout struct {
	Name  string
	Pages []Page
}

// A Page is one article page with what a person would copy from it. What it does not
// show is empty.
type Page struct {
	HTML         string
	Title        string
	Authors      []string
	Affiliations []string
	Abstract     string
}

const pagesOfLayout = 8

// Articles are the layouts of article pages.
func Articles() []Layout {
	t, names := parse("articles.tmpl")
	all := readRecords()
	var out []Layout
	for k, name := range names {
		l := Layout{Name: name}
		for n := range pagesOfLayout {
			a := article{record: all[(3*n+k)%len(all)], N: n, page: &Page{}}
			a.Others = around(all, a.record)[:3]
			a.page.HTML = write(t, name, a)
			l.Pages = append(l.Pages, *a.page)
		}
		out = append(out, l)
	}
	return out
}

// article is what a layout shows. The methods with names of one letter note what of
// it is the truth: they are for the place at which a person would look.
type article struct {
	record
	N      int // the page, from 0
	Others []record
	page   *Page
}

// T is the title.
func (a article) T(s string) string {
	a.page.Title = plain(s)
	return s
}

// A is an author's name.
func (a article) A(s string) string {
	a.page.Authors = append(a.page.Authors, plain(s))
	return s
}

// R is an author's name with the surname first.
func (a article) R(of author) string {
	a.A(of.Name())
	return of.Reverse()
}

// P is an affiliation, which may be shown several times.
func (a article) P(s string) string {
	for _, have := range a.page.Affiliations {
		if have == plain(s) {
			return s
		}
	}
	a.page.Affiliations = append(a.page.Affiliations, plain(s))
	return s
}

// S is a part of the abstract.
func (a article) S(s string) string {
	a.page.Abstract = strings.TrimSpace(a.page.Abstract + " " + plain(s))
	return s
}

// At is the place of a number from 1.
func (a article) At(n int) string { return a.Places[n-1] }
