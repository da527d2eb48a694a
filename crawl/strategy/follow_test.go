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
