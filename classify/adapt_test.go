package classify_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// layout is how a made-up journal's site looks.
type layout struct {
	item, title, person, file string // classes
	path                      string // of the articles, with a volume and a number
	swapped                   bool   // what leads to an article looks and stands as what leads to a person did, and the other way round
}

var oldLayout = layout{"item", "title", "by", "pdf", "/v%d/a%d.html", false}

var titles = []string{
	"On the growth of cells in %d chambers", "A survey of methods for %d genes", "Heart failure in %d patients: a trial",
	"The course of influenza in %d winters", "How %d crows learn from one another", "What became of %d meadows",
}

// issue is an issue's page in a layout. Each title is there once.
func (l layout) issue(n, articles int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Volume %d</title><ul class=nav><li><a href=/>Home</a><li><a href=/about>About us</a><li><a href=/search?q=>Search</a></ul>", n)
	for i := range articles {
		article := fmt.Sprintf(l.path, n, i)
		title := fmt.Sprintf(titles[i%len(titles)], 100*n+i)
		person := fmt.Sprintf("/people/p%d", i*7+n)
		name := fmt.Sprintf("%c. Person", 'A'+(i+n)%26)
		first := fmt.Sprintf(`<a class=%s href="%s">%s</a>`, l.title, article, title)
		second := fmt.Sprintf(`<a class=%s href="%s">%s</a>`, l.person, person, name)
		if l.swapped {
			first = fmt.Sprintf(`<a class=%s href="%s">%s</a>`, l.title, person, name)
			second = fmt.Sprintf(`<a class=%s href="%s">%s</a>`, l.person, article, title)
		}
		fmt.Fprintf(&b, `<div class=%s><h3>%s</h3>by %s [<a class=%s href="/files/%d/%d.pdf">pdf</a>]</div>`, l.item, first, second, l.file, n, i)
	}
	return b.String() + "<a href=/legal>Legal notice</a>"
}

// classOf is the truth about a link of such an issue.
func classOf(l classify.Link) string {
	if strings.Contains(l.Text, "0") {
		return classify.ClassArticle
	}
	return classify.ClassOther
}

func labelled(t testing.TB, src string) []classify.Example {
	t.Helper()
	var out []classify.Example
	for _, l := range parse(t, src).Links {
		out = append(out, classify.Example{Link: l, Class: classOf(l)})
	}
	return out
}

func taught(t testing.TB, examples []classify.Example) *classify.NearestNeighbor {
	t.Helper()
	m := &classify.NearestNeighbor{}
	if err := m.Learn(examples...); err != nil {
		t.Fatal(err)
	}
	return m
}

// judge adapts to a page and counts the answers that are wrong, and those of
// them that are not refused, and all that are refused.
func judge(t testing.TB, m linkModel, src string) (wrong, sure, refused int) {
	t.Helper()
	links := parse(t, src).Links
	answers, _, err := m.Adapt(links, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range answers {
		bad := c.Class != classOf(links[i])
		wrong += one(bad)
		sure += one(bad && !c.Refused)
		refused += one(c.Refused)
	}
	return wrong, sure, refused
}

// A linkModel is a NearestNeighbor of either package.
type linkModel interface {
	Learn(...classify.Example) error
	Adapt([]classify.Link, map[int]string) ([]classify.Classification, classify.Drift, error)
	io.WriterTo
}

// A layout that changes a little with each issue is followed.
func TestAdaptFollows(t *testing.T) {
	m := taught(t, labelled(t, oldLayout.issue(1, 12)))
	l := oldLayout
	changes := []func(){
		func() { l.title = "headline" }, func() { l.item = "entry" }, func() { l.path = "/articles/%d/show-%d" },
		func() { l.file = "download" }, func() { l.person = "author" }, func() { l.path = "/content/%d/id%d/" }, func() { l.item = "row wide" },
	}
	for n := range 20 {
		if n%2 == 1 && n/2 < len(changes) {
			changes[n/2]()
		}
		if wrong, _, refused := judge(t, m, l.issue(n+2, 9)); wrong > 0 {
			t.Errorf("issue %d: %d wrong, %d refused", n+2, wrong, refused)
		}
	}
	if wrong, _, refused := judge(t, m, l.issue(30, 9)); wrong > 0 || refused > 6 {
		t.Errorf("the last issue: %d wrong, %d refused", wrong, refused)
	}
}

// Labels of which some are wrong do not spread.
func TestAdaptWrongLabels(t *testing.T) {
	for _, every := range []int{20, 12} {
		examples := labelled(t, oldLayout.issue(1, 12))
		for i := every / 2; i < len(examples); i += every {
			examples[i].Class = map[string]string{classify.ClassArticle: classify.ClassOther, classify.ClassOther: classify.ClassArticle}[examples[i].Class]
		}
		m := taught(t, examples)
		for n := range 20 {
			if wrong, sure, refused := judge(t, m, oldLayout.issue(n+2, 9)); wrong > 1 || sure > 0 {
				t.Errorf("every %dth label is wrong: issue %d: %d wrong, %d of them not refused, %d refused", every, n+2, wrong, sure, refused)
			}
		}
	}
}

// Where articles and other links change places the model is right or doubts
// itself, and what it then learns is right.
func TestAdaptChangedPlaces(t *testing.T) {
	m := taught(t, labelled(t, oldLayout.issue(1, 12)))
	for n := range 3 {
		judge(t, m, oldLayout.issue(n+2, 9))
	}
	swapped := oldLayout
	swapped.swapped = true
	for n := range 12 {
		wrong, sure, refused := judge(t, m, swapped.issue(n+5, 9))
		if sure > 0 || n > 6 && wrong > 0 {
			t.Errorf("issue %d: %d wrong, %d of them not refused, %d refused", n+5, wrong, sure, refused)
		}
	}
}

// A new kind of link in the articles' list, as near to the articles as they are
// to each other, is not taken for one, and does not become an example.
func TestAdaptNewKind(t *testing.T) {
	m := taught(t, labelled(t, oldLayout.issue(1, 12)))
	for n := range 10 {
		var b strings.Builder
		for i := range 3 {
			fmt.Fprintf(&b, `<div class=item><h3><a class=title href="https://elsewhere.example/v%d/a%d.html">`, n, i)
			fmt.Fprintf(&b, `What became of the %c meadows: a study</a></h3>by <a class=by href="/people/p%d">B. Person</a></div>`, 'A'+(i+3*n)%26, i)
		}
		if wrong, sure, refused := judge(t, m, oldLayout.issue(n+2, 9)+b.String()); wrong > 0 {
			t.Errorf("issue %d: %d wrong, %d of them not refused, %d refused", n+2, wrong, sure, refused)
		}
	}
}

// A few answers settle a page that would be refused.
func TestQuestion(t *testing.T) {
	m := taught(t, labelled(t, oldLayout.issue(1, 12)))
	// Neither titles nor places tell: letters alone, as pairs of links.
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, `<td><a rel=x href="/x/%d0">No. 10%d</a> <a rel=y href="/y/%d1">Cf. %c</a>`, i, i, i, 'a'+i)
	}
	links := parse(t, "<table>"+b.String()+"</table>").Links
	labels := map[int]string{}
	for {
		i, ok := m.Question(links, labels)
		if !ok {
			break
		}
		if _, again := labels[i]; again {
			t.Fatalf("link %d is asked about twice", i)
		}
		if labels[i] = classOf(links[i]); len(labels) > 5 {
			t.Fatalf("%d questions", len(labels))
		}
	}
	if len(labels) == 0 {
		t.Error("no question")
	}
	answers, _, err := m.Adapt(links, labels)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range answers {
		if c.Class != classOf(links[i]) || c.Refused {
			t.Errorf("%s: %+v", links[i].Href, c)
		}
	}
	if i, ok := taught(t, labelled(t, oldLayout.issue(1, 12))).Question(parse(t, oldLayout.issue(1, 12)).Links, nil); ok {
		t.Errorf("a question about link %d of a page as learned", i)
	}
}

func TestAdaptBadLabels(t *testing.T) {
	m := taught(t, labelled(t, oldLayout.issue(1, 12)))
	links := parse(t, oldLayout.issue(2, 3)).Links
	for _, labels := range []map[int]string{{-1: classify.ClassArticle}, {len(links): classify.ClassArticle}, {0: "chapter"}, {0: ""}} {
		if _, _, err := m.Adapt(links, labels); err == nil {
			t.Errorf("%v: no error", labels)
		}
		if _, ok := m.Question(links, labels); ok {
			t.Errorf("%v: a question", labels)
		}
	}
	if _, _, err := m.Adapt(links, map[int]string{0: "chapter"}); err == nil || !strings.Contains(err.Error(), `no class: "chapter" among "article" and "other"`) {
		t.Errorf("a class that the model does not know: %v", err)
	}
	published := &paper.NearestNeighbor{} // which takes any classes
	if err := published.Learn(labelled(t, oldLayout.issue(1, 12))...); err != nil {
		t.Fatal(err)
	}
	for _, labels := range []map[int]string{{-1: classify.ClassArticle}, {len(links): classify.ClassArticle}, {0: ""}} {
		if _, _, err := published.Adapt(links, labels); err == nil {
			t.Errorf("%v in paper mode: no error", labels)
		}
		if _, ok := published.Question(links, labels); ok {
			t.Errorf("%v in paper mode: a question", labels)
		}
	}
}

// A model that has adapted is written and read with all that it has learned.
func TestAdaptedModel(t *testing.T) {
	for mode, m := range map[string]linkModel{"enhanced": &classify.NearestNeighbor{}, "paper": &paper.NearestNeighbor{}} {
		if err := m.Learn(labelled(t, oldLayout.issue(1, 12))...); err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			judge(t, m, oldLayout.issue(n+2, 9))
		}
		var file bytes.Buffer
		if _, err := m.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		var read linkModel
		var err error
		if mode == "paper" {
			_, wrong := modeltest.Read[classify.NearestNeighbor](bytes.NewReader(file.Bytes()))
			if !errors.Is(wrong, classify.ErrModel) || !strings.Contains(wrong.Error(), "classify/paper") {
				t.Errorf("a model of the published method: %v", wrong)
			}
			read, err = modeltest.Read[paper.NearestNeighbor](&file)
		} else {
			_, wrong := modeltest.Read[paper.NearestNeighbor](bytes.NewReader(file.Bytes()))
			if !errors.Is(wrong, classify.ErrModel) || !strings.Contains(wrong.Error(), "package classify") {
				t.Errorf("a model that is none of the published method: %v", wrong)
			}
			read, err = modeltest.Read[classify.NearestNeighbor](&file)
		}
		if err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			links := parse(t, oldLayout.issue(n+5, 9)).Links
			want, _, err := m.Adapt(links, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := read.Adapt(links, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, issue %d (-written +read):\n%s", mode, n+5, diff)
			}
		}
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
