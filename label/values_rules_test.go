package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// TestCompletedAffiliations has one page for each rule of taking affiliations that
// metas lack from the page.
func TestCompletedAffiliations(t *testing.T) {
	const author = `<meta name=citation_author content="Bean, Ada">`
	wide := strings.Repeat(", Oslo", 35)
	for _, tt := range []struct{ rule, head, at, want string }{
		{"by a class", author, "<li class=affiliation>School of Peas, Oslo<li class=AuthorInstitution>Beans Ltd", "School of Peas, Oslo; Beans Ltd"},
		{"marked", author, "<li class=affiliation><sup>1</sup>Institute of Gardens, Oslo<li class=affiliation><sup>2</sup>School of Houses, Bergen", "Institute of Gardens, Oslo; School of Houses, Bergen"},
		{"by an id", author, "<li id=affiliation1>School of Peas, Oslo", "School of Peas, Oslo"},
		{"behind the author", author, "<li>School of Peas, Oslo", "School of Peas, Oslo"},
		{"of what is none", author, "<li>Peas, Oslo", ""},
		{"four lines behind", author, "<li>a<li>b<li>c<li>School of Peas, Oslo", "School of Peas, Oslo"},
		{"five lines behind", author, "<li>a<li>b<li>c<li>d<li>School of Peas, Oslo", ""},
		{"behind another author", author + `<meta name=citation_author content="Pea, Bert">`, "<li>a<li>b<li>Bert Pea, School of Peas<li>c<li>School of Oats", "School of Peas"},
		{"a list behind the author", author, "<li>School A<li>School B<li>School C<li>School D<li>School E<li>School F<li>Peas<li>School G", "School A; School B; School C; School D; School E; School F"},
		{"each in a line behind its author", author + `<meta name=citation_author content="Pea, Bert">`, "<li>a<li>School of Peas<li>b<li>c<li>d<li>e<li>Bert Pea<li>School of Oats", "School of Peas; School of Oats"},
		{"where more are named again", author + `<meta name=citation_author content="Pea, Bert">`, "<li>School of Peas<li>b<li>Bert Pea<li>c<li>d<li>e<li>f<li>Ada Bean<li>School of Rye<li>Bert Pea<li>School of Oats", "School of Rye; School of Oats"},
		{"a citation", author + `<meta name=citation_title content="Growth of beans">`, "<li>Ada Bean, Growth of beans. School of Peas", ""},
		{"running text", author, "<li>these are the beans that grow in a school", ""},
		{"a sign behind an author", author, "<li>Ada Bean · School of Peas", "School of Peas"},
		{"authors with theirs in brackets", author + `<meta name=citation_author content="Pea, Bert">`, "<li class=affiliation>Ada Bean (School of Peas, Oslo), Bert Pea (Beans Ltd) and <li class=affiliation>Bert Pea - House", "School of Peas, Oslo; Beans Ltd; House"},
		{"an author alone", author, "<li class=affiliation>Ada Bean<li class=affiliation>School of Peas", "School of Peas"},
		{"a long line", author, "<li>School of Peas, " + strings.Repeat("Oslo ", 200), ""},
		{"a long line of several authors", author + `<meta name=citation_author content="Pea, Bert"><meta name=citation_author content="Oat, Carl">`, "<li>Bert Pea (School of Peas" + wide + "), Carl Oat (Institute of Beans" + wide + ")", "School of Peas" + wide + "; Institute of Beans" + wide},
		{"behind authors with their surname first", author + `<meta name=citation_author content="Pea, Bert">`, "<li>Bean, Ada <small>(School of Peas, Oslo)</small> ; Pea, Bert <small>(Institute of Beans)</small>", "School of Peas, Oslo; Institute of Beans"},
		{"a link behind it", author, "<li>Ada Bean, <em>School of Peas, Oslo</em> <a>Follow</a>", "School of Peas, Oslo"},
		{"remarks right behind it", author, "<li>School of Peas, Oslo<span>Correspondence<a>ada@peas.test</a></span><a>View further author information</a>", "School of Peas, Oslo"},
		{"parts of it behind commas in elements", author, "<li><a>School of Peas</a>, <i>Oslo</i>, <b>Norway</b> <i>Map</i>", "School of Peas, Oslo, Norway"},
		{"two behind their marks", author, "<li>Ada Bean<sup>a</sup><sup>b</sup> <span><sup>a</sup> School of Peas; <sup>b</sup> Institute of Beans</span>", "School of Peas; Institute of Beans"},
		{"what pays for it", author, "<li>School of Peas, Oslo · Paid by the queen", "School of Peas, Oslo"},
		{"a single word", author, "<li><span>2018/05/09</span> <span>Research</span> <span>EN</span>", ""},
		{"where the author is named again", author, "<li>a<li>b<li>c<li>d<li>e<li>Ada Bean, School of Peas, Oslo", "School of Peas, Oslo"},
		{"an author's address and number", author + `<meta name=citation_author content="Pea, Bert">`, "<li>Ada Bean, School of Peas, ada@peas.test, 0000-0001; Bert Pea, Institute of Beans, bert@beans.test", "School of Peas; Institute of Beans"},
		{"the outermost", author, "<li class=affiliations><b class=institution>School of Peas</b>, Oslo", "School of Peas, Oslo"},
		{"twice the same", author, "<li class=affiliation>School of Peas, Oslo<li class=affiliation>School of Peas, Oslo", "School of Peas, Oslo"},
		{"letters with a byte of a sign", author, "<li class=affiliation>Ada Bean • Институт садов, Днепр", "Институт садов, Днепр"},
		{"an empty element", author, "<li class=affiliation></li>", ""},
		{"lines that say so", author, "<li>Affiliation: School of Peas, Oslo<li>House", "School of Peas, Oslo"},
		{"metas without the city", author + `<meta name=citation_author_institution content="School of Peas">`, "<li>Bert Pea, School of Peas, Oslo <a>Follow</a><li>School of Peas", "Bert Pea, School of Peas, Oslo"},
		{"metas without the department", author + `<meta name=citation_author_institution content="Mill of Oslo">`, "<li>Ada Bean, School of Oats, Mill of Oslo; ada@oats.test", "School of Oats, Mill of Oslo"},
		{"metas with initials", `<meta name=citation_author content="Bean, A."><meta name=citation_author_institution content="School of Peas">`, "<li>Ada Bean, School of Peas", "School of Peas"},
		{"metas with two of one entry", author + `<meta name=citation_author_institution content="Chair of Oats"><meta name=citation_author_institution content="Mill of Oslo">`, "<li>Chair of Oats, Mill of Oslo", "Chair of Oats, Mill of Oslo"},
		{"metas with what running text has", author + `<meta name=citation_author_institution content="School of Peas">`, "<li>School of Peas is where all of these " + strings.Repeat("beans and peas ", 20), "School of Peas"},
		{"metas with one", author + `<meta name=citation_author_institution content="House">`, "<li class=affiliation>School of Peas, Oslo<p>House", "House"},
		{"metas with what the page lacks", author + `<meta name=citation_author_institution content="inst-17">`, "<li class=affiliation>School of Peas, Oslo", "School of Peas, Oslo"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			v := mustMetaValues(t, markedArticle(t, tt.head, "Growth of beans", "Ada Bean", tt.at))
			if got := strings.Join(v.Affiliations, "; "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A title that the page has without the site's name is learnt without.
func TestTitlesWithSites(t *testing.T) {
	for title, want := range map[string]string{
		"Growth of beans | Peas": "Growth of beans", "Growth of beans - a review | Peas": "Growth of beans - a review", "Growth of peas | Beans": "Growth of peas | Beans",
		"Growth of beans - a review": "Growth of beans - a review",
	} {
		v := mustMetaValues(t, parse(t, []byte("<meta name=citation_title content='"+title+"'><h1>Growth of beans</h1><h2>Growth of beans - a review</h2>")))
		if v.Title != want {
			t.Errorf("%s: title %q, want %q", title, v.Title, want)
		}
	}
}

// One author in the metadata whom the page lists beside others is one of these.
func TestLoneAuthors(t *testing.T) {
	for at, want := range map[string]string{
		"Ada Bean": "Ada Bean", "Ada Bean, Bert Pea": "Ada Bean; Bert Pea", "Bert Pea and <a>Ada Bean</a>, Carl Oat": "Bert Pea; Ada Bean; Carl Oat",
		"They grew beans in a house without a window: Ada Bean, Bert Pea": "", "Beans" + strings.Repeat("<p>Beans", 15) + "<p>Ada Bean, Bert Pea": "", "Ada Bean, School of Peas": "Ada Bean",
		"Ada Bean - Bert Pea": "Ada Bean", "Ada Bean<br>Bert Pea": "Ada Bean",
	} {
		v := mustMetaValues(t, parse(t, []byte("<meta name=citation_title content='Growth of beans'><meta name=citation_author content='Bean, Ada'><h1>Growth of beans</h1><p>"+at)))
		if got := strings.Join(v.Authors, "; "); got != want {
			t.Errorf("%s: authors %q, want %q", at, got, want)
		}
	}
}

// TestHeadedAbstract: an abstract that the metas lack is what its heading heads.
func TestHeadedAbstract(t *testing.T) {
	const (
		points = "Beans are known to grow in houses and gardens of many kinds all over Europe."
		first  = "We asked whether beans grow as well in rooms without any light at all."
	)
	for _, tt := range []struct{ rule, page, want string }{
		{"behind a summary", "<h3>Summary</h3><p>" + points + "</p><h2>Abstract</h2><p>" + first, first},
		{"in an element named for it", "<h1>Beans</h1><div class=field-abstract>" + first + "</div><p>" + points, first},
		{"a summary alone", "<h3>Summary</h3><p>" + points + "</p><h2>Methods</h2><p>" + first, points},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			v := mustMetaValues(t, parse(t, []byte(tt.page)))
			if v.Abstract != tt.want {
				t.Errorf("got %q, want %q", v.Abstract, tt.want)
			}
		})
	}
}

// TestTieRules has one list of names and one of affiliations for each rule of
// tying them by their marks.
func TestTieRules(t *testing.T) {
	const two = "<li><sup>1</sup>College of Fields<li><sup>2</sup>Chair of Mills"
	m := markedModel(t)
	for _, tt := range []struct{ rule, by, at, want string }{
		{"a mark", "Carl Oat<sup>1</sup>, Dora Rye<sup>2</sup>", two, "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"marks in elements of their own", "Carl Oat<sup>1</sup><sup>2</sup>, Dora Rye<sup>2</sup>", two, "[{Carl Oat [0 1]} {Dora Rye [1]}]"},
		{"marks with a comma between", "Carl Oat<sup>1</sup>,<sup>2</sup>, Dora Rye<sup>2</sup>", two, "[{Carl Oat [0 1]} {Dora Rye [1]}]"},
		{"a mark after a space", "Carl Oat <sup>1</sup>, Dora Rye <sup>2</sup>", two, "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"a mark after a comma", "Carl Oat,<sup>1</sup> Dora Rye,<sup>2</sup>", two, "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"a mark before a name is that of the name before it", "<sup>1</sup>Carl Oat, <sup>2</sup>Dora Rye", two, "[{Carl Oat [1]} {Dora Rye []}]"},
		{"signs", "Carl Oat<sup>*</sup>, Dora Rye<sup>†</sup>", "<li><sup>*</sup>College of Fields<li><sup>†</sup>Chair of Mills", "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"letters", "Carl Oat<sup>a</sup>, Dora Rye<sup>b</sup>", "<li><sup>a</sup>College of Fields<li><sup>b</sup>Chair of Mills", "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"brackets around a mark", "Carl Oat<sup>(1)</sup>, Dora Rye<sup>[2]</sup>", two, "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"a full stop after a mark", "Carl Oat<sup>1.</sup>, Dora Rye<sup>2.</sup>", two, "[{Carl Oat [0]} {Dora Rye [1]}]"},
		{"semicolons between marks", "Carl Oat<sup>1;2</sup>, Dora Rye", two, "[{Carl Oat [0 1]} {Dora Rye []}]"},
		{"spaces between marks", "Carl Oat<sup>1 2</sup>, Dora Rye", two, "[{Carl Oat [0 1]} {Dora Rye []}]"},
		{"marks of three characters", "Carl Oat<sup>123</sup>, Dora Rye", "<li><sup>123</sup>College of Fields", "[{Carl Oat [0]} {Dora Rye []}]"},
		{"marks of four", "Carl Oat<sup>1234</sup>, Dora Rye", "<li><sup>1234</sup>College of Fields", "[{Carl Oat []} {Dora Rye []}]"},
		{"two places of one mark", "Carl Oat<sup>1</sup>", "<li><sup>1</sup>College of Fields<li><sup>1</sup>Chair of Mills", "[{Carl Oat [0 1]}]"},
		{"a place without a mark", "Carl Oat<sup>1</sup>", "<li>College of Fields<li><sup>1</sup>Chair of Mills", "[{Carl Oat [1]}]"},
		{"marks in writing", "Carl Oat<sup>1</sup>, Dora Rye<sup>2</sup>", "<li>1 College of Fields<li>2 Chair of Mills", "[{Carl Oat [0]} {Dora Rye [1]}]"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			a := mustLabel(t, m, markedArticle(t, "", "Growth of oats", tt.by, tt.at))
			if got := fmt.Sprint(a.Authors); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMisfitRules has one page for each rule by which a page follows its model or
// not: the fit and the reasons.
func TestMisfitRules(t *testing.T) {
	const (
		one   = `"title":[{"pages":2,"levels":[0,99],"ordinal":-1,"words":[0,0],"steps":[{"tag":"div","marks":[".a"]},{"tag":"p","marks":[".t"]}]}]`
		two   = one + `,"authors":[{"pages":2,"levels":[0,99],"ordinal":-1,"words":[0,0],"steps":[{"tag":"p","marks":[".by"]}]}]`
		some  = one + `,"authors":[{"pages":1,"levels":[0,99],"ordinal":-1,"words":[0,0],"steps":[{"tag":"p","marks":[".by"]}]}]`
		doubt = `"title":[{"pages":2,"levels":[0,99],"ordinal":-1,"words":[100,100],"steps":[{"tag":"div","marks":[".a"]},{"tag":"p","marks":[".t"]}]}]`
		twice = "<div class=a><p class=t>one</p><p class=t>two</p></div>"
		both  = `"title":[{"pages":1,"levels":[0,99],"ordinal":-1,"words":[0,0],"steps":[{"tag":"p","marks":[".t"]}]},{"pages":1,"levels":[0,99],"ordinal":-1,"words":[0,0],"steps":[{"tag":"h3","marks":[".u"]}]}]`
	)
	for _, tt := range []struct{ rule, zones, page, want string }{
		{"all is there", two, "<div class=a><p class=t>one</p></div><p class=by>Ada Bean", "1.000 [] \"one\" template"},
		{"a zone is missing", two, "<div class=a><p class=t>one</p></div>", "0.500 [{authors missing; all 2 pages learnt from had it}] \"one\" template"},
		{"a zone is missing that not all had", some, "<div class=a><p class=t>one</p></div>", "0.500 [] \"one\" template"},
		{"a zone agrees by less than 0.7", one, "<div class=b><h3 class='t x'>one</h3></div>", "0.557 [{title agrees with the template only by 0.56}] \"one\" template"},
		{"two patterns that all pages had between them", both, "<p>x", "0.000 [{title missing; all 2 pages learnt from had it}] \"\" "},
		{"the second pattern", both, "<h3 class=u>two</h3>", "1.000 [] \"two\" template"},
		{"no patterns", `"title":[]`, "<p>x", "0.000 [] \"\" "},
		{"a doubtful zone", doubt, twice, "0.480 [{title agrees with the template only by 0.48}] \"one\" template"},
		{"a doubtful zone and a heading that is no more certain", doubt, "<h1>three four</h1>" + twice, "0.480 [{title agrees with the template only by 0.48}] \"one\" template"},
		{"a doubtful zone and the title of the page", doubt, "<title>three four</title>" + twice, "0.480 [{title agrees with the template only by 0.48}] \"one\" template"},
		{"a doubtful zone and a meta", doubt, "<meta name=dc.title content=three>" + twice, "0.480 [{title agrees with the template only by 0.48}] \"three\" meta"},
		{"no zone and a heading", one, "<h1>three four</h1>", "0.000 [{title missing; all 2 pages learnt from had it}] \"three four\" heading"},
		{"a zone that is sure enough, and a meta", one, "<meta name=dc.title content=three><div class=b><h3 class='t x'>one</h3></div>", "0.557 [{title agrees with the template only by 0.56}] \"one\" template"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			m := mustReadModel(t, strings.NewReader(`{"format":"lokman zones","version":2,"pages":2,"zones":{`+tt.zones+`}}`))
			a := mustLabel(t, m, parse(t, []byte(tt.page)))
			z, _ := a.Zone(label.Title)
			if got := fmt.Sprintf("%.3f %v %q %s", a.Fit, a.Misfits, z.Text, z.Source); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestBorneOut has one page for each rule of taking the title and the authors from the first source
// that the page bears out: the title, the authors, and the zones that are guesses.
func TestBorneOut(t *testing.T) {
	const (
		volume = "<meta name=dcterms.title content='The Bean Meeting, Oslo 2020'><meta name=dcterms.creator content='Eve Editor'>"
		banner = "<p>The Bean Meeting, Oslo 2020<p>Edited by Eve Editor"
		graph  = "<meta property=og:title content='Growth of beans'>"
		title  = "<title>Growth of beans | Meeting</title>"
		json   = `<script type="application/ld+json">{"@type":"Article","headline":"Growth of beans","author":{"name":"Ada Bean"}}</script>`
		page   = "<h1>Growth of beans</h1><p>Ada Bean"
		long   = "Growth of beans and of many other plants in rooms without a window or a lamp, and why they do not like it there"
	)
	for _, tt := range []struct{ rule, page, want string }{
		{"metas", "<meta name=dc.title content='Growth of beans'><meta name=dc.creator content='Bean, Ada'>" + page, "Growth of beans [Ada Bean] []"},
		{"metas of a volume, against JSON-LD", volume + graph + json + banner + page, "Growth of beans [Ada Bean] []"},
		{"metas of a volume, against Open Graph and the title", volume + graph + title + banner + page, "Growth of beans [] []"},
		{"one source alone", volume + graph + banner + page, "The Bean Meeting, Oslo 2020 [Eve Editor] []"},
		{"a volume that another source has too", volume + "<title>The Bean Meeting, Oslo 2020</title>" + json + graph + banner + page, "The Bean Meeting, Oslo 2020 [Eve Editor] []"},
		{"a volume in as high a heading", volume + graph + title + "<h1>The Bean Meeting, Oslo 2020</h1>" + page, "The Bean Meeting, Oslo 2020 [Eve Editor] []"},
		{"the site's name", "<meta name=dc.title content=Beans><meta property=og:site_name content=Beans><meta name=dc.creator content='Eve Editor'><title>Growth of beans</title><h1>Beans</h1><p>Eve Editor<h2>Growth of beans</h2>", "Growth of beans [] []"},
		{"the name of the journal", "<meta name=dc.title content=Beans><meta name=citation_journal_title content=beans>" + json + "<h1>Beans</h1>" + page, "Growth of beans [Ada Bean] []"},
		{"the meeting's name before the title", "<meta name=dc.title content='Growth of beans'><meta name=dc.creator content='Ada Bean'><title>Beans: Growth of beans</title><h1>Beans</h1><h2>Growth of beans</h2><p>Ada Bean", "Growth of beans [Ada Bean] []"},
		{"the site's name behind the title", "<meta name=dc.title content=Green><title>Growth of beans | Green</title><p>Green" + page, "Growth of beans [] []"},
		{"the site's name behind another heading", "<meta name=dc.title content=Beans><title>Growth of peas - Beans</title><h1>Beans</h1><h2>Growth of peas</h2>", "Beans [] []"},
		{"a title that the page lacks", "<meta name=dc.title content='On beans'>" + graph + page, "Growth of beans [] []"},
		{"a title that no source has", "<meta name=dc.title content='On beans'><p>Peas", "On beans [] []"},
		{"a title with a sign where it is cut", "<meta name=dc.title content='Growth of beans and of man…'><h1>" + long + "</h1>", long + " [] []"},
		{"a title of JSON-LD that is cut", `<script type="application/ld+json">{"@type":"Article","headline":"` + long[:104] + `"}</script><h1>` + long + "</h1>", long + " [] []"},
		{"Open Graph alone", graph + title + page, " [] []"},
		{"authors that the page lacks", "<meta name=citation_title content='Growth of beans'><meta name=citation_author content=beana>" + json + page, "Growth of beans [Ada Bean] []"},
		{"half of the authors", "<meta name=citation_title content='Growth of beans'><meta name=citation_author content='Ada Bean'><meta name=citation_author content='Bert Pea'>" + json + page, "Growth of beans [Ada Bean Bert Pea] []"},
		{"authors that no source has", "<meta name=citation_title content='Growth of beans'><meta name=citation_author content=beana>" + page, "Growth of beans [beana] []"},
		{"a line of names", "<meta name=citation_title content='Growth of beans'><h1>Growth of beans</h1><p>Ada Bean, Bert Pea<p>1 May", "Growth of beans [Ada Bean Bert Pea] [authors]"},
		{"an element named for authors", "<meta name=citation_title content='Growth of beans'><h1>Growth of beans</h1><p>1 May<p class=post-author>By Ada Bean", "Growth of beans [Ada Bean] [authors]"},
		{"an element named for authors before the title", "<meta name=citation_title content='Growth of beans'><p class=author>Eve Rye<h1>Growth of beans</h1><p>1 May", "Growth of beans [] []"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			v := mustMetaValues(t, parse(t, []byte(tt.page)))
			if got := fmt.Sprintf("%s %v %v", v.Title, v.Authors, v.Guessed); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestGuessed: an abstract that is another than the one under "Abstract" and affiliations behind
// guessed authors are guesses too.
func TestGuessed(t *testing.T) {
	other := strings.Repeat("Peas were grown in a garden. ", 6)
	for _, tt := range []struct {
		rule, head, by string
		want           []label.Label
	}{
		{"the abstract of the metas", "<meta name=dc.title content='Growth of beans'><meta name=dc.creator content='Ada Bean'>", "Ada Bean", nil},
		{"another", "<meta name=dc.title content='Growth of beans'><meta name=dc.creator content='Ada Bean'><meta name=citation_abstract content='" + other + "'>", "Ada Bean", []label.Label{label.Abstract}},
		{"affiliations", "<meta name=dc.title content='Growth of beans'>", "Ada Bean, Bert Pea", []label.Label{label.Authors, label.Affiliations}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			v := mustMetaValues(t, markedArticle(t, tt.head, "Growth of beans", tt.by, "<li>School of Peas, Oslo"))
			if !slices.Equal(v.Guessed, tt.want) || strings.Contains(v.Abstract, "Peas") {
				t.Errorf("got %v and %q, want %v and the abstract of the page", v.Guessed, v.Abstract, tt.want)
			}
		})
	}
}

// TestLearnGuesses: a zone that all examples guess is found, and never sure; beside firm values
// guesses teach nothing.
func TestLearnGuesses(t *testing.T) {
	byBean := markedArticle(t, "", "Growth of beans", "Ada Bean, Eve Rye", "")
	byPea := markedArticle(t, "", "Growth of peas", "Bert Pea, Carl Oat", "")
	sure := func(wantSure bool, first, second label.Values) {
		t.Helper()
		m := mustLearn(t, []label.Example{{Root: byBean, Values: first}, {Root: byPea, Values: second}})
		a := mustLabel(t, m, markedArticle(t, "", "Growth of oats", "Dora Rye, Fay Mill", ""))
		z, _ := a.Zone(label.Authors)
		if want := []string{"Dora Rye", "Fay Mill"}; !slices.Equal(z.Items, want) || z.Confidence >= 0.9 != wantSure {
			t.Errorf("got %q, %.2f, want %q, sure %v", z.Items, z.Confidence, want, wantSure)
		}
	}
	beans := label.Values{Title: "Growth of beans", Authors: []string{"Ada Bean", "Eve Rye"}}
	peas := label.Values{Title: "Growth of peas", Authors: []string{"Bert Pea", "Carl Oat"}}
	guess := func(v label.Values) label.Values {
		v.Guessed = []label.Label{label.Authors}
		return v
	}
	sure(true, beans, peas)
	sure(false, guess(beans), guess(peas))
	wrong := guess(label.Values{Title: "Growth of peas", Authors: []string{"Beans were grown in a room"}})
	sure(true, beans, wrong)
}

// TestCompletedAbstracts has one page for each rule of taking an abstract that metas lack from the page.
func TestCompletedAbstracts(t *testing.T) {
	const abstract = "Peas that grow in the dark for a month die of it, as we measure in rooms with and without windows. Of each room we report how " +
		"many plants were left after one week, two weeks and four. Light of any colour keeps most of them alive, and green light half of them, while " +
		"warmth alone does nothing at all for them."
	const other = "Les petits pois qui poussent dans le noir meurent au bout d'un mois, et nous avons compté ceux qui restent."
	known := func(s string) string { return `<meta name=citation_abstract content="` + s + `">` }
	describe := func(s string) string { return "<meta name=description content='" + s + "'>" }
	for _, tt := range []struct{ rule, page, want string }{
		{"begun by the description", describe(abstract[:90]+"...") + "<h1>Peas</h1><p>" + abstract + "<p>Open Access", abstract},
		{"begun by og:description", "<meta property=og:description content='" + abstract[:90] + "'><h1>Peas</h1><p>" + abstract, abstract},
		{"its longest place", describe(abstract[:90]) + "<h1>Peas</h1><p>" + abstract[:260] + "...<div>" + abstract + "</div>", abstract},
		{"two paragraphs", describe(abstract[:90]) + "<h1>Peas</h1><div><p>" + abstract + "<p>" + abstract + "<p>Open Access</div>", abstract + " " + abstract},
		{"in the middle of a line", describe(abstract[99:190]) + "<h1>Peas</h1><p>" + abstract, ""},
		{"a short text", describe(abstract[:90]) + "<h1>Peas</h1><p>" + abstract[:200], ""},
		{"a short description", describe("Peas that grow") + "<h1>Peas</h1><p>" + abstract, ""},
		{"a heading before the description", describe(abstract[:90]) + "<h1>Peas</h1><p>" + abstract + "<h2>Abstract</h2><p>Oats" + abstract[4:], "Oats" + abstract[4:]},
		{"cut short in its meta", known(abstract[:90]+"...") + "<h1>Peas</h1><p>" + abstract + "<p>Open Access", abstract},
		{"known whole, before other text under its heading", known(abstract) + "<h1>Peas</h1><h2>Abstract</h2><p>" + abstract + "<p>" + other, abstract},
		{"known to the middle of a line", known(abstract[:112]) + "<h1>Peas</h1><h2>Abstract</h2><p>" + abstract, abstract},
		{"known but for its parts", known(other) + "<h1>Peas</h1><h2>Abstract</h2><p>" + other + "<p>" + other + "<p>Methods: " + abstract, other + " " + other + " Methods: " + abstract},
		{"a heading in another language", "<h1>Peas</h1><h2>Abstrak</h2><p>" + abstract, abstract},
		{"a heading in two languages", "<h1>Peas</h1><h2>Annotatsiya / Abstract</h2><p>" + abstract, abstract},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			v := mustMetaValues(t, parse(t, []byte("<meta name=citation_title content=Peas>"+tt.page)))
			if v.Abstract != tt.want {
				t.Errorf("got %q, want %q", v.Abstract, tt.want)
			}
		})
	}
}

// An abstract begins behind its heading, though what no learnt page had is before that.
func TestKeywordsBeforeAbstracts(t *testing.T) {
	const text = "of peas in dark rooms and of what becomes of them after a month without light"
	page := func(before, abstract string) string {
		return "<h1>Peas</h1><div class=a>" + before + "<h5>Abstract</h5><p>" + abstract + "</div><p class=f>Bye"
	}
	var taught []label.Example
	for _, first := range []string{"Reports ", "Tales "} {
		taught = append(taught, label.Example{Root: parse(t, []byte(page("", first+text))), Values: label.Values{Abstract: first + text}})
	}
	m := mustLearn(t, taught)
	a := mustLabel(t, m, parse(t, []byte(page("<h5>Keywords</h5><p>growth, light, rooms without windows</p>", "Songs "+text))))
	if z, _ := a.Zone(label.Abstract); z.Text != "Songs "+text {
		t.Errorf("abstract %q, want it without keywords", z.Text)
	}
}

// The heading of a second abstract is not where the first begins, which has its own.
func TestSecondAbstractsStay(t *testing.T) {
	const text = "of peas in dark rooms and of what becomes of them after a month without light"
	for _, heading := range []string{"<h3>Abstract</h3><p>", "<p>Abstract: "} {
		page := func(first, more string) string {
			return "<h1>Peas</h1><div class=a>" + heading + first + text + "</p>" + more + "</div><p class=f>Bye"
		}
		var taught []label.Example
		for _, first := range []string{"Reports ", "Tales "} {
			taught = append(taught, label.Example{Root: parse(t, []byte(page(first, ""))), Values: label.Values{Abstract: first + text}})
		}
		m := mustLearn(t, taught)
		a := mustLabel(t, m, parse(t, []byte(page("Songs ", "<h3>Resumo</h3><p>Cantigas das ervilhas nos quartos escuros e do que vem a ser delas sem luz por um mês ou mais</p>"))))
		if z, _ := a.Zone(label.Abstract); !strings.HasPrefix(z.Text, "Songs "+text) {
			t.Errorf("%s: abstract %q, want the first", heading, z.Text)
		}
	}
}
