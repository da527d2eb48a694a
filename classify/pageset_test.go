package classify_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// sheet is a page of a set: its source, and what it was taken for alone.
type sheet struct {
	url, src, class string
	decided         string // what decided; "" for the text
}

func articleSheet(n int) sheet {
	src := fmt.Sprintf(`<div class=head-%d><h1>Beans</h1></div><div class=byline><span class=name>Ada</span></div><section class=body><p>Text`, n)
	return sheet{url: fmt.Sprintf("http://j.example/7/%d.html", n), src: src, class: classify.ClassAbstract}
}

func issueSheet() sheet {
	return sheet{url: "http://j.example/7/", src: "<ul class=toc><li><a href=1.html>Beans</a></ul>", class: classify.ClassUnfiled}
}

// together returns the class of the last of some pages of an issue, after those of five
// articles and the issue's.
func together(t *testing.T, pages ...sheet) classify.Classification {
	t.Helper()
	all := []sheet{issueSheet()}
	for n := range 5 {
		all = append(all, articleSheet(n))
	}
	all = append(all, pages...)
	classes := look(t, all)
	if len(classes) != len(all) {
		t.Fatalf("%d classes of %d pages", len(classes), len(all))
	}
	for i := range all[:6] {
		if classes[i].Class != all[i].class {
			t.Errorf("%s: %s, want %s", all[i].url, classes[i].Class, all[i].class)
		}
	}
	return classes[len(classes)-1]
}

// look returns the classes that some pages of a site have together. All but contents pages are
// behind a link to an article.
func look(t *testing.T, pages []sheet) []classify.Classification {
	t.Helper()
	var set classify.PageSet
	for _, p := range pages {
		root := tree(t, p.src)
		c := classify.Classification{Class: p.class, Confidence: 0.6, Evidence: []string{cmp.Or(p.decided, "*text: short")}}
		if !strings.HasSuffix(p.url, "/") {
			c.Evidence = slices.Insert(c.Evidence, 0, "link: article")
		}
		set.Add(classify.Resource{URL: p.url, Root: root}, c)
	}
	return set.Classify()
}

// TestPageSet has a page for each reason to replace a class or not.
func TestPageSet(t *testing.T) {
	like := articleSheet(9)
	other := sheet{"http://j.example/login.html", "<form class=login><p>Name", classify.ClassAbstract, ""}
	const byLink = "*link: FullText: html"
	with := func(s sheet, change func(*sheet)) sheet {
		change(&s)
		return s
	}
	for name, test := range map[string]struct {
		page sheet
		want string
	}{
		"built unlike the articles":                    {other, classify.ClassUnfiled},
		"so, with an article's metas":                  {with(other, func(s *sheet) { s.src = "<meta name=citation_title content=T>" + s.src }), classify.ClassAbstract},
		"so, a full text behind a link to one":         {with(other, func(s *sheet) { s.class, s.decided, s.src = classify.ClassFullText, byLink, s.src+nWords(1000) }), classify.ClassFullText},
		"so, a full text by its headings":              {with(other, func(s *sheet) { s.src += "<h2>References</h2>" + nWords(1000) }), classify.ClassAbstract},
		"so, a long text without such headings":        {with(other, func(s *sheet) { s.src += nWords(1000) }), classify.ClassUnfiled},
		"so, a short text with such headings":          {with(other, func(s *sheet) { s.src += "<h2>Abstract</h2>" }), classify.ClassUnfiled},
		"so, a short text behind a link to a full one": {with(other, func(s *sheet) { s.class, s.decided = classify.ClassFullText, byLink }), classify.ClassUnfiled},
		"so, a PDF": {with(other, func(s *sheet) { s.class = classify.ClassPDF }), classify.ClassPDF},
		"built like the articles, in their directory": {with(like, func(s *sheet) { s.class = classify.ClassUnfiled }), classify.ClassAbstract},
		"so, with a full text":                        {with(like, func(s *sheet) { s.class, s.src = classify.ClassUnfiled, s.src+nWords(1000) }), classify.ClassFullText},
		"so, mostly links":                            {with(like, func(s *sheet) { s.class, s.src = classify.ClassUnfiled, s.src+"<a href=/>"+nWords(9)+"</a>" }), classify.ClassUnfiled},
		"so, without text": {with(like, func(s *sheet) {
			s.class, s.src = classify.ClassUnfiled, "<div class=head-9><h1></h1></div><div class=byline><span class=name></span></div><section class=body><p>"
		}), classify.ClassUnfiled},
		"so, in a directory of its own":                {with(like, func(s *sheet) { s.class, s.url = classify.ClassUnfiled, "http://j.example/board/a.html" }), classify.ClassUnfiled},
		"so, in a directory that differs by a number":  {with(like, func(s *sheet) { s.class, s.url = classify.ClassUnfiled, "http://j.example/8/2.html" }), classify.ClassAbstract},
		"so, a page for a directory beside theirs":     {with(like, func(s *sheet) { s.class, s.url = classify.ClassUnfiled, "http://j.example/7/9/" }), classify.ClassUnfiled},
		"so, with another ending":                      {with(like, func(s *sheet) { s.class, s.url = classify.ClassUnfiled, "http://j.example/7/9.php" }), classify.ClassUnfiled},
		"half like the articles, and taken for one":    {sheet{"http://j.example/7/8.html", "<div class=head-8><h1>Beans</h1></div><section class=body><p>Text", classify.ClassAbstract, ""}, classify.ClassAbstract},
		"half like the articles, and taken for others": {sheet{"http://j.example/7/8.html", "<div class=head-8><h1>Beans</h1></div>", classify.ClassUnfiled, ""}, classify.ClassUnfiled},
		"without a tree":                               {with(other, func(s *sheet) { s.src = "" }), classify.ClassUnfiled},
	} {
		t.Run(name, func(t *testing.T) {
			if got := together(t, test.page); got.Class != test.want {
				t.Errorf("%s %q, want %s", got.Class, got.Evidence, test.want)
			}
		})
	}
}

// TestPageSetInDoubt: pages behind an article's link that were taken for others do not hide what
// the articles have in common.
func TestPageSetInDoubt(t *testing.T) {
	var pages []sheet
	for n := range 6 {
		p := articleSheet(10 + n)
		p.class, p.decided = classify.ClassUnfiled, "*list: of links beside the text"
		pages = append(pages, p)
	}
	if got := together(t, pages...); got.Class != classify.ClassAbstract {
		t.Errorf("%s %q, want an abstract", got.Class, got.Evidence)
	}
}

func TestPageSetEvidence(t *testing.T) {
	got := together(t, sheet{"http://j.example/login.html", "<form class=login><p>Name", classify.ClassAbstract, ""})
	want := "[*pages: has 0 of 6 kinds of elements that those of articles share link: article text: short]"
	if fmt.Sprint(got.Evidence) != want || got.Confidence != 0.8 {
		t.Errorf("%v %v, want %s", got.Confidence, got.Evidence, want)
	}
}

// TestPageSetOfFew: two pages say nothing about a third, and pages without anything in
// common nothing about each other.
func TestPageSetOfFew(t *testing.T) {
	for name, pages := range map[string][]sheet{
		"none":              nil,
		"two articles":      {issueSheet(), articleSheet(1), articleSheet(2), {url: "http://j.example/7/3.html", src: articleSheet(3).src, class: classify.ClassUnfiled}},
		"little in common":  {issueSheet(), {url: "a", src: "<p>a", class: classify.ClassAbstract}, {url: "b", src: "<p>b", class: classify.ClassAbstract}, {url: "c", src: "<p>c", class: classify.ClassAbstract}, {url: "d", src: "<div>d", class: classify.ClassAbstract}},
		"no tree of either": {{url: "a", class: classify.ClassAbstract}, {url: "b", class: classify.ClassPDF}, {url: "c"}},
	} {
		t.Run(name, func(t *testing.T) {
			var set classify.PageSet
			for _, p := range pages {
				r := classify.Resource{URL: p.url}
				if p.src != "" {
					r.Root = tree(t, p.src)
				}
				set.Add(r, classify.Classification{Class: p.class})
			}
			for i, c := range set.Classify() {
				if c.Class != pages[i].class {
					t.Errorf("%s: %s, want %s", pages[i].url, c.Class, pages[i].class)
				}
			}
		})
	}
}

// TestPageSetDirectories: pages beside the directory of nearly all articles are none if elements
// are in none of them that the articles have.
func TestPageSetDirectories(t *testing.T) {
	const byline, notes = "<div class=byline><span class=name>Ada</span></div>", "<footer class=notes><p class=small><b>Bonn</b></p><i>Beans</i></footer>"
	page := func(url, zones string) sheet {
		return sheet{url: "http://j.example/" + url, src: "<div class=head><h1>Beans</h1></div>" + zones + "<section class=body><p>Text</section>", class: classify.ClassAbstract}
	}
	long := func(url string) sheet {
		s := page(url, notes+"<h2>References</h2>"+nWords(1000))
		s.class = classify.ClassFullText
		return s
	}
	unfiled := func(s sheet) sheet {
		s.class = classify.ClassUnfiled
		return s
	}
	for test, c := range map[string]struct {
		articles []int // in each directory
		last     []sheet
		want     string
	}{
		"no names":                             {[]int{8}, []sheet{page("news/1.html", notes)}, classify.ClassUnfiled},
		"none on any of them":                  {[]int{8}, []sheet{page("news/1.html", notes), page("news/2.html", notes)}, classify.ClassUnfiled},
		"names on one of them":                 {[]int{8}, []sheet{page("news/1.html", notes+byline), page("news/2.html", notes)}, classify.ClassAbstract},
		"all elements":                         {[]int{8}, []sheet{page("news/1.html", notes+byline)}, classify.ClassAbstract},
		"one element less":                     {[]int{8}, []sheet{page("news/1.html", notes+"<div class=byline>Ada</div>")}, classify.ClassAbstract},
		"no names, but an article's metas":     {[]int{8}, []sheet{page("news/1.html", "<meta name=citation_title content=T>"+notes)}, classify.ClassAbstract},
		"a full text that no link promised":    {[]int{8}, []sheet{long("news/")}, classify.ClassUnfiled},
		"a full text behind an article's link": {[]int{8}, []sheet{long("news/1.html")}, classify.ClassFullText},
		"in the articles' directory":           {[]int{8}, []sheet{page("a/9.html", notes)}, classify.ClassAbstract},
		"among several directories":            {[]int{5, 3}, []sheet{page("news/1.html", notes)}, classify.ClassAbstract},
		"taken for another":                    {[]int{8}, []sheet{page("news/1.html", notes), unfiled(page("news/2.html", notes))}, classify.ClassUnfiled},
	} {
		t.Run(test, func(t *testing.T) {
			pages := []sheet{{url: "http://j.example/", src: "<ul><li><a href=a/1.html>Beans</a></ul>", class: classify.ClassUnfiled}}
			for d, n := range c.articles {
				for i := range n {
					pages = append(pages, page(fmt.Sprintf("%c/%d.html", 'a'+d, i), byline+notes))
				}
			}
			classes := look(t, append(pages, c.last...))
			if got := classes[len(classes)-1]; got.Class != c.want {
				t.Errorf("%s %q, want %s", got.Class, got.Evidence, c.want)
			}
			for i, got := range classes[:len(pages)] {
				if got.Class != pages[i].class {
					t.Errorf("%s: %s %q", pages[i].url, got.Class, got.Evidence)
				}
			}
		})
	}
}

// lastClass looks at some pages and returns the class of the last; the others must keep theirs.
func lastClass(t *testing.T, pages []sheet) classify.Classification {
	t.Helper()
	classes := look(t, pages)
	for i, got := range classes[:len(classes)-1] {
		if got.Class != pages[i].class {
			t.Errorf("%s: %s %q", pages[i].url, got.Class, got.Evidence)
		}
	}
	return classes[len(classes)-1]
}

// TestPageSetStrays: a page taken for an article's among many that are none is none, unless the
// site's articles are there.
func TestPageSetStrays(t *testing.T) {
	pages := func(dir, class string, n int) []sheet {
		var out []sheet
		for i := range n {
			name := string(rune('a' + i))
			out = append(out, sheet{url: "http://j.example/" + dir + "/" + name + "/", src: "<p>Text", class: class})
		}
		return out
	}
	page := sheet{url: "http://j.example/people/ada/", src: "<p>Text", class: classify.ClassAbstract}
	described := page
	described.url, described.src = "http://j.example/people/ada", "<meta name=citation_title content=T>"+page.src
	bob, eve := page, page
	bob.url, eve.url = "http://j.example/people/bob/", "http://j.example/people/eve/"
	doubted := pages("people", classify.ClassUnfiled, 8)
	for i := range doubted {
		doubted[i].url = strings.TrimSuffix(doubted[i].url, "/")
	}
	articles, people := pages("articles", classify.ClassAbstract, 9), pages("people", classify.ClassUnfiled, 8)
	for test, c := range map[string]struct {
		pages []sheet
		last  sheet
		want  string
	}{
		"one of four":                    {slices.Concat(articles, people[:3]), page, classify.ClassUnfiled},
		"one of three":                   {slices.Concat(articles, people[:2]), page, classify.ClassAbstract},
		"three of five":                  {slices.Concat(articles, people[:2], []sheet{bob, eve}), page, classify.ClassAbstract},
		"where all articles are":         {people, page, classify.ClassAbstract},
		"where most of the articles are": {slices.Concat(articles[:2], people, []sheet{bob, eve}), page, classify.ClassAbstract},
		"with an article's metas":        {slices.Concat(articles, people), described, classify.ClassAbstract},
		"among pages that are in doubt":  {slices.Concat(articles, doubted), page, classify.ClassAbstract},
	} {
		t.Run(test, func(t *testing.T) {
			if got := lastClass(t, append(c.pages, c.last)); got.Class != c.want {
				t.Errorf("%s %q, want %s", got.Class, got.Evidence, c.want)
			}
		})
	}
}
