package records_test

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// tocs is contents pages of real journals that nobody on the project wrote.
const tocs = "../../../shared/data/toc"

// A tocPage is a contents page with its articles in order.
type tocPage struct {
	name     string
	body     []byte
	articles []tocArticle
	others   map[string]bool // addresses of links that lead to no article
}

// A tocArticle is the truth about one record: its link as it was recorded with
// the data, its title and authors by a rule for the journal's source.
type tocArticle struct {
	href, link     string // the address, the text of the link
	title, authors string // authors may be empty
}

// A tocRule finds titles and authors in the source of a journal's pages, apart
// from the package: groups href, title, authors.
var tocRules = map[string][]*regexp.Regexp{
	"acl-cl":   {aclRule},
	"acl-tacl": {aclRule},
	"afp":      {regexp.MustCompile(`(?s)<a href="(?P<href>entries/[^"]*)">(?P<title>.*?)</a>\s*<br>\s*Authors?:(?P<authors>.*?)</td>`)},
	"ismir":    {regexp.MustCompile(`(?s)<td>(?P<authors>[^<]*)<br />\s*<strong><a href="(?P<href>[^"]*)">(?P<title>.*?)</a>`)},
	"jmlr":     {regexp.MustCompile(`(?s)<dt>(?P<title>.*?)</dt>\s*<dd><b><i>(?P<authors>.*?)</i></b>.*?\[<a href='(?P<href>[^']*)'>abs`)},
	"jmlr-beta": {
		regexp.MustCompile(`(?s)<h4><a class="paper-title darkblue" href="(?P<href>[^"]*)">(?P<title>.*?)</a></h4>\s*<p><i>(?P<authors>.*?)</i>`),
	},
	"sigplan-opentoc": {
		regexp.MustCompile(`(?s)<a class="DLtitleLink"[^>]*?href="(?P<href>[^"]*)"[^>]*>(?P<title>.*?)</a>\s*</h3>\s*<ul class="DLauthors">(?P<authors>.*?)</ul>`),
	},
	"ieeevis": {
		regexp.MustCompile(`(?s)<!--Author: -->(?P<title>.*?)</div>.{0,600}?<a title="Read entire document" href="(?P<href>[^"]*)">.{0,900}?Authors: </span><br />(?P<authors>.*?)</div>`),
		regexp.MustCompile(`(?s)<h3 class="session-list-title"><a href="(?P<href>[^"]*)">(?P<title>.*?)<span.*?</a></h3><h5 class="session-list-presenter"> Authors: (?P<authors>.*?)</h5>`),
	},
	"linux-gazette": {regexp.MustCompile(`(?is)<a href="(?P<href>[^"]*)">(?P<title>.*?)</a>\s*(?:(?:<br>)?\s*,?\s*(?:<em>|<i>)?\s*by\s(?P<authors>.*?))?(?:<li>|</li>|</ul>|<p>|<br)`)},
	"tugboat":       {regexp.MustCompile(`(?s)<tr><td><a href="(?P<href>[^"]*)">(?P<title>.*?)</a>&nbsp;.*?(?:<br><small>&nbsp;&nbsp;(?P<authors><a.*?)&nbsp;</small>|</tr>)`)},
}

var aclRule = regexp.MustCompile(`(?s)<a class=align-middle href=(?P<href>\S+?)>(?P<title>.*?)</a></strong>(?:<br>(?P<authors>.*?))?</span></p>`)

func tocJournals(t testing.TB) []string {
	t.Helper()
	dirs, err := os.ReadDir(tocs)
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	var out []string
	for _, d := range dirs {
		out = append(out, d.Name())
	}
	return out
}

func readTOC(t testing.TB, journal string) []tocPage {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(tocs, journal, "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d pages: %v", journal, len(files), err)
	}
	slices.Sort(files)
	var pages []tocPage
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		links, err := os.ReadFile(strings.TrimSuffix(file, ".html") + ".links.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		p := tocPage{name: strings.TrimSuffix(filepath.Base(file), ".html"), body: body, others: map[string]bool{}}
		texts := tocTexts(journal, body)
		seen := map[string]bool{}
		for line := range strings.Lines(string(links)) {
			var l struct {
				Href    string
				Text    string
				Article bool
				Kind    string
			}
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			l.Href = strings.TrimSpace(l.Href)
			if !l.Article {
				p.others[l.Href] = true
			}
			if !l.Article || seen[l.Href] {
				continue
			}
			seen[l.Href] = true
			a := tocArticle{href: l.Href, link: l.Text, title: l.Text}
			if x, ok := texts[l.Href]; ok {
				a.title, a.authors = x.title, x.authors
			}
			p.articles = append(p.articles, a)
		}
		if len(p.articles) > 0 {
			pages = append(pages, p)
		}
	}
	return pages
}

// tocTexts returns titles and authors by address.
func tocTexts(journal string, body []byte) map[string]tocArticle {
	out := map[string]tocArticle{}
	for _, rule := range tocRules[journal] {
		for _, m := range rule.FindAllSubmatch(body, -1) {
			a := tocArticle{
				href:    html.UnescapeString(string(m[rule.SubexpIndex("href")])),
				title:   shownText(m[rule.SubexpIndex("title")]),
				authors: shownText(m[rule.SubexpIndex("authors")]),
			}
			if _, ok := out[a.href]; !ok && a.title != "" {
				out[a.href] = a
			}
		}
	}
	return out
}

var (
	anyTag   = regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>`)
	blockTag = regexp.MustCompile(`(?i)</?(li|br|div|td|p)\b`)
)

// shownText returns the text of a piece of source as people see it.
func shownText(source []byte) string {
	s := anyTag.ReplaceAllStringFunc(string(source), func(tag string) string {
		if blockTag.MatchString(tag) {
			return " "
		}
		return ""
	})
	return strings.Join(strings.Fields(html.UnescapeString(s)), " ")
}

// sameWords compares two texts by their letters and digits.
func sameWords(a, b string) bool { return letters(a) == letters(b) }

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
