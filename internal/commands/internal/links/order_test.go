package links

import (
	"strings"
	"testing"
)

// Issues are gone through in the order of time.
func TestInTime(t *testing.T) {
	for want, names := range map[string][]string{
		"v7 v10 v23":                  {"v10", "v23", "v7"},
		"J13-1 J13-2 J19-1 2020.cl-1": {"2020.cl-1", "J13-1", "J13-2", "J19-1"},
		"pldi98 popl98 pldi2004":      {"pldi2004", "pldi98", "popl98"},
		"010 015 100":                 {"010", "015", "100"},
		"a b":                         {"a", "b"},
		"1 99999999999999999999-1":    {"1", "99999999999999999999-1"},
	} {
		var issues []Issue
		for _, n := range names {
			issues = append(issues, Issue{Name: n})
		}
		var got []string
		for _, i := range InTime(issues) {
			got = append(got, i.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}
