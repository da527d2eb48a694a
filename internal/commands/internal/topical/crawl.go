// Package topical crawls the pages about a topic: what -h of examples/topical describes.
package topical

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Run runs the crawl that the options ask for and prints it.
func Run(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	o, err := o.resumed(ctx)
	if err != nil {
		return err
	}
	o = o.paced()
	s, err := newSubject(ctx, o)
	if err != nil {
		return err
	}
	for i := range s.warnings {
		fmt.Fprintf(stderr, "%s: %v\n", program.Name(ctx, "topical"), &s.warnings[i])
	}
	if s.damage != nil {
		fmt.Fprintf(stderr, "%s: %v: the web is the rest\n", program.Name(ctx, "topical"), s.damage)
	}
	if o.Topics != "" && s.judge == nil {
		fmt.Fprintf(stderr, "%s: %s has no topic %q: only the strategy itself judges the crawl\n", program.Name(ctx, "topical"), o.Topics, s.topic.Name)
	}
	file := recordFile{path: o.JSONL, durable: o.Frontier.kind != ""}
	if err := file.check(); err != nil {
		return err
	}
	st := newStrategy(o, s)
	undo, err := makeDirectory(o.Out)
	if err != nil {
		return fmt.Errorf("-out: %w", err)
	}
	defer undo()
	f, err := beginFrontier(ctx, o, s, st)
	if err != nil {
		return err
	}
	defer f.Close()
	h := newHistory(o, s, f)
	if o.Resume {
		if err := h.resume(ctx, f, &file); err != nil {
			return err
		}
	}
	archived, err := openArchive(o, s)
	if err != nil {
		return err
	}
	show := newScreen(o, s, h.fetched, stdout, stderr)
	c := newCrawler(o, s, show)
	c.Strategy, c.Frontier, c.Transport = st, f.Frontier, archived.transport(s.transport)
	unwatch, err := watch(o, s, c, stderr)
	if err != nil {
		show.close()
		return errors.Join(err, archived.close(h.fetched), file.close())
	}
	defer unwatch()
	before := len(h.pages)
	err = crawlOn(ctx, c, h, &file, archived, show)
	show.close()
	if closeErr := errors.Join(archived.close(h.fetched), file.close()); err == nil {
		err = closeErr
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if err == nil && o.Resume && len(h.pages) == before {
		finished, err := f.sayFinished(ctx, stderr)
		if err != nil || finished && h.fetched == 0 {
			return err
		}
	}
	return h.conclude(ctx, err, c.Stats(), show, stderr)
}

// newCrawler returns a crawler without its strategy, frontier and transport.
func newCrawler(o Options, s subject, show *screen) *crawl.Crawler {
	c := &crawl.Crawler{
		Workers: o.Workers, Delay: o.Delay, UserAgent: o.Agent,
		IgnoreNoFollow: s.followAll, IgnoreRefresh: s.followAll,
	}
	if o.Continuous {
		c.Fresh = &fresh.Policy{Requests: float64(o.Revisits)}
	}
	if o.WARC != "" {
		c.Bodies = func(string) bool { return true } // an archive has what was served
	}
	if o.network() {
		c.Observer = waiting{show}
		guard := new(urls.Guard)
		c.Scope, c.Normalize = guard.Check, urls.Rules{Tracking: true, Sessions: true}.Apply
	}
	return c
}

// conclude writes the report and says how the crawl ended: with err, which is nil or a
// cancellation.
func (h *history) conclude(ctx context.Context, err error, stats crawl.Stats, show *screen, stderr io.Writer) error {
	o := h.options
	if h.fetched == 0 {
		return h.nothing(err)
	}
	h.end(err, stats)
	if err == nil && !o.network() && h.subject.judge != nil {
		if h.bounds, err = bounds(ctx, o, h.subject, h.fetched); err != nil {
			return err
		}
	}
	path, reportErr := h.writeReport()
	if reportErr != nil {
		return reportErr
	}
	show.summary(h, path)
	if err != nil {
		return fmt.Errorf("interrupted after %s; the report is in %s", program.Count(h.fetched, "page"), path)
	}
	if len(o.Said) == 0 {
		fmt.Fprintf(stderr, program.Text(ctx, next), path)
	}
	if o.Stay {
		fmt.Fprintln(stderr, "the dashboard stays until the program is interrupted")
		<-ctx.Done()
	}
	return nil
}

// next is said after a crawl without flags.
const next = `
Open %s in a browser. Another topic, and one of your own on the web:
  go run ./examples/topical -topic tinnitus -dashboard :8080 -stay -delay 1s
  go run ./examples/topical -term tinnitus -term "ringing in the ears" -seed https://medlineplus.gov/
`

// makeDirectory creates the directory of the report, so that a crawl does not
// find out at its end that it cannot. Undo removes it if nothing is in it.
func makeDirectory(path string) (undo func(), err error) {
	if _, err := os.Stat(path); err == nil {
		undo = func() {}
	} else {
		undo = func() { os.Remove(path) }
	}
	return undo, os.MkdirAll(path, 0o755)
}

// crawlOn crawls until the history has the pages that were asked for or enough, or the
// frontier is empty. A crawl that was killed fetches the pages it was at
// again; these are not printed twice.
func crawlOn(ctx context.Context, c *crawl.Crawler, h *history, file *recordFile, archived *archive, show *screen) error {
	c.Enough = func(p *crawl.Page) bool { return h.hasEnough(p.Context()) }
	for dry := false; !dry && (h.options.Continuous || h.fetched < h.options.Pages) && !h.hasEnough(ctx); {
		if c.Limits.Pages = h.options.Pages - h.fetched; h.options.Continuous {
			c.Limits.Pages = crawl.NoLimit
		}
		got := 0
		for p, err := range c.Crawl(ctx, h.subject.seeds...) {
			if err != nil {
				return advised(err)
			}
			if p.OK() {
				got++
			}
			if p.Again {
				h.again.Add(p)
				h.came++
			}
			if p.Changed {
				h.changed++
				show.note("        changed: %s", weburl.Redact(p.URL))
			}
			if h.seen[p.URL] {
				continue
			}
			r := newRecord(len(h.pages)+1, p)
			if p.OK() && strategies.IsBlind(h.options.Strategy) {
				r.Score = classify.ScoreDocument(h.scorer, p.Scan())
			}
			r.judge(h.subject.judge)
			if err := archived.page(r, p); err != nil {
				return err
			}
			if err := file.write(r); err != nil {
				return err
			}
			show.page(r, h.add(r, p.Scan().Title))
		}
		dry = h.options.Continuous || got < c.Limits.Pages
	}
	return nil
}
