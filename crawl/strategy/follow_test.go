package strategy_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

func followPage() *crawl.Page {
	return &crawl.Page{
		URL: "http://j.example/1/", Status: 200, Header: http.Header{"Content-Type": {"text/html"}},
		Body: []byte(`<a href=a.pdf>PDF</a><a href=b.html>Abstract</a><a href=c.html>About</a><a name=x>x</a><a href=a.pdf>again</a>`),
	}
}

func TestFollow(t *testing.T) {
	for _, c := range []struct {
		accept []string
		want   string
	}{
		{nil, "http://j.example/1/a.pdf http://j.example/1/b.html http://j.example/1/c.html"},
		{[]string{classify.ClassPDF, classify.ClassAbstract}, "http://j.example/1/a.pdf http://j.example/1/b.html"},
		{[]string{classify.ClassFullText}, ""},
	} {
		v := strategy.Follow{Classifier: classify.NewConstraints(), Accept: c.accept}.Value(followPage())
		var urls []string
		for _, e := range v.Links {
			urls = append(urls, e.URL)
		}
		if got := strings.Join(urls, " "); got != c.want {
			t.Errorf("accepting %v: %s, want %s", c.accept, got, c.want)
		}
		for _, e := range v.Links {
			got := strategy.Followed(&crawl.Page{Note: e.Note})
			if strings.HasSuffix(e.URL, ".pdf") && (got.Class != classify.ClassPDF || !cmp.Equal(got.Evidence, []string{"PDF: pdf"})) {
				t.Errorf("followed by %+v", got)
			}
		}
	}
}

// unsure refuses every link.
type unsure struct{}

func (unsure) Classify(classify.Link) classify.Classification {
	return classify.Classification{Class: "article", Refused: true}
}

func TestFollowRefused(t *testing.T) {
	if v := (strategy.Follow{Classifier: unsure{}}).Value(followPage()); len(v.Links) != 0 {
		t.Errorf("follows guesses: %v", v.Links)
	}
	guessed := strategy.Follow{Classifier: unsure{}, Guesses: true}.Value(followPage()).Links[0]
	for _, note := range []string{guessed.Note, strategy.FollowNote(classify.Classification{Class: "article", Refused: true})} {
		if got := strategy.Followed(&crawl.Page{Note: note}); !got.Refused || got.Class != "article" {
			t.Errorf("a guess is followed by %+v", got)
		}
	}
	if v := (strategy.Follow{Classifier: unsure{}, Guesses: true}).Value(followPage()); len(v.Links) != 3 {
		t.Errorf("follows %d links, want 3", len(v.Links))
	}
	if err := (strategy.Follow{}).Valid(); err == nil {
		t.Error("a Follow without a classifier is valid")
	}
}

// byTitle is a classifier of pages of one's own: their class is their title.
type byTitle struct{ seen []classify.Resource }

func (c *byTitle) Page(r classify.Resource) classify.Classification {
	c.seen = append(c.seen, r)
	if r.Root == nil {
		return classify.Classification{Class: "file", Refused: true}
	}
	title := classify.Reader{}.Document(r.Root, r.URL).Title
	return classify.Classification{Class: title, Evidence: []string{"title: " + title}}
}

// A user's classifier of pages says of which pages the links are followed.
func TestFollowFromPages(t *testing.T) {
	page := func(title, parent string) *crawl.Page {
		p := followPage()
		p.Parent, p.Note = parent, strategy.FollowNote(classify.Classification{Class: "x", Evidence: []string{"y"}})
		p.Body = append([]byte("<title>"+title+"</title>"), p.Body...)
		return p
	}
	file := page("list", "http://j.example/")
	file.Header = http.Header{"Content-Type": {"application/pdf"}}
	for name, c := range map[string]struct {
		page    *crawl.Page
		from    []string
		guesses bool
		links   int
		class   string
	}{
		"of the class":          {page("list", "http://j.example/"), []string{"list"}, false, 3, "class list 0 [title: list]"},
		"of another class":      {page("item", "http://j.example/"), []string{"list"}, false, 0, "class item 0 [title: item]"},
		"a seed":                {page("item", ""), []string{"list"}, false, 3, "class item 0 [title: item]"},
		"all classes":           {page("item", "http://j.example/"), nil, false, 3, "class item 0 [title: item]"},
		"a guess":               {file, []string{"file"}, false, 0, "class file 0"},
		"a guess that is taken": {file, []string{"file"}, true, 0, "class file 0"}, // a file has no links
	} {
		own := &byTitle{}
		for order, within := range map[string]crawl.Strategy{"first in, first out": nil, "as another says": strategy.BestFirst{Scorer: table{}}} {
			f := strategy.Follow{Classifier: classify.NewConstraints(), Pages: own, From: c.from, Guesses: c.guesses, Strategy: within}
			if err := f.Valid(); err != nil {
				t.Fatal(err)
			}
			v := f.Value(c.page)
			if len(v.Links) != c.links || !strings.HasSuffix(v.Explanation.String(), c.class) {
				t.Errorf("%s, %s: %d links, %q, want %d, %q", name, order, len(v.Links), v.Explanation, c.links, c.class)
			}
		}
		if r := own.seen[0]; r.URL != c.page.URL || r.ContentType != c.page.MediaType() || r.Link.Class != "x" || len(r.Body) == 0 || (r.Root != nil) != c.page.IsHTML() {
			t.Errorf("%s: classified by %+v", name, r)
		}
	}
	if err := (strategy.Follow{Classifier: unsure{}, From: []string{"list"}}).Valid(); err == nil || !strings.Contains(err.Error(), "Pages") {
		t.Errorf("From without Pages: %v", err)
	}
}
