package bartree_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// What a model takes that is none. How long it may be is up to who reads it.
func TestAmplificationOfModels(t *testing.T) {
	const size = 1 << 20
	template := `{"format":1,"pages":1,"traits":[` + strings.Repeat("{},", size/3) + `{}]}`
	watch := `{"targets":{"a":{"versions":[` + strings.Repeat("{},", size/3) + `{}]}}}`
	amplification.Check(t, []amplification.Row{
		{Input: "template of empty traits", Wire: len(template), Peak: 80 * size, Run: func() any {
			return new(bartree.Template).UnmarshalJSON([]byte(template))
		}},
		{Input: "watch of empty versions", Wire: len(watch), Peak: 120 * size, Run: func() any {
			return new(bartree.Watch).UnmarshalJSON([]byte(watch))
		}},
	})
}
