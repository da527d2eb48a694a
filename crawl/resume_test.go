package crawl_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// shared is a frontier in memory of several processes.
type shared struct {
	*frontier.Memory
	own  string
	data *[]string // observations, those of a process begin with its name
}

func (f shared) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if len(o.Observation) > 0 {
		*f.data = append(*f.data, f.own+string(o.Observation))
	}
	return f.Memory.Done(ctx, l, o)
}

func (f shared) Observations(_ context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return f.observations(after, "nobody")
}

func (f shared) OtherObservations(_ context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return f.observations(after, f.own)
}

func (f shared) observations(after uint64, not string) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		for i := after; i < uint64(len(*f.data)); i++ {
			o := frontier.Observation{Number: i + 1}
			if data := (*f.data)[i]; !strings.HasPrefix(data, not) {
				o.Data = []byte(strings.TrimPrefix(strings.TrimPrefix(data, "a "), "b "))
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

// diary is a strategy whose state is what it has seen.
type diary struct {
	mu    sync.Mutex
	seen  []string
	long  bool
	blank string // the observation of no URL, if they are long

	down  func(url string) bool // whether the service is that is asked for what is observed
	asked []time.Time
}

func (d *diary) Value(p *crawl.Page) crawl.Valuation {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen = append(d.seen, p.URL)
	return crawl.BreadthFirst{}.Value(p)
}

func (d *diary) Begun() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.seen) > 0
}

func (d *diary) Observation(url string) []byte {
	switch {
	case d.long && url == "" && d.blank != "":
		return []byte(d.blank)
	case d.long:
		return make([]byte, frontier.MaxObservation+1)
	}
	return []byte("saw " + url)
}

func (d *diary) Observe(ctx context.Context, observation []byte) error {
	url, ok := strings.CutPrefix(string(observation), "saw ")
	if url == "a blot" {
		return fmt.Errorf("diary: %w", crawl.ErrDamaged)
	}
	if !ok {
		return fmt.Errorf("%w: %q is from elsewhere", crawl.ErrState, observation)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, time.Now())
	if d.down != nil && d.down(url) {
		return &crawl.Error{URL: url, Err: cmp.Or(ctx.Err(), errService)}
	}
	for _, s := range d.seen {
		if s == url {
			return nil
		}
	}
	d.seen = append(d.seen, url)
	return nil
}

// chain is a site of pages each of which links to the next.
func chain(n int) *testsite.Web {
	web := testsite.New(testsite.Config{})
	for i := range n {
		path := "/"
		if i > 0 {
			path = fmt.Sprint("/", i)
		}
		web.Set(path, testsite.Page("page", fmt.Sprint("/", i+1)))
	}
	return web
}

// A strategy is given what others have observed each eight pages, and a new one, when
// the crawl is resumed, all in order.
func TestObservations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var data []string
		f := shared{frontier.New(frontier.Options{Order: frontier.FIFO}), "a ", &data}
		d := &diary{}
		c := crawl.Crawler{Strategy: d, Frontier: f, Transport: chain(20), Workers: 1}
		n := 0
		for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 3 {
				data = append(data, "b saw http://elsewhere.test/")
			}
			if told := strings.Contains(fmt.Sprint(d.seen), "elsewhere"); told != (n > 8) {
				t.Errorf("after %d pages the strategy was told of the other's page: %v", n, told)
			}
			if n == 12 {
				break
			}
		}
		again := &diary{}
		c = crawl.Crawler{Strategy: again, Frontier: f, Transport: chain(20), Workers: 1, Limits: crawl.Limits{Pages: 1}}
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/"); err != nil {
			t.Fatal(err)
		}
		if len(again.seen) != 11+1+1 || again.seen[2] != "http://elsewhere.test/" && again.seen[3] != "http://elsewhere.test/" {
			t.Errorf("a new strategy has seen %v, want 11 pages, one of another process, and one more", again.seen)
		}
	})
}

// forgetful is a strategy with a state that no frontier keeps.
type forgetful struct {
	crawl.BreadthFirst
	begun *bool
}

func (f forgetful) Begun() bool { return *f.begun }
func (f forgetful) Value(p *crawl.Page) crawl.Valuation {
	*f.begun = true
	return f.BreadthFirst.Value(p)
}

// Who resumes a crawl with a strategy of their own that forgets learns of both ways out.
func TestStateThatIsNotKept(t *testing.T) {
	queue := frontier.New(crawl.FrontierOptions(crawl.BreadthFirst{}))
	run := func(withoutState bool) (last error) {
		c := crawl.Crawler{Strategy: forgetful{begun: new(bool)}, Frontier: queue, Transport: chain(20), Workers: 1, Delay: crawl.None,
			Limits: crawl.Limits{Pages: 2}, ResumeWithoutState: withoutState}
		for _, last = range c.Crawl(t.Context(), "http://h0.test/") {
		}
		return last
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	err := run(false)
	if !errors.Is(err, crawl.ErrState) || !strings.Contains(err.Error(), "crawl.Resumable") || !strings.Contains(err.Error(), "ResumeWithoutState") {
		t.Errorf("error %v, want ErrState that names crawl.Resumable and Crawler.ResumeWithoutState", err)
	}
	if err := run(true); err != nil {
		t.Errorf("without state: %v", err)
	}
}

// What does not fit is an error that wraps ErrState, unless the crawl is to go on without.
func TestObservationsOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		data := []string{"b drew http://elsewhere.test/"}
		f := shared{frontier.New(frontier.Options{Order: frontier.FIFO}), "a ", &data}
		c := crawl.Crawler{Strategy: &diary{}, Frontier: f, Transport: chain(2), Workers: 1}
		run := func() error {
			return c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/")
		}
		if err := run(); !errors.Is(err, crawl.ErrState) || !strings.Contains(err.Error(), "elsewhere") {
			t.Errorf("error %v, want ErrState that says what is from elsewhere", err)
		}
		c.ResumeWithoutState = true
		if err := run(); err != nil {
			t.Errorf("without state: %v", err)
		}
	})
}

// What cannot be read is passed over and logged, in a new strategy and in one that is told
// of it by another process, unless there is nothing else.
func TestDamagedObservations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		data := []string{"b saw http://elsewhere.test/", "b saw a blot"}
		f := shared{frontier.New(frontier.Options{Order: frontier.FIFO}), "a ", &data}
		d := &diary{}
		var log bytes.Buffer
		c := crawl.Crawler{Strategy: d, Frontier: f, Transport: chain(20), Workers: 1, Logger: slog.New(slog.NewTextHandler(&log, nil))}
		n := 0
		for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 3 {
				data = append(data, "b saw a blot", "b saw http://more.test/")
			}
		}
		if n != 21 || len(d.seen) != 20+2 { // the last URL leads nowhere
			t.Errorf("%d URLs, the strategy has seen %v, want 21, of which 20 are pages, and two of another process", n, d.seen)
		}
		for _, want := range []string{"are passed over", "damaged=1 learned=1", "an observation of another process is passed over"} {
			if strings.Count(log.String(), want) != 1 {
				t.Errorf("the log does not say %q once:\n%s", want, log.String())
			}
		}

		data = []string{"a saw a blot"}
		c = crawl.Crawler{Strategy: &diary{}, Frontier: f, Transport: chain(20), Workers: 1}
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/"); !errors.Is(err, crawl.ErrState) {
			t.Errorf("no observation can be read: error %v, want ErrState", err)
		}
	})
}

// interrupted is a frontier with a crawl of a seed that another process has begun: what it
// observed of the seed, and of other URLs.
func interrupted(t *testing.T, others ...string) shared {
	data := []string{}
	f := shared{frontier.New(frontier.Options{Order: frontier.FIFO}), "a ", &data}
	c := crawl.Crawler{Strategy: &diary{}, Frontier: f, Transport: chain(20), Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: 1}}
	if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/"); err != nil {
		t.Fatal(err)
	}
	for _, url := range others {
		data = append(data, "b saw "+url)
	}
	return f
}

// What a strategy cannot learn from for a while, because its service is down when the crawl is
// resumed, it learns later: the crawl waits and goes on as it does where pages cannot be valued.
func TestServiceDownAtResume(t *testing.T) {
	const other, more = "http://elsewhere.test/", "http://more.test/"
	for _, c := range []struct {
		name     string
		down     func(since time.Duration, url string) bool
		unvalued int64
		seen     []string // in order, before the first page of the resumed crawl
		asked    []time.Duration
	}{
		{"for a moment", func(since time.Duration, _ string) bool { return since < 2*time.Second }, 2,
			[]string{"http://h0.test/", other, more}, []time.Duration{0, time.Second, 3 * time.Second, 3 * time.Second, 3 * time.Second}},
		{"for a minute: what was tried in vain comes last", func(since time.Duration, _ string) bool { return since < time.Minute }, 8,
			[]string{more, "http://h0.test/", other}, []time.Duration{0, time.Second, 3 * time.Second, 4 * time.Second, 6 * time.Second,
				10 * time.Second, 18 * time.Second, 34 * time.Second, 66 * time.Second, 66 * time.Second, 66 * time.Second}},
		{"for one URL for good", func(_ time.Duration, url string) bool { return url == "http://h0.test/" }, 6,
			[]string{other, more}, []time.Duration{0, time.Second, 3 * time.Second, 4 * time.Second, 4 * time.Second, 4 * time.Second, 5 * time.Second, 7 * time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := interrupted(t, other, more)
				begun := time.Now()
				d := &diary{down: func(url string) bool { return c.down(time.Since(begun), url) }}
				seen := &events{}
				again := crawl.Crawler{Strategy: d, Frontier: f, Transport: chain(20), Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: 1}, Observer: seen}
				for p, err := range again.Crawl(t.Context(), "http://h0.test/") {
					if err != nil || p.Err != nil {
						t.Fatal(p, err)
					}
				}
				if len(d.seen) != len(c.seen)+1 || !slices.Equal(d.seen[:len(c.seen)], c.seen) {
					t.Errorf("the strategy has learned from %v, want %v and a page", d.seen, c.seen)
				}
				var asked []time.Duration
				for _, at := range d.asked {
					asked = append(asked, at.Sub(begun))
				}
				if !slices.Equal(asked, c.asked) {
					t.Errorf("it was given observations after %v, want %v", asked, c.asked)
				}
				if again.Stats().Unvalued != c.unvalued || seen.count("unvalued") != int(c.unvalued) {
					t.Errorf("%v and %d events, want %d failures", again.Stats(), seen.count("unvalued"), c.unvalued)
				}
			})
		})
	}
}

// A crawl does not go on without its state because a service is down for good, and ends at
// once with its context. Its Crawler then goes on where it was.
func TestServiceDownForGoodAtResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := interrupted(t)
		down := true
		d := &diary{down: func(string) bool { return down }}
		c := crawl.Crawler{Strategy: d, Frontier: f, Transport: chain(20), Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: 1}}
		run := func(ctx context.Context) error {
			return c.Run(ctx, func(context.Context, *crawl.Page) error { return nil })
		}
		err := run(t.Context())
		if !errors.Is(err, crawl.ErrState) || !errors.Is(err, errService) || !strings.Contains(err.Error(), "http://h0.test/") {
			t.Errorf("error %v, want ErrState that says which service failed, and at what", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		begun := time.Now()
		if err := run(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) != 500*time.Millisecond {
			t.Errorf("error %v after %v, want the context's in time", err, time.Since(begun))
		}
		down = false
		if err := run(t.Context()); err != nil || len(d.seen) != 2 {
			t.Errorf("%v: the strategy has seen %v, want the page of before and one more", err, d.seen)
		}
	})
}

// What another process has observed is learned as late as the service lets it.
func TestServiceDownWhileSharing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := interrupted(t)
		failures := 2
		d := &diary{}
		c := crawl.Crawler{Strategy: d, Frontier: f, Transport: chain(20), Workers: 1, Delay: crawl.None}
		for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			if len(d.seen) == 3 {
				*f.data = append(*f.data, "b saw http://elsewhere.test/")
				d.down = func(string) bool { failures--; return failures >= 0 }
			}
			_ = p
		}
		if !slices.Contains(d.seen, "http://elsewhere.test/") || c.Stats().Unvalued != 2 {
			t.Errorf("%v: the strategy has seen %v, want also what the other process saw, at the third try", c.Stats(), d.seen)
		}
	})
}

// An observation that is too long costs itself and not the crawl. In its place the one of
// no URL is kept, by which the crawl can go on from there.
func TestLongObservation(t *testing.T) {
	for _, blank := range []string{"", "saw nothing"} {
		synctest.Test(t, func(t *testing.T) {
			var data []string
			f := shared{frontier.New(frontier.Options{Order: frontier.FIFO}), "a ", &data}
			n := 0
			for range 2 {
				c := crawl.Crawler{Strategy: &diary{long: true, blank: blank}, Frontier: f, Transport: chain(2), Workers: 1, Limits: crawl.Limits{Pages: 2}}
				for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
					if errors.Is(err, crawl.ErrState) && blank == "" {
						break
					}
					if err != nil {
						t.Fatal(err)
					}
					n++
				}
			}
			if want := map[string]int{"": 2, "saw nothing": 3}[blank]; n != want || blank == "" && len(data) > 0 || blank != "" && len(data) != want {
				t.Errorf("%q in their place: %d pages, observations %q, want %d pages", blank, n, data, want)
			}
		})
	}
}
