package label_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

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
