package main

import "github.com/lokman-crawler/lokman/internal/names"

// meant says which strategy's name is the nearest to one that none has.
func meant(name string) string {
	nearest := names.Nearest(name, func(yield func(string, string) bool) {
		for _, known := range allNames() {
			if !yield(known, known) {
				return
			}
		}
	})
	if len(nearest) == 0 {
		return "-h lists them"
	}
	return "did you mean " + nearest[0] + "?"
}
