package strategy_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
	"github.com/lokman-crawler/lokman/ontology"
)

// A model that is read is written as it was read, and values pages.
func FuzzReadAdaptiveModel(f *testing.F) {
	write := func(t testing.TB, m *strategy.AdaptiveModel) []byte {
		var b bytes.Buffer
		if _, err := m.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	a := &strategy.Adaptive{}
	f.Add(write(f, new(strategy.AdaptiveModel)))
	f.Add(write(f, a.Learned()))
	f.Add([]byte(`{"format":"lokman-adaptive","version":2,"weights":{},"words":{"7":0.5,"07":1}}`))
	p := treePage(f, 3)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := modeltest.Read[strategy.AdaptiveModel](bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, strategy.ErrAdaptiveModel) {
				t.Fatal(err)
			}
			return
		}
		first := write(t, m)
		again, err := modeltest.Read[strategy.AdaptiveModel](bytes.NewReader(first))
		if err != nil || !bytes.Equal(write(t, again), first) {
			t.Fatalf("written and read: %v", err)
		}
		(&strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Model: m}).Value(p)
	})
}
