package frontier_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// drain pops and finishes everything and returns the URLs in order.
func drain(t testing.TB, f frontier.Frontier) []string {
	t.Helper()
	var urls []string
	for {
		l, err := f.Pop(t.Context())
		if err == io.EOF {
			return urls
		}
		if err != nil {
			t.Fatalf("Pop: %v", err)
		}
		urls = append(urls, strings.TrimPrefix(l.URL, "http://a.test/"))
		testcall.Done(t, f, l, frontier.Outcome{})
	}
}

func url(path string) string { return "http://a.test/" + path }

// The example of thesis 4.1: METU's home page is found with 5 and then with 12.
func TestReevaluationOfThesis(t *testing.T) {
	for _, c := range []struct {
		merge      frontier.Reevaluation
		value      float64
		source     string
		reversed   float64
		fromSource string
	}{
		{frontier.GetGreater, 12, "R", 12, "R"},
		{frontier.IncrementValues, 17, "P", 17, "R"},
	} {
		t.Run(c.merge.String(), func(t *testing.T) {
			p := frontier.Entry{URL: "http://www.metu.edu.tr/", Value: 5, Source: "P"}
			r := frontier.Entry{URL: "http://www.metu.edu.tr/", Value: 12, Source: "R"}
			f := frontier.New(frontier.Options{Reevaluation: c.merge})
			testcall.Push(t, f, p)
			testcall.Push(t, f, r)
			if l := testcall.Pop(t, f); l.Value != c.value || l.Source != c.source {
				t.Errorf("5 then 12: value %v from %s, want %v from %s", l.Value, l.Source, c.value, c.source)
			}
			f = frontier.New(frontier.Options{Reevaluation: c.merge})
			testcall.Push(t, f, r, p)
			if l := testcall.Pop(t, f); l.Value != c.reversed || l.Source != c.fromSource {
				t.Errorf("12 then 5: value %v from %s, want %v from %s", l.Value, l.Source, c.reversed, c.fromSource)
			}
		})
	}
}

func TestOrder(t *testing.T) {
	entries := []frontier.Entry{
		{URL: url("low"), Value: -1}, {URL: url("first"), Value: 2}, {URL: url("high"), Value: 7},
		{URL: url("second"), Value: 2}, {URL: url("zero")}, {URL: url("third"), Value: 2},
	}
	for _, c := range []struct {
		order frontier.Order
		want  string
	}{
		{frontier.BestFirst, "high first second third zero low"},
		{frontier.FIFO, "low first high second zero third"},
		{frontier.LIFO, "third zero second high first low"},
	} {
		t.Run(c.order.String(), func(t *testing.T) {
			f := frontier.New(frontier.Options{Order: c.order})
			testcall.Push(t, f, entries...)
			if got := strings.Join(drain(t, f), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestPushOnEachState(t *testing.T) {
	var f frontier.Memory
	testcall.Push(t, &f, frontier.Entry{URL: url("done"), Value: 4}, frontier.Entry{URL: url("dead"), Value: 3},
		frontier.Entry{URL: url("leased"), Value: 2}, frontier.Entry{URL: url("queued"), Value: 1})
	testcall.Done(t, &f, testcall.Pop(t, &f), frontier.Outcome{})
	testcall.Done(t, &f, testcall.Pop(t, &f), frontier.Outcome{Result: frontier.Dead})
	l := testcall.Pop(t, &f)
	for _, path := range []string{"done", "dead", "leased", "queued"} {
		testcall.Push(t, &f, frontier.Entry{URL: url(path), Value: 9})
	}
	if got, want := testcall.Stats(t, &f), (frontier.Stats{Queued: 1, Leased: 1, Done: 1, Dead: 1, Hosts: 1}); got != want {
		t.Errorf("stats %+v, want %+v", got, want)
	}
	testcall.Done(t, &f, l, frontier.Outcome{})
	if l := testcall.Pop(t, &f); l.URL != url("queued") || l.Value != 9 {
		t.Errorf("popped %s with %v, want the queued URL with 9", l.URL, l.Value)
	}
}

func TestPushRefusesWholeBatch(t *testing.T) {
	for _, c := range []struct {
		entry frontier.Entry
		cause string
	}{
		{frontier.Entry{URL: url("nan"), Value: math.NaN()}, "finite"},
		{frontier.Entry{URL: url("inf"), Value: math.Inf(1)}, "finite"},
		{frontier.Entry{Value: 1}, "empty"},
	} {
		var f frontier.Memory
		err := f.Push(t.Context(), frontier.Entry{URL: url("good")}, c.entry)
		var bad *frontier.EntryError
		if !errors.As(err, &bad) || bad.URL != c.entry.URL || !strings.Contains(err.Error(), c.cause) {
			t.Errorf("Push(%+v) = %v, want an EntryError that says %q", c.entry, err, c.cause)
		}
		if testcall.Stats(t, &f).Queued != 0 {
			t.Errorf("a refused batch left %d URLs", testcall.Stats(t, &f).Queued)
		}
		testcall.Push(t, &f, frontier.Entry{URL: url("page")})
		l := testcall.Pop(t, &f)
		if err := f.Done(t.Context(), l, frontier.Outcome{Links: []frontier.Entry{c.entry}}); !errors.As(err, &bad) {
			t.Errorf("Done with %+v = %v, want an EntryError", c.entry, err)
		}
		testcall.Done(t, &f, l, frontier.Outcome{}) // the lease still holds
	}
}

func TestIncrementStaysFinite(t *testing.T) {
	f := frontier.New(frontier.Options{Reevaluation: frontier.IncrementValues})
	for range 3 {
		testcall.Push(t, f, frontier.Entry{URL: url("x"), Value: math.MaxFloat64})
	}
	if l := testcall.Pop(t, f); math.IsInf(l.Value, 0) {
		t.Error("the sum overflowed")
	}
}

func TestCapacityEvictsLowestAndTakesItBack(t *testing.T) {
	f := frontier.New(frontier.Options{Capacity: 2})
	testcall.Push(t, f, frontier.Entry{URL: url("a"), Value: 1}, frontier.Entry{URL: url("b"), Value: 2},
		frontier.Entry{URL: url("c"), Value: 3}, // evicts a
		frontier.Entry{URL: url("d"), Value: 1}) // too low itself
	if got, want := testcall.Stats(t, f), (frontier.Stats{Queued: 2, Evicted: 2, Hosts: 1}); got != want {
		t.Fatalf("stats %+v, want %+v", got, want)
	}
	testcall.Push(t, f, frontier.Entry{URL: url("a"), Value: 2.5}) // back in, b goes
	if got := strings.Join(drain(t, f), " "); got != "c a" {
		t.Errorf("order %q, want %q", got, "c a")
	}
}

func TestHostsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f frontier.Memory
		testcall.Push(t, &f,
			frontier.Entry{URL: "http://a.test/1", Value: 9}, frontier.Entry{URL: "http://a.test/2", Value: 8},
			frontier.Entry{URL: "http://b.test/1", Value: 1}, frontier.Entry{URL: "http://b.test:8080/", Value: 0.5})
		start := time.Now()
		var got []string
		for range 4 {
			l := testcall.Pop(t, &f)
			got = append(got, fmt.Sprint(l.URL, " ", time.Since(start)))
			testcall.Done(t, &f, l, frontier.Outcome{HostWait: time.Second})
		}
		want := []string{"http://a.test/1 0s", "http://b.test/1 0s", "http://b.test:8080/ 0s", "http://a.test/2 1s"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestLeasesPerHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := frontier.New(frontier.Options{PerHost: 2})
		testcall.Push(t, f, frontier.Entry{URL: url("1")}, frontier.Entry{URL: url("2")}, frontier.Entry{URL: url("3")})
		first := testcall.Pop(t, f)
		testcall.Pop(t, f)
		third := make(chan string)
		go func() {
			l, _ := f.Pop(t.Context())
			third <- l.URL
		}()
		synctest.Wait()
		select {
		case <-third:
			t.Fatal("a third lease for a host that may have two")
		default:
		}
		testcall.Done(t, f, first, frontier.Outcome{})
		if got := <-third; got != url("3") {
			t.Errorf("got %q", got)
		}
	})
}

func TestPopObeysItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f frontier.Memory
		testcall.Push(t, &f, frontier.Entry{URL: url("1")}, frontier.Entry{URL: url("2")})
		l := testcall.Pop(t, &f)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := f.Pop(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Pop = %v, want the deadline", err)
		}
		testcall.Done(t, &f, l, frontier.Outcome{})
		if got := testcall.Pop(t, &f).URL; got != url("2") {
			t.Errorf("the cancelled Pop took something: got %s", got)
		}
	})
}

func TestEndIsExact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f frontier.Memory
		if _, err := f.Pop(t.Context()); err != io.EOF {
			t.Fatalf("Pop of an empty frontier = %v, want io.EOF", err)
		}
		testcall.Push(t, &f, frontier.Entry{URL: url("seed")})
		l := testcall.Pop(t, &f)
		ends := make(chan error)
		for range 3 {
			go func() {
				l, err := f.Pop(t.Context())
				if err == nil {
					err = f.Done(t.Context(), l, frontier.Outcome{})
				}
				ends <- err
			}()
		}
		synctest.Wait() // all three are blocked: the leased page may still have links
		testcall.Done(t, &f, l, frontier.Outcome{Links: []frontier.Entry{{URL: url("child")}}})
		var eofs int
		for range 3 {
			if err := <-ends; err == io.EOF {
				eofs++
			} else if err != nil {
				t.Error(err)
			}
		}
		if eofs != 2 {
			t.Errorf("%d ends, want 2 (one worker had the child)", eofs)
		}
	})
}

func TestRetryWaitsForItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f frontier.Memory
		testcall.Push(t, &f, frontier.Entry{URL: url("busy"), Value: 9}, frontier.Entry{URL: url("other"), Value: 1})
		start := time.Now()
		testcall.Done(t, &f, testcall.Pop(t, &f), frontier.Outcome{Result: frontier.Retry, RetryAt: start.Add(time.Minute)})
		if l := testcall.Pop(t, &f); l.URL != url("other") {
			t.Fatalf("popped %s, want the other URL of the host meanwhile", l.URL)
		} else {
			testcall.Done(t, &f, l, frontier.Outcome{})
		}
		testcall.Push(t, &f, frontier.Entry{URL: url("busy"), Value: 11})
		l := testcall.Pop(t, &f)
		if l.Attempt != 2 || l.Value != 11 || time.Since(start) != time.Minute {
			t.Errorf("attempt %d with %v after %v, want attempt 2 with 11 after a minute", l.Attempt, l.Value, time.Since(start))
		}
	})
}

func TestLeaseExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := frontier.New(frontier.Options{LeaseTime: time.Minute})
		testcall.Push(t, f, frontier.Entry{URL: url("x")})
		lost := testcall.Pop(t, f)
		again := testcall.Pop(t, f) // blocks until the first lease has expired
		if again.URL != lost.URL || again.Token == lost.Token || again.Attempt != 2 {
			t.Errorf("second lease %+v after %+v", again, lost)
		}
		if err := f.Done(t.Context(), lost, frontier.Outcome{}); !errors.Is(err, frontier.ErrStaleLease) {
			t.Errorf("Done of the lost lease = %v", err)
		}
		testcall.Done(t, f, again, frontier.Outcome{})
		if err := f.Done(t.Context(), again, frontier.Outcome{}); !errors.Is(err, frontier.ErrStaleLease) {
			t.Errorf("Done twice = %v", err)
		}
	})
}

// The leases that are held cost a Pop nothing, whether they expire or not: a hundred
// thousand would otherwise take an hour.
func TestManyLeases(t *testing.T) {
	for _, leaseTime := range []time.Duration{0, time.Hour} {
		const n = 100_000
		f := frontier.New(frontier.Options{LeaseTime: leaseTime})
		var entries []frontier.Entry
		for i := range n {
			entries = append(entries, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i)})
		}
		testcall.Push(t, f, entries...)
		var held []frontier.Lease
		for range n {
			held = append(held, testcall.Pop(t, f))
		}
		for _, l := range held {
			testcall.Done(t, f, l, frontier.Outcome{})
		}
	}
}

func TestReturnedDoesNotCount(t *testing.T) {
	var f frontier.Memory
	testcall.Push(t, &f, frontier.Entry{URL: url("x"), Value: 3})
	testcall.Done(t, &f, testcall.Pop(t, &f), frontier.Outcome{Result: frontier.Returned})
	if l := testcall.Pop(t, &f); l.Attempt != 1 || l.Value != 3 {
		t.Errorf("lease %+v, want attempt 1 and value 3", l)
	}
}

// The trace of Tran et al. 2001, section 2.1: seven and nine fail, nine returns
// first and brings 13 and 14, which go before seven.
func TestRevisitTrace(t *testing.T) {
	children := map[int][]int{0: {1, 2}, 1: {3, 4}, 2: {5, 6}, 3: {7, 8}, 4: {9, 10}, 5: {11, 12}, 9: {13, 14}}
	state := func(n int) string { return fmt.Sprintf("S%d", n) }
	f := frontier.New(frontier.Options{Order: frontier.FIFO})
	testcall.Push(t, f, frontier.Entry{URL: url(state(0))})
	var closed []string
	failed := map[string]bool{}
	for {
		l, err := f.Pop(t.Context())
		if err == io.EOF {
			break
		}
		name := strings.TrimPrefix(l.URL, url(""))
		if (name == "S7" || name == "S9") && !failed[name] {
			failed[name] = true
			testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Revisit})
			continue
		}
		closed = append(closed, name)
		var n int
		fmt.Sscanf(name, "S%d", &n)
		var links []frontier.Entry
		for _, c := range children[n] {
			links = append(links, frontier.Entry{URL: url(state(c))})
		}
		testcall.Done(t, f, l, frontier.Outcome{Links: links})
	}
	const want = "S0 S1 S2 S3 S4 S5 S6 S8 S10 S11 S12 S9 S13 S14 S7"
	if got := strings.Join(closed, " "); got != want {
		t.Errorf("closed %s\nwant   %s", got, want)
	}
}

func TestRevisitOnce(t *testing.T) {
	var f frontier.Memory
	testcall.Push(t, &f, frontier.Entry{URL: url("x")})
	for range 2 {
		testcall.Done(t, &f, testcall.Pop(t, &f), frontier.Outcome{Result: frontier.Revisit})
	}
	if got := testcall.Stats(t, &f); got.Dead != 1 || got.Queued != 0 {
		t.Errorf("stats %+v, want one dead", got)
	}
}
