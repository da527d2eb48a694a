package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// TestOnePageOfSingles: pages with one author in a column teach to find several.
func TestOnePageOfSingles(t *testing.T) {
	page := func(n int, rows ...string) *html.Node {
		var table strings.Builder
		for i, row := range rows {
			fmt.Fprintf(&table, "<tr><td>%s</td><td class=r>%s</td></tr>", []string{"Society of Beans", "Kind: draft", "", "", ""}[i], row)
		}
		return parse(t, fmt.Appendf(nil, "<table>%s</table><h1>Growing beans in winter, part %d</h1>", table.String(), n))
	}
	learn := func(n int, author string, rows ...string) label.Example {
		return label.Example{Root: page(n, rows...), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: []string{author}}}
	}
	m := mustLearn(t, []label.Example{
		learn(1, "A. Bean", "A. Bean", "Mill Inc.", "May 2011"),
		learn(2, "B. Pea", "B. Pea", "Lentil Works Inc.", "June 2012"),
	})
	a := mustLabel(t, m, page(3, "C. Oat", "Vetch Farm Inc.", "D. Rye", "Clover Ltd.", "June 2013"))
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"C. Oat", "D. Rye"}) {
		t.Errorf("authors %q, want both", z.Items)
	}
}

// TestLinesInInlineElements: a line between breaks is one wherever the breaks stand, and a name
// is found as it was given.
func TestLinesInInlineElements(t *testing.T) {
	learn := func(n int, authors ...string) label.Example {
		page := fmt.Sprintf("<div id=menu>Home</div><h1>Growing beans in winter, part %d</h1><div><cite>%s<br><a href=x>beans.test/%d</a></cite></div><p>%s wrote more.</p>",
			n, strings.Join(authors, "; "), n, "Ada Bean and Bert Pea")
		return label.Example{Root: parse(t, []byte(page)), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: authors}}
	}
	m := mustLearn(t, []label.Example{learn(1, "Bean, Ada", "Pea, Bert"), learn(2, "Oat, Carla", "Bean, Ada")})
	a := mustLabel(t, m, learn(3, "Rye, Dora", "Vetch, Emil", "Lentil, Fay").Root)
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Dora Rye", "Emil Vetch", "Fay Lentil"}) {
		t.Errorf("authors %q, want three", z.Items)
	}
}

// Authors are learnt where they are written as they were given: a citation may have another form, and end in "et al.".
func TestAuthorsAsGiven(t *testing.T) {
	learn := func(n int, cited string, authors ...string) label.Example {
		page := fmt.Sprintf("<h1>Growing beans in winter, part %d</h1><p>%s. Beans, 2020.</p><dl><dt>Authors<dd>%s<dt>Year<dd>2020</dl>", n, cited, strings.Join(authors, "; "))
		return label.Example{Root: parse(t, []byte(page)), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: authors}}
	}
	m := mustLearn(t, []label.Example{learn(1, "Ada Bean, Bert Pea", "Bean, Ada", "Pea, Bert"), learn(2, "Carla Oat, Ada Bean", "Oat, Carla", "Bean, Ada")})
	a := mustLabel(t, m, learn(3, "Dora Rye et al", "Rye, Dora", "Vetch, Emil", "Lentil, Fay").Root)
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Dora Rye", "Emil Vetch", "Fay Lentil"}) || (z.Confidence < label.GuessBelow) {
		t.Errorf("authors %q, confidence %.2f, want three", z.Items, z.Confidence)
	}
}

// A list takes in the lines beside it that are of its kind though their marks differ.
func TestNeighboursOfLists(t *testing.T) {
	one := []string{"Ada Bean"}
	page := func(entries string) string {
		return "<h1>Peas in May</h1><dl><dt>By<dd class='e first'>" + entries + "</dl><p>x"
	}
	first := "<h1>Peas in May</h1><dl><dt>Of<dd class='e first'>Ada Bean<dt>Status<dd>New</dl><p>x"
	for _, tt := range []struct{ rule, taught, page, want string }{
		{"behind it", first, page("Bert Pea<dd class=e>Carl Oat<dd class=e>Dan Rye<dt>Status<dd>New"), "Bert Pea; Carl Oat; Dan Rye"},
		{"before it", strings.ReplaceAll(first, "e first", "e last"), "<h1>Peas in May</h1><dl><dt>By<dd class=e>Bert Pea<dd class='e last'>Carl Oat<dt>Status<dd>New</dl><p>x", "Bert Pea; Carl Oat"},
		{"no mark in common", first, page("Bert Pea<dd class=f>Carl Oat<dt>Status<dd>New"), "Bert Pea"},
		{"another parent", first, page("Bert Pea</dl><dl><dd class=e>Carl Oat<dt>Status<dd>New"), "Bert Pea"},
		{"no name", first, page("Bert Pea<dd class=e>in the garden, 2012<dd class=e>Carl Oat<dt>Status<dd>New"), "Bert Pea"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := mustLearn(t, []label.Example{{Root: parse(t, []byte(tt.taught)), Values: label.Values{Authors: one}}})
			a := mustLabel(t, m, parse(t, []byte(tt.page)))
			if z, _ := a.Zone(label.Authors); strings.Join(z.Items, "; ") != tt.want {
				t.Errorf("authors %q, want %q", z.Items, tt.want)
			}
		})
	}
}

// A line with something like a name amid other words is no entry of the list that it stands behind.
func TestBadgesBehindLists(t *testing.T) {
	page := func(names ...string) string {
		return "<h1>Peas in May</h1><div class='e first'><a>" + strings.Join(names, "</a>, <a>") +
			"</a></div><div class='e badges'><span>2012</span> <span>Open Access</span> <span>seen 7 times</span></div><p>x"
	}
	var taught []label.Example
	for _, names := range [][]string{{"Ada Bean", "Eve Rye"}, {"Ida Bean", "Uwe Rye", "Udo Rye"}} {
		taught = append(taught, label.Example{Root: parse(t, []byte(page(names...))), Values: label.Values{Title: "Peas in May", Authors: names}})
	}
	m := mustLearn(t, taught)
	a := mustLabel(t, m, parse(t, []byte(page("Bert Pea", "Carl Oat"))))
	if z, _ := a.Zone(label.Authors); strings.Join(z.Items, "; ") != "Bert Pea; Carl Oat" {
		t.Errorf("authors %q, want the two", z.Items)
	}
}

// TestRecords: pages with one author teach to find the authors and affiliations of all records, be these of
// elements that HTML does not know, but no other rows of a table.
func TestRecords(t *testing.T) {
	type person struct{ first, last, place string }
	custom := func(ps []person) string {
		var b strings.Builder
		for _, p := range ps {
			fmt.Fprintf(&b, "<x-author><x-name><x-first>%s</x-first> <x-last>%s</x-last> <x-at><x-org>%s</x-org> bean@peas.test</x-at></x-name></x-author> ", p.first, p.last, p.place)
		}
		return "<x-page><x-head><x-date>2020</x-date> " + b.String() + "</x-head><x-text>" + strings.Repeat("Beans were grown in a room. ", 500) + "</x-text></x-page>"
	}
	list := func(ps []person) string {
		var b strings.Builder
		for _, p := range ps {
			fmt.Fprintf(&b, "<li><div class=who>%s %s</div><div class=at><span class=org>%s</span>, Room 3</div></li>", p.first, p.last, p.place)
		}
		return "<ul>" + b.String() + "</ul>"
	}
	rows := func(ps []person) string {
		var names, places []string
		for _, p := range ps {
			names, places = append(names, p.first+" "+p.last), append(places, p.place)
		}
		return "<table><tr><td class=l>Authors<td class=r>" + strings.Join(names, ", ") + "<tr><td class=l>At<td class=r>" + strings.Join(places, "<br>") +
			"<tr><td class=l>Rights<td class=r>Bean License</table>"
	}
	for name, write := range map[string]func([]person) string{"custom elements": custom, "a list": list, "a table of labels": rows} {
		example := func(n int, ps ...person) label.Example {
			v := label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n)}
			for _, p := range ps {
				v.Authors, v.Affiliations = append(v.Authors, p.first+" "+p.last), append(v.Affiliations, p.place)
			}
			return label.Example{Root: parse(t, []byte("<h1>"+v.Title+"</h1>"+write(ps)+"<p>Text.")), Values: v}
		}
		m := mustLearn(t, []label.Example{example(1, person{"Ada", "Bean", "University of Peas"}), example(2, person{"Bert", "Oat", "Institute of Rye"})})
		e := example(3, person{"Carl", "Vetch", "School of Lentils"}, person{"Dora", "Spelt", "College of Barley"}, person{"Emil", "Lupin", "University of Oats"})
		a := mustLabel(t, m, e.Root)
		for l, want := range map[label.Label][]string{label.Authors: e.Values.Authors, label.Affiliations: e.Values.Affiliations} {
			if z, _ := a.Zone(l); !slices.Equal(z.Items, want) {
				t.Errorf("%s: %s %q, want %q", name, l, z.Items, want)
			}
		}
	}
}

// TestRepeatedAffiliations: pages whose authors all have one affiliation, each his own line of it, do not teach to
// read the first author's alone.
func TestRepeatedAffiliations(t *testing.T) {
	example := func(n int, places ...string) label.Example {
		v := label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: []string{"Ada Bean", "Bert Oat", "Carl Vetch"}}
		page := "<h1>" + v.Title + "</h1>"
		for i, name := range v.Authors {
			place := places[i%len(places)]
			page += "<p class=who>" + name + "</p><p class=at>" + place + "</p>"
			if !slices.Contains(v.Affiliations, place) {
				v.Affiliations = append(v.Affiliations, place)
			}
		}
		return label.Example{Root: parse(t, []byte(page+"<p>Beans were grown.")), Values: v}
	}
	m := mustLearn(t, []label.Example{example(1, "University of Peas, Rome"), example(2, "Institute of Rye, Bonn")})
	for _, v := range written(t, m).Voters[label.Affiliations] {
		for _, s := range v.Selectors {
			if s.Run && s.Gap == 0 && strings.Contains(fmt.Sprint(s.Steps), "p.at") {
				t.Errorf("a voter takes the first line alone: %v", v.Selectors)
			}
		}
	}
}

// TestLineOfNames: where nothing that was learnt finds authors, they are guessed from
// the first line of names after the title.
func TestLineOfNames(t *testing.T) {
	m := &label.Model{}
	for _, tt := range []struct{ src, want string }{
		{"<p><b>Original Article</b><p><b>Eva Clover<sup>I</sup>; Finn Lupin<sup>II</sup>; Gus de Lima<sup>I</sup></b><p>Peas grow.", "Eva Clover; Finn Lupin; Gus de Lima"},
		{"<p>In winter Eva Clover, Finn Lupin and others grew peas.", ""},
		{"<p>Eva Clover", ""},
	} {
		a := mustLabel(t, m, parse(t, []byte("<h1>Peas in winter</h1>"+tt.src)))
		z, ok := a.Zone(label.Authors)
		if got := strings.Join(z.Items, "; "); got != tt.want || ok && (!(z.Confidence < label.GuessBelow) || z.Source != "heading") {
			t.Errorf("%s: %q by %s, confidence %.2f; want %q", tt.src, got, z.Source, z.Confidence, tt.want)
		}
	}
}

// What stands in brackets behind authors is none, though no page that was learnt from has brackets.
func TestBracketsNotLearnt(t *testing.T) {
	page := func(n int, by string) []byte {
		return fmt.Appendf(nil, "<h1>Growing beans in winter, part %d</h1><ul><li>%s</ul><p>Room %d</p>", n, by, n)
	}
	var examples []label.Example
	for n, authors := range [][]string{{"Ada Bean"}, {"Carl Oat"}} {
		examples = append(examples, label.Example{Root: parse(t, page(n, strings.Join(authors, ", "))), Values: label.Values{Title: fmt.Sprint("Growing beans in winter, part ", n), Authors: authors}})
	}
	m := mustLearn(t, examples)
	a := mustLabel(t, m, parse(t, page(3, "Fay Lentil (Open Bean Data)")))
	if z, _ := a.Zone(label.Authors); !slices.Equal(z.Items, []string{"Fay Lentil"}) {
		t.Errorf("authors %q, want one", z.Items)
	}
}

// TestOtherScripts: pages whose lists have the commas of their own script, and texts that have no spaces,
// are read as others are.
func TestOtherScripts(t *testing.T) {
	for _, c := range []struct {
		name, comma, heading string
		taught, other        label.Values
	}{
		{"Chinese", "，", "摘要：",
			label.Values{Title: "大豆在夜间的生长研究", Authors: []string{"张三", "李四光"}, Affiliations: []string{"北京大学生命科学学院"}, Abstract: "我们研究了大豆在夜间的生长情况。结果表明大豆在夜间生长良好，与灯光无关。"},
			label.Values{Title: "玉米种子的萌发机制", Authors: []string{"刘洋", "孙伟", "陈国强"}, Affiliations: []string{"复旦大学生物系"}, Abstract: "玉米种子的萌发受多种因素影响。我们测量了不同温度下的萌发率，并讨论了其机制。"}},
		{"Japanese", "、", "要旨",
			label.Values{Title: "夜間における大豆の成長について", Authors: []string{"山田 太郎", "鈴木 花子"}, Affiliations: []string{"東京大学農学部"}, Abstract: "夜間における大豆の成長を調べた。その結果、大豆は夜間によく成長することが分かった。"},
			label.Values{Title: "小麦の根の形態", Authors: []string{"佐藤 健", "高橋 美咲", "田中 一郎"}, Affiliations: []string{"京都大学理学部"}, Abstract: "小麦の根の形態を分析した。根の形態は土壌の湿度によって変化し、温度にも影響される。"}},
		{"Arabic", "، ", "الملخص",
			label.Values{Title: "نمو الفول في الليل", Authors: []string{"أحمد علي", "سارة محمد"}, Affiliations: []string{"جامعة القاهرة، كلية الزراعة"}, Abstract: "درسنا نمو الفول في الليل على مدى أربعين ليلة ووجدنا أن الفول ينمو جيدا في الليل ولا علاقة لذلك بالمصابيح."},
			label.Values{Title: "شكل جذور القمح", Authors: []string{"خالد حسن", "ليلى إبراهيم", "عمر يوسف"}, Affiliations: []string{"جامعة بغداد، قسم الأحياء"}, Abstract: "حللنا شكل جذور القمح في أنواع مختلفة من التربة ووجدنا أن الشكل يتغير مع رطوبة التربة ويتأثر بدرجة الحرارة."}},
		{"Russian", ", ", "Аннотация",
			label.Values{Title: "Рост бобов ночью", Authors: []string{"Иванов И. И.", "Петрова А. С."}, Affiliations: []string{"Московский университет"}, Abstract: "Мы изучали рост бобов ночью в течение сорока ночей и обнаружили, что бобы хорошо растут независимо от ламп."},
			label.Values{Title: "Форма корней пшеницы", Authors: []string{"Сидоров П. К.", "Кузнецова Е. В.", "Попов Д. А."}, Affiliations: []string{"Институт биологии"}, Abstract: "Мы проанализировали форму корней пшеницы в разных почвах и нашли, что форма меняется с влажностью почвы."}},
	} {
		page := func(v label.Values) *html.Node {
			return parse(t, []byte("<div class=nav>Home</div><h1>"+v.Title+"</h1><p class=au>"+strings.Join(v.Authors, c.comma)+"</p><p class=aff>"+v.Affiliations[0]+
				"</p><div class=abs><b>"+c.heading+"</b> "+v.Abstract+"</div><p>2020</p>"))
		}
		m := mustLearn(t, []label.Example{{Root: page(c.taught), Values: c.taught}})
		if len(m.NotFound) > 0 {
			t.Errorf("%s: not found: %v", c.name, m.NotFound)
		}
		a := mustLabel(t, m, page(c.other))
		title, _ := a.Zone(label.Title)
		authors, _ := a.Zone(label.Authors)
		places, _ := a.Zone(label.Affiliations)
		abstract, _ := a.Zone(label.Abstract)
		if title.Text != c.other.Title || !slices.Equal(authors.Items, c.other.Authors) || !slices.Equal(places.Items, c.other.Affiliations) || abstract.Text != c.other.Abstract {
			t.Errorf("%s: %q, %q, %q, %q", c.name, title.Text, authors.Items, places.Items, abstract.Text)
		}
	}
}

// TestNamesInOneMeta: a meta that holds a list of names holds it with the signs of any script.
func TestNamesInOneMeta(t *testing.T) {
	for _, list := range []string{"Ada Bean; Bert Pea", "张三；李四", "山田 太郎、鈴木 花子", "أحمد علي؛ سارة محمد"} {
		v, err := label.MetaValues(parse(t, []byte(`<meta name=citation_authors content="`+list+`">`)))
		if err != nil || len(v.Authors) != 2 {
			t.Errorf("%s: %q, %v", list, v.Authors, err)
		}
	}
}

// TestLinesOfLists: a zone of names has the lines that they were read from, and none
// that were only looked at.
func TestLinesOfLists(t *testing.T) {
	page := func(n int, authors string) *html.Node {
		return parse(t, fmt.Appendf(nil, `<table><tr><th>Name:<td>Growing beans in winter %d
			<tr><th>By:<td>%s<tr><th>Date:<td>2011-05-%02d<tr><th>Text:<td>%s</table>`, n, authors, n, strings.Repeat("Beans grow in rooms. ", 9)))
	}
	learn := func(n int, authors ...string) label.Example {
		return label.Example{Root: page(n, strings.Join(authors, " and ")), Values: label.Values{Title: fmt.Sprint("Growing beans in winter ", n), Authors: authors}}
	}
	m := mustLearn(t, []label.Example{learn(1, "Ada Bean", "Bert Pea"), learn(2, "Carl Lentil", "Dora Vetch")})
	a := mustLabel(t, m, page(3, "Eva Clover (eva /at/ field) and Finn Lupin"))
	z, _ := a.Zone(label.Authors)
	if got := strings.Join(z.Items, "; "); got != "Eva Clover; Finn Lupin" {
		t.Errorf("authors %q", got)
	}
	var text strings.Builder
	for _, n := range z.Nodes {
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				text.WriteString(d.Data)
			}
		}
	}
	if got := strings.TrimSpace(text.String()); !strings.HasSuffix(got, "Finn Lupin") || strings.Contains(got, "winter") || strings.Contains(got, "2011") {
		t.Errorf("the zone is %q", got)
	}
}

// TestSplitAffiliations: affiliations of one line are parted where it was learnt so.
func TestSplitAffiliations(t *testing.T) {
	page := func(title, authors, line string) string {
		return "<h1>" + title + "</h1><p>By " + authors + "</p>" + line + "<p>Text of the article follows here and is long enough.</p>"
	}
	first := []string{"Institute of Pulses, Norway", "Department of Botany, Chile"}
	second := []string{"Weather School, Turkey", "Cloud Laboratory, Ireland"}
	for _, sep := range []string{"; ", " | ", "<br>"} {
		for _, open := range []string{"<p>", "<p class=aff>", "<p><b>Affiliations</b>: ", "<p>Affiliations: "} {
			m := mustLearn(t, []label.Example{{
				Root:   parse(t, []byte(page("Beans at night", "Ada Bean, Bert Pea", open+strings.Join(first, sep)+"</p>"))),
				Values: label.Values{Title: "Beans at night", Authors: []string{"Ada Bean", "Bert Pea"}, Affiliations: first},
			}})
			a := mustLabel(t, m, parse(t, []byte(page("Rain", "Cem Rain, Jean Cloud", open+strings.Join(second, sep)+"</p>"))))
			if z, _ := a.Zone(label.Affiliations); !slices.Equal(z.Items, second) {
				t.Errorf("%q, %q: %q, want %q", open, sep, z.Items, second)
			}
		}
	}
}

// TestAbstractWithoutItsLabel: what stands in the place of an abstract is a guess where the label is
// gone that it stood behind on the learnt pages.
func TestAbstractWithoutItsLabel(t *testing.T) {
	const abstract = "We watched beans for forty nights. They rise at dusk and fall at dawn, whatever the lamps do."
	const text = "<h2>Introduction</h2><p>Beans have been kept in gardens since antiquity, and it is not known why they move at night.</p>" +
		"<p>It was asked long ago whether lamps change the result, and this article asks it again.</p><h2>References</h2><p>Smith J. Old things. 1999.</p>"
	for name, labelled := range map[string]string{
		"in its line": "<p><b>Abstract</b>: " + abstract + "</p>", "a heading": "<h2>Abstract</h2><p>" + abstract + "</p>",
	} {
		page := func(zone string) []byte {
			return []byte("<h1>Beans at night</h1><p>Ada Bean, Bert Pea</p><p>Institute of Pulses, Norway</p>" + zone + text)
		}
		m := mustLearn(t, []label.Example{{Root: parse(t, page(labelled)), Values: label.Values{
			Title: "Beans at night", Authors: []string{"Ada Bean", "Bert Pea"}, Affiliations: []string{"Institute of Pulses, Norway"}, Abstract: abstract,
		}}})
		for zone, guess := range map[string]bool{labelled: false, "": true} {
			a := mustLabel(t, m, parse(t, page(zone)))
			if z, ok := a.Zone(label.Abstract); ok && (z.Confidence < label.GuessBelow) != guess || !ok && !guess {
				t.Errorf("%s: with the label %t: %.2f %q", name, zone != "", z.Confidence, z.Text)
			}
			if a.Changed != guess {
				t.Errorf("%s: with the label %t: changed %t", name, zone != "", a.Changed)
			}
		}
	}
}
