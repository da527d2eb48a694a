package bolt_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// waits makes a host, a URL and a blocked host wait for one, two and three
// hours.
func waits(t *testing.T, f *bolt.Frontier) {
	t.Helper()
	testcall.Push(t, f, entries("a/1", "a/2", "b/1", "c/1", "d/1")...)
	if err := f.Block(t.Context(), "c", time.Now().Add(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		switch l := testcall.Pop(t, f); l.URL {
		case "http://a/2":
			testcall.Done(t, f, l, frontier.Outcome{HostWait: time.Hour})
		case "http://b/1":
			testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(2 * time.Hour)})
		case "http://d/1": // still leased at the end
		default:
			t.Fatalf("popped %s", l.URL)
		}
	}
}

// popsAfter checks after how much time the URLs are popped.
func popsAfter(t *testing.T, f *bolt.Frontier, want map[string]time.Duration) {
	t.Helper()
	opened := time.Now()
	for range want {
		l := testcall.Pop(t, f)
		due, ok := want[l.URL]
		if took := time.Since(opened); !ok || took > due || took < due-time.Minute {
			t.Errorf("%s was popped after %v, want %v", l.URL, took, due)
		}
		testcall.Done(t, f, l, frontier.Outcome{})
	}
}

// The clock of a synctest bubble begins in the year 2000: for a file that was
// written before the clock was set back by decades.
func TestClockSetBack(t *testing.T) {
	path := tempFile(t)
	f := open(t, path, bolt.Options{})
	waits(t, f)
	closeNow(t, f)
	synctest.Test(t, func(t *testing.T) {
		f := open(t, path, bolt.Options{})
		defer closeNow(t, f)
		popsAfter(t, f, map[string]time.Duration{
			"http://d/1": 0, "http://a/1": time.Hour, "http://b/1": 2 * time.Hour, "http://c/1": 3 * time.Hour,
		})
	})
}

// A wait is not begun again each time that the clock is set back.
func TestClockSetBackAgain(t *testing.T) {
	path := tempFile(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(5 * time.Hour)
		f := open(t, path, bolt.Options{})
		waits(t, f)
		closeNow(t, f)
	})
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			f := open(t, path, bolt.Options{})
			time.Sleep(20 * time.Minute)
			testcall.Push(t, f, entries("e/1")...)
			closeNow(t, f)
		})
	}
	synctest.Test(t, func(t *testing.T) {
		f := open(t, path, bolt.Options{})
		defer closeNow(t, f)
		popsAfter(t, f, map[string]time.Duration{
			"http://d/1": 0, "http://e/1": 0, "http://a/1": 20 * time.Minute,
			"http://b/1": 80 * time.Minute, "http://c/1": 140 * time.Minute,
		})
	})
}

// The time that passes while the file is closed counts.
func TestClockSetForward(t *testing.T) {
	path := tempFile(t)
	synctest.Test(t, func(t *testing.T) {
		f := open(t, path, bolt.Options{})
		waits(t, f)
		closeNow(t, f)
	})
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(90 * time.Minute)
		f := open(t, path, bolt.Options{})
		popsAfter(t, f, map[string]time.Duration{
			"http://d/1": 0, "http://a/1": 0, "http://b/1": 30 * time.Minute, "http://c/1": 90 * time.Minute,
		})
		closeNow(t, f)
	})
	f := open(t, path, bolt.Options{})
	if s := testcall.Stats(t, f); s.Done != 5 {
		t.Errorf("%+v", s)
	}
}

// A time without a reading of the monotonic clock, such as an HTTP date, is
// waited for as others are.
func TestWallTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := open(t, tempFile(t), bolt.Options{})
		defer closeNow(t, f)
		testcall.Push(t, f, entries("a/1", "b/1")...)
		if err := f.Block(t.Context(), "b", time.Now().Add(2*time.Hour).Round(0)); err != nil {
			t.Fatal(err)
		}
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(time.Hour).Round(0)})
		popsAfter(t, f, map[string]time.Duration{"http://a/1": time.Hour, "http://b/1": 2 * time.Hour})
		year9999 := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
		testcall.Push(t, f, entries("c/1", "d/1")...)
		if err := f.Block(t.Context(), "c", year9999); err != nil {
			t.Fatal(err)
		}
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Retry, RetryAt: year9999})
		if got, want := testcall.Stats(t, f), (frontier.Stats{Queued: 2, Done: 2, Hosts: 4}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}
