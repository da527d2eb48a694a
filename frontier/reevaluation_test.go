package frontier_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// merged returns the value that a URL has after some discoveries.
func merged(t testing.TB, merge frontier.Reevaluation, discoveries ...frontier.Entry) float64 {
	t.Helper()
	f := frontier.New(frontier.Options{Reevaluation: merge})
	testcall.Push(t, f, discoveries...)
	return testcall.Pop(t, f).Value
}

func TestReevaluation(t *testing.T) {
	found := func(source string, value float64) frontier.Entry {
		return frontier.Entry{URL: url("x"), Source: source, Value: value}
	}
	for _, c := range []struct {
		name  string
		merge frontier.Reevaluation
		found []frontier.Entry
		want  float64
	}{
		{"greater", frontier.GetGreater, []frontier.Entry{found("http://a/1", 5), found("http://a/2", 12), found("http://a/3", 3)}, 12},
		{"increment", frontier.IncrementValues, []frontier.Entry{found("http://a/1", 5), found("http://a/1", 12)}, 17},
		{"noisy or", frontier.NoisyOr, []frontier.Entry{found("http://a/1", 0.5), found("http://a/2", 0.5)}, 0.75},
		{"noisy or, the same page again", frontier.NoisyOr, []frontier.Entry{found("http://a/1", 0.5), found("http://a/1", 0.25)}, 0.5},
		{"noisy or, no chance", frontier.NoisyOr, []frontier.Entry{found("http://a/1", 0.5), found("http://a/2", 9)}, 9},
		{"hosts", frontier.DistinctHosts, []frontier.Entry{found("http://a/1", 5), found("http://a/2", 7), found("http://b/1", 2)}, 9},
		{"hosts, seeds", frontier.DistinctHosts, []frontier.Entry{found("", 5), found("", 5)}, 5},
		{"hosts, negative", frontier.DistinctHosts, []frontier.Entry{found("http://a/", -5), found("http://b/", -2)}, -7},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := merged(t, c.merge, c.found...); got != c.want {
				t.Errorf("value %v, want %v", got, c.want)
			}
		})
	}
}

// The laws of the table in the documentation of Reevaluation.
func TestReevaluationLaws(t *testing.T) {
	for _, c := range []struct {
		merge      frontier.Reevaluation
		idempotent bool
		bounded    bool
	}{
		{frontier.GetGreater, true, true},
		{frontier.IncrementValues, false, false},
		{frontier.NoisyOr, true, true},
		{frontier.DistinctHosts, true, false},
	} {
		t.Run(c.merge.String(), func(t *testing.T) {
			discovery := rapid.Custom(func(t *rapid.T) frontier.Entry {
				return frontier.Entry{
					URL:    url("x"),
					Value:  float64(rapid.IntRange(1, 15).Draw(t, "sixteenths")) / 16,
					Source: fmt.Sprintf("http://%d.test/%d", rapid.IntRange(0, 5).Draw(t, "host"), rapid.IntRange(0, 3).Draw(t, "page")),
				}
			})
			rapid.Check(t, func(rt *rapid.T) {
				found := rapid.SliceOfN(discovery, 1, 20).Draw(rt, "found")
				value := merged(t, c.merge, found...)
				if other := merged(t, c.merge, rapid.Permutation(found).Draw(rt, "other order")...); !near(value, other) {
					rt.Fatalf("not commutative: %v and %v", value, other)
				}
				again := merged(t, c.merge, append(found, found[len(found)-1])...)
				if near(value, again) != c.idempotent {
					rt.Fatalf("the last discovery again: %v becomes %v, idempotent should be %v", value, again, c.idempotent)
				}
				if c.bounded && value > 1 {
					rt.Fatalf("%v is over the bound", value)
				}
				if greater := merged(t, frontier.GetGreater, found...); value < greater-1e-12 {
					rt.Fatalf("%v is below the greatest, %v", value, greater)
				}
			})
		})
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }

// Past MaxSources nothing is lost, but a source may count twice.
func TestManySources(t *testing.T) {
	var found []frontier.Entry
	for i := range 3 * transition.MaxSources {
		found = append(found, frontier.Entry{URL: url("x"), Value: 1, Source: fmt.Sprintf("http://%d.test/", i)})
	}
	if got, want := merged(t, frontier.DistinctHosts, found...), float64(3*transition.MaxSources); got != want {
		t.Errorf("value %v, want %v", got, want)
	}
	for i := range found {
		found[i].Value = 0.5
	}
	if got := merged(t, frontier.NoisyOr, found...); got > 1 || got < 0.99 {
		t.Errorf("value %v, want nearly 1", got)
	}
}
