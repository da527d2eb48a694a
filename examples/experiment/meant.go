package main

import "strings"

// meant says which strategy a name that none has may stand for.
func meant(name string) string {
	name = strings.ToLower(name)
	best, least := "", len(name)/3+1
	for _, known := range allNames() {
		d := edits(name, known)
		if strings.HasPrefix(known, name) {
			d = 0
		}
		if d < least {
			best, least = known, d
		}
	}
	if best == "" {
		return "-h lists them"
	}
	return "did you mean " + best + "?"
}

// edits is the least number of bytes to insert, delete or replace that makes one name
// of the other.
func edits(a, b string) int {
	row := make([]int, len(b)+1) // from the part of a read so far to each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
