package bolt_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// What is dropped is a failure like another: it is not leased, also when the file is opened again, and
// can be requeued. What is leased or done stays.
func TestDrop(t *testing.T) {
	for order := frontier.BestFirst; order <= frontier.BestNFirst; order++ {
		path := tempFile(t)
		o := bolt.Options{Options: frontier.Options{Order: order, Capacity: 4, PerHost: 10, History: true}}
		f, err := bolt.Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		push := func(url string, value float64) {
			if err := f.Push(t.Context(), frontier.Entry{URL: url, Host: url[:len("http://a")], Value: value}); err != nil {
				t.Fatal(err)
			}
		}
		push("http://a/1", 9)
		leased, err := f.Pop(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		push("http://a/2", 8)
		late, err := f.Pop(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Done(t.Context(), late, frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		for i, url := range []string{"http://a/3", "http://b/1", "http://b/2", "http://b/3"} { // one is evicted
			push(url, 7-float64(i))
		}
		n, err := f.Drop(t.Context(), func(r frontier.Record) bool { return strings.HasPrefix(r.URL, "http://a/") }, "not wanted [dropped]")
		if err != nil || n != 2 {
			t.Fatalf("%v: %d dropped, %v", order, n, err)
		}
		if n, err := f.Drop(t.Context(), func(r frontier.Record) bool { return r.State == "evicted" }, "not wanted [dropped]"); err != nil || n > 1 {
			t.Fatalf("%v: %d dropped, %v", order, n, err)
		}
		if err := f.Done(t.Context(), leased, frontier.Outcome{}); err != nil {
			t.Errorf("the lease: %v", err)
		}
		closeNow(t, f)
		o.Capacity = 0
		if f, err = bolt.Open(path, o); err != nil {
			t.Fatal(err)
		}
		before, err := f.Stats(t.Context())
		if err != nil || before.Done != 1 || before.Dead < 2 {
			t.Fatalf("%v: %v, %v", order, before, err)
		}
		for range before.Queued {
			l, err := f.Pop(t.Context())
			if err != nil || strings.HasPrefix(l.URL, "http://a/") {
				t.Fatalf("%v: leased %s, %v", order, l.URL, err)
			}
			if err := f.Done(t.Context(), l, frontier.Outcome{}); err != nil {
				t.Fatal(err)
			}
		}
		if l, err := f.Pop(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("%v: leased %v, %v", order, l, err)
		}
		n, err = f.Requeue(t.Context(), func(d frontier.Failure) bool { return strings.HasSuffix(d.Reason, "[dropped]") })
		if after, statsErr := f.Stats(t.Context()); err != nil || statsErr != nil || n != before.Dead || after.Queued != n {
			t.Errorf("%v: %d requeued, %v, %v", order, n, after, err)
		}
		closeNow(t, f)
	}
}
