package corpus_test

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/corpus"
)

var (
	head      = regexp.MustCompile(`(?s)<head>.*?</head>`)
	withWords = regexp.MustCompile(`</?(?:i|em|a|b|strong|font)\b[^>]*>`) // tags that end no word
	tags      = regexp.MustCompile(`<[^>]*>`)
)

// seen is the text of a page.
func seen(page string) string {
	page = withWords.ReplaceAllString(head.ReplaceAllString(page, ""), "")
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(page, " "))), " ")
}

// What is said to be on a page is on it, and no two pages of a layout are the same article.
func TestArticles(t *testing.T) {
	names := map[string]bool{}
	for _, l := range corpus.Articles() {
		if names[l.Name] {
			t.Errorf("two layouts are called %s", l.Name)
		}
		names[l.Name] = true
		pages := map[string]bool{}
		for i, p := range l.Pages {
			if pages[p.HTML] {
				t.Errorf("%s: page %d comes twice", l.Name, i)
			}
			pages[p.HTML] = true
			text := seen(p.HTML)
			if !strings.Contains(text, p.Title) || p.Title == "" {
				t.Errorf("%s: page %d: no title %q", l.Name, i, p.Title)
			}
			if p.Title != "Erratum" && len(p.Authors) == 0 || len(p.Abstract) < 100 && p.Abstract != "" {
				t.Errorf("%s: page %d: authors %q, abstract %q", l.Name, i, p.Authors, p.Abstract)
			}
			for _, s := range p.Affiliations {
				if !strings.Contains(text, s) {
					t.Errorf("%s: page %d: no affiliation %q", l.Name, i, s)
				}
			}
		}
	}
}

func TestIssues(t *testing.T) {
	for _, j := range corpus.Issues() {
		for i, issue := range j.Issues {
			if n := strings.Count(issue.HTML, "<a "); len(issue.Articles) < len(issue.Titles) || n == len(issue.Articles) || strings.Contains(issue.HTML, "<a!") {
				t.Errorf("%s %d: %d of %d links lead to %d articles", j.Name, i, len(issue.Articles), n, len(issue.Titles))
			}
		}
	}
}

// Each change of a history changes pages, and each version has pages of its own.
func TestHistories(t *testing.T) {
	for _, h := range corpus.Histories() {
		pages := map[string]bool{}
		for _, v := range h.Versions {
			for i, p := range v.Pages {
				if pages[p.HTML] {
					t.Errorf("%s, %q: page %d comes twice", h.Name, v.Changes, i)
				}
				pages[p.HTML] = true
			}
		}
	}
}

// The relevant pages of a web are there, as its seed is.
func TestWebs(t *testing.T) {
	for _, w := range corpus.Webs() {
		pages := map[string]bool{}
		for _, p := range w.Pages {
			if pages[p.URL] {
				t.Errorf("%s: %s comes twice", w.Name, p.URL)
			}
			pages[p.URL] = true
		}
		for _, url := range append(slices.Clone(w.Relevant), w.Seed) {
			if !pages[url] {
				t.Errorf("%s: %s is not there", w.Name, url)
			}
		}
	}
}

func TestSites(t *testing.T) {
	for _, s := range corpus.Sites() {
		kinds := map[string]int{}
		for _, p := range s.Pages {
			kinds[p.Kind]++
		}
		if kinds["other"] < 5 || kinds["abstract"]+kinds["full text"] < 5 {
			t.Errorf("%s: %v", s.Name, kinds)
		}
	}
}

// recorder keeps what a test would print.
type recorder struct {
	testing.TB
	lines []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Name() string        { return "TestX" }
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Errorf(format string, a ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, a...))
}

// A table says which row and column differ, and which rows are new or gone.
func TestTable(t *testing.T) {
	path := t.TempDir() + "/table.txt"
	old := corpus.NewTable("layout", "title", "authors")
	old.Add("lists", "7/7 1.00", "-")
	old.Add("gone", "1", "2")
	old.Check(t, path, true)
	old.Check(t, path, false)
	now := corpus.NewTable("layout", "title", "authors")
	now.Add("lists", "6/7 1.00", "-")
	now.Add("new", "1", "2")
	r := &recorder{TB: t}
	now.Check(r, path, false)
	want := []string{
		`lists: title is "6/7 1.00", want "7/7 1.00"`, `new: ["1" "2"], which ` + path + ` does not expect`, `gone: gone, but ` + path + ` expects it`,
	}
	if !slices.Equal(r.lines, want) {
		t.Errorf("%q, want %q", r.lines, want)
	}
}
