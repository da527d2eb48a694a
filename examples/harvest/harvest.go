package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// harvest crawls the list and the own pages, writes the results and says what came
// of it.
func harvest(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	task, err := json.Marshal([]any{o.start, o.record, o.inner, o.link, o.next, o.own})
	if err != nil {
		return err
	}
	j, err := openJournal(o.out, string(task))
	if err != nil {
		return err
	}
	r, err := openReader(o, j.fresh)
	if err != nil {
		return errors.Join(err, j.remove(o.out))
	}
	if err := crawlList(ctx, o, r, j, stderr); err != nil {
		if r.failed != nil { // nothing was learned: there is nothing to go on with
			return errors.Join(err, j.remove(o.out))
		}
		return errors.Join(err, j.file.Close())
	}
	lines, err := j.lines()
	if err != nil {
		return errors.Join(err, j.file.Close())
	}
	h := joined(r, lines)
	if h.Pages == 0 {
		return errors.Join(fmt.Errorf("no page of the list could be read: %s", h.why()), j.remove(o.out))
	}
	if err := h.write(o.out); err != nil {
		return errors.Join(err, j.file.Close())
	}
	if err := j.remove(o.out); err != nil {
		return err
	}
	if err := h.print(stdout, o); err != nil {
		return err
	}
	if o.demo && !o.json {
		fmt.Fprint(stderr, next)
	}
	return nil
}

// next is said after the built-in site.
const next = `
It was taught by the record "Tides in small harbours" alone; the pages of the list are in
examples/harvest/demo. A list of your choice: go run ./examples/harvest -h
`

// progress is what the screen says of a page.
func (l line) progress(p *crawl.Page) string {
	url := weburl.Redact(p.URL)
	switch {
	case p.Redirect != "":
		return fmt.Sprintf("moved     %s to %s", url, weburl.Redact(p.Redirect))
	case l.Deferred != "":
		return fmt.Sprintf("deferred  %s: %s", url, weburl.RedactText(l.Deferred))
	case l.Own != "":
		return fmt.Sprintf("own page  %s", url)
	}
	return fmt.Sprintf("list      %s: %d records", url, len(l.Records))
}

// crawlList fetches what is not in the journal yet.
func crawlList(ctx context.Context, o options, r *reader, j *journal, stderr io.Writer) (err error) {
	var transport http.RoundTripper = &crawl.Transport{Open: program.Sites(o.start)}
	switch {
	case o.demo:
		transport, err = demoWeb()
	case o.web != "":
		transport, err = webs.Open(o.web)
	}
	if err != nil {
		return err
	}
	c := &crawl.Crawler{Strategy: r, Transport: transport, UserAgent: o.agent, Workers: 1, Delay: o.delay, Limits: crawl.Limits{Pages: o.pages}}
	f, err := bolt.Open(frontierPath(o.out), bolt.Options{Options: crawl.FrontierOptions(r)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	c.Frontier = f
	for p, err := range c.Crawl(ctx, o.start) {
		if err != nil {
			return err
		}
		l, err := r.line(p)
		if err != nil {
			return err
		}
		if !o.json {
			fmt.Fprintln(stderr, l.progress(p))
		}
		if err := j.put(l); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// line says what came of a page.
func (r *reader) line(p *crawl.Page) (line, error) {
	address, isOwn := strings.CutPrefix(p.Note, noteRecord)
	l := line{List: p.URL}
	if isOwn {
		l = line{Own: address}
		if p.URL != address {
			l.URL = p.URL
		}
	}
	switch {
	case p.Err != nil:
		l.Deferred = p.Err.Error()
	case p.Redirect != "": // the target has a line of its own, unless it was fetched before
		l.Deferred = "redirected to " + p.Redirect
	case p.Incomplete != nil:
		l.Deferred = p.Incomplete.Error()
	case !p.IsHTML():
		l.Deferred = "not an HTML page: " + p.MediaType()
	case isOwn:
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
