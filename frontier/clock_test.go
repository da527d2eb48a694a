package frontier

import (
	"testing"
	"time"
)

// What Memory waits for is kept with a reading of the monotonic clock, which
// does not change when the system's clock is set, whatever the caller gave.
func TestWaitsAreSteady(t *testing.T) {
	f := New(Options{LeaseTime: 24 * time.Hour})
	wall := func(d time.Duration) time.Time { return time.Now().Add(d).Round(0) } // as in a date of HTTP
	if err := f.Push(t.Context(), Entry{URL: "http://a.test/"}, Entry{URL: "http://b.test/"}, Entry{URL: "http://c.test/"}); err != nil {
		t.Fatal(err)
	}
	times := map[string]time.Time{}
	for _, o := range []Outcome{
		{Result: Retry, HostWait: time.Hour},
		{Result: Retry, RetryAt: wall(2 * time.Hour)},
	} {
		l, err := f.Pop(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		times["the end of a lease"] = l.Expires
		if err := f.Done(t.Context(), l, o); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Block(t.Context(), "c.test", wall(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	times["the wait of a host"], times["the block of a host"] = f.hosts["a.test"].next, f.hosts["c.test"].next
	for _, at := range f.delays {
		times["the retry of a URL"] = at
	}
	if len(times) != 4 {
		t.Errorf("%d times, want 4", len(times))
	}
	for what, at := range times {
		if at == at.Round(0) { // Round takes the reading off
			t.Errorf("%s has no reading of the monotonic clock", what)
		}
	}
}
