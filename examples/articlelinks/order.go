package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// inTime sorts issues by the numbers in their names: volumes, numbers and
// years, of which one of two digits is taken for a year if other names have
// whole ones. Equal ones stay in byte order.
func inTime(issues []issue) []issue {
	years := slices.ContainsFunc(issues, func(i issue) bool {
		return slices.ContainsFunc(numbers(i.name), func(n string) bool { return len(n) == 4 })
	})
	key := func(i issue) []int {
		var k []int
		for _, text := range numbers(i.name) {
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
	slices.SortStableFunc(issues, func(a, b issue) int {
		return cmp.Or(slices.Compare(key(a), key(b)), cmp.Compare(a.name, b.name))
	})
	return issues
}

// firstYear is the year of the oldest issue that two digits may name.
const firstYear = 1970

func numbers(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) || r > '9' })
}
