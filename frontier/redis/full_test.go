package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// usedMemory returns the bytes that the server counts towards maxmemory.
func usedMemory(t testing.TB, client goredis.UniversalClient) (n int64) {
	t.Helper()
	text, err := client.Info(context.Background(), "memory").Result()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text, "used_memory:")
	if _, err := fmt.Sscan(rest, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func setMemory(t testing.TB, client goredis.UniversalClient, bytes int64) {
	t.Helper()
	if err := client.ConfigSet(context.Background(), "maxmemory", fmt.Sprint(bytes)).Err(); err != nil {
		t.Fatal(err)
	}
}

func isFull(err error) bool { return err != nil && strings.Contains(err.Error(), "OOM") }

// maxmemory is a limit: pages that bring more than there is room for are
// refused, and Pop too.
func TestFullIsALimit(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Options: frontier.Options{PerHost: 100}, Outage: none})
	var seeds []frontier.Entry
	for i := range 100 {
		seeds = append(seeds, frontier.Entry{URL: fmt.Sprintf("http://a.test/seed/%d", i), Value: 1})
	}
	testcall.Push(t, f, seeds...)
	most := usedMemory(t, f.server.Client) + 2<<20
	setMemory(t, f.server.Client, most)
	text := strings.Repeat("x", 500)
	for i := 0; ; i++ {
		if i == 100 {
			t.Fatal("the server took all pages")
		}
		l, err := f.Pop(t.Context())
		if err == nil {
			var links []frontier.Entry
			for j := range 200 {
				links = append(links, frontier.Entry{URL: fmt.Sprintf("http://a.test/%d/%d/%s", i, j, text)})
			}
			err = f.Done(t.Context(), l, frontier.Outcome{Links: links})
		}
		if err == nil {
			continue
		}
		if !isFull(err) {
			t.Fatal(err)
		}
		break
	}
	if used := usedMemory(t, f.server.Client); used > most+2<<20 {
		t.Errorf("the server uses %d bytes, and maxmemory is %d", used, most)
	}
	f.check(frontier.Options{PerHost: 100}, t.Errorf)
}

// While the server is full, a call takes effect as a whole or fails without
// effect: the frontier stays equal to one in memory that gets only the calls
// that succeeded.
func TestFull(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	rounds, steps := 12, 150
	if testing.Short() {
		rounds = 4
	}
	refused, taken := map[string]int{}, map[string]int{}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(1, uint64(seed)))
		o := frontier.Options{
			Reevaluation: []frontier.Reevaluation{frontier.GetGreater, frontier.IncrementValues, frontier.NoisyOr}[r.IntN(3)],
			Order:        []frontier.Order{frontier.BestFirst, frontier.BestNFirst}[r.IntN(2)], BatchSize: 3,
			Capacity: []int{0, 30}[r.IntN(2)], PerHost: 1 + r.IntN(3), History: r.IntN(2) == 0,
		}
		f, m := openWith(t, s.url(), newName(), Options{Options: o, Outage: none}), frontier.New(o)
		outcome := func(name string, err error) bool {
			t.Helper()
			switch {
			case isFull(err):
				refused[name]++
				return false
			case err != nil:
				t.Fatalf("seed %d: %s: %v", seed, name, err)
			}
			taken[name]++
			return true
		}
		entries := func(most int) (entries []frontier.Entry) {
			for range r.IntN(most) {
				entries = append(entries, frontier.Entry{
					URL:    fmt.Sprintf("http://h%d.test/%d/%s", r.IntN(6), r.IntN(200), strings.Repeat("x", r.IntN(300))),
					Source: fmt.Sprintf("http://h%d.test/", r.IntN(9)), Value: float64(r.IntN(10)),
				})
			}
			return entries
		}
		var held [][2]frontier.Lease
		ctx := t.Context()
		for range steps {
			switch r.IntN(8) { // the limit moves, to just above or below what is used
			case 0:
				setMemory(t, f.server.Client, usedMemory(t, f.server.Client)+int64(r.IntN(20_000))-2_000)
			case 1:
				setMemory(t, f.server.Client, 0)
			}
			switch r.IntN(9) {
			case 0, 1:
				pushed := entries(10)
				if outcome("push", f.Push(ctx, pushed...)) {
					testcall.Push(t, m, pushed...)
				}
			case 2, 3, 4:
				got, _, err := f.take(ctx, 2, false)
				if err != nil && err != io.EOF && !outcome("pop", err) {
					continue
				}
				blocked := err == nil && len(got) == 0
				if len(got) > 0 {
					taken["pop"]++
				}
				want, errM := m.PopN(&impatient{Context: ctx}, 2)
				if blocked != errors.Is(errM, context.Canceled) || (err == io.EOF) != (errM == io.EOF) {
					t.Fatalf("seed %d: PopN: %v, in memory %v", seed, err, errM)
				}
				ignore := cmpopts.IgnoreFields(frontier.Lease{}, "Expires", "Token")
				if diff := cmp.Diff(want, got, ignore); diff != "" {
					t.Fatalf("seed %d: PopN: -in memory +on the server\n%s", seed, diff)
				}
				for i := range got {
					held = append(held, [2]frontier.Lease{got[i], want[i]})
				}
			case 5, 6:
				if len(held) == 0 {
					continue
				}
				i := r.IntN(len(held))
				out := frontier.Outcome{Result: frontier.Result(r.IntN(5))}
				name := "done"
				if r.IntN(2) == 0 {
					out.Links, name = append(entries(10), frontier.Entry{URL: "http://h0.test/"}), "done with links"
				}
				if outcome(name, f.Done(ctx, held[i][0], out)) {
					testcall.Done(t, m, held[i][1], out)
					held = append(held[:i], held[i+1:]...)
				}
			case 7:
				if len(held) > 0 {
					_, err := f.Renew(ctx, held[0][0])
					outcome("renew", err)
				}
				outcome("block", f.Block(ctx, "h9.test", time.Now().Add(time.Hour)))
			case 8:
				got, err := f.Requeue(ctx, every)
				if !outcome("requeue", err) {
					continue
				}
				if want, err := m.Requeue(ctx, every); got != want || err != nil {
					t.Fatalf("seed %d: Requeue = %d, in memory %d, %v", seed, got, want, err)
				}
			}
			sF, errF := f.Stats(ctx)
			sM, errM := m.Stats(ctx)
			sF.Hosts = sM.Hosts // Block makes one
			if errors.Join(errF, errM) != nil || sF != sM {
				t.Fatalf("seed %d: Stats %+v, %v; in memory %+v, %v", seed, sF, errF, sM, errM)
			}
		}
		setMemory(t, f.server.Client, 0)
		f.check(o, func(format string, args ...any) { t.Errorf("seed %d: "+format, append([]any{seed}, args...)...) })
		for _, l := range held {
			testcall.Done(t, f, l[0], frontier.Outcome{})
		}
		if _, err := finish(f); err != nil {
			t.Errorf("seed %d: once there is memory: %v", seed, err)
		}
	}
	for _, name := range []string{"push", "pop", "done with links", "renew", "block"} {
		if refused[name] == 0 || taken[name] == 0 {
			t.Errorf("%s was refused %d times and taken %d times", name, refused[name], taken[name])
		}
	}
	if refused["done"] > 0 {
		t.Errorf("a page without links was refused %d times", refused["done"])
	}
	t.Logf("refused %v, taken %v", refused, taken)
}
