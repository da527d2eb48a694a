package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

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
