package main

import (
	"bytes"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/andybalholm/cascadia"
	"github.com/antchfx/htmlquery"
	xhtml "golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/label"
)

// shared is pages that nobody on the project wrote.
const shared = "../../shared/data"

// taught is how many pages of a journal or a template selectors are found on, at most; they
// are judged on the others.
const taught = 8

// tally is how often selectors agree with their models on pages that they were not found on.
type tally struct {
	models, found    int // how many have a selector
	pages, css, path int // of those with one
	promised         float64
}

func (c *tally) report(t *testing.T, what string, least float64) {
	t.Logf("%-12s %3d of %3d have a selector; on other pages CSS agrees on %d of %d (%.1f %%), XPath on %d; on the pages that they were found on %.1f %%",
		what, c.found, c.models, c.css, c.pages, 100*float64(c.css)/float64(c.pages), c.path, 100*c.promised/float64(c.found))
	if c.css != c.path || float64(c.css) < least*float64(c.pages) || c.pages == 0 {
		t.Errorf("%s: CSS agrees on %d and XPath on %d of %d pages, want both on the same ones, %.0f %%", what, c.css, c.path, c.pages, 100*least)
	}
}

// judge compares what both selectors pick in an element with what a model reads.
func (c *tally) judge(t *testing.T, in *xhtml.Node, css, xpath, want string) {
	compiled, err := cascadia.Parse(css)
	if err != nil {
		t.Fatalf("%s: %v", css, err)
	}
	byPath, err := htmlquery.QueryAll(in, xpath)
	if err != nil {
		t.Fatalf("%s: %v", xpath, err)
	}
	c.pages++
	if textOf(cascadia.QueryAll(in, compiled)) == want {
		c.css++
	}
	if textOf(byPath) == want {
		c.path++
	}
}

// textOf returns the letters and digits of nodes that are shown, those inside others left out.
func textOf(nodes []*xhtml.Node) string {
	var b strings.Builder
	var walk func(n *xhtml.Node)
	walk = func(n *xhtml.Node) {
		switch {
		case n.Type == xhtml.TextNode:
			b.WriteString(letters(n.Data))
		case n.Data != "script" && n.Data != "style" && n.Data != "template" && n.Data != "noscript":
			for c := range n.ChildNodes() {
				walk(c)
			}
		}
	}
	for _, n := range nodes {
		inside := false
		for up := n.Parent; up != nil; up = up.Parent {
			inside = inside || slices.Contains(nodes, up)
		}
		if !inside {
			walk(n)
		}
	}
	return b.String()
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// filesOf returns the pages of a directory.
func filesOf(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

func dirsOf(t *testing.T, kind string) (dirs []string) {
	entries, err := os.ReadDir(filepath.Join(shared, kind))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, filepath.Join(shared, kind, e.Name()))
		}
	}
	return dirs
}

func read(t *testing.T, file string) []byte {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func parse(t *testing.T, src []byte) *xhtml.Node {
	root, err := xhtml.Parse(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// The selectors of zones pick what their models read, by engines of CSS and XPath that others wrote.
func TestSelectorsOfZones(t *testing.T) {
	if testing.Short() {
		t.Skip("labels hundreds of pages")
	}
	all := map[label.Label]*tally{}
	for _, dir := range dirsOf(t, "articles") {
		files := filesOf(t, dir)
		var examples []label.Example
		var pages []*xhtml.Node
		for i, file := range files {
			root := parse(t, read(t, file))
			pages = append(pages, root)
			var v struct {
				Title, Abstract       string
				Authors, Affiliations []string
			}
			if i < 2 {
				if err := json.Unmarshal(read(t, strings.TrimSuffix(file, ".html")+".zones.json"), &v); err != nil {
					t.Fatal(err)
				}
				examples = append(examples, label.Example{Root: root, Values: label.Values{Title: v.Title, Authors: v.Authors, Affiliations: v.Affiliations, Abstract: v.Abstract}})
			}
		}
		m, err := label.Learn(examples)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range label.Labels() {
			if !m.Knows(l) {
				continue
			}
			if all[l] == nil {
				all[l] = &tally{}
			}
			c := all[l]
			c.models++
			n := min(taught, len(pages)/2)
			css, xpath, agree, err := m.Selector(l, pages[:n]...)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %s: %.2f %s", filepath.Base(dir), l, agree, css)
			if css == "" {
				continue
			}
			c.found++
			c.promised += agree
			for _, root := range pages[n:] {
				a, err := m.Label(root)
				if err != nil {
					t.Fatal(err)
				}
				z, _ := a.Zone(l)
				c.judge(t, root, css, xpath, textOf(z.Nodes))
			}
		}
	}
	for _, l := range label.Labels() {
		all[l].report(t, string(l), 0.5)
	}
}

// Those of lists pick their records and the titles in them.
func TestSelectorsOfLists(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hundreds of pages")
	}
	var whole, title tally
	for _, dir := range dirsOf(t, "toc") {
		var pages [][]byte
		for _, file := range filesOf(t, dir) {
			pages = append(pages, read(t, file))
		}
		text := firstArticle(t, filesOf(t, dir)[0])
		list, err := records.Learn(pages[0], bartree.Region{Text: text, Parts: map[string]string{"title": text}})
		if err != nil {
			t.Logf("%s: %v", filepath.Base(dir), err)
			continue
		}
		n := min(taught, (len(pages)+1)/2)
		css, xpath, agree, err := list.Selector("", pages[:n]...)
		if err != nil {
			t.Fatal(err)
		}
		part, partPath, partAgree, err := list.Selector("title", pages[:n]...)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.2f %s; %.2f %s", filepath.Base(dir), agree, css, partAgree, part)
		whole.models++
		if css == "" {
			continue
		}
		whole.found++
		whole.promised += agree
		title.models++
		if part != "" {
			title.found++
			title.promised += partAgree
		}
		for _, src := range pages[n:] {
			got, err := list.Read("", src)
			if err != nil {
				continue
			}
			var want strings.Builder
			for _, r := range got.Records {
				want.WriteString(letters(r.Text))
			}
			root := parse(t, src)
			whole.judge(t, root, css, xpath, want.String())
			compiled, _ := cascadia.Parse(css)
			for i, r := range cascadia.QueryAll(root, compiled) {
				if part != "" && i < len(got.Records) && letters(got.Records[i].Text) == textOf([]*xhtml.Node{r}) {
					title.judge(t, r, part, partPath, letters(got.Records[i].Parts["title"]))
				}
			}
		}
	}
	whole.report(t, "records", 0.5)
	title.report(t, "titles", 0.5)
}

func firstArticle(t *testing.T, page string) string {
	for line := range strings.Lines(string(read(t, strings.TrimSuffix(page, ".html")+".links.jsonl"))) {
		var l struct {
			Text    string
			Article bool
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Article && len(l.Text) > 8 {
			return l.Text
		}
	}
	return "no article"
}

var citationTitle = regexp.MustCompile(`(?i)<meta[^>]*name="?(?:citation_title|dc\.title)"?[^>]*content="([^"]*)"|<meta[^>]*content="([^"]*)"[^>]*name="?citation_title"?`)

// Those of regions pick the titles of articles on pages of one template.
func TestSelectorsOfRegions(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hundreds of pages")
	}
	dirsOf(t, "templates")
	versions, err := filepath.Glob(filepath.Join(shared, "templates", "*", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var c tally
	for _, dir := range versions {
		var pages [][]byte
		for _, file := range filesOf(t, dir) {
			pages = append(pages, read(t, file))
		}
		if len(pages) < 4 {
			continue
		}
		m := citationTitle.FindSubmatch(pages[0])
		if m == nil {
			continue
		}
		n := min(taught, len(pages)/2)
		template, err := bartree.Learn(pages[:n]...)
		if err != nil {
			t.Fatal(err)
		}
		if err := template.Mark(html.UnescapeString(string(m[1])+string(m[2])), pages[0], pages[1:n]...); err != nil {
			continue
		}
		c.models++
		css, xpath, agree, err := template.Selector(pages[:n]...)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.2f %s", strings.TrimPrefix(dir, shared), agree, css)
		if css == "" {
			continue
		}
		c.found++
		c.promised += agree
		for _, src := range pages[n:] {
			want := ""
			if l, err := template.Locate(src); err == nil {
				want = letters(l.Found.Text)
			}
			c.judge(t, parse(t, src), css, xpath, want)
		}
	}
	c.report(t, "regions", 0.5)
}
