package label_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// modelOf reads a model of one pattern of one zone: the fields are those of
// Pattern besides pages, words and ordinal, which say nothing unless given.
func modelOf(t *testing.T, l label.Label, fields string) *label.Model {
	t.Helper()
	for _, f := range []string{`"pages":1`, `"levels":[0,99]`, `"ordinal":-1`, `"words":[0,0]`} {
		if name, _, _ := strings.Cut(f, ":"); !strings.Contains(fields, name) {
			fields = f + "," + fields
		}
	}
	return mustReadModel(t, strings.NewReader(fmt.Sprintf(`{"format":"lokman zones","version":2,"pages":1,"zones":{%q:[{%s}]}}`, l, fields)))
}

// zoneOf labels a page with one pattern and prints the zone.
func zoneOf(t *testing.T, l label.Label, fields, page string) string {
	t.Helper()
	a := mustLabel(t, modelOf(t, l, fields), parse(t, []byte(page)))
	z, ok := a.Zone(l)
	switch {
	case !ok:
		return "none"
	case l == label.Authors || l == label.Affiliations:
		return strings.Join(z.Items, "; ")
	}
	return z.Text
}

// A readingRule is a text that a pattern's fields read as what is wanted.
type readingRule struct{ rule, fields, text, want string }

func checkReading(t *testing.T, l label.Label, rules []readingRule) {
	t.Helper()
	for _, tt := range rules {
		t.Run(tt.rule, func(t *testing.T) {
			if got := zoneOf(t, l, tt.fields, "<p class=z>"+tt.text+"</p>"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestNameRules has one list for each rule of reading names.
func TestNameRules(t *testing.T) {
	const plain = `"steps":[{"tag":"p","marks":[".z"]}]`
	checkReading(t, label.Authors, []readingRule{
		{"commas", plain, "Ada Bean, Bert Pea", "Ada Bean; Bert Pea"},
		{"semicolons", plain, "Ada Bean; Bert Pea", "Ada Bean; Bert Pea"},
		{"a semicolon of an entity is none", plain, "Ada B&amp;eacute;an", "Ada B&eacute;an"},
		{"a semicolon after an ampersand and a space", plain, "Ada & Bean; Bert Pea", "Ada; Bean; Bert Pea"},
		{"bars", plain, "Ada Bean | Bert Pea", "Ada Bean; Bert Pea"},
		{"slashes", plain, "Ada Bean / Bert Pea", "Ada Bean; Bert Pea"},
		{"line breaks", plain, "Ada Bean<br>Bert Pea", "Ada Bean; Bert Pea"},
		{"bullets", plain, "Ada Bean • Bert Pea", "Ada Bean; Bert Pea"},
		{"middle dots", plain, "Ada Bean · Bert Pea", "Ada Bean; Bert Pea"},
		{"a comma before a small letter is in a name", plain, "Ada Bean,von Pea", "Ada Bean,von Pea"},
		{"a comma before a capital", plain, "Ada Bean,Bert Pea", "Ada Bean; Bert Pea"},
		{"a comma before a letter that is not ASCII", plain, "Ada Bean,Émile Pea", "Ada Bean; Émile Pea"},
		{"and", plain, "Ada Bean and Bert Pea", "Ada Bean; Bert Pea"},
		{"Prof. Dr.", plain, "Ada Bean, Prof. Dr. Bert Pea", "Ada Bean; Bert Pea"},
		{"und", plain, "Ada Bean und Bert Pea", "Ada Bean; Bert Pea"},
		{"et", plain, "Ada Bean et Bert Pea", "Ada Bean; Bert Pea"},
		{"an ampersand", plain, "Ada Bean & Bert Pea", "Ada Bean; Bert Pea"},
		{"and at the end of a line", plain, "Ada Bean and<br>Bert Pea", "Ada Bean; Bert Pea"},
		{"a word that begins with and", plain, "Ada Andersen", "Ada Andersen"},
		{"by", plain, "by Ada Bean", "Ada Bean"},
		{"authors, a colon", plain, "Authors: Ada Bean", "Ada Bean"},
		{"author, a colon", plain, "Author: Ada Bean", "Ada Bean"},
		{"author(s)", plain, "Author(s): Ada Bean", "Ada Bean"},
		{"contributors", plain, "Contributors: Ada Bean", "Ada Bean"},
		{"contributor", plain, "Contributor: Ada Bean", "Ada Bean"},
		{"written by", plain, "Written by Ada Bean", "Ada Bean"},
		{"a name that begins with by", plain, "Bya Bean", "Bya Bean"},
		{"twice the same", plain, "Ada Bean, Ada Bean", "Ada Bean"},
		{"commas in brackets", plain, "Ada Bean (Oslo, Norway), Bert Pea [a, b] and Carl Oat {Rome, Bari}", "Ada Bean; Bert Pea; Carl Oat"},
		{"addresses in angle brackets", plain, "Ada Bean &lt;ada at bean.example&gt;, Bert Pea &lt;pea@bean.example&gt;", "Ada Bean; Bert Pea"},
		{"brackets in brackets", plain, "Ada Bean (School of Peas (SP, Rome)), Bert Pea", "Ada Bean; Bert Pea"},
		{"a bracket that does not end in its line", plain, "Ada Bean (Bert Pea<br>Carl Oat, Dan Rye)", "Ada Bean (Bert Pea; Carl Oat; Dan Rye"},
		{"a list in brackets", plain, "(Ada Bean, Bert Pea)", "Ada Bean; Bert Pea"},
		{"brackets", plain, "Ada Bean (Oslo), Bert Pea [2], Carl Oat {x}", "Ada Bean; Bert Pea; Carl Oat"},
		{"an address", plain, "Ada Bean ada@bean.example, Bert Pea", "Ada Bean; Bert Pea"},
		{"a URL is cut at its slashes", plain, "Ada Bean http://bean.example, Bert Pea", "Ada Bean http; Bert Pea"},
		{"an ORCID", plain, "Ada Bean 0000-0001-2345-678X, Bert Pea", "Ada Bean; Bert Pea"},
		{"and after a comma", plain, "Ada Bean, and Bert Pea", "Ada Bean; Bert Pea"},
		{"und after a comma", plain, "Ada Bean, und Bert Pea", "Ada Bean; Bert Pea"},
		{"an ampersand after a comma", plain, "Ada Bean, & Bert Pea", "Ada Bean; Bert Pea"},
		{"Dr. before", plain, "Dr. Ada Bean", "Ada Bean"},
		{"Dr before", plain, "Dr Ada Bean", "Ada Bean"},
		{"Prof. before", plain, "Prof. Ada Bean", "Ada Bean"},
		{"By before in a list", plain, "Ada Bean, By Bert Pea", "Ada Bean; Bert Pea"},
		{"by before in a list", plain, "Ada Bean, by Bert Pea", "Ada Bean; Bert Pea"},
		{"marks that are no letters", plain, "*Ada Bean†", "Ada Bean"},
		{"an apostrophe before", plain, "’Ada ’t Hooft", "’Ada ’t Hooft"},
		{"a full stop after an initial", plain, "Bean A.", "Bean A."},
		{"a full stop after Jr.", plain, "Ada Bean Jr.", "Ada Bean Jr."},
		{"a full stop after a sentence", plain, "Ada Bean.", "Ada Bean"},
		{"three degrees", plain, "Ada Bean MD PhD MSc", "Ada Bean"},
		{"four degrees", plain, "Ada Bean MD PhD MSc MPH", "Ada Bean MD"},
		{"Jr. alone is no name", plain, "Ada Bean, Jr., Bert Pea", "Ada Bean; Bert Pea"},
		{"Sr alone", plain, "Ada Bean, Sr", "Ada Bean"},
		{"III alone", plain, "Ada Bean, III", "Ada Bean"},
		{"II alone", plain, "Ada Bean, II", "Ada Bean"},
		{"IV alone", plain, "Ada Bean, IV", "Ada Bean"},
		{"Ph.D alone", plain, "Ada Bean, PHD", "Ada Bean"},
		{"one letter is no name", plain, "A, Bert Pea", "Bert Pea"},
		{"100 bytes are a name", plain, "A bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "A bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"},
		{"101 are none", plain, "A bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "none"},
		{"no capital is no name", plain, "ada bean, Bert Pea", "Bert Pea"},
		{"scripts without capitals", plain, "王 小明, Bert Pea", "王 小明; Bert Pea"},
		{"eight words", plain, "Ada B C D E F G Bean, Bert Pea", "Ada B C D E F G Bean; Bert Pea"},
		{"nine words", plain, "Ada B C D E F G H Bean, Bert Pea", "Bert Pea"},
		{"a digit", plain, "Ada Bean2, Bert Pea", "Ada Bean; Bert Pea"},
		{"a digit within", plain, "Ada B3an, Bert Pea", "Bert Pea"},
		{"another digit within", plain, "Ada B३an, Bert Pea", "Bert Pea"},
		{"a colon within", plain, "Ada: Bean, Bert Pea", "Bert Pea"},
		{"an equals sign within", plain, "Ada = Bean, Bert Pea", "Bert Pea"},
		{"an angle within", plain, "Ada &lt; Bean, Bert Pea", "Bert Pea"},
		{"the other angle within", plain, "Ada &gt; Bean, Bert Pea", "Bert Pea"},
		{"marks go", plain, "Ada Bean<sup>1</sup>, Bert Pea<sup>2,*</sup>", "Ada Bean; Bert Pea"},
		{"marks part names", plain, "Ada Bean<sup>1</sup> Bert Pea<sup>2</sup>", "Ada Bean; Bert Pea"},
		{"an item", plain + `,"item":{"tag":"b"}`, "<b>Ada Bean</b> x <b>Bert Pea</b> Carl Oat", "Ada Bean; Bert Pea"},
		{"an item, surname first", plain + `,"item":{"tag":"b"}`, "<b>Bean, Ada</b>", "Ada Bean"},
		{"an item twice", plain + `,"item":{"tag":"b"}`, "<b>Ada Bean</b><b>Ada Bean</b>", "Ada Bean"},
		{"an item that is none", plain + `,"item":{"tag":"b"}`, "<b>View more</b><b>Ada Bean</b>", "Ada Bean"},
		{"an item led in", plain + `,"item":{"tag":"b"}`, "<b>By Ada Bean</b>", "Ada Bean"},
		{"no item on the page", plain + `,"item":{"tag":"i"}`, "Ada Bean, Bert Pea", "Ada Bean; Bert Pea"},
		{"a dropped element", plain + `,"drop":[{"tag":"i"}]`, "Ada Bean <i>Carl Oat</i>, Bert Pea", "Ada Bean; Bert Pea"},
		{"an element that is not dropped", plain, "Ada Bean, <i>Carl Oat</i>, Bert Pea", "Ada Bean; Carl Oat; Bert Pea"},
		{"a dropped mark stays a mark", plain + `,"drop":[{"tag":"i"}]`, "Ada Bean<i>1</i> Bert Pea", "Ada Bean; Bert Pea"},
		{"words that it opens with", plain + `,"opens":"reported for u"`, "Reported for us Ada Bean, Bert Pea", "Ada Bean; Bert Pea"},
		{"other words", plain + `,"opens":"reported for u"`, "Found for us Ada Bean, Bert Pea", "Found for us Ada Bean; Bert Pea"},
	})
}

// TestWordsOfNoName: a text with one of these words is no name, whatever its
// case and the signs around it.
func TestWordsOfNoName(t *testing.T) {
	const words = `corresponding author authors email e-mail affiliations affiliation contributed equally university department institute
		pdf bibtex download abstract contact orcid profile google scholar pubmed search volume issue pages published year doi view show more
		about article information home journal keywords edited editor received accepted copyright hospital school`
	for word := range strings.FieldsSeq(words) {
		list := "<p class=z>Dora " + strings.ToUpper(word) + ".; Ada Bean"
		if got := zoneOf(t, label.Authors, `"steps":[{"tag":"p","marks":[".z"]}]`, list); got != "Ada Bean" {
			t.Errorf("%s: got %q", word, got)
		}
	}
}

// TestDegrees: degrees at the end of a name are no part of it, with full stops or
// without.
func TestDegrees(t *testing.T) {
	for degree := range strings.SplitSeq("PhD,Ph.D.,Ph. D.,MD,M.D.,MSc,M.Sc.,BSc,MPH,M.P.H.,DrPH,Dr. P.H.,FRCP,RN,MBBS,DPhil,MSN,MS,MA,BA,BS,DO,DDS,PharmD,Prof,Prof.,Dr,Dr.", ",") {
		list := "<p class=z>Ada Bean " + degree + "; Bert Pea"
		if got := zoneOf(t, label.Authors, `"steps":[{"tag":"p","marks":[".z"]}]`, list); got != "Ada Bean; Bert Pea" {
			t.Errorf("%s: got %q", degree, got)
		}
	}
}

// TestTitleBehindLabel has one text for each way to part a title from a label before it.
func TestTitleBehindLabel(t *testing.T) {
	const dropped, opened = `"steps":[{"tag":"p","marks":[".z"]}],"drop":[{"tag":"b"}]`, `"steps":[{"tag":"p","marks":[".z"]}],"opens":"title"`
	checkReading(t, label.Title, []readingRule{
		{"a colon behind a label's element", dropped, "<b>Title</b>: Beans at night", "Beans at night"},
		{"a dash", dropped, "<b>Title</b> - Beans at night", "Beans at night"},
		{"a long dash", dropped, "<b>Title</b>—Beans at night", "Beans at night"},
		{"a period", dropped, "<b>Title</b>. Beans at night", "Beans at night"},
		{"a title that begins with a period", dropped, "<b>Title</b>: .NET at night", ".NET at night"},
		{"a title in quotes", dropped, "<b>Title</b>: “Beans” at night", "“Beans” at night"},
		{"a label in the same element", opened, "Title: Beans at night", "Beans at night"},
		{"a period in the same element", opened, "Title. .NET at night", ".NET at night"},
	})
}

// TestPlaceRules has one text for each rule of reading affiliations.
func TestPlaceRules(t *testing.T) {
	const plain = `"steps":[{"tag":"p","marks":[".z"]}]`
	checkReading(t, label.Affiliations, []readingRule{
		{"a row each", plain, "Institute of Beans, Oslo<br>School of Peas, Bonn", "Institute of Beans, Oslo; School of Peas, Bonn"},
		{"a mark each", plain, "<sup>1</sup>Institute of Beans, Oslo <sup>2</sup>School of Peas, Bonn", "Institute of Beans, Oslo; School of Peas, Bonn"},
		{"marks only behind", plain, "Institute of Beans, Oslo<sup>1</sup> School of Peas, Bonn<sup>2</sup>", "Institute of Beans, Oslo School of Peas, Bonn"},
		{"marks in writing", plain, "1 Institute of Beans, Oslo<br>2. School of Peas, Bonn", "Institute of Beans, Oslo; School of Peas, Bonn"},
		{"a letter in brackets", plain, "(a) Institute of Beans, Oslo<br>[b] School of Peas, Bonn", "Institute of Beans, Oslo; School of Peas, Bonn"},
		{"a letter before a small letter is none", plain, "a school of peas, Bonn", "a school of peas, Bonn"},
		{"an address at the end", plain, "School of Peas, Bonn. E-mail: x@peas.example", "School of Peas, Bonn"},
		{"an electronic address", plain, "School of Peas, Bonn. Electronic address: x@peas.example", "School of Peas, Bonn"},
		{"an address in the middle stays", plain, "School x@peas.example of Peas, Bonn", "School x@peas.example of Peas, Bonn"},
		{"signs at the ends", plain, ", School of Peas; |", "School of Peas"},
		{"a dash before it", plain, "– School of Peas<br>- Bonn University ·", "School of Peas; Bonn University"},
		{"a single word", plain, "Harvard<br>School of Peas", "Harvard; School of Peas"},
		{"two short words", plain, "MIT US<br>School of Peas", "MIT US; School of Peas"},
		{"twice the same", plain, "School of Peas<br>School of Peas", "School of Peas"},
		{"an item", plain + `,"item":{"tag":"b"}`, "<b>School of Peas<br>Bonn University</b> x", "School of Peas; Bonn University"},
		{"the institute of a department", plain, "Institute of Green Beans, Oslo<br>Office of Pods. Institute of Green Beans, Oslo", "Institute of Green Beans, Oslo; Office of Pods. Institute of Green Beans, Oslo"},
		{"parts at the end of another", plain, "Institute of Green Peas, Bonn<br>School of Green Beans, Oslo<br>Mill, Rome, School of Green Beans, Oslo, Institute of Green Peas, Bonn", "Institute of Green Peas, Bonn; School of Green Beans, Oslo; Mill, Rome"},
		{"a part of another", plain, "School of Green Peas, Bonn; Institute of Beans<br>School of Green Peas, Bonn", "Institute of Beans; School of Green Peas, Bonn"},
		{"a part of less than 20 bytes", plain, "School of Peas, Bonn; Institute of Beans<br>School of Peas", "School of Peas, Bonn; Institute of Beans; School of Peas"},
		{"links to identifiers", plain, "School of Peas, <a>ORCiD</a><br>ORCID<br>Mill of Oats ORCID", "School of Peas; Mill of Oats"},
	})
}

// TestAbstractRules has one text for each rule of reading an abstract.
func TestAbstractRules(t *testing.T) {
	const plain = `"steps":[{"tag":"div","marks":[".z"]}]`
	const text = "One two three four five six seven eight nine ten eleven twelve."
	for _, tt := range []struct{ rule, fields, text, want string }{
		{"text", plain, text, "TEXT"},
		{"a heading", plain, "<h3>Abstract</h3>" + text, "TEXT"},
		{"two headings", plain, "<h3>Abstract</h3><p>Summary</p>" + text, "TEXT"},
		{"a heading in the line", plain, "Abstract: " + text, "TEXT"},
		{"a heading with a full stop", plain, "Abstract. " + text, "TEXT"},
		{"a heading with a dash", plain, "Abstract — " + text, "TEXT"},
		{"a heading in capitals", plain, "ABSTRACT one " + text, "one TEXT"},
		{"a heading before a capital", plain, "Abstract " + text, "TEXT"},
		{"a word before a small letter", plain, "Abstract art " + text, "Abstract art TEXT"},
		{"summary", plain, "Summary: " + text, "TEXT"},
		{"synopsis", plain, "Synopsis: " + text, "TEXT"},
		{"abstracts", plain, "Abstracts: " + text, "TEXT"},
		{"résumé", plain, "Résumé: " + text, "TEXT"},
		{"resume", plain, "Resume: " + text, "TEXT"},
		{"resumen", plain, "Resumen: " + text, "TEXT"},
		{"resumo", plain, "Resumo: " + text, "TEXT"},
		{"zusammenfassung", plain, "Zusammenfassung: " + text, "TEXT"},
		{"riassunto", plain, "Riassunto: " + text, "TEXT"},
		{"sommario", plain, "Sommario: " + text, "TEXT"},
		{"samenvatting", plain, "Samenvatting: " + text, "TEXT"},
		{"аннотация", plain, "Аннотация: " + text, "TEXT"},
		{"摘要", plain, "摘要: " + text, "TEXT"},
		{"抄録", plain, "抄録: " + text, "TEXT"},
		{"초록", plain, "초록: " + text, "TEXT"},
		{"another word", plain, "Introduction: " + text, "Introduction: TEXT"},
		{"keywords", plain, "<p>" + text + "</p><p>Keywords: beans</p><p>x</p>", "TEXT"},
		{"keyword", plain, "<p>" + text + "</p><p>Keyword: beans</p>", "TEXT"},
		{"key words", plain, "<p>" + text + "</p><p>Key words: beans</p>", "TEXT"},
		{"key terms", plain, "<p>" + text + "</p><p>Key terms: beans</p>", "TEXT"},
		{"index terms", plain, "<p>" + text + "</p><p>Index terms: beans</p>", "TEXT"},
		{"index words", plain, "<p>" + text + "</p><p>Index words: beans</p>", "TEXT"},
		{"index of something", plain, "<p>" + text + "</p><p>Index of beans</p>", "TEXT Index of beans"},
		{"schlüsselwörter", plain, "<p>" + text + "</p><p>Schlüsselwörter: beans</p>", "TEXT"},
		{"palabras clave", plain, "<p>" + text + "</p><p>Palabras clave: beans</p>", "TEXT"},
		{"mots clés", plain, "<p>" + text + "</p><p>Mots clés: beans</p>", "TEXT"},
		{"关键词", plain, "<p>" + text + "</p><p>关键词 beans</p>", "TEXT"},
		{"references", plain, "<p>" + text + "</p><p>References: A. Bean, 2011</p>", "TEXT"},
		{"a bibliography", plain, "<p>" + text + "</p><h2>Bibliography</h2><p>A. Bean, 2011</p>", "TEXT"},
		{"references alone", plain, "<h2>References</h2><p>" + text + "</p>", "none"},
		{"references to something", plain, "References to beans: " + text, "References to beans: TEXT"},
		{"in another language", plain, "<p>Résumé : " + text + "</p><p>Abstract : Beans</p>", "TEXT"},
		{"in another language, under headings", plain, "<h3>Résumé</h3><p>" + text + "</p><h3>Abstract</h3><p>Beans</p>", "TEXT"},
		{"under headings with their language", plain, "<h3>Résumé (fr)</h3><p>" + text + "</p><h3>Résumé (en)</h3><p>Beans</p>", "Résumé (fr) TEXT"},
		{"a sentence that begins like a heading", plain, "<p>Abstract: " + text + "</p><p>Summary statistics are given.</p>", "TEXT Summary statistics are given."},
		{"a part that has the name of one", plain, "<p>" + text + "</p><p>Summary: beans</p>", "TEXT Summary: beans"},
		{"a part behind another", plain, "<h3>Abstract</h3><h4>Key message</h4><p>Beans</p><h4>Abstract</h4><p>" + text + "</p>", "Key message Beans Abstract TEXT"},
		{"eleven words are none", plain, "one two three four five six seven eight nine ten eleven", "none"},
		{"twelve are one", plain, "one two three four five six seven eight nine ten eleven twelve", "one two three four five six seven eight nine ten eleven twelve"},
		{"words that it opens with", plain + `,"opens":"what we did"`, "What we did: " + text, "TEXT"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			got := zoneOf(t, label.Abstract, tt.fields, "<div class=z>"+tt.text+"</div>")
			if got = strings.ReplaceAll(got, text, "TEXT"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
