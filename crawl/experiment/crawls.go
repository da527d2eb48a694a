package experiment

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"runtime"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// Run runs the experiment. An error names the strategy and the topic; with it there are
// no results. What a strategy, a judge or another function of the experiment panics with
// while a topic is crawled is such an error: the crawls of a strategy that fails on some pages
// must not be compared with others. It has a [*crawl.PanicError] in its tree.
func (e *Experiment) Run(ctx context.Context) (*Results, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	res := &Results{Pages: e.Pages, Start: e.Start, Seed: e.Seed, Bounds: map[string]bool{}}
	for _, c := range e.Entrants {
		res.Strategies = append(res.Strategies, c.Name)
		res.Bounds[c.Name] = c.Bound
	}
	var jobs []job
	for _, t := range e.Topics {
		tr, seeds, err := e.prepare(t)
		if err != nil {
			return nil, fmt.Errorf("experiment: topic %q: %w", t.Name, err)
		}
		if len(seeds) == 0 {
			res.Skipped = append(res.Skipped, t.Name)
			continue
		}
		res.Topics = append(res.Topics, t.Name)
		for _, c := range e.Entrants {
			jobs = append(jobs, job{c, tr, seeds})
		}
	}
	if len(jobs) == 0 {
		return nil, e.noSeeds()
	}
	var err error
	if res.Runs, err = e.runAll(ctx, jobs); err != nil {
		return nil, err
	}
	return res, nil
}

// job is one crawl to do.
type job struct {
	Entrant
	truth *truth
	seeds []string
}

// runAll does the jobs, some at once.
func (e *Experiment) runAll(ctx context.Context, jobs []job) ([]Run, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := e.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	runs := make([]Run, len(jobs))
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range min(workers, len(jobs)) {
		wg.Go(func() {
			for i := range next {
				err := protected(func() error { return e.crawl(ctx, jobs[i], &runs[i]) })
				if err != nil {
					cancel(fmt.Errorf("experiment: %s on %q: %w", jobs[i].Name, jobs[i].truth.topic.Name, err))
					continue
				}
				mu.Lock()
				done++
				if e.Progress != nil {
					e.Progress(done, len(jobs))
				}
				mu.Unlock()
			}
		})
	}
feed:
	for i := range jobs {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return runs, nil
}

// crawl does one job.
func (e *Experiment) crawl(ctx context.Context, j job, r *Run) (err error) {
	c, err := e.crawler(j)
	if err != nil {
		return err
	}
	*r = Run{
		Strategy: j.Name, Topic: j.truth.topic.Name, Bound: j.Bound, Budget: e.Pages,
		Known: len(j.truth.topic.Relevant), Targets: len(j.truth.targets),
	}
	sum := sha256.New()
	out := bufio.NewWriter(sum)
	if e.Order != nil {
		file, err := e.Order(j.Name, r.Topic)
		if err != nil {
			return err
		}
		if file == nil {
			return errors.New("nil from Order: want a file to write to")
		}
		out = bufio.NewWriter(io.MultiWriter(sum, file))
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	m := meter{truth: j.truth, run: r, hosts: map[string]bool{}, got: map[string]int{}}
	var own likeness
	n := 0
	for p, err := range c.Crawl(ctx, j.seeds...) {
		if err != nil {
			return err
		}
		n++
		v := newVisit(n, p)
		if err := writeVisit(out, v); err != nil {
			return err
		}
		if p.OK() {
			m.add(v)
			own.add(j.truth.judge, v)
		}
	}
	if err := errors.Join(out.Flush(), own.err()); err != nil {
		return err
	}
	m.finish()
	stats := c.Stats()
	r.Requests, r.Bytes, r.Redirects, r.Failed = stats.Requests, stats.Bytes, stats.Redirects, stats.Failed
	r.Dry = r.Pages < r.Budget
	r.Order = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// crawler returns the crawler of a job.
func (e *Experiment) crawler(j job) (*crawl.Crawler, error) {
	c := &crawl.Crawler{
		Transport: undelayed{e.Web}, Workers: 1, Delay: crawl.None, IgnoreNoFollow: true, IgnoreRefresh: true, PropagatePanics: true,
		Limits: crawl.Limits{Pages: e.Pages, HostDown: crawl.None}, // what a recording lacks does not come later
	}
	switch {
	case j.frontier != nil:
		c.Strategy, c.Frontier = crawl.BreadthFirst{}, j.frontier(j.truth)
		return c, nil
	case j.truthful != nil:
		c.Strategy = j.truthful(j.truth)
	default:
		s, err := j.New(e.task(j))
		if err != nil {
			return nil, err
		}
		if s == nil {
			return nil, errors.New("nil from New: want a strategy")
		}
		if used, ok := s.(interface{ Begun() bool }); ok && used.Begun() {
			return nil, fmt.Errorf("the %T from New has valued pages before: New must make a new one for each crawl", s)
		}
		c.Strategy = s
	}
	c.Frontier = newSchedule(e.Clock, crawl.FrontierOptions(c.Strategy))
	return c, nil
}

func (e *Experiment) task(j job) Task {
	t := j.truth.topic
	return Task{
		Topic: t.Name, OntologyID: t.OntologyID, Seeds: append([]string(nil), j.seeds...), Examples: e.Examples, Pages: e.Pages,
		Random: e.Seed ^ hashOf(t.Name),
	}
}

// undelayed is a web without the Crawl-delay of its robots.txt files: a crawler would wait for
// it by the wall clock.
type undelayed struct{ *webs.Web }

// RoundTrip implements [http.RoundTripper].
func (w undelayed) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := w.Web.RoundTrip(req)
	if err != nil || req.URL.Path != "/robots.txt" {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(crawlDelay.ReplaceAll(body, []byte("${1}#${2}"))))
	return resp, err
}

// crawlDelay matches the beginning of a line with a Crawl-delay, whose c becomes the sign of
// a comment: the file stays as long as it was.
var crawlDelay = regexp.MustCompile(`(?i)((?:^|[\r\n]|\x{FEFF})[ \t]*)c(rawl[- ]?delay)`)
