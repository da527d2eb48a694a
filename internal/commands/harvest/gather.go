package harvest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/commands/internal/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// gather crawls the list and the own pages, writes the results and says what came
// of it.
func gather(ctx context.Context, o harvest.Options, stdout, stderr io.Writer) (err error) {
	j, err := harvest.OpenJournal(o.Out, o.Task())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	r, err := openReader(o, j.Fresh)
	if err != nil {
		return errors.Join(err, j.Remove())
	}
	if err := crawlList(ctx, o, r, j, stderr); err != nil {
		if r.failed != nil { // nothing was learned: there is nothing to go on with
			err = errors.Join(err, j.Remove())
		}
		return err
	}
	lines, err := j.Lines()
	if err != nil {
		return err
	}
	h := harvest.Joined(lines, r.own, r.owns())
	if h.Pages == 0 {
		return errors.Join(fmt.Errorf("no page of the list could be read: %s", h.Why()), j.Remove())
	}
	if err := h.Write(o.Out); err != nil {
		return err
	}
	if err := j.Remove(); err != nil {
		return err
	}
	if err := h.Print(stdout, o); err != nil {
		return err
	}
	if r.owns() && h.Own == 0 && len(h.Deferred) > 0 {
		return fmt.Errorf("no own page could be read: %s", h.Why())
	}
	if o.Demo && !o.JSON {
		fmt.Fprint(stderr, program.Text(ctx, next))
	}
	return nil
}

// next is said after the built-in site.
const next = `
It was taught by the record "Tides in small harbours" alone; the pages of the list are in
internal/commands/harvest/demo. A list of your choice: go run ./examples/harvest -h
`

// crawlList fetches what is not in the journal yet.
func crawlList(ctx context.Context, o harvest.Options, r *reader, j *harvest.Journal, stderr io.Writer) (err error) {
	transport, err := program.Transport(o.Web, o.Start)
	if o.Demo {
		transport, err = demoWeb()
	}
	if err != nil {
		return err
	}
	c := &crawl.Crawler{Strategy: r, Transport: transport, UserAgent: o.Agent, Workers: 1, Delay: o.Delay, Limits: crawl.Limits{Pages: o.Pages}}
	f, err := bolt.Open(harvest.FrontierPath(o.Out), bolt.Options{Options: crawl.FrontierOptions(r)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	c.Frontier = f
	for p, err := range c.Crawl(ctx, o.Start) {
		if err != nil {
			return err
		}
		l, err := r.line(p)
		if err != nil {
			return err
		}
		if !o.JSON {
			fmt.Fprintln(stderr, l.Progress(p))
		}
		if err := j.Put(l); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// line says what came of a page.
func (r *reader) line(p *crawl.Page) (harvest.Line, error) {
	address, isOwn := strings.CutPrefix(p.Note, noteRecord)
	l := harvest.Line{List: p.URL}
	if isOwn {
		l = harvest.Line{Own: address}
		if p.URL != address {
			l.URL = p.URL
		}
	}
	switch err := program.Unread(p); {
	case p.Err == nil && p.Redirect != "": // the target has a line of its own, unless it was fetched before
		l.Deferred = "redirected to " + p.Redirect
	case err != nil:
		l.Deferred = err.Error()
	case isOwn && r.watch == nil:
		l.Links = r.known(p)
	case isOwn:
		l.Links = r.known(p)
		look, err := r.look(p.URL, p.UTF8())
		switch {
		case errors.As(err, new(*os.PathError)):
			return l, err
		case err != nil:
			l.Deferred = err.Error()
		case look.Result == bartree.LookDeferred:
			l.Deferred = fmt.Sprintf("%v (%s)", look.Warning, look.Change.State)
		default:
			l.Result, l.Region = string(look.Result), look.Region
		}
	default:
		got, err := r.listing(p.URL)
		if err != nil {
			return l, err
		}
		l.Records = got.Records
		switch {
		case got.err != nil:
			l.Deferred = got.err.Error()
		case len(got.Lost) > 0:
			l.Deferred = "no record has the part " + strings.Join(got.Lost, ", ")
		case got.Truncated:
			l.Deferred = fmt.Sprintf("more records than the %d that were read", len(got.Records))
		}
	}
	return l, nil
}
