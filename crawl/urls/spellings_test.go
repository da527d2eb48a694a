package urls_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

// spelled returns a function that writes filters, each a name and a value, as format
// has them, in which NO is the number of the filter.
func spelled(prefix, format, separator string) func(filters [][2]string) string {
	return func(filters [][2]string) string {
		var items []string
		for i, f := range filters {
			items = append(items, strings.NewReplacer("NAME", f[0], "VALUE", f[1], "NO", strconv.Itoa(i)).Replace(format))
		}
		return prefix + strings.Join(items, separator)
	}
}

// spellings write the same filters, with at most so many URLs that pass for each name,
// value and directory.
var spellings = []struct {
	name string
	url  func(filters [][2]string) string
	each int
}{
	{"parameters", spelled("http://h.example/shop?", "NAME=VALUE", "&"), 10},
	{"semicolons", spelled("http://h.example/shop?", "NAME=VALUE", ";"), 10},
	{"brackets", spelled("http://h.example/shop?", "NAME[]=VALUE", "&"), 10},
	{"escaped brackets", spelled("http://h.example/shop?", "filter%5BNAME%5D%5B%5D=VALUE", "&"), 10},
	{"numbered brackets", spelled("http://h.example/shop?", "f[NO]=NAME:VALUE", "&"), 10},
	{"commas", spelled("http://h.example/shop?tags=", "NAME.VALUE", ","), 50},
	{"escaped commas", spelled("http://h.example/shop?sort=up&tags=", "NAME_VALUE", "%2C"), 50},
	{"bars", spelled("http://h.example/shop?tags=", "NAME.VALUE", "%7c"), 50},
	{"plus signs", spelled("http://h.example/shop?tags=", "NAME.VALUE", "+"), 50},
	{"hyphens", spelled("http://h.example/shop?q=", "NAME-VALUE", "-"), 50},
	{"hyphens and slashes", spelled("http://h.example/shop?q=", "NAME-VALUE", "/"), 50},
	{"pairs in one value", spelled("http://h.example/shop?filter=", "NAME:VALUE", ";"), 50},
	{"segments", spelled("http://h.example/en/shop/", "NAME-VALUE", "/"), 50},
	{"pairs of segments", spelled("http://h.example/shop/", "NAME/VALUE", "/"), 50},
	{"parameters of a segment", spelled("http://h.example/shop;", "NAME=VALUE", ";"), 50},
	{"a list in a segment", spelled("http://h.example/shop/", "NAME-VALUE", ","), 50},
	{"an escaped list in a segment", spelled("http://h.example/shop/", "NAME-VALUE", "%2c"), 50},
}

// choices are choices of filters among some names and values: n of each.
var choices = []struct {
	name  string
	pages int
	words int // names, values and the directories about them
	of    func(n int) [][2]string
}{
	{"some of twelve", 1 << 12, 12 + 12 + 2, func(n int) (filters [][2]string) {
		for i := range 12 {
			if n>>i&1 == 1 {
				filters = append(filters, [2]string{"f" + string(rune('a'+i)), "on" + string(rune('a'+i))})
			}
		}
		return filters
	}},
	{"one of ten, four times", 10_000, 4 + 40 + 2, func(n int) (filters [][2]string) {
		for _, name := range []string{"color", "size", "brand", "order"} {
			filters = append(filters, [2]string{name, name[:1] + strconv.Itoa(n%10)})
			n /= 10
		}
		return filters
	}},
	{"orders of eight", 5000, 8 + 8 + 2, func(n int) (filters [][2]string) {
		for _, f := range permutation(n*7, 8) {
			name := strings.TrimSuffix(f, "=1")
			filters = append(filters, [2]string{name, "on" + name})
		}
		return filters
	}},
}

// Filters are stopped however they are written.
func TestFacetsInAnySpelling(t *testing.T) {
	for _, s := range spellings {
		for _, c := range choices {
			t.Run(s.name+", "+c.name, func(t *testing.T) {
				var g urls.Guard
				passed := map[string]bool{}
				for n := range c.pages {
					url := s.url(c.of(n))
					switch trap := trapOf(t, &g, url); trap {
					case "":
						passed[url] = true
					case "facets", "too deep":
					default:
						t.Fatalf("%s is %q", url, trap)
					}
				}
				// Of one or two filters all pass: they are no more than pairs.
				if most := c.words*s.each + c.words*c.words/2; len(passed) > most || len(passed) < 80 {
					t.Errorf("%d of %d pages pass, want 80 to %d", len(passed), c.pages, most)
				}
				for url := range passed {
					if trap := trapOf(t, &g, url); trap != "" {
						t.Fatalf("%s passed before but is %q", url, trap)
					}
				}
			})
		}
	}
}

// monthNames are the months in three languages.
var monthNames = [][]string{
	strings.Fields("janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"),
	strings.Fields("tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu"),
	strings.Fields("январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь"),
}

// calendars are calendars as they are linked from one page to the next.
var calendars = []struct {
	name string
	url  func(n int) string
	pass int
}{
	{"months behind the year", func(n int) string {
		return fmt.Sprintf("http://h.example/agenda/%d/%s/", 2026+n/12, monthNames[0][n%12])
	}, 1000},
	{"months before the year", func(n int) string {
		return fmt.Sprintf("http://h.example/kalenteri/%s-%d.html", monthNames[1][n%12], 2026+n/12)
	}, 1000},
	{"months into the past", func(n int) string {
		return fmt.Sprintf("http://h.example/agenda-%s-%d", monthNames[0][11-n%12], 2900-n/12)
	}, 1000},
	{"months in other letters", func(n int) string {
		return fmt.Sprintf("http://h.example/%s/%d", url.PathEscape(monthNames[2][n%12]), 2026+n/12)
	}, 1000},
	{"months by number between other letters", func(n int) string {
		return fmt.Sprintf("http://h.example/%d%s%d%s", 2026+n/12, url.PathEscape("年"), n%12+1, url.PathEscape("月"))
	}, 1000},
	{"days of months", func(n int) string {
		return fmt.Sprintf("http://h.example/agenda/%d-%s-%d", n%28+1, monthNames[0][n/28%12], 2026+n/336)
	}, 1000},
	{"days of months behind the year", func(n int) string {
		return fmt.Sprintf("http://h.example/agenda/%d/%s/%d/", 2026+n/336, monthNames[0][n/28%12], n%28+1)
	}, 1000},
	{"months in parameters", func(n int) string {
		return fmt.Sprintf("http://h.example/agenda?mois=%s&annee=%d&lang=fr", monthNames[0][n%12], 2026+n/12)
	}, 1000},
	{"months by number in parameters", func(n int) string {
		return fmt.Sprintf("http://h.example/?jahr=%d&monat=%d", 2026+n/12, n%12+1)
	}, 1000},
	{"days by number in parameters", func(n int) string {
		return fmt.Sprintf("http://h.example/?tag=%d&monat=%d&jahr=%d", n%28+1, n/28%12+1, 2026+n/336)
	}, 1000},
	{"days by number in parameters, among others", func(n int) string {
		return fmt.Sprintf("http://h.example/?kat=5&vis=dag&ar=%d&mnd=%d&dag=%d", 2026+n/336, n/28%12+1, n%28+1)
	}, 1000},
	{"weeks", func(n int) string {
		return fmt.Sprintf("http://h.example/cal/%d-W%02d", 2026+n/52, n%52+1)
	}, 1000},
	{"weeks without hyphen", func(n int) string {
		return fmt.Sprintf("http://h.example/cal?w=%dW%02d", 2026+n/52, n%52+1)
	}, 1000},
	{"weeks as segments", func(n int) string {
		return fmt.Sprintf("http://h.example/cal/%d/week/%d", 2026+n/52, n%52+1)
	}, 1000},
	{"weeks before the year", func(n int) string {
		return fmt.Sprintf("http://h.example/cal/kw%d-%d", n%52+1, 2026+n/52)
	}, 1000},
	{"weeks in parameters", func(n int) string {
		return fmt.Sprintf("http://h.example/cal?uke=%d&year=%d", n%52+1, 2026+n/52)
	}, 1000},
	{"Unix times", func(n int) string {
		return fmt.Sprintf("http://h.example/cal?t=%d", 1_764_288_000+n*86_400)
	}, 500},
	{"Unix times into the past, in another time zone", func(n int) string {
		return fmt.Sprintf("http://h.example/cal/%d/", 1_764_288_000-5*3600-45*60-n*86_400)
	}, 500},
	{"Unix times of any second, behind a word", func(n int) string {
		return fmt.Sprintf("http://h.example/cal?day=%d", 1_764_288_123+n*86_400)
	}, 500},
	{"Unix times in milliseconds", func(n int) string {
		return fmt.Sprintf("http://h.example/cal?from=%d000&to=%d000", 1_764_288_000+n*604_800, 1_764_892_800+n*604_800)
	}, 500},
}

// A calendar is stopped whatever the language and the kind of its dates.
func TestCalendarsInAnyLanguage(t *testing.T) {
	for _, tc := range calendars {
		t.Run(tc.name, func(t *testing.T) {
			var g urls.Guard
			passed := 0
			for n := range 5000 {
				switch trap := trapOf(t, &g, tc.url(n)); trap {
				case "":
					passed++
				case "calendar":
				default:
					t.Fatalf("%s is %q", tc.url(n), trap)
				}
			}
			if passed != tc.pass {
				t.Errorf("%d of 5,000 pages pass, want %d", passed, tc.pass)
			}
		})
	}
}
