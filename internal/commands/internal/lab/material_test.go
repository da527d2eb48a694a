package lab

import (
	"slices"
	"testing"
)

func TestIdentifiers(t *testing.T) {
	for list, want := range map[string][]string{
		"MESH:D001943 / DOID:1612":     {"MESH:D001943", "DOID:1612"},
		"wn30:08050678-n (government)": {"wn30:08050678-n"},
		"":                             nil,
	} {
		if got := identifiers(list); !slices.Equal(got, want) {
			t.Errorf("identifiers(%q) = %q, want %q", list, got, want)
		}
	}
}
