package label_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
	"github.com/lokman-crawler/lokman/label"
	pages "github.com/lokman-crawler/lokman/label/internal/layout"
)

const markedPage = `<html><head>%s</head><body><h1 class=t>%s</h1><p class=by>%s</p><ol class=at>%s</ol><h2>Abstract</h2><div class=abs><p>%s</p></div></body></html>`

// markedArticle is a page whose names and affiliations are tied by marks.
func markedArticle(t *testing.T, head, title, by, at string) *html.Node {
	t.Helper()
	return parse(t, fmt.Appendf(nil, markedPage, head, title, by, at, strings.Repeat("Beans were grown in a room. ", 6)))
}

func markedModel(t *testing.T) *label.Model {
	t.Helper()
	m := mustLearn(t, []label.Example{{
		Root: markedArticle(t, "", "Growth of beans", "Ada Bean<sup>1</sup>, Bert Pea<sup>2</sup>", "<li><sup>1</sup>Institute of Gardens<li><sup>2</sup>School of Houses"),
		Values: label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean", "Bert Pea"}, Affiliations: []string{"Institute of Gardens", "School of Houses"},
			Abstract: strings.Repeat("Beans were grown in a room. ", 6)},
	}})
	return m
}

// TestAuthorsAreTied: marks tie each author to affiliations.
func TestAuthorsAreTied(t *testing.T) {
	tests := []struct {
		name, by string
		want     []label.Author
	}{
		{"one mark each", "Carl Oat<sup>2</sup>, Dora Rye<sup>1</sup>", []label.Author{{"Carl Oat", []int{1}}, {"Dora Rye", []int{0}}}},
		{"several marks", "Carl Oat<sup>1,2,*</sup> and Dora Rye<sup>2</sup>", []label.Author{{"Carl Oat", []int{0, 1}}, {"Dora Rye", []int{1}}}},
		{"no marks", "Carl Oat, Dora Rye", []label.Author{{"Carl Oat", nil}, {"Dora Rye", nil}}},
		{"a mark that no affiliation has", "Carl Oat<sup>7</sup>", []label.Author{{"Carl Oat", nil}}},
	}
	m := markedModel(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := mustLabel(t, m, markedArticle(t, "", "Growth of oats", tt.by, "<li><sup>1</sup>College of Fields<li><sup>2</sup>Chair of Mills"))
			if got := fmt.Sprint(a.Authors); got != fmt.Sprint(tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestZones: every zone has a text, a source, a position and a confidence.
func TestZones(t *testing.T) {
	a := mustLabel(t, markedModel(t), markedArticle(t, "", "Growth of oats", "Carl Oat<sup>1</sup>", "<li><sup>1</sup>College of Fields"))
	rows := map[label.Label][2]int{label.Title: {0, 0}, label.Authors: {1, 1}, label.Affiliations: {2, 2}, label.Abstract: {4, 4}}
	for l, want := range rows {
		z, ok := a.Zone(l)
		if !ok || z.Source != "template" || z.Confidence < 0.9 || [2]int{z.First, z.Last} != want || len(z.Nodes) == 0 {
			t.Errorf("%s: %+v, want rows %v", l, z, want)
		}
	}
	if a.Changed || a.Fit < 0.9 {
		t.Errorf("fit %v, changed %v: %v", a.Fit, a.Changed, a.Misfits)
	}
}

// TestChanged: a page of another template says so, and says which zones.
func TestChanged(t *testing.T) {
	page := `<body><table><tr><td>Home<td>News<tr><td>Growth of oats<tr><td>Carl Oat</table><p>Nothing more.`
	a := mustLabel(t, markedModel(t), parse(t, []byte(page)))
	if !a.Changed || len(a.Misfits) != 4 || a.Fit > 0.2 {
		t.Errorf("changed %v, fit %v, misfits %v", a.Changed, a.Fit, a.Misfits)
	}
}

// TestFallback asks the sources one by one.
func TestFallback(t *testing.T) {
	abstract := strings.Repeat("Beans were grown in a room. ", 12)
	tests := []struct {
		name, page string
		zone       label.Label
		text       string
		source     string
	}{
		{"citation meta", `<meta name=Citation_Title content="By meta"><h1>By heading</h1>`, label.Title, "By meta", "meta"},
		{"bepress before eprints", `<meta name=eprints.title content="Second"><meta name=bepress_citation_title content="First">`, label.Title, "First", "meta"},
		{"Dublin Core, case aside", `<meta name=DC.Creator content="Bean, Ada"><meta name=DC.Creator content="Pea, Bert">`, label.Authors, "Ada Bean, Bert Pea", "meta"},
		{"institutions once each", `<meta name=citation_author_institution content="A b"><meta name=citation_author_institution content="A b">`, label.Affiliations, "A b", "meta"},
		{"JSON-LD", `<script type="application/ld+json">{"@graph":[{"@type":"WebPage","name":"no"},{"@type":["ScholarlyArticle"],"headline":"By data","author":[{"name":"Ada Bean","affiliation":{"name":"House"}}]}]}</script>`, label.Title, "By data", "json-ld"},
		{"JSON-LD authors", `<script type="application/ld+json">{"@type":"Article","name":"x","author":{"name":"Ada Bean"}}</script>`, label.Authors, "Ada Bean", "json-ld"},
		{"microdata", `<p itemprop=headline>By <b>prop</b></p>`, label.Title, "By prop", "microdata"},
		{"Open Graph", `<meta property=og:title content="By graph"><title>no</title>`, label.Title, "By graph", "open graph"},
		{"a long og:description", `<meta property=og:description content="` + abstract + `">`, label.Abstract, strings.TrimSpace(abstract), "open graph"},
		{"a short og:description is a teaser", `<meta property=og:description content="Beans were grown.">`, label.Abstract, "", ""},
		{"the title before the first bar", `<title>Growth of beans | Garden News</title>`, label.Title, "Growth of beans", "title"},
		{"the title before a heading", `<title>By title</title><h1>By heading</h1>`, label.Title, "By title", "title"},
		{"h1", `<h1>By heading</h1>`, label.Title, "By heading", "heading"},
		{"text under Abstract", `<h2>Abstract</h2><p>` + abstract + `</p><h2>Next</h2><p>` + abstract + `x`, label.Abstract, strings.TrimSpace(abstract), "heading"},
		{"text beside Abstract", `<p><b>Abstract:</b> ` + abstract + `</p>`, label.Abstract, strings.TrimSpace(abstract), "heading"},
		{"elements named for affiliations", `<span class=author-affiliation>School of Peas, Oslo</span><p>x<span id=Institution2>House of Beans, Bonn</span>`,
			label.Affiliations, "School of Peas, Oslo; House of Beans, Bonn", "marks"},
		{"an element named for the abstract", `<a class=to-abstract>Abstract of this</a><div id=abstract-1><p>` + abstract + `</div><p>x`, label.Abstract, strings.TrimSpace(abstract), "marks"},
		{"a heading before an element named for it", `<div class=abstract>` + abstract + `x</div><h2>Abstract</h2><p>` + abstract, label.Abstract, strings.TrimSpace(abstract), "heading"},
		{"nothing", `<p>x`, label.Title, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &label.Model{}
			a := mustLabel(t, m, parse(t, []byte(tt.page)))
			z, ok := a.Zone(tt.zone)
			if z.Text != tt.text || z.Source != tt.source || ok != (tt.text != "") || z.Confidence > 0.5 {
				t.Errorf("got %+v, want %q from %q", z, tt.text, tt.source)
			}
		})
	}
}

// TestMetaValues: metas label a page, and its heading gives an abstract that
// they lack or cut short.
func TestMetaValues(t *testing.T) {
	abstract := strings.TrimSpace(strings.Repeat("Beans were grown in a room. ", 6))
	for _, description := range []string{"", `<meta name=dc.description content="Beans were grown in a room. Beans were grown in...">`} {
		root := markedArticle(t, `<meta name=citation_title content="Growth of beans"><meta name=citation_author content="Bean, Ada">`+description, "Growth of beans", "Ada Bean", "")
		v := mustMetaValues(t, root)
		if v.Title != "Growth of beans" || !slices.Equal(v.Authors, []string{"Ada Bean"}) || v.Abstract != abstract {
			t.Errorf("got %+v", v)
		}
	}
}

// TestInitials: a name is not read from a word that only begins like its given
// name, such as the one before it in a table.
func TestInitials(t *testing.T) {
	page := `<body><table class=rows><tr><td>Title<td class=value>%s%s<tr><td>Authors<td class=value>%s<tr><td>Pages<td class=value>1-9</table>`
	m := mustLearn(t, []label.Example{{Root: parse(t, fmt.Appendf(nil, page, "Growth of beans", "", "Bean, Ada")),
		Values: label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean"}}}})
	a := mustLabel(t, m, parse(t, fmt.Appendf(nil, page, "Growth of oats", "<tr><td>Section<td class=value>Green Things", "Rye, Dora")))
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Dora Rye"}) {
		t.Errorf("got %q", z.Items)
	}
}

// TestEmptyNeighbour: a block that is empty on the page learnt from, and not on
// another, is no part of the zone beside it.
func TestEmptyNeighbour(t *testing.T) {
	page := `<body><h1>%s</h1><div class=people><div class=who>%s</div><div class=where>%s</div></div>`
	m := mustLearn(t, []label.Example{{Root: parse(t, fmt.Appendf(nil, page, "Growth of beans", "Ada Bean", "")),
		Values: label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean"}}}})
	a := mustLabel(t, m, parse(t, fmt.Appendf(nil, page, "Growth of oats", "Dora Rye", "Gardens, Graphs, Growth")))
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Dora Rye"}) {
		t.Errorf("got %q", z.Items)
	}
}

// TestLearnNothing: values that aren't on the page teach nothing.
func TestLearnNothing(t *testing.T) {
	_, err := label.Learn([]label.Example{{Root: parse(t, []byte("<p>x")), Values: label.Values{Title: "Not there"}}})
	if !errors.Is(err, label.ErrNothingLearnt) {
		t.Errorf("got %v, want %v", err, label.ErrNothingLearnt)
	}
}

// TestLearnNamesTheExample: an example that is no page is named.
func TestLearnNamesTheExample(t *testing.T) {
	x := label.Example{Root: parse(t, []byte("<p>x")), Values: label.Values{Title: "x"}}
	_, err := label.Learn([]label.Example{x, {}})
	if !errors.Is(err, pages.ErrNoPage) || !strings.Contains(err.Error(), "example 2") {
		t.Errorf("got %v", err)
	}
}

// TestModelRoundTrip: a model that was written and read labels as before, and is
// written the same.
func TestModelRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, l := range layouts {
		t.Run(l.name, func(t *testing.T) {
			var examples []label.Example
			for range 3 {
				a := makeArticle(r)
				examples = append(examples, label.Example{Root: parse(t, []byte(l.write(a, r))), Values: a.values})
			}
			m := mustLearn(t, examples)
			var first, second bytes.Buffer
			if _, err := m.WriteTo(&first); err != nil {
				t.Fatal(err)
			}
			read := mustReadModel(t, bytes.NewReader(first.Bytes()))
			if _, err := read.WriteTo(&second); err != nil {
				t.Fatal(err)
			}
			if first.String() != second.String() {
				t.Errorf("wrote\n%s\nthen\n%s", &first, &second)
			}
			if d := m.Diff(read); len(d) > 0 {
				t.Errorf("the model read differs: %q", d)
			}
			page := parse(t, []byte(l.write(makeArticle(r), r)))
			want := mustLabel(t, m, page)
			got := mustLabel(t, read, page)
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				t.Errorf("labels %+v, before %+v", got, want)
			}
		})
	}
}

// TestLabelNode: of a node without text nothing is found, and not what stands behind it.
func TestLabelNode(t *testing.T) {
	m := &label.Model{}
	doc := parse(t, []byte("<!doctype html><body><!-- x --><script>x</script><div hidden>x</div><h1>The growth of beans</h1>"))
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data != "script" && n.Data != "div" {
			continue
		}
		if n.Type == html.TextNode && n.Data != "x" {
			continue
		}
		a := mustLabel(t, m, n)
		if len(a.Zones) > 0 {
			t.Errorf("of %q: %+v", n.Data, a.Zones)
		}
		if v, err := label.MetaValues(n); err != nil || v.Title != "" {
			t.Errorf("metadata of %q: %+v, %v", n.Data, v, err)
		}
	}
}

func TestReadModelErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"not JSON", "x", "invalid character"},
		{"another format", `{"format":"bar tree","version":1}`, `format "bar tree"`},
		{"an earlier version", `{"format":"lokman zones","version":1}`, "version 1, want 2"},
		{"another label", `{"format":"lokman zones","version":2,"zones":{"footer":[]}}`, `label "footer"`},
		{"a negative reach", `{"format":"lokman zones","version":2,"reach":-1}`, "reach of -1 bytes"},
		{"a voter of negative bytes", `{"format":"lokman zones","version":2,"voters":{"title":[{"bytes":-1}]}}`, "-1 bytes"},
		{"a voter of negative values", `{"format":"lokman zones","version":2,"voters":{"title":[{"values":-1}]}}`, "-1 values"},
		{"within no element", `{"format":"lokman zones","version":2,"voters":{"authors":[{"selectors":[{"within":true}]}]}}`, "within elements"},
		{"no steps", `{"format":"lokman zones","version":2,"zones":{"title":[{"pages":1}]}}`, "0 steps"},
		{"a mark without its sign", `{"format":"lokman zones","version":2,"zones":{"title":[{"steps":[{"tag":"p","marks":["x"]}]}]}}`, `mark "x"`},
	}
	for _, tt := range tests {
		_, err := modeltest.Read[label.Model](strings.NewReader(tt.text))
		if !errors.Is(err, label.ErrModel) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestMergeAndDiff: models of two templates of a journal make one that knows
// both.
func TestMergeAndDiff(t *testing.T) {
	page := func(tag, title string) *html.Node {
		return parse(t, fmt.Appendf(nil, "<body><%[1]s class=%[1]s1>%[2]s</%[1]s><p>Something else", tag, title))
	}
	learn := func(tag string) *label.Model {
		m := mustLearn(t, []label.Example{{Root: page(tag, "Growth of beans"), Values: label.Values{Title: "Growth of beans"}}})
		return m
	}
	m, other := learn("h1"), learn("h3")
	if got, want := m.Diff(other), []string{"title: - h1.h#", "title: + h3.h#"}; !slices.Equal(got, want) {
		t.Errorf("diff %q, want %q", got, want)
	}
	m.Merge(other)
	if got, want := learn("h1").Diff(m), []string{"title: + h3.h#"}; !slices.Equal(got, want) {
		t.Errorf("diff %q, want %q", got, want)
	}
	m.Merge(nil)
	m.Merge(learn("h1"))
	if w := written(t, m); w.Pages != 3 || w.Zones[label.Title][0].Pages != 2 {
		t.Errorf("%d pages, the first pattern from %d; want 3 and 2", w.Pages, w.Zones[label.Title][0].Pages)
	}
	for _, tag := range []string{"h1", "h3"} {
		a := mustLabel(t, m, page(tag, "Growth of oats"))
		if z, _ := a.Zone(label.Title); z.Text != "Growth of oats" || a.Changed {
			t.Errorf("%s: %+v, changed %v", tag, z, a.Changed)
		}
	}
	if none := m.Diff(&label.Model{}); len(none) == 0 || !slices.Equal(m.Diff(nil), none) {
		t.Errorf("of nil: %q, of one that knows nothing: %q", m.Diff(nil), none)
	}
}

func FuzzReadModel(f *testing.F) {
	f.Add([]byte(`{"format":"lokman zones","version":2,"pages":1,"zones":{"title":[{"pages":1,"steps":[{"tag":"body"},{"tag":"h1","marks":[".t"]}],"levels":[2,2],"ordinal":0,"words":[2,3]}]}}`))
	f.Add([]byte(`{"format":"lokman zones","version":2,"zones":{"authors":[{"steps":[{"tag":"*","marks":["@a=b"],"open":true}],"siblings":[{"tag":"p"}],"extends":true,"item":{"tag":"b"},"opens":"x","lead":"y","drop":[{"tag":"i"}]}]}}`))
	page := []byte(`<h1 class=t>Growth</h1><p>Ada Bean<b>x</b>`)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := modeltest.Read[label.Model](bytes.NewReader(text))
		if err != nil {
			return
		}
		if _, err := m.Label(parse(t, page)); err != nil {
			t.Fatal(err)
		}
		m.Merge(m)
		m.Diff(m)
	})
}

func TestArticleIsJSON(t *testing.T) {
	root := parse(t, []byte(`<title>Beans</title><h1>Beans at night</h1><p>By Ada Bean</p><h2>Abstract</h2><p>They rise.</p>`))
	model := mustLearn(t, []label.Example{{Root: root, Values: label.Values{Title: "Beans at night", Abstract: "They rise."}}})
	article := mustLabel(t, model, root)
	line, err := json.Marshal(article)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Zones []struct{ Label, Text, Source string }
	}
	if err := json.Unmarshal(line, &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Zones) == 0 || back.Zones[0].Label != "title" || back.Zones[0].Text != "Beans at night" || back.Zones[0].Source != "template" {
		t.Errorf("%s", line)
	}
}

// TestNotFound: a model names the values that were not on their page, each with its
// page, and no others.
func TestNotFound(t *testing.T) {
	page := func() label.Example {
		return label.Example{
			Root: markedArticle(t, "", "Growth of beans", "Ada Bean<sup>1</sup>, Bert Pea<sup>2</sup>, Cora Oat<sup>2</sup>, Dora Rye<sup>1</sup>",
				"<li><sup>1</sup>Institute of Gardens<li><sup>2</sup>School of Houses"),
			Values: label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean", "Bert Pea", "Cora Oat", "Dora Rye"},
				Affiliations: []string{"Institute of Gardens", "School of Houses"}, Abstract: strings.Repeat("Beans were grown in a room. ", 6)},
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*label.Values)
		want   []label.Missing
	}{
		{"nothing", func(*label.Values) {}, nil},
		{"no value", func(v *label.Values) { v.Title, v.Abstract, v.Affiliations = "", " ", nil }, nil},
		{"a title", func(v *label.Values) { v.Title = "Growth of baens" }, []label.Missing{{Example: 1, Label: label.Title, Value: "Growth of baens"}}},
		{"one of the authors", func(v *label.Values) { v.Authors[2] = "Cora Wheat" }, []label.Missing{{Example: 1, Label: label.Authors, Value: "Cora Wheat"}}},
		{"an affiliation", func(v *label.Values) { v.Affiliations[1] = "Shore of Horses" }, []label.Missing{{Example: 1, Label: label.Affiliations, Value: "Shore of Horses"}}},
		{"an abstract", func(v *label.Values) { v.Abstract = "Oats, which nobody grows." }, []label.Missing{{Example: 1, Label: label.Abstract, Value: "Oats, which nobody grows."}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			second := page()
			tt.change(&second.Values)
			m := mustLearn(t, []label.Example{page(), second})
			if !slices.Equal(m.NotFound, tt.want) {
				t.Errorf("got %q, want %q", m.NotFound, tt.want)
			}
		})
	}
}

// TestNothingLearntNames: the error names the value and the page.
func TestNothingLearntNames(t *testing.T) {
	_, err := label.Learn([]label.Example{{Root: parse(t, []byte("<p>x")), Values: label.Values{Title: "Not there", Authors: []string{"Ada Bean"}}}})
	if !errors.Is(err, label.ErrNothingLearnt) {
		t.Fatal(err)
	}
	if want := `example 1 lacks "Not there" (title)`; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "Ada Bean") {
		t.Errorf("%v, want it to say %s", err, want)
	}
}
