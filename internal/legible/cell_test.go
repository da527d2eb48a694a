package legible_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/internal/legible"
)

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "",
		"Moss":              "Moss",
		"1-2":               "1-2",
		"'t Hooft":          "'t Hooft",
		"=cmd|'/c calc'!A0": "'=cmd|'/c calc'!A0",
		"+49 30":            "'+49 30",
		"-1":                "'-1",
		"@SUM(A1)":          "'@SUM(A1)",
		"\t=1":              "'\t=1",
		"\r=1":              "'\r=1",
		"＝HYPERLINK(\"x\")": "'＝HYPERLINK(\"x\")",
		"'=1":               "''=1",
	} {
		if got := legible.Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`'{0,2}[=+@a\t-]{0,2}.*`).Draw(t, "text")
		if got := legible.FromCell(legible.Cell(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	})
}
