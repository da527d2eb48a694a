package layout

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// FuzzDecodeRecord finds that whatever is decoded is a record that can be stored
// and read again.
func FuzzDecodeRecord(f *testing.F) {
	for _, r := range []Record{
		{URL: "http://a.test/", HostKey: "a.test", Record: transition.Record{State: transition.Queued}, Value: 1.5},
		{URL: "http://a.test/x", HostKey: "other", Source: "http://b.test/", Note: "n", Value: -3, Record: transition.Record{State: transition.Delayed, Attempts: 7, Revisited: true},
			Age: 1 << 40, Due: 1 << 60, Depth: -2, Hops: 255, Batch: true},
	} {
		f.Add(r.Encode())
	}
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := DecodeRecord(b)
		if err != nil {
			return
		}
		again, err := DecodeRecord(r.Encode())
		if err != nil {
			t.Fatalf("cannot decode again what was %+v: %v", r, err)
		}
		if again != r {
			t.Errorf("decoded %+v, then %+v", r, again)
		}
	})
}

func TestRecordRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Record{
			URL: rapid.String().Draw(t, "url"), Source: rapid.String().Draw(t, "source"), Note: rapid.String().Draw(t, "note"),
			HostKey: rapid.String().Draw(t, "host"), Value: rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "value"),
			Age: rapid.Uint64().Draw(t, "age"), Due: rapid.Int64().Draw(t, "due"), Depth: rapid.Int().Draw(t, "depth"),
			Hops: rapid.Uint8().Draw(t, "hops"), Batch: rapid.Bool().Draw(t, "batch"),
			Record: transition.Record{
				State:    transition.State(rapid.IntRange(int(transition.Queued), int(transition.Evicted)).Draw(t, "state")),
				Attempts: rapid.Uint8().Draw(t, "attempts"), Lost: rapid.Uint8Max(transition.MaxLost).Draw(t, "lost"),
				Revisited: rapid.Bool().Draw(t, "revisited"),
			},
		}
		got, err := DecodeRecord(r.Encode())
		if err != nil || got != r {
			t.Fatalf("%+v became %+v, %v", r, got, err)
		}
	})
}

func TestEventsRoundTrip(t *testing.T) {
	events := []frontier.Event{
		{Time: time.Unix(0, 5), Kind: transition.KindFound, Value: 1, Given: 1, Source: "http://a.test/", Reason: "why"},
		{Time: time.Unix(9, 5), Kind: transition.KindLeased, Value: -2, Rank: transition.MaxRank},
	}
	got, err := DecodeEvents(EncodeEvents(events))
	if diff := cmp.Diff(events, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestGivenRoundTrip(t *testing.T) {
	given := []frontier.Contribution{{Source: "", Value: 3}, {Source: "http://a.test/", Value: -1}}
	got, err := DecodeGiven(EncodeGiven(given))
	if diff := cmp.Diff(given, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// Keys sort in the order of the values they encode.
func TestRanks(t *testing.T) {
	values := []float64{math.MaxFloat64, 1e300, 2, math.Nextafter(1, 2), 1, math.SmallestNonzeroFloat64, 0,
		-math.SmallestNonzeroFloat64, -1, -math.MaxFloat64}
	for i := range len(values) - 1 {
		a, b := RankOf(frontier.BestFirst, &Record{Value: values[i], Age: 9}), RankOf(frontier.BestFirst, &Record{Value: values[i+1], Age: 1})
		if !a.Before(b) {
			t.Errorf("%v does not go before %v", values[i], values[i+1])
		}
	}
	old, young := &Record{Age: 255}, &Record{Value: math.Copysign(0, -1), Age: 256}
	for _, c := range []struct {
		order frontier.Order
		first *Record
	}{{frontier.BestFirst, old}, {frontier.FIFO, old}, {frontier.LIFO, young}, {frontier.BestNFirst, old}} {
		if RankOf(c.order, old).Before(RankOf(c.order, young)) != (c.first == old) {
			t.Errorf("%v: the wrong one of two equals goes first", c.order)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		if (a < b) != (bytes.Compare(DelayedKey(&Record{Due: a}), DelayedKey(&Record{Due: b})) < 0) {
			t.Fatalf("%d and %d sort wrongly", a, b)
		}
		if got, err := DueIn(DelayedKey(&Record{Due: a, Age: 7})); got != a || err != nil {
			t.Fatalf("due %d became %d, %v", a, got, err)
		}
	})
}

func TestClock(t *testing.T) {
	now := time.Now()
	c := Clock{now, 1 << 60}
	for _, x := range []struct {
		t    time.Time
		want int64
	}{
		{now, 1 << 60},
		{now.Add(time.Hour), 1<<60 + int64(time.Hour)},
		{now.Add(-time.Hour), 1<<60 - int64(time.Hour)},
		{time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), math.MaxInt64},
	} {
		at := c.At(x.t)
		if at != x.want {
			t.Errorf("at(%v) = %d, want %d", x.t, at, x.want)
		}
		if back := c.Time(at); at != math.MaxInt64 && !back.Equal(x.t) || back.Before(now.Add(-time.Hour)) {
			t.Errorf("%v became %v", x.t, back)
		}
	}
}

// Counters that were written before pages were due again are read.
func TestOldCounters(t *testing.T) {
	c := Counters{Hosts: 1, Failures: 5}
	c.Count[transition.Queued], c.Count[transition.Evicted] = 7, 8
	b := c.Encode()
	got, err := DecodeCounters(b[:len(b)-8*4])
	if err != nil || got != c {
		t.Errorf("%+v, %v, want %+v", got, err, c)
	}
	if _, err := DecodeCounters(b[:len(b)-8]); err == nil {
		t.Error("counters that are cut short are read")
	}
}
