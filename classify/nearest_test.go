package classify_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

func examples(t testing.TB, src string) []classify.Example {
	var out []classify.Example
	for _, l := range parse(t, src).Links {
		class := classify.ClassOther
		if strings.Contains(l.Href, "/a") && strings.HasSuffix(l.Href, ".html") {
			class = classify.ClassArticle
		}
		out = append(out, classify.Example{Link: l, Class: class})
	}
	return out
}

func learned(t testing.TB, m *classify.NearestNeighbor, pages ...string) *classify.NearestNeighbor {
	t.Helper()
	for _, p := range pages {
		if err := m.Learn(examples(t, p)...); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestNextIssue(t *testing.T) {
	for name, m := range map[string]interface {
		classify.Classifier
		Learn(...classify.Example) error
	}{
		"enhanced": &classify.NearestNeighbor{}, "levenshtein": &paper.NearestNeighbor{Distance: "levenshtein"}, "jaccard": &paper.NearestNeighbor{Distance: "jaccard"},
	} {
		if err := m.Learn(examples(t, linktest.Issue(1, 12))...); err != nil {
			t.Fatal(err)
		}
		for _, e := range examples(t, linktest.Issue(2, 9)) {
			c := m.Classify(e.Link)
			if c.Class != e.Class {
				t.Errorf("%s: %s is %s: %v", name, e.Link.Href, c.Class, c.Evidence)
			}
			if c.Neighbor == nil || c.Neighbor.Class != c.Class || c.Confidence <= 0 || c.Confidence > 1 {
				t.Errorf("%s: %s: %+v", name, e.Link.Href, c)
			}
		}
	}
}

func TestUnknown(t *testing.T) {
	var m classify.NearestNeighbor
	l := parse(t, "<a href=x>x</a>").Links[0]
	if c := m.Classify(l); c.Class != "" || c.Confidence != 0 || !c.Refused {
		t.Errorf("without examples: %+v", c)
	}
	if answers, drift := m.ClassifyPage([]classify.Link{l, l}); !drift.Drifted || !answers[0].Refused || answers[0].Class != "" {
		t.Errorf("a page without examples: %+v, %+v", answers, drift)
	}
	if err := m.Learn(classify.Example{Link: l}); err == nil || !strings.Contains(err.Error(), `an example has no class: link "x"`) {
		t.Errorf("a link without a class: %v", err)
	}
}

// What was not there before is refused; what is much like something is not.
func TestNovelty(t *testing.T) {
	m := learned(t, &classify.NearestNeighbor{}, linktest.Issue(1, 12))
	l := parse(t, `<table><tr><td id=ad><a onclick="go()" rel=sponsored href="https://ads.example/x.cgi?u=1&v=2#t"><img src=b.gif alt=Buy><i>now!</i></a></table>`).Links[0]
	if c := m.Classify(l); !c.Refused {
		t.Errorf("an advertisement: %+v", c)
	}
	answers, drift := m.ClassifyPage(parse(t, linktest.Issue(2, 9)).Links)
	if drift.Drifted {
		t.Errorf("the next issue drifted: %+v", drift)
	}
	for _, c := range answers {
		if c.Refused {
			t.Errorf("refused: %v", c.Evidence)
		}
	}
	other := "<table>" + strings.Repeat("<tr><td><a onclick=x href='/cgi?id=77'><img src=a.gif></a><td><a href='javascript:y()'><u>%%</u></a>", 8)
	if _, drift := m.ClassifyPage(parse(t, other).Links); !drift.Drifted || drift.Novel < 0.5 {
		t.Errorf("another layout: %+v", drift)
	}
	if _, drift := m.ClassifyPage(nil); !drift.Drifted {
		t.Error("no links at all, and no drift")
	}
}

// When a layout has changed altogether the page has drifted, and the links are
// known by what they show and lead to.
func TestAnotherLayout(t *testing.T) {
	m := learned(t, &classify.NearestNeighbor{}, linktest.Issue(1, 12))
	var b strings.Builder
	b.WriteString("<table><tr><td><a class=n onclick=go() href='https://new.example/start.cgi?lang=en&s=1'><img src=h.gif alt=Start></a>")
	for i := range 9 {
		fmt.Fprintf(&b, `<tr id=r%d><td><i>%d</i><td><a onclick="open(%d)" rel=item href="https://new.example/show.cgi?id=%d&s=1"><b>The spread of influenza in the winter of %d</b></a><td><u><a rel=file onclick="get(%d)" href="https://new.example/files/x%d.pdf"><img src=p.gif alt=Download></a></u>`, i, i, i, i, 1990+i, i, i)
	}
	links := parse(t, b.String()).Links
	answers, drift := m.ClassifyPage(links)
	if !drift.Drifted {
		t.Errorf("not drifted: %+v", drift)
	}
	for i, c := range answers {
		want := classify.ClassOther
		if strings.Contains(links[i].Href, "show.cgi") {
			want = classify.ClassArticle
		}
		if c.Class != want {
			t.Errorf("%s: %+v, want %s", links[i].Href, c, want)
		}
	}
}

// Ties are decided by number, then for Other, with confidence 0.
func TestTies(t *testing.T) {
	l := parse(t, "<a href=x>x</a>").Links[0]
	is := func(class string) classify.Example { return classify.Example{Link: l, Class: class} }
	for _, c := range []struct {
		learn []classify.Example
		want  string
	}{
		{[]classify.Example{is("article"), is("other")}, "other"},
		{[]classify.Example{is("article"), is("other"), is("article")}, "article"},
		{[]classify.Example{is("zebra"), is("antelope")}, "antelope"},
	} {
		var m classify.NearestNeighbor
		if err := m.Learn(c.learn...); err != nil {
			t.Fatal(err)
		}
		if got := m.Classify(l); got.Class != c.want || got.Confidence != 0 || !got.Refused {
			t.Errorf("%v: %+v, want %s", c.learn, got, c.want)
		}
	}
}

func TestWriteReadMerge(t *testing.T) {
	m := learned(t, &classify.NearestNeighbor{Journal: "J"}, linktest.Issue(1, 9), linktest.Issue(2, 7))
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	loaded, err := modeltest.Read[classify.NearestNeighbor](&file)
	if err != nil {
		t.Fatal(err)
	}
	merged := &classify.NearestNeighbor{}
	for n, size := range []int{9, 7} {
		merged.Merge(learned(t, &classify.NearestNeighbor{}, linktest.Issue(n+1, size)))
	}
	for _, e := range examples(t, linktest.Issue(5, 8)) {
		want := m.Classify(e.Link)
		if diff := cmp.Diff(want, loaded.Classify(e.Link)); diff != "" {
			t.Errorf("loaded (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, merged.Classify(e.Link)); diff != "" {
			t.Errorf("merged (-want +got):\n%s", diff)
		}
	}
	var again bytes.Buffer
	if _, err := loaded.WriteTo(&again); err != nil || again.String() != text || loaded.Journal != "J" {
		t.Errorf("written again it differs: %v", err)
	}
	m.Merge(nil)
	again.Reset()
	if _, err := m.WriteTo(&again); err != nil || again.String() != text {
		t.Errorf("merged with no model it differs: %v", err)
	}
}

func TestBadModels(t *testing.T) {
	var good strings.Builder
	if _, err := learned(t, &classify.NearestNeighbor{}, linktest.Issue(1, 9)).WriteTo(&good); err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{
		"", "{}", "[", `{"format":"lokman link model","version":9}`,
		`{"format":"lokman link model","version":1,"mode":"x"}`,
		`{"format":"lokman link model","version":1,"mode":"paper","components":["a"]}`,
		strings.Replace(good.String(), `"distance": "levenshtein"`, `"distance": "jaccard"`, 1),
		strings.Replace(good.String(), `"page": 1,`, `"page": -1,`, 1),
		strings.Replace(good.String(), `"weights": [`, `"weights": [1,`, 1),
		strings.Replace(good.String(), `"weights": [`, `"weights": [1e99,`, 1),
		strings.Replace(good.String(), `"limit": `, `"limit": 7`, 1),
		strings.Replace(good.String(), `"captions": {`, `"captions": {"x": {"count": [-1, 0]},`, 1),
	} {
		if m, err := modeltest.Read[classify.NearestNeighbor](strings.NewReader(src)); m != nil || !errors.Is(err, classify.ErrModel) {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// Hostile pages cost no more than their bytes and lose no link.
func TestHostileLinks(t *testing.T) {
	m := learned(t, &classify.NearestNeighbor{}, linktest.Issue(1, 12))
	megabyte := strings.Repeat("x", 1<<20)
	for name, src := range map[string]string{
		"many":       strings.Repeat("<a href=/v1/a1.html>On the growth of cells</a> ", 10_000),
		"no text":    strings.Repeat("<a></a>", 10_000),
		"nested":     strings.Repeat("<a href=x>", 400) + strings.Repeat("<a>", 400),
		"attributes": "<a title='" + megabyte + "' href='" + megabyte + "' " + megabyte + "=1>" + megabyte + "</a>",
		"schemes":    "<a href='javascript:" + megabyte + "'>j</a><a href='data:text/html," + megabyte + "'>d</a><a href=mailto:x>m</a>",
		"base":       "<base href='javascript:x'><base href='data:,'><a href=a>a</a><a href='//['>b</a>",
		"wide":       "<a href=x>" + strings.Repeat("<b>y</b>", 50_000) + "</a>",
		"around":     strings.Repeat("<i>z</i>", 50_000) + "<a href=x>a</a>" + strings.Repeat("<i>z</i>", 50_000),
	} {
		t.Run(name, func(t *testing.T) {
			links := parse(t, src).Links
			if want := strings.Count(src, "<a"); len(links) != want {
				t.Errorf("%d links, want %d", len(links), want)
			}
			answers, _ := m.ClassifyPage(links)
			for i, c := range answers {
				if c.Class == "" {
					t.Fatalf("link %d has no class", i)
				}
			}
			for _, l := range links[:min(len(links), 3)] {
				for _, part := range paper.Vector(l) {
					if len(part) > 2100 {
						t.Errorf("a component of %d bytes", len(part))
					}
				}
			}
		})
	}
}

func FuzzReadNearestNeighbor(f *testing.F) {
	var file bytes.Buffer
	if _, err := learned(f, &classify.NearestNeighbor{}, linktest.Issue(1, 2)).WriteTo(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte(`{"format":"lokman link model","version":1}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := modeltest.Read[classify.NearestNeighbor](bytes.NewReader(src))
		if (m == nil) == (err == nil) {
			t.Fatal("neither a model nor an error, or both")
		}
		if m != nil {
			links := parse(t, "<a href=x>x</a>").Links
			m.Classify(links[0])
			m.ClassifyPage(links)
			m.Question(links, nil)
			if _, _, err := m.Adapt(links, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzVector(f *testing.F) {
	f.Add(linktest.Issue(1, 2))
	m := learned(f, &classify.NearestNeighbor{}, linktest.Issue(1, 3))
	f.Add("<a href='a?b#c'><svg><a><template><a></a>")
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		for _, l := range (classify.Reader{}).Scan([]byte(src), page).Links {
			m.Classify(l)
		}
		for i, l := range parse(t, src).Links {
			if i < 50 {
				m.Classify(l)
			}
		}
	})
}

func ExampleNearestNeighbor() {
	taught := classify.Reader{}.Scan([]byte(`<a href=/1/a.html>On cells</a> <a href=/1/b.html>On genes</a> <a href=/help>Help</a>`), "http://j.example/1/")
	m := classify.NearestNeighbor{Journal: "J"}
	classes := []string{classify.ClassArticle, classify.ClassArticle, classify.ClassOther}
	var page []classify.Example
	for i, l := range taught.Links {
		page = append(page, classify.Example{Link: l, Class: classes[i]})
	}
	if err := m.Learn(page...); err != nil {
		fmt.Println(err)
	}
	next := classify.Reader{}.Scan([]byte(`<a href=/2/c.html>On hearts</a> <a href=/help>Help</a>`), "http://j.example/2/")
	for _, l := range next.Links {
		fmt.Println(l.Text, "is", m.Classify(l).Class)
	}
	// Output:
	// On hearts is article
	// Help is other
}

// What a model file takes that is no model.
func TestAmplificationOfModels(t *testing.T) {
	const size = 4 << 20
	head := `{"format":"lokman link model","version":1,`
	var rows []amplification.Row
	for name, text := range map[string]string{
		"empty examples": head + `"examples":[` + strings.Repeat("{},", size/3) + `{}]}`,
		"empty pages":    head + `"pages":[` + strings.Repeat("{},", size/3) + `{}]}`,
		"empty vector":   head + `"examples":[{"vector":[` + strings.Repeat(`"",`, size/3) + `""]}]}`,
	} {
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(text), Kept: 1 << 20, Peak: 32 * size, Total: 64 * size,
			Run: func() any {
				m, err := modeltest.Read[classify.NearestNeighbor](strings.NewReader(text))
				if err == nil {
					t.Errorf("%s: no error", name)
				}
				return m
			},
		})
	}
	amplification.Check(t, rows)
}
