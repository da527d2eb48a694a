package bartree_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// What a model file takes that is no model.
func TestAmplificationOfModels(t *testing.T) {
	const size = 1 << 18
	template := templateHead + `,"pages":1,"traits":[` + strings.Repeat("{},", size/3) + `{}]}`
	watch := watchHead + `{"versions":[` + strings.Repeat("{},", size/3) + `{}]}}}`
	amplification.Check(t, []amplification.Row{
		{Input: "template of empty traits", Wire: len(template), Peak: 140 * size, Run: func() any {
			_, err := modeltest.Read[bartree.Template](strings.NewReader(template))
			return err
		}},
		{Input: "watch of empty versions", Wire: len(watch), Peak: 200 * size, Run: func() any {
			_, err := modeltest.Read[bartree.Watch](strings.NewReader(watch))
			return err
		}},
	})
}
