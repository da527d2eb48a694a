package redis

import (
	"errors"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

// A process sees what the others observe, and of its own the numbers alone.
func TestOtherObservations(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		name := newName()
		a, b := open(t, url, name, frontier.Options{}), open(t, url, name, frontier.Options{})
		for i := range 40 {
			if err := a.Push(t.Context(), frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i)}); err != nil {
				t.Fatal(err)
			}
		}
		want := ""
		for i := range 40 {
			f := []*Frontier{a, b}[i%3%2]
			l, err := f.Pop(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Done(t.Context(), l, frontier.Outcome{Observation: []byte{byte('A' + i)}}); err != nil {
				t.Fatal(err)
			}
			if data := string(rune('A' + i)); f == b {
				want += fmt.Sprintf("%d%s ", i+1, data)
			} else {
				want += fmt.Sprintf("%d ", i+1)
			}
		}
		got := ""
		for o, err := range a.OtherObservations(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprintf("%d%s ", o.Number, o.Data)
		}
		if got != want {
			t.Errorf("the first process is told %s\nwant %s", got, want)
		}
		for o := range a.OtherObservations(t.Context(), 40) {
			t.Errorf("there is %v after the last", o)
		}
	})
}

// That the server has lost the observations is an error where they are asked for, and
// does not keep a crawl from going on.
func TestLostObservations(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		f := open(t, url, newName(), frontier.Options{})
		for i := range 3 {
			if err := f.Push(t.Context(), frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i)}); err != nil {
				t.Fatal(err)
			}
		}
		end := func() {
			l, err := f.Pop(t.Context())
			if err == nil {
				err = f.Done(t.Context(), l, frontier.Outcome{Observation: []byte("x")})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		end()
		if err := f.server.Client.Del(t.Context(), f.key("observations")).Err(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for _, err := range f.Observations(t.Context(), 0) {
				if !errors.Is(err, errLost) {
					t.Errorf("error %v, want that the server has lost them", err)
				}
			}
			end()
		}
	})
}
