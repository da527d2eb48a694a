package bartree_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

func learn(t *testing.T, paths []string) *bartree.Template {
	t.Helper()
	template, err := bartree.Learn(readAll(t, paths)...)
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func readAll(t *testing.T, paths []string) [][]byte {
	t.Helper()
	var pages [][]byte
	for _, p := range paths {
		pages = append(pages, readPage(t, p))
	}
	return pages
}

func judge(t *testing.T, template *bartree.Template, paths ...string) bartree.Change {
	t.Helper()
	c, err := template.Judge(readAll(t, paths)...)
	if err != nil {
		t.Fatal(err)
	}
	if c.Alarm() != (len(c.Where) > 0) {
		t.Errorf("%v: %s, where %v", paths, c.State, c.Where)
	}
	return c
}

// A tally counts questions and wrong answers.
type tally struct{ wrong, all int }

func (y *tally) add(wrong bool) {
	y.all++
	if wrong {
		y.wrong++
	}
}

func (y tally) most(t *testing.T, what string, share float64) {
	t.Helper()
	t.Logf("%s: %d of %d", what, y.wrong, y.all)
	if float64(y.wrong) > share*float64(y.all) {
		t.Errorf("%s: %d of %d, want at most %g", what, y.wrong, y.all, share)
	}
}

// versions returns the pages of each version of each template.
func versions(t *testing.T) [][]string {
	t.Helper()
	at := map[[3]string]int{}
	var out [][]string
	for _, m := range readLines[struct{ Path, Site, Template, Version string }](t, "manifest.jsonl") {
		key := [3]string{m.Site, m.Template, m.Version}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], m.Path)
	}
	return out
}

// TestRealIdentify identifies the template of a page by one seed page of each
// site's template, all versions and sites in one. Among the wrong ones are the
// two names of one template and a seed that is an error page.
func TestRealIdentify(t *testing.T) {
	var seeds seeds
	var byVersion, byTemplate tally
	pages := versions(t)
	templateOf := map[string]string{}
	for _, m := range readLines[struct{ Path, Site, Template string }](t, "manifest.jsonl") {
		templateOf[m.Path] = m.Site + "/" + m.Template
	}
	for _, v := range pages {
		seeds.add(readPage(t, v[0]))
	}
	for _, v := range pages {
		for _, p := range v[1:] {
			i, _ := seeds.nearest(readPage(t, p))
			byVersion.add(pages[i][0] != v[0])
			byTemplate.add(templateOf[pages[i][0]] != templateOf[p])
		}
	}
	t.Logf("another version named: %d of %d (versions with the same structure among them)", byVersion.wrong, byVersion.all)
	byTemplate.most(t, "pages given the wrong template", 0.12)
}

func TestTemplateWriteRead(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	l := newLayout(r)
	template := learnLayout(t, r, l)
	var first, second strings.Builder
	if _, err := template.WriteTo(&first); err != nil {
		t.Fatal(err)
	}
	again, err := modeltest.Read[bartree.Template](strings.NewReader(first.String()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.WriteTo(&second); err != nil || first.String() != second.String() {
		t.Errorf("%v: %s is read as %s", err, &first, &second)
	}
	page := l.page(r, sentence(r, 9))
	x, _ := template.Judge(page)
	y, err := again.Judge(page)
	if diff := cmp.Diff(x, y); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestNoPages(t *testing.T) {
	if _, err := bartree.Learn(); !isNoPage(err) {
		t.Error(err)
	}
	if _, err := bartree.Learn([]byte("only words")); !isNoPage(err) {
		t.Error(err)
	}
	template, err := bartree.Learn([]byte(markuptest.Figure))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := template.Judge([]byte(markuptest.Figure), nil); !isNoPage(err) {
		t.Error(err)
	}
	if err := template.Mark("Not there.", []byte(markuptest.Figure)); !errors.Is(err, bartree.ErrMissing) {
		t.Error(err)
	}
	if _, err := template.Locate([]byte(markuptest.Figure)); !errors.Is(err, bartree.ErrMissing) || !strings.Contains(err.Error(), "Mark it first") {
		t.Error(err)
	}
}
