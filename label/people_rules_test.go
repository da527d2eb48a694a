package label_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/label"
)

// peoplePage is a page with these lines of people.
func peoplePage(lines string, k int) string {
	title, text := peopleTexts[k][0], peopleTexts[k][1]
	return fmt.Sprintf("<body><h1>%s</h1>%s<h2>Abstract</h2><p>%s</p><p>Members go to the <a href=/m>Log on/off</a> area to edit their own entries.</p>", title, lines, text)
}

var peopleTexts = [...][2]string{
	{"Locks of the long canal", "The locks of a canal were timed for a year, and we ask what the keepers knew of the water that they had let down."},
	{"Wells that sing", "Nine wells are said to sing in the spring, and we describe the pipes and the stones that we found in each of them."},
	{"Coins of the northern mint", "Coins from one mint were weighed again, and their weights are compared with those that the law of the time had asked for."},
}

// TestLinesOfPersonsAndInstitutions: lines that name persons with their institutions are read by what
// their parts are, where one page with a single author teaches, and nothing wrong is sure.
func TestLinesOfPersonsAndInstitutions(t *testing.T) {
	for _, tt := range []struct{ name, taught, authors, affiliations, lines, want, at string }{
		{"semicolons", `<p class=by>Olga Pine, University of Riga, Latvia</p>`, "Olga Pine", "University of Riga, Latvia",
			`<p class=by>Ulf Stone, University of Cork, Ireland; Vera Lake, Meadow College, United Kingdom; Ivo Brook, Universität Graz, Austria</p>`,
			"Ulf Stone; Vera Lake; Ivo Brook", "University of Cork, Ireland; Meadow College, United Kingdom; Universität Graz, Austria"},
		{"commas alone", `<div id=by>Olga Pine, University of Riga, Latvia</div>`, "Olga Pine", "University of Riga, Latvia",
			`<div id=by>Ulf Stone, University of Cork, Ireland, Vera Lake, Universidad de Lima, Perú</div>`,
			"Ulf Stone; Vera Lake", "University of Cork, Ireland; Universidad de Lima, Perú"},
		{"a city that reads as a name", `<p>Olga Pine, University of Riga, Latvia</p>`, "Olga Pine", "University of Riga, Latvia",
			`<p>Ulf Stone, University of Otago, Green Island, New Zealand; Vera Lake, Meadow College, Canada</p>`,
			"Ulf Stone; Vera Lake", "University of Otago, Green Island, New Zealand; Meadow College, Canada"},
		{"addresses in brackets", `<p class=s>Olga Pine (pine@riga.test), University of Riga</p>`, "Olga Pine", "University of Riga",
			`<p class=s>Ulf Stone (stone@cork.test), University of Cork and Vera Lake (lake@meadow.test), Meadow College</p>`,
			"Ulf Stone; Vera Lake", "University of Cork; Meadow College"},
		{"lines of one element", `<div>Olga Pine<br>Institute of Locks, Riga, Latvia</div>`, "Olga Pine", "Institute of Locks, Riga, Latvia",
			`<div>Ulf Stone<br>School of Wells, Cork, Ireland<br>Vera Lake<br>Meadow College, Leeds, United Kingdom</div>`,
			"Ulf Stone; Vera Lake", "School of Wells, Cork, Ireland; Meadow College, Leeds, United Kingdom"},
		{"a bar", `<ul><li>Olga Pine | University of Riga | Latvia</ul>`, "Olga Pine", "University of Riga | Latvia",
			`<ul><li>Ulf Stone | University of Cork | Ireland<li>Vera Lake | Meadow College | New Zealand</ul>`,
			"Ulf Stone; Vera Lake", "University of Cork | Ireland; Meadow College | New Zealand"},
		{"two institutions behind a name", `<h4>Olga Pine - University of Riga, Riga, Latvia</h4>`, "Olga Pine", "University of Riga, Riga, Latvia",
			`<h4>Ulf Stone - University of Cork, Cork, Ireland. St. Ann College, Leeds, United Kingdom</h4>`,
			"Ulf Stone", "University of Cork, Cork, Ireland; St. Ann College, Leeds, United Kingdom"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := mustLearn(t, []label.Example{{Root: parse(t, []byte(peoplePage(tt.taught, 0))),
				Values: label.Values{Title: peopleTexts[0][0], Authors: []string{tt.authors}, Affiliations: []string{tt.affiliations}, Abstract: peopleTexts[0][1]}}})
			a := mustLabel(t, m, parse(t, []byte(peoplePage(tt.lines, 1))))
			checkItems(t, a, label.Authors, tt.want)
			checkItems(t, a, label.Affiliations, tt.at)
		})
	}
}

func checkItems(t *testing.T, a *label.Article, name label.Label, want string) {
	t.Helper()
	if z, _ := a.Zone(name); strings.Join(z.Items, "; ") != want {
		t.Errorf("%s: got %q (%.2f), want %q", name, z.Items, z.Confidence, want)
	}
}

// TestWhereNamesStood: what stands where the taught pages had names is a name by its words, in small letters too.
func TestWhereNamesStood(t *testing.T) {
	for _, tt := range []struct{ name, taught, lines, want string }{
		{"small letters in a link", "<h4><a href=/1>Olga Pine</a></h4>", "<h4><a href=/2>ulf stone</a>, <a href=/3>Vera Lake</a></h4>", "ulf stone; Vera Lake"},
		{"small letters alone", "<h4><a href=/1>Olga Pine</a></h4>", "<h4><a href=/2>vera lake</a></h4>", "vera lake"},
		{"small letters in an item", "<ul class=w><li>Olga Pine<li>Ivo Brook</ul>", "<ul class=w><li>Vera Lake<li>ulf de stone</ul>", "Vera Lake; ulf de stone"},
		{"a title", "<p><b>Olga Pine</b></p>", "<p><b>The Pipes They Found</b></p><p><b>Vera Lake</b></p>", "Vera Lake"},
		{"words of the page", "<p><b>Olga Pine</b></p>", "<p><b>Pipes and Stones</b></p><p><b>Vera Lake</b></p>", "Vera Lake"},
		{"a sentence", "<p><b>Olga Pine</b></p>", "<p><b>Singers can go to the Log on</b></p><p><b>Vera Lake</b></p>", "Vera Lake"},
		{"a heading", "<p><b>Olga Pine</b></p>", "<p><b>Results: Wells</b></p><p><b>Vera Lake</b></p>", "Vera Lake"},
		{"a group", "<p><b>Olga Pine</b></p>", "<p><b>Friends of Kelda</b></p><p><b>Vera Lake</b></p>", "Friends of Kelda; Vera Lake"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var taught []label.Example
			for k, lines := range []string{tt.taught, strings.ReplaceAll(tt.taught, "Olga Pine", "Ruth Fen")} {
				authors := []string{[]string{"Olga Pine", "Ruth Fen"}[k]}
				if strings.Contains(lines, "Ivo Brook") {
					authors = append(authors, "Ivo Brook")
				}
				taught = append(taught, label.Example{Root: parse(t, []byte(peoplePage(lines, 2*k))), Values: label.Values{Title: peopleTexts[2*k][0], Authors: authors}})
			}
			a := mustLabel(t, mustLearn(t, taught), parse(t, []byte(peoplePage(tt.lines, 1))))
			checkItems(t, a, label.Authors, tt.want)
			if z, _ := a.Zone(label.Authors); len(taught[0].Values.Authors) == 1 && len(z.Items) > 1 && strings.HasPrefix(tt.lines, "<p>") && z.Confidence >= 0.9 {
				t.Errorf("sure by %.2f of more lines than were learnt", z.Confidence)
			}
		})
	}
}

// TestDoubtfulParts: where a line may be read in two ways its zones are there, and not sure.
func TestDoubtfulParts(t *testing.T) {
	m := mustLearn(t, []label.Example{{Root: parse(t, []byte(peoplePage("<p class=by>Olga Pine, University of Riga</p>", 0))),
		Values: label.Values{Title: peopleTexts[0][0], Authors: []string{"Olga Pine"}, Affiliations: []string{"University of Riga"}}}})
	for _, lines := range []string{
		"<p class=by>Ulf Stone, Green Island, Vera Lake, Meadow College</p>",
		"<p class=by>Ulf Stone, University of Cork, Blue Harbour, Vera Lake, Meadow College</p>",
		"<p class=by>Ulf Stone, Acme Tools, Vera Lake, Best Wells</p>",
	} {
		a := mustLabel(t, m, parse(t, []byte(peoplePage(lines, 1))))
		for _, name := range []label.Label{label.Authors, label.Affiliations} {
			if z, ok := a.Zone(name); ok && z.Confidence >= 0.9 {
				t.Errorf("%s: %s %q is sure by %.2f", lines, name, z.Items, z.Confidence)
			}
		}
	}
}
