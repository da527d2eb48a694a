package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// target is the name of the one region that the program watches.
const target = "region"

// outcomeFailed is the outcome of a look at a page that could not be read.
const outcomeFailed = "failed"

// look is one line of the output.
type look struct {
	URL     string            `json:"url"`
	Outcome string            `json:"outcome"`
	State   string            `json:"state,omitempty"`
	Where   []string          `json:"where,omitempty"`
	Region  string            `json:"region,omitempty"` // what a change does to the region
	First   string            `json:"first,omitempty"`  // URL of the first page that showed the change
	How     string            `json:"how,omitempty"`
	Version int               `json:"version"` // from 0
	Text    string            `json:"text,omitempty"`
	Parts   map[string]string `json:"parts,omitempty"`
	Warning string            `json:"warning,omitempty"` // why it was deferred
	Error   string            `json:"error,omitempty"`
}

// Number is that of the version for people, from 1.
func (l look) Number() int { return l.Version + 1 }

// Place is the URL in the report, which may be shown around.
func (l look) Place() string { return weburl.Redact(l.URL) }

// watch looks at all pages, says what it saw and writes the report.
func watch(ctx context.Context, o options, stdout, stderr io.Writer) error {
	w, err := load(o)
	if err != nil {
		return err
	}
	undo, err := makeOutput(o)
	defer undo()
	if err != nil {
		return err
	}
	r := report{Title: "watch"}
	if o.demo() {
		err = watchDemo(w, &r)
	} else {
		err = watchPages(ctx, w, o, &r, stderr)
	}
	if err != nil {
		return err
	}
	for _, l := range r.Looks {
		if err := show(stdout, l.look, o.json); err != nil {
			return err
		}
	}
	if o.state != "" {
		if err := program.Replace(o.state, w); err != nil {
			return err
		}
	}
	file, err := r.write(o.out)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "report: %s\n", file)
	if n := r.Count(outcomeFailed); n > 0 {
		return fmt.Errorf("%s of %d failed", program.Count(n, "look"), len(r.Looks))
	}
	if o.demo() && !o.json {
		paper := nextPaper
		if o.paper {
			paper = ""
		}
		fmt.Fprintf(stderr, next, paper)
	}
	return nil
}

// nextPaper is said in next unless it was just done.
const nextPaper = "The published method: go run ./examples/watch -mode paper\n"

// next is said after the built-in site.
const next = `
The articles were read, read again in a new design, and the last one was withdrawn. In
the report the bar trees of the old and the new design stand side by side.
%sPages of your choice: go run ./examples/watch -h
`

func watchPages(ctx context.Context, w loop, o options, r *report, stderr io.Writer) error {
	learned := len(w.versions()) > 0
	if !learned && o.text == "" {
		return program.Usage(fmt.Errorf("-state %s: no earlier run has learned the region: the first one needs -text", o.state))
	}
	bar := program.NewProgress(stderr, "pages", len(o.urls))
	pages, err := fetchAll(ctx, o, bar)
	bar.Close()
	if err != nil {
		return err
	}
	w.agree(min(len(pages), 2)) // one page is all that there is to agree
	if !learned {
		if err := learn(w, o, pages); err != nil {
			return err
		}
	}
	for _, p := range pages {
		if p.err != nil {
			r.Looks = append(r.Looks, failed(p.url, p.err))
			continue
		}
		r.look(w, p.url, p.body, time.Now())
	}
	r.Versions = w.versions()
	return nil
}

// learn starts the target on the first page that has the text; the others show
// what is constant.
func learn(w loop, o options, pages []page) error {
	region := bartree.Region{Text: o.text, Parts: o.parts}
	var urls []string
	for i, p := range pages {
		if p.err != nil {
			continue
		}
		var more [][]byte
		for k, q := range pages {
			if k != i && q.err == nil {
				more = append(more, q.body)
			}
		}
		err := w.add(region, time.Now(), p.body, more...)
		if err == nil || !errors.Is(err, bartree.ErrMissing) {
			return err
		}
		urls = append(urls, weburl.Redact(p.url))
	}
	switch {
	case len(pages) == 0:
		return errors.New("no page could be fetched: the redirects lead nowhere")
	case len(urls) == 0:
		return fmt.Errorf("%s: the region cannot be learned: %w", weburl.Redact(pages[0].url), pages[0].err)
	}
	return fmt.Errorf("%s: %w", strings.Join(urls, ", "), bartree.ErrMissing)
}

// look has a page looked at and keeps what came of it.
func (r *report) look(w loop, url string, body []byte, now time.Time) {
	l, drawing, err := w.look(url, body, now)
	if err != nil {
		r.Looks = append(r.Looks, failed(url, err))
		return
	}
	shown := look{URL: url, Outcome: string(l.Result), State: l.Change.State.String(), How: l.Found.How, Version: l.Version, Text: l.Region.Text, Parts: l.Region.Parts}
	if l.First != "" {
		shown.Region, shown.First = l.Change.Region, l.First
	}
	for _, s := range l.Change.Where {
		shown.Where = append(shown.Where, s.String())
	}
	if l.Warning != nil {
		shown.Warning = weburl.RedactText(l.Warning.Error())
	}
	r.Looks = append(r.Looks, drawn{look: shown, drawing: drawing})
}

func failed(url string, err error) drawn {
	return drawn{look: look{URL: url, Outcome: outcomeFailed, Error: weburl.RedactText(err.Error())}}
}

func show(w io.Writer, l look, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(l)
	}
	_, err := fmt.Fprintf(w, "%-8s %-8s v%d  %s  %.60q\n", l.Outcome, l.State, l.Number(), weburl.Redact(l.URL), l.Text)
	for _, s := range l.Where {
		if err == nil {
			_, err = fmt.Fprintf(w, "         %s\n", legible.Plain(s, legible.MaxWhy))
		}
	}
	for _, s := range []string{l.Warning, l.Error} {
		if s != "" && err == nil {
			_, err = fmt.Fprintf(w, "         %s\n", legible.Plain(s, legible.MaxWhy))
		}
	}
	return err
}
