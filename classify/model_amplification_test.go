package classify_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// What a model file takes that is no model.
func TestAmplificationOfModels(t *testing.T) {
	const size = 4 << 20
	head := `{"format":"lokman link model","version":1,`
	var rows []amplification.Row
	for name, text := range map[string]string{
		"empty examples": head + `"examples":[` + strings.Repeat("{},", size/3) + `{}]}`,
		"empty pages":    head + `"pages":[` + strings.Repeat("{},", size/3) + `{}]}`,
		"empty vector":   head + `"examples":[{"vector":[` + strings.Repeat(`"",`, size/3) + `""]}]}`,
	} {
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(text), Kept: 1 << 20, Peak: 32 * size, Total: 64 * size,
			Run: func() any {
				m, err := classify.ReadNearestNeighbor(strings.NewReader(text))
				if err == nil {
					t.Errorf("%s: no error", name)
				}
				return m
			},
		})
	}
	amplification.Check(t, rows)
}
