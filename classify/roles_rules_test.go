package classify_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

// roleOf learns a page and returns the role of its last link, as the model that
// is written has it.
func roleOf(t *testing.T, src string) string {
	t.Helper()
	var m classify.NearestNeighbor
	var learn []classify.Example
	links := parse(t, src).Links
	for i, l := range links {
		class := classify.ClassOther
		if i == len(links)-1 {
			class = "asked"
		}
		learn = append(learn, classify.Example{Link: l, Class: class})
	}
	if err := m.Learn(learn...); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	var model struct {
		Pages []struct {
			Roles map[string]map[string]int `json:"roles"`
		} `json:"pages"`
	}
	if err := json.Unmarshal(file.Bytes(), &model); err != nil {
		t.Fatal(err)
	}
	for role, classes := range model.Pages[0].Roles {
		if classes["asked"] > 0 {
			return role
		}
	}
	return "none"
}

// TestRoles has one page for each rule of a link's role.
func TestRoles(t *testing.T) {
	titles := func(n, others int) string {
		var b strings.Builder
		for i := range others {
			fmt.Fprintf(&b, "<a href=mailto:%d>m</a>", i)
		}
		for i := range n {
			fmt.Fprintf(&b, "<a href=/%d>the growth of bean %d</a>", i, i)
		}
		return b.String()
	}
	type test struct{ rule, src, want string }
	tests := []test{
		{"no text", "<a href=/x></a>", "no text, page"},
		{"the text of an image", "<a href=/x><img alt='the growth of beans'></a>", "title, page"},
		{"four words are a title", "<a href=/x>a b c d</a>", "title, page"},
		{"three are not", "<a href=/x>a b c</a>", "short text, page"},
		{"30 characters are a title", "<a href=/x>" + strings.Repeat("é", 15) + " " + strings.Repeat("é", 14) + "</a>", "title, page"},
		{"29 are not", "<a href=/x>" + strings.Repeat("é", 12) + " " + strings.Repeat("é", 16-4) + " " + "éé" + "</a>", "short text, page"},
		{"14 without spaces are a title", "<a href=/x>" + strings.Repeat("研", 14) + "</a>", "title, page"},
		{"13 are not", "<a href=/x>" + strings.Repeat("研", 13) + "</a>", "short text, page"},
		{"a caption thrice is a label", strings.Repeat("<a href=/x>abstract</a>", 3), "label Abstract, page"},
		{"twice is not", strings.Repeat("<a href=/x>abstract</a>", 2), "short text, page"},
		{"a label of a full text", strings.Repeat("<a href=/x>full text</a>", 3), "label FullText, page"},
		{"a label of a PDF", strings.Repeat("<a href=/x>pdf</a>", 3), "label PDF, page"},
		{"another label", strings.Repeat("<a href=/x>mail</a>", 3), "label Other, page"},
		{"a title thrice is a title", strings.Repeat("<a href=/x>the growth of beans</a>", 3), "title, page"},
		{"five links are many", titles(5, 0), "title, page, many"},
		{"four are not", titles(4, 0), "title, page"},
		{"five of a hundred are many", titles(5, 95), "title, page, many"},
		{"five of more are not", titles(5, 96), "title, page"},
		{"http", "<a href=http://h.example/x>a</a>", "short text, page"},
		{"https", "<a href=https://h.example/x>a</a>", "short text, page"},
		{"another scheme", "<a href=ftp://h.example/x.pdf>a</a>", "short text, no page"},
		{"a fragment alone", "<a href=#x>a</a>", "short text, no page"},
		{"a query alone", "<a href=?x>a</a>", "short text, no page"},
		{"no href", "<a name=x>a</a>", "short text, no page"},
		{"a colon behind a slash is no scheme", "<a href=/x:y>a</a>", "short text, page"},
		{"white space before", "<a href=' mailto:x'>a</a>", "short text, no page"},
		{"a query has no format", "<a href=/x?y.pdf>a</a>", "short text, page"},
		{"a fragment has no format", "<a href=/x#y.pdf>a</a>", "short text, page"},
		{"a format before a query", "<a href=/x.pdf?y#z>a</a>", "short text, file"},
		{"a format in upper case", "<a href=/x.PDF>a</a>", "short text, file"},
		{"a dot in a directory", "<a href=/x.pdf/y>a</a>", "short text, page"},
	}
	for _, ext := range strings.Fields("pdf ps gz zip doc docx djvu ppt pptx mp4") {
		tests = append(tests, test{"file ." + ext, "<a href=/x." + ext + ">a</a>", "short text, file"})
	}
	for _, ext := range strings.Fields("bib ris enw xml txt json csv") {
		tests = append(tests, test{"data ." + ext, "<a href=/x." + ext + ">a</a>", "short text, data"})
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			if got := roleOf(t, tt.src); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestGuess has one page for each rule of guessing a refused link by its role.
// The link that is asked about was learned once as each class, which is a tie,
// and so refused.
func TestGuess(t *testing.T) {
	const asked = "<a href=/x>tied</a>"
	few := func(n int) string { // links of the role that asked has
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<p><a class=c%d href=/y%d>of %d</a></p>", i, i, i)
		}
		return b.String()
	}
	for _, tt := range []struct {
		rule    string
		mode    classify.Mode
		of      string // class of those others
		n       int
		ask     string
		want    string
		guessed bool
	}{
		{"10 of 11 in a role", classify.ModeEnhanced, "article", 9, asked + few(5), "article", true},
		{"9 of 10 are too few", classify.ModeEnhanced, "article", 8, asked + few(5), "other", false},
		{"the paper does not guess", classify.ModePaper, "article", 9, asked + few(5), "other", false},
		{"the class is as it was", classify.ModeEnhanced, "other", 9, asked + few(5), "other", false},
		{"a role that was not learned, of few links", classify.ModeEnhanced, "article", 9, asked + few(3), "other", false},
		{"three of four are too few", classify.ModeEnhanced, "article", 2, asked + few(2), "other", false},
		{"three of four are enough where the page has drifted", classify.ModeEnhanced, "article", 2, asked, "article", true},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := classify.NearestNeighbor{Mode: tt.mode}
			l := parse(t, asked).Links[0]
			learn := []classify.Example{{Link: l, Class: "article"}, {Link: l, Class: "other"}}
			for _, l := range parse(t, few(tt.n)).Links {
				learn = append(learn, classify.Example{Link: l, Class: tt.of})
			}
			if err := m.Learn(learn...); err != nil {
				t.Fatal(err)
			}
			answers, _ := m.ClassifyPage(parse(t, tt.ask).Links)
			c := answers[0]
			guessed := strings.Contains(strings.Join(c.Evidence, "\n"), "guessed by its role")
			if c.Class != tt.want || guessed != tt.guessed || !c.Refused {
				t.Errorf("got %+v, want %s, guessed %v", c, tt.want, tt.guessed)
			}
		})
	}
}
