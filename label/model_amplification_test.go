package label_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/label"
)

// What a model file takes that is no model.
func TestAmplificationOfModels(t *testing.T) {
	const size = 4 << 20
	var rows []amplification.Row
	for name, text := range map[string]string{
		"empty patterns": `{"format":"lokman zones","version":2,"zones":{"title":[` + strings.Repeat("{},", size/3) + `{}]}}`,
		"empty steps":    `{"format":"lokman zones","version":2,"zones":{"title":[{"steps":[` + strings.Repeat("{},", size/3) + `{}]}]}}`,
	} {
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(text), Kept: 1 << 20, Peak: 8 * size, Total: 16 * size,
			Run: func() any {
				m, err := label.ReadModel(strings.NewReader(text))
				if err == nil {
					t.Errorf("%s: no error", name)
				}
				return m
			},
		})
	}
	amplification.Check(t, rows)
}
