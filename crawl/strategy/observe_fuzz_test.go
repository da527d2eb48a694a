package strategy_test

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl"
)

// Whatever an observation says, Observe returns, and a strategy that took it goes on.
func FuzzObserve(f *testing.F) {
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		f.Fatal(err)
	}
	defer decoder.Close()
	heads := map[string][]byte{}
	for name, fresh := range strategies() {
		s, ok := fresh().(crawl.Resumable)
		if !ok {
			continue
		}
		p := treePage(f, 3)
		heads[name] = s.Observation(p.URL)
		s.Value(p)
		seen, err := decoder.DecodeAll(s.Observation(p.URL)[len(heads[name]):], nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(name, seen)
	}
	f.Fuzz(func(t *testing.T, name string, seen []byte) {
		fresh := strategies()[name]
		if fresh == nil {
			return
		}
		s, ok := fresh().(crawl.Resumable)
		if !ok {
			return
		}
		observation := encoder.EncodeAll(seen, bytes.Clone(heads[name]))
		err := s.Observe(t.Context(), observation)
		if again := s.Observe(t.Context(), observation); (again == nil) != (err == nil) {
			t.Errorf("error %v, and again %v", err, again)
		}
		s.Value(treePage(t, 3))
	})
}
