package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

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
