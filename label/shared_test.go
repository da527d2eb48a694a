package label_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
	"github.com/lokman-crawler/lokman/label"
)

// sharedArticles is the data that stands beside the project.
const sharedArticles = "../../shared/data/articles"

// sharedPage is one page of the shared data.
type sharedPage struct {
	id     string
	body   []byte
	values label.Values
}

// readShared returns the pages of each journal by name, or skips the test.
func readShared(t testing.TB) map[string][]sharedPage {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(sharedArticles, "*", "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skipf("%s is not here", sharedArticles)
	}
	slices.Sort(paths)
	out := map[string][]sharedPage{}
	for _, path := range paths {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := sharedPage{id: strings.TrimSuffix(filepath.Base(path), ".html"), body: body}
		truth, err := os.ReadFile(strings.TrimSuffix(path, ".html") + ".zones.json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(truth, &p.values); err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(path))
		out[name] = append(out[name], p)
	}
	return out
}

func parse(t testing.TB, body []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func mustLearn(t testing.TB, examples []label.Example) *label.Model {
	t.Helper()
	m, err := label.Learn(examples)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustLabel(t testing.TB, m *label.Model, root *html.Node) *label.Article {
	t.Helper()
	a, err := m.Label(root)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func mustMetaValues(t testing.TB, root *html.Node) label.Values {
	t.Helper()
	v, err := label.MetaValues(root)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustReadModel(t testing.TB, file io.Reader) *label.Model {
	t.Helper()
	m, err := modeltest.Read[label.Model](file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// learnFrom learns from the first n pages.
func learnFrom(t testing.TB, pages []sharedPage, n int) *label.Model {
	t.Helper()
	var examples []label.Example
	for _, p := range pages[:n] {
		examples = append(examples, label.Example{Root: parse(t, p.body), Values: p.values})
	}
	return mustLearn(t, examples)
}

// writtenModel is what the tests look at of a model's file.
type writtenModel struct {
	Pages, Reach int
	Zones        map[label.Label][]struct {
		Pages         int
		Steps         []writtenStep
		Opens, Before string
	}
	Voters map[label.Label][]struct {
		Selectors []struct {
			Steps []writtenStep
			Run   bool
			Gap   int
		}
	}
}

type writtenStep struct {
	Tag   string
	Marks []string
	Open  bool
}

func (s writtenStep) String() string {
	return s.Tag + strings.Join(s.Marks, "") + map[bool]string{true: "~"}[s.Open]
}

// written returns what a model's file has.
func written(t testing.TB, m *label.Model) (w writtenModel) {
	t.Helper()
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file.Bytes(), &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// rewritten returns a model whose file was changed.
func rewritten(t testing.TB, m *label.Model, change func(file map[string]any)) *label.Model {
	t.Helper()
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(file.Bytes(), &fields); err != nil {
		t.Fatal(err)
	}
	change(fields)
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return mustReadModel(t, bytes.NewReader(text))
}

// A page's bytes say what its tree says.
func TestLabelPage(t *testing.T) {
	for name, pages := range readShared(t) {
		m := learnFrom(t, pages, 2)
		for _, p := range pages[2:min(len(pages), 12)] {
			want, err := m.Label(parse(t, p.body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.LabelPage(p.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(label.Zone{}, "Nodes")); diff != "" {
				t.Errorf("%s, %s (-tree +bytes):\n%s", name, p.id, diff)
			}
		}
	}
	var m label.Model
	if _, err := m.LabelPage([]byte(strings.Repeat("<div>", 600))); !errors.Is(err, label.ErrTooDeep) {
		t.Errorf("error %v, want ErrTooDeep", err)
	}
}
