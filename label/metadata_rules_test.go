package label_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// TestMetadataRules has one page for each rule of reading what a page says of
// itself: the zone that a model that knows nothing finds, its source and its
// confidence.
func TestMetadataRules(t *testing.T) {
	const json = `<script type="application/ld+json">`
	long := strings.Repeat("b", 251)
	prose := "one two three four five six seven eight"
	type test struct {
		rule string
		zone label.Label
		page string
		want string
	}
	tests := []test{
		{"a colon for a full stop", label.Title, "<meta name=DC:Title content=x>", "x meta 0.50"},
		{"a hyphen for an underscore", label.Title, "<meta name=citation-title content=x>", "x meta 0.50"},
		{"a property for a name", label.Title, "<meta property=citation_title content=x>", "x meta 0.50"},
		{"another name", label.Title, "<meta name=citation_titles content=x>", "  0.00"},
		{"markup in a meta", label.Title, "<meta name=citation_title content='a &lt;i&gt;b&lt;/i&gt; c &lt; d'>", "a b c < d meta 0.50"},
		{"an empty meta", label.Title, "<meta name=citation_title content=' '><meta name=citation_title content=x>", "x meta 0.50"},
		{"the first of two", label.Title, "<meta name=citation_title content=x><meta name=citation_title content=y>", "x meta 0.50"},
		{"authors in one meta", label.Authors, "<meta name=citation_authors content='Bean, Ada; Pea, Bert'>", "Ada Bean, Bert Pea meta 0.50"},
		{"authors in one meta, not inverted", label.Authors, "<meta name=citation_authors content='Ada Bean; Bert Pea'>", "Ada Bean, Bert Pea meta 0.50"},
		{"authors in one meta between commas", label.Authors, "<meta name=citation_author content='Ada Bean PhD, Bert Pea MD, Carl van Oat'>", "Ada Bean, Bert Pea, Carl van Oat meta 0.50"},
		{"two surnames and two given names", label.Authors, "<meta name=citation_author content='Bean Pea, Ada Eve'>", "Ada Eve Bean Pea meta 0.50"},
		{"an author, surname first", label.Authors, "<meta name=citation_author content='Bean, Ada'>", "Ada Bean meta 0.50"},
		{"an author twice", label.Authors, "<meta name=citation_author content='Ada Bean'><meta name=citation_author content='Ada Bean'>", "Ada Bean meta 0.50"},
		{"an author of no letters", label.Authors, "<meta name=citation_author content='12'>", "  0.00"},
		{"affiliations", label.Affiliations, "<meta name=citation_author_institution content=x><meta name=citation_author_institution content=y>", "x; y meta 0.50"},
		{"an abstract's heading", label.Abstract, "<meta name=citation_abstract content='Abstract: " + prose + "'>", "PROSE meta 0.50"},
		{"seven words are no abstract", label.Abstract, "<meta name=citation_abstract content='one two three four five six seven'>", "  0.00"},
		{"an address is no abstract", label.Abstract, "<meta name=citation_abstract content='http://x " + prose + "'>", "  0.00"},
		{"the first that reads as one", label.Abstract, "<meta name=dc.description content=short><meta name=dc.description content='" + prose + "'>", "PROSE meta 0.50"},
		{"og:description of 251 bytes", label.Abstract, "<meta property=og:description content=" + long + ">", "LONG open graph 0.35"},
		{"og:description of 250 bytes", label.Abstract, "<meta property=og:description content=" + long[1:] + ">", "  0.00"},
		{"a description of 251 bytes", label.Abstract, "<meta name=description content=" + long + ">", "LONG open graph 0.35"},
		{"og:description before a description", label.Abstract, "<meta name=description content=" + long + "x><meta property=og:description content=" + long + ">", "LONG open graph 0.35"},
		{"og:description with a heading", label.Abstract, "<meta property=og:description content='Abstract: " + long + "'>", "LONG open graph 0.35"},
		{"JSON-LD after a meta", label.Title, json + `{"@type":"Article","headline":"y"}</script><meta name=dc.title content=x>`, "x meta 0.50"},
		{"JSON-LD", label.Title, json + `{"@type":"Article","headline":"x"}</script>`, "x json-ld 0.45"},
		{"JSON-LD in an element that is not shown", label.Title, "<div hidden><p>" + json + `{"@type":"Article","headline":"x"}</script></div>`, "x json-ld 0.45"},
		{"JSON-LD, the type of the script in capitals", label.Title, `<script type=" Application/LD+JSON ">{"@type":"Article","headline":"x"}</script>`, "x json-ld 0.45"},
		{"another script", label.Title, `<script type="application/json">{"@type":"Article","headline":"x"}</script>`, "  0.00"},
		{"a scholarly article", label.Title, json + `{"@type":"MedicalScholarlyArticle","headline":"x"}</script>`, "x json-ld 0.45"},
		{"a report", label.Title, json + `{"@type":"Report","headline":"x"}</script>`, "x json-ld 0.45"},
		{"a post", label.Title, json + `{"@type":"BlogPosting","headline":"x"}</script>`, "x json-ld 0.45"},
		{"a thesis", label.Title, json + `{"@type":"Thesis","headline":"x"}</script>`, "x json-ld 0.45"},
		{"another type", label.Title, json + `{"@type":"Book","headline":"x"}</script>`, "  0.00"},
		{"a list", label.Title, json + `[{"@type":"Book"},{"@type":"Article","headline":"x"}]</script>`, "x json-ld 0.45"},
		{"a graph", label.Title, json + `{"@graph":[{"@type":"Article","headline":"x"}]}</script>`, "x json-ld 0.45"},
		{"a main entity", label.Title, json + `{"mainEntity":{"@type":"Article","headline":"x"}}</script>`, "x json-ld 0.45"},
		{"a main entity of a page", label.Title, json + `{"mainEntityOfPage":{"@type":"Article","headline":"x"}}</script>`, "x json-ld 0.45"},
		{"another key", label.Title, json + `{"about":{"@type":"Article","headline":"x"}}</script>`, "  0.00"},
		{"a headline before a name", label.Title, json + `{"@type":"Article","name":"y","headline":"x"}</script>`, "x json-ld 0.45"},
		{"a name", label.Title, json + `{"@type":"Article","name":" x  y"}</script>`, "x y json-ld 0.45"},
		{"the first article", label.Title, json + `{"@type":"Article","name":"x"}</script>` + json + `{"@type":"Article","name":"y"}</script>`, "x json-ld 0.45"},
		{"references in JSON-LD", label.Title, json + `{"@type":"Article","name":"Beans &amp; &lt;i&gt;peas&lt;/i&gt;, 1 &lt; 2"}</script>`, "Beans & peas, 1 < 2 json-ld 0.45"},
		{"an author elsewhere in the graph", label.Authors, json + `{"@graph":[{"@type":"Article","headline":"x","author":{"@id":"#a"}},{"@id":"#a","name":"Ada Bean"}]}</script>`, "Ada Bean json-ld 0.45"},
		{"an author of whom the graph says nothing", label.Authors, json + `{"@graph":[{"@type":"Article","headline":"x","author":{"@id":"#a"}}]}</script>`, "  0.00"},
		{"an author beside a node whose identifier is empty", label.Authors, json + `{"@graph":[{"@type":"Article","headline":"x","author":"Ada Bean"},{"@id":"","name":"Bert Pea"}]}</script>`, "Ada Bean json-ld 0.45"},
		{"an author with a name and an identifier", label.Authors, json + `{"@graph":[{"@type":"Article","headline":"x","author":{"@id":"#a","name":"Ada Bean"}},{"@id":"#a","name":"Bert Pea"}]}</script>`, "Ada Bean json-ld 0.45"},
		{"an author in two parts", label.Authors, json + `{"@type":"Article","name":"x","author":[{"givenName":"Ada","familyName":"Bean"},{"name":"Bert Pea","familyName":"y"},"Carl Oat"]}</script>`, "Ada Bean, Bert Pea, Carl Oat json-ld 0.45"},
		{"an author twice", label.Authors, json + `{"@type":"Article","name":"x","author":["Ada Bean",{"name":"Bean, Ada"}]}</script>`, "Ada Bean json-ld 0.45"},
		{"an author without a name", label.Authors, json + `{"@type":"Article","name":"x","author":[{"url":"y"},{"name":"Bert Pea"}]}</script>`, "Bert Pea json-ld 0.45"},
		{"several properties of one element", label.Authors, `<p itemprop="creator author">Ada Bean</p><p itemprop=authors>Bert Pea</p>`, "Ada Bean microdata 0.40"},
		{"names in small letters in a list", label.Authors, `<meta name=citation_authors content="hooks, bell; danah boyd; University; x@y.z">`, "bell hooks, danah boyd meta 0.50"},
		{"an article without a title before one in a graph", label.Title, json + `{"@graph":[{"@type":"Article","author":"Eve Rye"},{"@type":"Article","name":"x"}]}</script>`, "x json-ld 0.45"},
		{"an article without a title before one", label.Authors, json + `{"@type":"Article","author":"Eve Rye"}</script>` + json + `{"@type":"Article","name":"x","author":"Ada Bean"}</script>`, "Ada Bean json-ld 0.45"},
		{"an article without a title behind another", label.Authors, json + `{"@type":"Article","author":"Ada Bean"}</script>` + json + `{"@type":"Article","description":"y"}</script>`, "Ada Bean json-ld 0.45"},
		{"a broken script before another", label.Title, json + `{</script>` + json + `{"@type":"Article","name":"x"}</script>`, "x json-ld 0.45"},
		{"an author of JSON-LD", label.Authors, json + `{"@type":"Article","author":"Bean, Ada"}</script>`, "Ada Bean json-ld 0.45"},
		{"authors of JSON-LD", label.Authors, json + `{"@type":"Article","author":[{"name":"Ada Bean"},{"name":"Bert Pea"}]}</script>`, "Ada Bean, Bert Pea json-ld 0.45"},
		{"an author before a creator", label.Authors, json + `{"@type":"Article","creator":"Bert Pea","author":"Ada Bean"}</script>`, "Ada Bean json-ld 0.45"},
		{"a creator", label.Authors, json + `{"@type":"Article","creator":"Ada Bean"}</script>`, "Ada Bean json-ld 0.45"},
		{"affiliations of JSON-LD", label.Affiliations, json + `{"@type":"Article","author":[{"name":"Ada Bean","affiliation":{"name":"x"}},{"name":"Bert Pea","affiliation":["x","y"]}]}</script>`, "x; y json-ld 0.45"},
		{"an abstract of JSON-LD of 251 bytes", label.Abstract, json + `{"@type":"Article","abstract":"` + long + `"}</script>`, "LONG json-ld 0.45"},
		{"one of 250 bytes", label.Abstract, json + `{"@type":"Article","abstract":"` + long[1:] + `"}</script>`, "  0.00"},
		{"an abstract before a description", label.Abstract, json + `{"@type":"Article","description":"` + long + `x","abstract":"` + long + `"}</script>`, "LONG json-ld 0.45"},
		{"a description of JSON-LD", label.Abstract, json + `{"@type":"Article","description":"` + long + `"}</script>`, "LONG json-ld 0.45"},
		{"microdata after JSON-LD", label.Title, json + `{"@type":"Article","name":"x"}</script><p itemprop=headline>y</p>`, "x json-ld 0.45"},
		{"microdata", label.Title, `<p itemprop=headline>x</p>`, "x microdata 0.40"},
		{"microdata in a meta", label.Title, `<meta itemprop=headline content=x>`, "x microdata 0.40"},
		{"the first headline", label.Title, `<p itemprop=headline>x</p><p itemprop=headline>y</p>`, "x microdata 0.40"},
		{"authors of microdata", label.Authors, `<p itemprop=author>Ada Bean</p><p itemprop=author>Bert Pea</p>`, "Ada Bean, Bert Pea microdata 0.40"},
		{"an author of microdata of 200 bytes", label.Authors, `<p itemprop=author>Ada Bean` + strings.Repeat(" (1)", 48) + `</p>`, "  0.00"},
		{"an author that is none", label.Authors, `<p itemprop=author>View more</p>`, "  0.00"},
		{"another property", label.Title, `<p itemprop=name>x</p>`, "  0.00"},
		{"og:title after microdata", label.Title, `<p itemprop=headline>x</p><meta property=og:title content=y>`, "x microdata 0.40"},
		{"og:title", label.Title, `<meta property=og:title content=x>`, "x open graph 0.35"},
		{"a title after og:title", label.Title, `<title>y</title><meta property=og:title content=x>`, "x open graph 0.35"},
		{"a title", label.Title, `<title>x</title>`, "x title 0.30"},
		{"a site after a bar", label.Title, `<title>one two three | four</title>`, "one two three title 0.30"},
		{"two words before a bar", label.Title, `<title>one two | four</title>`, "one two | four title 0.30"},
		{"a site after the last bar", label.Title, `<title>one two three | four | five</title>`, "one two three | four title 0.30"},
		{"a site after a long dash", label.Title, `<title>one two three — four</title>`, "one two three title 0.30"},
		{"a site after a dash", label.Title, `<title>one two three – four</title>`, "one two three title 0.30"},
		{"a site after two colons", label.Title, `<title>one two three :: four</title>`, "one two three title 0.30"},
		{"a site after a hyphen", label.Title, `<title>one two three - four</title>`, "one two three title 0.30"},
		{"a bar before a hyphen", label.Title, `<title>one two three - four | five</title>`, "one two three - four title 0.30"},
		{"a heading", label.Title, `<h1>x y z</h1>`, "x y z heading 0.40"},
		{"a heading with no text before", label.Title, `<h1></h1><h1>x</h1>`, "x heading 0.40"},
		{"a smaller heading is none", label.Title, `<h2>x y z</h2>`, "  0.00"},
		{"a heading of an abstract is no title", label.Title, `<h1>Abstract</h1>`, "  0.00"},
		{"text under a heading", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"too little text under it", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven</p>`, "  0.00"},
		{"a heading as long as 80 bytes", label.Abstract, `<h2>Abstract` + strings.Repeat(" ", 80) + `</h2><p>` + prose + ` nine ten eleven twelve</p>`, "  0.00"},
		{"the rest of the line", label.Abstract, `<p><b>Abstract:</b> ` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"paragraphs under a heading", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve PROSE nine ten eleven twelve heading 0.40"},
		{"a short paragraph ends it", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><p>` + prose + `</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"keywords end it", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><p>Keywords: ` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"a heading of the same size ends it", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><h2>` + prose + `</h2><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"a smaller heading does not", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><h3>Aim</h3><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve Aim PROSE nine ten eleven twelve heading 0.40"},
		{"a smaller heading at the end goes", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><h3>Aim</h3><h3>End</h3>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"another element ends it", label.Abstract, `<h2>Abstract</h2><p>` + prose + ` nine ten eleven twelve</p><div>` + prose + ` nine ten eleven twelve</div>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"empty elements are skipped", label.Abstract, `<h2>Abstract</h2><p></p><p>` + prose + ` nine ten eleven twelve</p><p></p><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve PROSE nine ten eleven twelve heading 0.40"},
		{"a heading in an element of its own", label.Abstract, `<div><h2>Abstract</h2></div><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"the second heading", label.Abstract, `<h2>Abstract</h2><p>short</p><h2>Summary</h2><p>` + prose + ` nine ten eleven twelve</p>`, "PROSE nine ten eleven twelve heading 0.40"},
		{"lines that say so", label.Affiliations, `<p>Affiliation: School of Peas, Bonn</p><ul><li>Author affiliations: Mill of Bonn</ul>`, "School of Peas, Bonn; Mill of Bonn heading 0.40"},
		{"lines that say so of one or several", label.Affiliations, `<p>Affiliation(s): Bonn</p>`, "Bonn heading 0.40"},
		{"an address is no affiliation", label.Affiliations, `<p>Affiliation: School of Peas</p><p>Affiliation: ORCID: https://orcid.test/1</p><p>Affiliation: ada@bean.test</p>`, "School of Peas heading 0.40"},
		{"lines where elements that are named so hold an address", label.Affiliations, `<a class=affiliation>ORCID: https://orcid.test/1</a><p>Affiliation: School of Peas</p>`, "School of Peas heading 0.40"},
		{"an address behind a place", label.Affiliations, `<p>Affiliation: Peas https://peas.test</p><p>Affiliation: Contact: ada@bean.test</p>`, "Peas https://peas.test heading 0.40"},
		{"other lines do not", label.Affiliations, `<p>Affiliation of peas: a review</p><p>Affiliations</p>`, "  0.00"},
		{"affiliations have no heading", label.Affiliations, `<h2>Affiliations</h2><p>School of Peas, Bonn</p>`, "  0.00"},
	}
	for i, name := range strings.Fields("citation_title bepress_citation_title eprints.title prism.title dcterms.title dc.title wkhealth_title") {
		tests = append(tests, test{fmt.Sprintf("title %d: %s", i, name), label.Title, "<meta name=" + name + " content=x>", "x meta 0.50"})
	}
	for i, name := range strings.Fields("citation_author citation_authors bepress_citation_author eprints.creators_name prism.author dcterms.creator dc.creator dc.contributor wkhealth_authors") {
		tests = append(tests, test{fmt.Sprintf("authors %d: %s", i, name), label.Authors, "<meta name=" + name + " content='Ada Bean'>", "Ada Bean meta 0.50"})
	}
	for i, name := range strings.Fields("citation_author_institution citation_author_affiliation bepress_citation_author_institution") {
		tests = append(tests, test{fmt.Sprintf("affiliations %d: %s", i, name), label.Affiliations, "<meta name=" + name + " content=x>", "x meta 0.50"})
	}
	for i, name := range strings.Fields("citation_abstract bepress_citation_abstract eprints.abstract dcterms.abstract dcterms.description dc.description dc.description.abstract abstract") {
		tests = append(tests, test{fmt.Sprintf("abstract %d: %s", i, name), label.Abstract, "<meta name=" + name + " content='" + prose + "'>", prose + " meta 0.50"})
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			a := mustLabel(t, new(label.Model), parse(t, []byte(tt.page)))
			z, _ := a.Zone(tt.zone)
			text := strings.ReplaceAll(strings.ReplaceAll(z.Text, long, "LONG"), prose, "PROSE")
			if got := fmt.Sprintf("%s %s %.2f", text, z.Source, z.Confidence); got != strings.ReplaceAll(tt.want, prose, "PROSE") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMetaRanks: of two metas the one whose name comes first in its list counts,
// wherever it stands.
func TestMetaRanks(t *testing.T) {
	for zone, names := range map[label.Label]string{
		label.Title:        "citation_title bepress_citation_title eprints.title prism.title dcterms.title dc.title wkhealth_title",
		label.Authors:      "citation_author citation_authors bepress_citation_author eprints.creators_name prism.author dcterms.creator dc.creator dc.contributor wkhealth_authors",
		label.Affiliations: "citation_author_institution citation_author_affiliation bepress_citation_author_institution",
		label.Abstract:     "citation_abstract bepress_citation_abstract eprints.abstract dcterms.abstract dcterms.description dc.description dc.description.abstract abstract",
	} {
		order := strings.Fields(names)
		for i := 1; i < len(order); i++ {
			const other, first = "Bert Pea had none of it and went his way", "Ada Bean"
			want := first
			page := fmt.Sprintf("<meta name=%s content='Carl Oat'><meta name=%s content='%s'>", order[i], order[i-1], want)
			if zone == label.Abstract {
				want = other
				page = fmt.Sprintf("<meta name=%s content='Ada Bean had all of it and went her way'><meta name=%s content='%s'>", order[i], order[i-1], want)
			}
			a := mustLabel(t, new(label.Model), parse(t, []byte(page)))
			if z, _ := a.Zone(zone); z.Text != want {
				t.Errorf("%s beside %s: got %q, want %q", order[i-1], order[i], z.Text, want)
			}
		}
	}
}
