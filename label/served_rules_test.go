package label_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

const servedAbstract = "We counted the beans of forty gardens over two summers and asked who had sown them, when, and with what tools in hand."

// TestServedRules has one page for each rule of reading pages as they are served: the zone that a model finds that
// knows nothing.
func TestServedRules(t *testing.T) {
	const (
		ld     = `<script type="application/ld+json">`
		object = `{"@context":"https://schema.org","@type":"ScholarlyArticle","headline":"Beans at night","author":[{"name":"Ada Bean"}]}`
		graph  = `<meta property="og:title" content="Beans at night">`
		site   = `<title>Beans at night | Gardens</title>`
		head   = `<h1>Beans at night</h1>`
		two    = "Ada Bean, Bert Pea"
	)
	inLD := func(s string) string { return ld + s + "</script>" }
	authored := func(s string) string { return inLD(strings.Replace(object, `[{"name":"Ada Bean"}]`, s, 1)) }
	var many []string
	for c := 'A'; c <= 'Z'; c++ {
		many = append(many, string(c)+"da Bean")
	}
	meta := func(name, value string) string { return `<meta name=` + name + ` content="` + value + `">` }
	language := func(attribute, headings string) string {
		page := "<html " + attribute + "><h1>Beans at night</h1>"
		for heading := range strings.FieldsSeq(headings) {
			page += "<h2>" + heading + "</h2><p>" + heading + " has it: " + servedAbstract + "</p>"
		}
		return page
	}
	for _, tt := range []struct {
		rule string
		zone label.Label
		page string
		want string
	}{
		{"JSON-LD with a semicolon", label.Authors, inLD(object + ";"), "Ada Bean"},
		{"in CDATA in comments of lines", label.Authors, inLD("// <![CDATA[\n" + object + "\n// ]]>"), "Ada Bean"},
		{"in CDATA in comments", label.Authors, inLD("/* <![CDATA[ */ " + object + " /* ]]> */"), "Ada Bean"},
		{"in CDATA", label.Authors, inLD("<![CDATA[" + object + "]]>"), "Ada Bean"},
		{"in CDATA, a list", label.Authors, inLD("<![CDATA[[" + object + "]]]>"), "Ada Bean"},
		{"in a comment of HTML", label.Authors, inLD("<!--\n" + object + "\n-->"), "Ada Bean"},
		{"behind a comment", label.Authors, inLD("// of {the} page\n" + object), "Ada Bean"},
		{"with comments inside", label.Authors, inLD(strings.Replace(object, `"author"`, `/* who */ "author" // "and"`+"\n", 1)), "Ada Bean"},
		{"an address is no comment", label.Title, inLD(`{"@type":"Article","url":"https://beans.example/*","headline":"Beans at night"}`), "Beans at night"},
		{"a line end in a text", label.Title, inLD(strings.Replace(object, "Beans at", "Beans\n\tat", 1)), "Beans at night"},
		{"commas before brackets", label.Authors, inLD(strings.Replace(object, `"}]`, `",},]`, 1)), "Ada Bean"},
		{"escapes that JSON has not", label.Title, inLD(strings.Replace(object, "Beans at", `Bean\'s \d\"at\"`, 1)), `Bean's d"at" night`},
		{"quotes as references", label.Authors, inLD(strings.ReplaceAll(object, `"`, "&quot;")), "Ada Bean"},
		{"two objects", label.Authors, inLD(`{"@type":"WebSite","name":"Gardens"}` + object), "Ada Bean"},
		{"two objects with a comma", label.Authors, inLD(`{"@type":"WebSite","name":"Gardens"},` + object + ","), "Ada Bean"},
		{"an author in another object", label.Authors, authored(`{"@id":"#a"}`)[:len(authored(`{"@id":"#a"}`))-len("</script>")] + `{"@id":"#a","name":"Ada Bean"}</script>`, "Ada Bean"},
		{"behind a mark of the byte order", label.Authors, inLD("\ufeff" + object), "Ada Bean"},
		{"an object that is cut behind another", label.Authors, inLD(object + `{"@type":`), "Ada Bean"},
		{"a comma in a text", label.Title, inLD(strings.Replace(object, "Beans at", "Beans,] at", 1)), "Beans,] at night"},

		{"names in one text of JSON-LD", label.Authors, authored(`"Ada Bean, Bert Pea"`), two},
		{"names and a joining word", label.Authors, authored(`"Ada Bean and Bert Pea"`), two},
		{"names in one meta", label.Authors, meta("citation_authors", two), two},
		{"names in one meta and a joining word", label.Authors, meta("citation_author", "Ada Bean and Bert Pea"), two},
		{"three in one meta and a joining word", label.Authors, meta("citation_author", "Ada Bean, Bert Pea &amp; Cleo Moss"), two + ", Cleo Moss"},
		{"surnames first and a joining word", label.Authors, meta("citation_author", "Bean, Ada and Pea, Bert"), two},
		{"a surname of several words", label.Authors, meta("citation_authors", "van der Bean, Ada Eve"), "Ada Eve van der Bean"},
		{"an institution with a joining word", label.Authors, meta("citation_author", "Centers for Bean Control and Prevention"), "Centers for Bean Control and Prevention"},
		{"an institution with commas", label.Authors, meta("citation_authors", "National Academies of Beans, Pea Farming, and Garden Sciences"), "National Academies of Beans, Pea Farming, and Garden Sciences"},
		{"references that were escaped twice", label.Authors, meta("citation_author", "B&amp;eacute;an, Ada"), "Ada Béan"},
		{"markup that was escaped twice", label.Title, meta("citation_title", "&amp;lt;i&amp;gt;Vicia&amp;lt;/i&amp;gt; &amp;amp; R&amp;D"), "Vicia & R&D"},
		{"a line break in a meta", label.Title, meta("citation_title", "Beans&lt;br&gt;at night"), "Beans at night"},
		{"junior", label.Authors, meta("citation_author", "Bean, Ada, Jr."), "Ada Bean, Jr."},
		{"surnames of China", label.Authors, meta("citation_author", "王小明") + meta("citation_author", "李, 华"), "王小明, 李华"},
		{"a variable", label.Authors, meta("citation_author", "Ada Bean") + meta("citation_author", "$author.firstName $author.lastName"), "Ada Bean"},
		{"a variable in braces", label.Authors, meta("author", "{{ page.author }}"), ""},

		{"the meta author", label.Authors, meta("author", "Ada Bean"), "Ada Bean"},
		{"the meta author behind the others", label.Authors, meta("author", "Eve Rye") + meta("dc.creator", "Ada Bean"), "Ada Bean"},
		{"article:author", label.Authors, `<meta property="article:author" content="Ada Bean">`, "Ada Bean"},
		{"article:author, an address", label.Authors, `<meta property="article:author" content="https://people.example/ada">`, ""},
		{"the meta author, the site", label.Authors, meta("author", "Gardens Online") + `<meta property="og:site_name" content="Gardens Online">`, ""},
		{"the meta author, a publisher", label.Authors, meta("author", "Society of Gardens"), ""},
		{"the meta author, a user", label.Authors, meta("author", "admin"), ""},
		{"the meta author, one of several", label.Authors, meta("author", "Ada Bean") + graph + head + "<p>Ada Bean, Bert Pea</p>", two},
		{"a link to the author", label.Authors, graph + head + `<p>By <a rel=author href=/ada>Ada Bean</a>`, "Ada Bean"},

		{"authors behind the title of a meta", label.Authors, meta("citation_title", "Beans at night") + head + "<p>Ada Bean, Bert Pea", two},
		{"of Open Graph", label.Authors, graph + head + "<p>Ada Bean, Bert Pea", two},
		{"of <title>", label.Authors, "<title>Beans at night</title>" + head + "<p>Ada Bean, Bert Pea", two},
		{"of <title> with the site's name", label.Authors, site + head + "<p>Ada Bean, Bert Pea", two},
		{"of JSON-LD", label.Authors, inLD(`{"@type":"Article","headline":"Beans at night"}`) + head + "<p>Ada Bean, Bert Pea", two},
		{"of a smaller heading", label.Authors, "<title>Beans at night</title><h2>Beans at night</h2><p>Ada Bean, Bert Pea", two},
		{"of no heading", label.Authors, "<title>Beans at night</title><p class=t>Beans at night<p>Ada Bean, Bert Pea", two},
		{"behind a label", label.Authors, site + head + "<p>Authors:<p>Ada Bean (ada at beans)<p>1 May", "Ada Bean"},
		{"in lines behind a label", label.Authors, site + head + "<h2>Authors</h2><ul><li>Ada Bean<li>Bert Pea</ul>", two},
		{"in many lines behind a label", label.Authors, site + head + "<h2>Authors</h2><ul><li>" + strings.Join(many, "<li>") + "</ul>", strings.Join(many, ", ")},
		{"too far behind the title", label.Authors, site + head + strings.Repeat("<p>Peas and oats are other plants.", 15) + "<p>Ada Bean, Bert Pea", ""},
		{"in a list that is named so, right behind the title", label.Authors, site + head + "<ul id=authors><li>Ada Bean<li>Bert Pea</ul>", two},
		{"in the names' own place before that of their affiliations", label.Authors, site + head + "<p>Ada Bean, Bert Pea<p class=author-affiliation__list>A. Bean, B. Pea", two},
		{"behind a label that is only heard", label.Authors, site + head + "<div class=author-group><span class=sr-only>Author links open overlay panel</span><button><span>Ada</span> <span class=surname>Bean</span><sup>a</sup></button>, <button><span>Bert</span> <span class=surname>Pea</span></button></div>", two},
		{"behind another that is only heard", label.Authors, site + head + "<p class=authors><span class='u-visually-hidden'>List of authors and their profiles</span> Ada Bean, Bert Pea", two},
		{"behind a heading that is only heard", label.Authors, site + head + "<div class=authors><h2 class=screen-reader-text>About the authors of this article</h2><a href=/a>Ada Bean</a> and <a href=/b>Bert Pea</a></div>", two},

		{"with a mark behind each", label.Authors, site + head + "<div class=authors><a href=/a>Ada Bean</a><sup>a</sup>, <a href=/b>Bert Pea</a><sup>b</sup></div>", two},
		{"before references of their kind", label.Authors, site + head + "<div class=author-group>Ada Bean, Bert Pea</div><ul><li><span class=author>Cleo Moss</span>: Oats<li><span class=author>Dan Reed</span>: Rye</ul>", two},

		{"a title as the page has it", label.Title, meta("citation_title", "Beansat night") + "<h1>Beans<br>at night</h1>", "Beans at night"},
		{"the site's name before it", label.Title, "<title>Gardens 2024 Content: Beans at night</title><p>Gardens 2024" + head, "Beans at night"},
		{"the site's name behind a short one", label.Title, "<title>Beans - Archive of Garden Proofs</title><p>Archive of Garden Proofs<h1>Beans</h1>", "Beans"},
		{"a label before it", label.Title, "<title>Beans at night - Gardens 41:3 - Society</title><h1>Gardens 41:3</h1><p><b>Title</b>: Beans at night", "Beans at night"},
		{"a heading against the title of a volume", label.Title, meta("dc.title", "The Bean Meeting") + "<meta property=og:title content='Beans at night'>" + head, "Beans at night"},

		{"microdata of what is cited", label.Authors, `<div itemscope itemtype="http://schema.org/ScholarlyArticle"><h1 itemprop=headline>Beans at night</h1><i itemprop=author itemscope><b itemprop=name>Ada Bean</b>, <b itemprop=affiliation>Oslo</b></i><i itemprop=author>Bert Pea</i>` +
			`<li itemprop=citation itemscope itemtype="http://schema.org/Article"><i itemprop=author itemscope><b itemprop=name>Cleo Moss</b></i></div>`, two},
		{"of what is related", label.Authors, `<article itemscope itemtype="https://schema.org/Article"><i itemprop=author>Ada Bean</i><i itemprop=author>Bert Pea</i></article>` +
			`<aside itemscope itemtype="https://schema.org/Article"><b itemprop=headline>Peas</b><i itemprop=author>Cleo Moss</i></aside>`, two},
		{"of comments", label.Authors, `<p itemscope itemtype="https://schema.org/Comment"><i itemprop=author>Cleo Moss</i></p>` +
			`<div itemscope itemtype="https://schema.org/WebPage"><article itemprop=mainEntity itemscope itemtype="https://schema.org/Report"><i itemprop=author>Ada Bean</i><i itemprop=author>Bert Pea</i></article></div>`, two},

		{"an abstract in the page's language", label.Abstract, language("lang=en", "Summary Riassunto Резюме"), "Summary has it: " + servedAbstract},
		{"behind others", label.Abstract, language("lang=en-GB", "Résumé Summary"), "Summary has it: " + servedAbstract},
		{"in another", label.Abstract, language("lang=de", "Abstract Zusammenfassung"), "Zusammenfassung has it: " + servedAbstract},
		{"in XML", label.Abstract, language("xml:lang=fr", "Abstract Résumé"), "Résumé has it: " + servedAbstract},
		{"a summary beside it", label.Abstract, language("lang=en", "Summary Abstract"), "Abstract has it: " + servedAbstract},
		{"in no language of the page", label.Abstract, language("lang=fi", "Summary Abstract"), "Abstract has it: " + servedAbstract},
		{"of a page that does not say its language", label.Abstract, language("", "Resumo Abstract"), "Resumo has it: " + servedAbstract},
		{"one that a meta cuts", label.Abstract, meta("dc.description", servedAbstract[:80]) + language("", "Abstract"), "Abstract has it: " + servedAbstract},
		{"one against a description of the site", label.Abstract, "<meta property=og:description content='" + strings.Repeat("Ada Bean, Bert Pea. Gardens. ", 12) + "'>" + language("", "Abstract"), "Abstract has it: " + servedAbstract},
		{"one that a meta has whole", label.Abstract, meta("citation_abstract", "Abstract has it: "+servedAbstract) + language("", "Abstract") + "<p>" + servedAbstract, "Abstract has it: " + servedAbstract},

		{"one that a meta has whole, behind a label", label.Abstract, meta("citation_abstract", servedAbstract) + "<h2>Abstract</h2><p>en<p>" + servedAbstract, servedAbstract},

		{"affiliations without labels and names", label.Affiliations, head + "<p>Ada Bean, Bert Pea<h3 id=affiliations>Authors and Affiliations</h3><ol class=author-affiliation-list><li><p class=address>Department of Beans, Turku<p class=names>A. Bean &amp; B. Pea</ol>", "Department of Beans, Turku"},
		{"buttons", label.Affiliations, head + "<p>Ada Bean and Bert Pea<div id=author-affiliations><h3>Ada Bean</h3><p>Search for this author in:<ul><li>Pub Med<li>Google Scholar</ul></div>", ""},
		{"a label that is named so", label.Affiliations, head + "<p>Ada Bean, Bert Pea<div class=affiliations><p>Author affiliations<p>Institute of Gardens, Oslo<p>Bonn, Germany</div>", "Institute of Gardens, Oslo; Bonn, Germany"},
		{"places alone", label.Affiliations, head + "<p>Ada Bean, Bert Pea<div class=affiliations><p>Oslo, Norway<p>Bonn, Germany</div>", "Oslo, Norway; Bonn, Germany"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			a := mustLabel(t, new(label.Model), parse(t, []byte(tt.page)))
			if z, _ := a.Zone(tt.zone); z.Text != tt.want {
				t.Errorf("%s %q, want %q", tt.zone, z.Text, tt.want)
			}
		})
	}
}

// TestServedMetaValues: the metadata of a page whose authors stand behind a label that is only heard, and of one with a
// meta of its author.
func TestServedMetaValues(t *testing.T) {
	const head = "<meta name=citation_title content='Beans at night'><h1>Beans at night</h1>"
	for _, tt := range []struct{ rule, page, want string }{
		{"a label that is only heard", head + "<div class=author-group><span class=sr-only>Author links open overlay panel</span><button>Ada Bean</button>, <button>Bert Pea</button></div>", "Ada Bean; Bert Pea"},
		{"the meta author", "<meta name=author content='Ada Bean'>" + head + "<p>Ada Bean", "Ada Bean"},
		{"the meta author of whom the page says nothing", "<meta name=author content='Eve Rye'>" + head + "<p>Ada Bean, Bert Pea", "Ada Bean; Bert Pea"},
	} {
		v := mustMetaValues(t, parse(t, []byte(tt.page)))
		if got := strings.Join(v.Authors, "; "); got != tt.want || len(v.Guessed) != 1 || v.Guessed[0] != label.Authors {
			t.Errorf("%s: %q, guessed %v, want %q, guessed", tt.rule, got, v.Guessed, tt.want)
		}
	}
}

// TestMetasDoubt: authors and affiliations are not sure where the metas of the article say something else.
func TestMetasDoubt(t *testing.T) {
	const title, author, at = "<meta name=citation_title content='Growth of oats'>", "<meta name=citation_author content='%'>", "<meta name=citation_author_institution content='%'>"
	with := func(meta string, values ...string) string {
		out := ""
		for _, v := range values {
			out += strings.Replace(meta, "%", v, 1)
		}
		return out
	}
	for _, tt := range []struct {
		rule, head    string
		sure, sureTwo bool // of the authors, of the affiliations
	}{
		{"no metas", "", true, true},
		{"the same", title + with(author, "Oat, Carl", "Dora Rye") + with(at, "College of Fields"), true, true},
		{"other authors", title + with(author, "Oat, Carl", "Eve Moss", "Finn Reed"), false, true},
		{"one of several", title + with(author, "Carl Oat"), true, true},
		{"other affiliations", title + with(at, "College of Fields", "Harbour School of Boats"), true, false},
		{"metas of another article", "<meta name=citation_title content='Growth of peas'>" + with(author, "Eve Moss", "Finn Reed") + with(at, "Harbour School of Boats"), true, true},
	} {
		a := mustLabel(t, markedModel(t), markedArticle(t, tt.head, "Growth of oats", "Carl Oat<sup>1</sup>, Dora Rye<sup>1</sup>", "<li><sup>1</sup>College of Fields"))
		authors, _ := a.Zone(label.Authors)
		places, _ := a.Zone(label.Affiliations)
		if (authors.Confidence >= 0.9) != tt.sure || (places.Confidence >= 0.9) != tt.sureTwo || len(authors.Items) != 2 {
			t.Errorf("%s: authors %q %.2f, affiliations %q %.2f", tt.rule, authors.Text, authors.Confidence, places.Text, places.Confidence)
		}
	}
}
