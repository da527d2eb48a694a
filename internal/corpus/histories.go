package corpus

import "strings"

// A History is a template with its versions, in the order of time.
type History struct {
	Name     string
	Versions []Version
}

// A Version is pages of one version of a template, none of which are in another version.
type Version struct {
	Changes string // what the template has since, separated by commas; "" for none
	Pages   []Snapshot
}

// A Snapshot is a page with the text of the region that is followed, "" for none.
type Snapshot struct{ URL, HTML, Region string }

const pagesOfVersion = 8

// histories are the changes of each. A change with ? is on every other page only, as in a
// trial, and one with ^ on one. A change that is called as a template is that template.
var histories = []struct {
	name, template string
	versions       []string
}{
	{"other content", "article", []string{"", "", "longer"}},
	{"richer content", "article", []string{"longer?", "rich text?", "longer, rich text"}},
	{"one page unlike the others", "article", []string{"metrics^", "metrics^, banner^", "metrics^, banner^, renamed region^, footer line^", "metrics^, banner^, renamed region^, footer line^, no side^, rich text^, script^", "redesigned article^"}},
	{"a banner for all", "article", []string{"", "banner", "banner, script"}},
	{"one word in the menu", "article", []string{"", "menu entry", "menu entry, footer line"}},
	{"a wrapper", "article", []string{"", "wrapper"}},
	{"a trial on half of the pages", "article", []string{"", "metrics?", "metrics"}},
	{"a trial that ends", "article", []string{"", "advertisement?", ""}},
	{"the region moves up", "article", []string{"", "moved up"}},
	{"the region is renamed", "article", []string{"", "renamed region", "renamed region, renamed main"}},
	{"the region is gone", "article", []string{"", "no region", ""}},
	{"style and script", "article", []string{"", "stylesheet", "stylesheet, script"}},
	{"the side is dropped", "article", []string{"", "no side"}},
	{"a redesign", "article", []string{"", "redesigned article", ""}},
	{"pages that are gone", "article", []string{"", "page not found?", "page not found"}},
	{"rows of a list", "list", []string{"", "", "column", "badge?"}},
	{"a list in cards", "list", []string{"", "border", "lists in cards"}},
	{"facts about people", "profile", []string{"", "more facts?", "more facts", "theme, more facts"}},
	{"another order", "profile", []string{"", "order"}},
	{"facts in another list", "profile", []string{"", "other list"}},
	{"the region in other elements", "article", []string{"", "other elements"}},
}

// Histories are the templates with their versions.
func Histories() []History {
	t, _ := parse("histories.tmpl")
	all := readRecords()
	var out []History
	for k, h := range histories {
		history := History{Name: h.name}
		for v, changes := range h.versions {
			version := Version{Changes: changes}
			for n := range pagesOfVersion {
				at := v*pagesOfVersion + n
				s := snapshot{record: all[(7*at+k)%len(all)], N: at, changes: map[string]bool{}, page: &Snapshot{}}
				s.Others = around(all, s.record)[:2+at%4]
				s.Rows = around(all, s.record)[:5+(3*at)%5]
				template := h.template
				for change := range strings.SplitSeq(changes, ", ") {
					name, some := strings.CutSuffix(change, "?")
					name, one := strings.CutSuffix(name, "^")
					if some && n%2 == 0 || one && n != 5 {
						continue
					}
					if s.changes[name] = true; t.Lookup(name) != nil {
						template = name
					}
				}
				s.page.HTML = write(t, template, s)
				s.page.URL = "http://site.example/" + slug(s.Title) + "/" + string(rune('a'+at))
				version.Pages = append(version.Pages, *s.page)
			}
			history.Versions = append(history.Versions, version)
		}
		out = append(out, history)
	}
	return out
}

// snapshot is what a page shows.
type snapshot struct {
	record
	N            int // of the page in its history, from 0
	Others, Rows []record
	changes      map[string]bool
	page         *Snapshot
}

// Has says whether the page has a change.
func (s snapshot) Has(change string) bool { return s.changes[change] }

// R is the region.
func (s snapshot) R(text string) string {
	s.page.Region = plain(text)
	return text
}
