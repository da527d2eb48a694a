package frontier_test

import (
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// Options without a meaning are refused by their name, by a frontier in memory when it
// is first used.
func TestOptionsCheck(t *testing.T) {
	for want, o := range map[string]frontier.Options{
		"Options.Capacity is -1":  {Capacity: -1},
		"Options.PerHost is -3":   {PerHost: -3},
		"Options.BatchSize is -2": {Order: frontier.BestNFirst, BatchSize: -2},
		"Options.Bytes is -1":     {Bytes: -1},
		"Options.LeaseTime is":    {LeaseTime: -time.Second},
		"Options.Order is":        {Order: frontier.BestNFirst + 1},
		"Options.Reevaluation is": {Reevaluation: frontier.ReplaceValues + 1},
	} {
		f := frontier.New(o)
		_, popped := f.Pop(t.Context())
		for what, err := range map[string]error{"Check": o.Valid(), "Push": f.Push(t.Context(), frontier.Entry{URL: "http://a.test/"}), "Pop": popped} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %+v: %v, want an error with %q", what, o, err, want)
			}
		}
	}
	if err := (frontier.Options{Order: frontier.BestNFirst, Reevaluation: frontier.ReplaceValues, Capacity: 1, PerHost: 1}).Valid(); err != nil {
		t.Errorf("options that mean something: %v", err)
	}
}
