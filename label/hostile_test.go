package label_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
	"github.com/lokman-crawler/lokman/label"
	pages "github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/paper"
)

// hostilePages are pages that no journal would serve.
func hostilePages() map[string]string {
	many := func(s string, bytes int) string { return strings.Repeat(s, bytes/len(s)) }
	return map[string]string{
		"nothing":                     "",
		"no body":                     "<html><head><meta name=x content=y></head>",
		"frames":                      "<html><frameset cols='*,*'><frame src=a><frame src=b><noframes><h2>No frames</h2></noframes></frameset>",
		"text in scripts":             "<body><script>document.write('<h2>Title</h2><p><b>Ada Bean</b>')</script><style>h2{}</style><template><h2>Title</h2></template>",
		"500 levels":                  strings.Repeat("<div>", 500) + "x",
		"inline tags":                 "<p>" + many("<b></b><i>a</i>", 1<<20),
		"empty inline tags":           "<p>" + many("<b></b>", 1<<20) + "x",
		"one class many times":        many("<p class=a>b</p>", 1<<20),
		"headings over nothing":       many("<h3>Abstract</h3>", 1<<19),
		"many marks":                  "<p class='" + many("a1 b2 c3 ", 1<<20) + "'>x",
		"lines of many marks":         "<ul class='" + many("a1 b2 c3 ", 1<<20) + "'>" + many("x<br>", 1<<18),
		"names without end":           "<h2>A</h2><p><b>" + many("Ada Bean, ", 1<<20) + "</b>",
		"different names":             "<h2>A</h2><p><b>" + manyNames(60000) + "</b>",
		"names without a comma":       "<h2>A</h2><p><b>" + many("Ada y Bean e ", 1<<20) + "</b>",
		"names and marks without end": "<p>" + many("Ada Bean<sup>1</sup>, ", 1<<20),
		"broken JSON-LD":              "<script type=application/ld+json>" + many("[", 1<<20) + "</script>",
		"metas":                       many("<meta name=citation_author content='A B'>", 1<<20),
		"one title many times":        "<meta name=citation_title content=a><meta name=citation_author content='Ada Bean'><h1>a</h1>" + many("<p><b>a</b>", 1<<20),
		"not UTF-8":                   "<p>\xff\xfe\x80</p><h1 class='\xff'>\xff</h1>",
		"a table":                     "<table>" + many("<tr><td>x", 1<<20),
		"entries":                     many("<div class=a><p class=b>Ada<br>x<br>y</div>", 1<<20),
		"entries deep inside":         strings.Repeat("<div>", 480) + many("<div class=a><b class=b>x</b></div>", 1<<20),
		"others between":              many("<p class=a>x</p><i></i><p>y</p>", 1<<20),
		"records":                     many("<div class=a><p class=b><b>Ada Bean</b>", 1<<16),
		"hidden in hidden":            strings.Repeat("<div hidden>", 480) + many("<p>Ada", 1<<20),
		"nested properties":           strings.Repeat("<div itemprop=author>", 480) + many("Ada ", 1<<20),
	}
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("Ada B")
		for k := i; k > 0; k /= 26 {
			b.WriteByte(byte('a' + k%26))
		}
		b.WriteString(", ")
	}
	return b.String()
}

const paperPage = `<html><head><title>%[1]s</title></head><body><h2>%[1]s</h2><p><b>%[2]s</b></p><p><i>%[3]s</i></p>%[5]s<p>%[4]s</p></body></html>`

func paperValues(n int) label.Values {
	return label.Values{
		Title:        fmt.Sprintf("Growth of beans under lamp %d", n),
		Authors:      []string{fmt.Sprintf("Ada Bean%c", 'a'+n), "Bert Pea"},
		Affiliations: []string{fmt.Sprintf("Institute of Gardens, House %d", n)},
		Abstract:     strings.Repeat(fmt.Sprintf("Beans were grown in room %d. ", n), 5),
	}
}

func paperTree(t *testing.T, v label.Values, extra string) *html.Node {
	t.Helper()
	return parse(t, fmt.Appendf(nil, paperPage, v.Title, strings.Join(v.Authors, ", "), v.Affiliations[0], v.Abstract, extra))
}

// TestHostilePages: an error, an empty zone or little confidence, never a wrong
// zone with high confidence.
func TestHostilePages(t *testing.T) {
	m := mustLearn(t, []label.Example{{Root: paperTree(t, paperValues(1), ""), Values: paperValues(1)}})
	template, err := paper.Learn(paperTree(t, paperValues(1), ""), paperValues(1))
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range hostilePages() {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && len(page) > 1<<18 {
				t.Skip("large pages are read without -short")
			}
			root, err := html.Parse(strings.NewReader(page))
			if err != nil {
				return
			}
			a := mustLabel(t, m, root)
			for _, z := range a.Zones {
				if z.Confidence >= 0.7 && !strings.Contains(name, "names") {
					t.Errorf("%s found with confidence %v: %.60q", z.Label, z.Confidence, z.Text)
				}
			}
			if !a.Changed {
				t.Error("not said to differ from the template")
			}
			if _, err := paper.Label(root, []paper.Template{template}); err != nil {
				t.Errorf("paper mode: %v", err)
			}
			if _, err := label.MetaValues(root); err != nil {
				t.Errorf("metas: %v", err)
			}
		})
	}
}

// TestTooDeep: a tree deeper than a parser makes is refused.
func TestTooDeep(t *testing.T) {
	root := &html.Node{Type: html.DocumentNode}
	at := root
	for range 100000 {
		n := &html.Node{Type: html.ElementNode, Data: "div"}
		at.AppendChild(n)
		at = n
	}
	at.AppendChild(&html.Node{Type: html.TextNode, Data: "x"})
	var m label.Model
	if _, err := m.Label(root); !errors.Is(err, label.ErrTooDeep) {
		t.Errorf("Label: %v, want %v", err, label.ErrTooDeep)
	}
	if _, err := label.Learn([]label.Example{{Root: root}}); !errors.Is(err, label.ErrTooDeep) {
		t.Errorf("Learn: %v, want %v", err, label.ErrTooDeep)
	}
	if _, err := m.Label(nil); !errors.Is(err, pages.ErrNoPage) {
		t.Errorf("Label(nil): %v, want %v", err, pages.ErrNoPage)
	}
}

func FuzzLabel(f *testing.F) {
	for _, page := range hostilePages() {
		if len(page) < 1000 {
			f.Add([]byte(page))
		}
	}
	f.Add([]byte(`<h2>Growth of beans</h2><p><b>Ada Bean<sup>1</sup>, Bert Pea</b><ul><li><sup>1</sup>Institute of Gardens</ul><h3>Abstract</h3>One<br>two`))
	v := label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean", "Bert Pea"}, Affiliations: []string{"Institute of Gardens"}}
	f.Fuzz(func(t *testing.T, page []byte) {
		root, err := html.Parse(bytes.NewReader(page))
		if err != nil {
			return
		}
		m, err := label.Learn([]label.Example{{Root: root, Values: v}})
		if errors.Is(err, label.ErrNothingLearnt) {
			m = &label.Model{}
		} else if err != nil {
			t.Fatal(err)
		}
		a := mustLabel(t, m, root)
		for _, z := range a.Zones {
			if !(z.Confidence > 0 && z.Confidence <= 1) || z.Last < z.First {
				t.Errorf("zone %+v", z)
			}
		}
		var written bytes.Buffer
		if _, err := m.WriteTo(&written); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(label.Labels(), m.Knows) {
			if _, err := modeltest.Read[label.Model](&written); err != nil {
				t.Errorf("a model that was learnt cannot be read: %v", err)
			}
		}
	})
}

// FuzzMetaValues: what any page says of itself can be learnt from, if it is on it.
func FuzzMetaValues(f *testing.F) {
	f.Add([]byte(`<meta name=citation_title content="Growth of beans | Garden"><meta name=citation_author content="Bean, Ada"><meta name=citation_author_institution content="Institute of Gardens">` +
		`<h1>Growth of beans</h1><p>Ada Bean<sup>1</sup>, Bert Pea<p><sup>1</sup> Department of Peas, Institute of Gardens, Bonn; University of Rye<h2>Abstract</h2><p>Background: one<p>Methods: two`))
	f.Add([]byte(`<meta name=dc.title content=Beans><meta name=dc.creator content="Ada Bean"><meta name=description content="Beans grow in the shade of other plants ..."><h2>Beans</h2>` +
		`<p>Ada Bean, Institute of Gardens<p>Beans grow in the shade of other plants, and in the light.<h3>1 Introduction</h3>`))
	f.Fuzz(func(t *testing.T, page []byte) {
		root, err := html.Parse(bytes.NewReader(page))
		if err != nil {
			return
		}
		v := mustMetaValues(t, root)
		if _, err := label.Learn([]label.Example{{Root: root, Values: v}}); err != nil && !errors.Is(err, label.ErrNothingLearnt) {
			t.Fatal(err)
		}
	})
}

// TestHostileModels: a model that was learnt from elements with long or many names is read again,
// and labels as before.
func TestHostileModels(t *testing.T) {
	var classes strings.Builder
	for i := range 40 {
		classes.WriteString(strings.Repeat(string(rune('a'+i%26)), 150+i) + " ")
	}
	for name, wrap := range map[string]string{
		"many long classes":          strings.Repeat("<div class='"+classes.String()+"'>", 31),
		"a long name":                "<x-" + strings.Repeat("y", 1<<17) + ">",
		"a name not in UTF-8":        "<x-\xe9>",
		"a name cut inside a letter": "<x-" + strings.Repeat("é", 200) + ">",
	} {
		page := func(v label.Values) []byte {
			return []byte(wrap + "<h1>" + v.Title + "</h1><p class=a>" + strings.Join(v.Authors, ", ") + "</p>")
		}
		first, second := paperValues(1), paperValues(2)
		m := mustLearn(t, []label.Example{{Root: parse(t, page(first)), Values: first}, {Root: parse(t, page(second)), Values: second}})
		var file bytes.Buffer
		if _, err := m.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		read, err := modeltest.Read[label.Model](&file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		root := parse(t, page(paperValues(3)))
		want := mustLabel(t, m, root)
		got, err := read.Label(root)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(label.Zone{}, "Nodes")); diff != "" || err != nil {
			t.Errorf("%s: %v, (-written +read):\n%s", name, err, diff)
		}
	}
}

// What a model file takes that is no model.
func TestAmplificationOfModels(t *testing.T) {
	const size = 4 << 20
	var rows []amplification.Row
	for name, text := range map[string]string{
		"empty patterns": `{"format":"lokman zones","version":2,"zones":{"title":[` + strings.Repeat("{},", size/3) + `{}]}}`,
		"empty steps":    `{"format":"lokman zones","version":2,"zones":{"title":[{"steps":[` + strings.Repeat("{},", size/3) + `{}]}]}}`,
	} {
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(text), Kept: 1 << 20, Peak: 8 * size, Total: 16 * size,
			Run: func() any {
				m, err := modeltest.Read[label.Model](strings.NewReader(text))
				if err == nil {
					t.Errorf("%s: no error", name)
				}
				return m
			},
		})
	}
	amplification.Check(t, rows)
}
