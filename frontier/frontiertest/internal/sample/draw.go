package sample

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
)

// Options draws options of an order.
func Options(t *rapid.T, order frontier.Order) frontier.Options {
	o := frontier.Options{
		Order:        order,
		Reevaluation: rapid.SampledFrom([]frontier.Reevaluation{frontier.GetGreater, frontier.IncrementValues, frontier.NoisyOr, frontier.DistinctHosts, frontier.ReplaceValues}).Draw(t, "reevaluation"),
		PerHost:      rapid.IntRange(1, 3).Draw(t, "per host"),
		Capacity:     rapid.SampledFrom([]int{0, 0, 3, 6}).Draw(t, "capacity"),
		Refresh:      rapid.SampledFrom([]float64{0, .25, .5, 1}).Draw(t, "refresh"),
		Continuous:   rapid.Bool().Draw(t, "continuous"),
	}
	if order == frontier.BestNFirst {
		o.BatchSize = rapid.IntRange(1, 4).Draw(t, "batch size")
	}
	return o
}

// Entries draws discoveries of a few pages, most of them on one host, with
// values that add up and multiply exactly.
func Entries(t *rapid.T, merge frontier.Reevaluation, label string, least, most int) []frontier.Entry {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) frontier.Entry {
		host := rapid.SampledFrom([]string{"a", "a", "a", "a", "b", "b", "c", "d"}).Draw(t, "host")
		e := notation.Page(fmt.Sprintf("%s/%d", host, rapid.IntRange(0, 5).Draw(t, "path")), 0)
		if host == "c" || host == "d" {
			e.Host = "group"
		}
		e.Value = float64(rapid.IntRange(-2, 6).Draw(t, "value"))
		if merge == frontier.NoisyOr {
			e.Value = rapid.SampledFrom([]float64{-1, 0, .25, .5, .75, 1, 2}).Draw(t, "chance")
		}
		e.Source = rapid.SampledFrom([]string{"", "http://s.test/1", "http://s.test/2", "http://u.test/1", "http://v.test/"}).Draw(t, "source")
		e.Depth = rapid.IntRange(0, 3).Draw(t, "depth")
		e.Note = rapid.SampledFrom([]string{"", "x", "yy"}).Draw(t, "note")
		e.Hops = rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "hops")
		switch rapid.IntRange(0, 7).Draw(t, "known") {
		case 0, 1:
			e.Known = true
		case 2:
			e.Stale = true
		}
		return e
	}), least, most).Draw(t, label)
}

// Discovery is a chance that a page of one of few sources gives.
var Discovery = rapid.Custom(func(t *rapid.T) frontier.Contribution {
	return frontier.Contribution{
		Source: fmt.Sprintf("http://s%d.test/%d", rapid.IntRange(0, 2).Draw(t, "host"), rapid.IntRange(0, 2).Draw(t, "path")),
		Value:  rapid.Float64Range(0, 1).Draw(t, "value"),
	}
})

// BadEntries are such as every frontier refuses.
var BadEntries = []struct {
	What  string
	Entry frontier.Entry
}{
	{"NaN", frontier.Entry{URL: "http://a.test/bad", Value: math.NaN()}},
	{"+Inf", frontier.Entry{URL: "http://a.test/bad", Value: math.Inf(1)}},
	{"-Inf", frontier.Entry{URL: "http://a.test/bad", Value: math.Inf(-1)}},
	{"empty URL", frontier.Entry{Value: 1}},
	{"no scheme", frontier.Entry{URL: "/rel"}},
	{"other scheme", frontier.Entry{URL: "mailto:x@a.test"}},
	{"no host", frontier.Entry{URL: "http:///x"}},
	{"space", frontier.Entry{URL: "http://a.test/a b"}},
}
