package bartree_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

const terms = `<footer class="foot"><a class="legal" href="/about/terms.html" title="Read the terms">Terms of use</a></footer>`

// TestInvariants: a text or attribute that all pages have, and the page has otherwise, makes a
// small change of the elements an alarm, and is none alone.
func TestInvariants(t *testing.T) {
	titles := []string{"Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt"}
	template := learnIssues(t, articlesOf(styles, terms, titles...)...)
	const more = `<div class="share"></div>`
	for _, c := range []struct {
		name, old, new, more string
		state                bartree.State
	}{
		{"an element more", "", "", more, bartree.StateContent},
		{"another text", "Terms of use", "Conditions", "", bartree.StateSame},
		{"another text and an element more", "Terms of use", "Conditions", more, bartree.StateChanged},
		{"another attribute", "Read the terms", "What you may do", more, bartree.StateChanged},
		{"another file", "terms.html", "legal.html", more, bartree.StateChanged},
		{"another host", "/about/", "https://www.example/", more, bartree.StateChanged},
		{"another directory and query", "/about/terms.html", "../terms.html?page=bread", more, bartree.StateContent},
		{"upper case", "Terms of use", "TERMS OF USE", more, bartree.StateContent},
		{"with a number", "Terms of use", "Terms of use of 3 May", more, bartree.StateContent},
		{"a place on the page", "/about/terms.html", "#terms", more, bartree.StateContent},
		{"a long text", "Terms of use", strings.Repeat("Bread ", 20), more, bartree.StateContent},
		{"gone", `title="Read the terms"`, "", more, bartree.StateContent},
		{"another style", `title="Read the terms"`, `title="Read the terms" style="top:0"`, more, bartree.StateContent},
	} {
		page := articlePage(styles, "Bread", strings.Replace(terms, c.old, c.new, 1)+c.more)
		got := judgePage(t, template, page)
		if got.State != c.state {
			t.Errorf("%s: %s, score %.2f, want %s: %v", c.name, got.State, got.Score, c.state, got.Where)
		}
		var b bytes.Buffer
		if _, err := template.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		read, err := bartree.ReadTemplate(&b)
		if err != nil {
			t.Fatal(err)
		}
		if again := judgePage(t, read, page); again.State != got.State || again.Score != got.Score {
			t.Errorf("%s, from a file: %s, score %.2f", c.name, again.State, again.Score)
		}
	}
	// Where one of the learned pages has another text, that is content.
	other := strings.Replace(terms, "Terms of use", "Rules", 1)
	pages := append(articlesOf(styles, terms, titles[1:]...), articlePage(styles, "Loaves", other))
	if c := judgePage(t, learnIssues(t, pages...), articlePage(styles, "Bread", strings.Replace(terms, "Terms of use", "Conditions", 1)+more)); c.Alarm() {
		t.Errorf("where texts differ: %s, score %.2f", c.State, c.Score)
	}
}

// TestPagesWithScriptsOfTheirOwn: a page that has the stylesheets and scripts of the template and
// one more, and lacks elements rather than having others, such as a search page, is of another
// kind. With an invariant otherwise it is a change, and so are several pages.
func TestPagesWithScriptsOfTheirOwn(t *testing.T) {
	template := learnIssues(t, articlesOf(styles, terms, "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt")...)
	search := func(head, body string) []byte {
		return []byte(`<!DOCTYPE html><html><head><title>Search</title>` + head + `</head><body>` + body + terms + `</body></html>`)
	}
	const own = styles + `<script src="/js/search.js"></script>`
	if c := judgePage(t, template, search(own, "")); c.State != bartree.StateOther || c.Alarm() {
		t.Errorf("a search page: %s, score %.2f", c.State, c.Score)
	}
	for name, page := range map[string][]byte{
		"instead of the old one":   search(strings.Replace(styles, "site.js", "search.js", 1), ""),
		"with elements of its own": search(own, `<div class="ask"></div><div class="hits"></div>`),
		"with another text":        []byte(strings.Replace(string(search(own, "")), "Terms of use", "Conditions", 1)),
	} {
		if c := judgePage(t, template, page); !c.Alarm() {
			t.Errorf("%s: %s, score %.2f", name, c.State, c.Score)
		}
	}
	if c, err := template.Judge(search(own, ""), search(own, ""), search(own, "")); err != nil || !c.Alarm() {
		t.Errorf("three of them: %s, %v", c.State, err)
	}
}

// TestFragmentsAreUnlikeTheTemplate: a page that lacks a script and is as much like the template as
// its own pages is a change.
func TestFragmentsAreUnlikeTheTemplate(t *testing.T) {
	const ads = `<div class="a1"></div><div class="a2"></div><table><tr><td><ul><li></ul></table>`
	pages := articlesOf(styles, ads, "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt")
	pages = append(pages, articlePage(styles, "Water", `<div class="a1"></div><div class="a2"></div>`))
	less := strings.Replace(styles, `<script src="/js/site.js"></script>`, "", 1)
	if c := judgePage(t, learnIssues(t, pages...), articlePage(less, "Bread", strings.Replace(ads, "a1", "b1", 1))); c.State != bartree.StateChanged {
		t.Errorf("%s, score %.2f", c.State, c.Score)
	}
}

// TestOldFiles: a page of the version before among those that are learned, which has other references
// instead of theirs, is of another kind, so that what all others have is constant.
func TestOldFiles(t *testing.T) {
	const menu = `<nav class="menu"></nav>`
	pages := articlesOf(styles, terms+menu, "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt", "Water")
	old := articlePage(strings.NewReplacer("old.css", "older.css", "site.js", "first.js").Replace(styles), "Mills", strings.Replace(terms, "Terms of use", "Rules", 1))
	more := articlePage(styles, "Mills", terms)
	if odd := learnIssues(t, append(pages, more)...).Odd(); len(odd) != 0 {
		t.Errorf("without a menu: of another kind are %v", odd)
	}
	template := learnIssues(t, append(pages, old)...)
	if odd := template.Odd(); len(odd) != 1 || odd[0] != len(pages) {
		t.Fatalf("of another kind are %v", odd)
	}
}
