package links

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// InTime sorts issues by the numbers in their names: volumes, numbers and
// years, of which one of two digits is taken for a year if other names have
// whole ones. Equal ones stay in byte order.
func InTime(issues []Issue) []Issue {
	years := slices.ContainsFunc(issues, func(i Issue) bool {
		return slices.ContainsFunc(numbers(i.Name), func(n string) bool { return len(n) == 4 })
	})
	key := func(i Issue) []int {
		var k []int
		for _, text := range numbers(i.Name) {
			n, err := strconv.Atoi(text)
			if err != nil {
				continue // longer than any volume's
			}
			if years && len(text) == 2 {
				n += 1900
				if n < firstYear {
					n += 100
				}
			}
			k = append(k, n)
		}
		return k
	}
	issues = slices.Clone(issues)
	slices.SortStableFunc(issues, func(a, b Issue) int {
		return cmp.Or(slices.Compare(key(a), key(b)), cmp.Compare(a.Name, b.Name))
	})
	return issues
}

// firstYear is the year of the oldest issue that two digits may name.
const firstYear = 1970

func numbers(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) || r > '9' })
}
