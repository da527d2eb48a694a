package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/commands/internal/watched"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// target is the name of the one region that the program watches.
const target = "region"

// watch looks at all pages, says what it saw and writes the report.
func watch(ctx context.Context, o options, stdout, stderr io.Writer) error {
	w, err := load(o)
	if err != nil {
		return err
	}
	undo, err := watched.MakeOutput(o.out, o.state)
	defer undo()
	if err != nil {
		return err
	}
	var r watched.Report
	if o.demo() {
		err = watchDemo(w, &r)
	} else {
		err = watchPages(ctx, w, o, &r, stderr)
	}
	if err != nil {
		return err
	}
	file, err := keep(w, o, &r, r.Looks, stdout)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "report: %s\n", file)
	if o.continuous {
		return watchOn(ctx, w, o, &r, stdout)
	}
	if n := r.Count(watched.Failed); n > 0 {
		return fmt.Errorf("%s of %d failed", program.Count(n, "look"), len(r.Looks))
	}
	if o.demo() && !o.json {
		paper := nextPaper
		if o.paper {
			paper = ""
		}
		fmt.Fprintf(stderr, program.Text(ctx, next), program.Text(ctx, paper))
	}
	return nil
}

// keep says what was seen last, and writes what was learned and the report.
func keep(w loop, o options, r *watched.Report, last []watched.Drawn, stdout io.Writer) (file string, err error) {
	for _, l := range last {
		if err := l.Print(stdout, o.json); err != nil {
			return "", err
		}
	}
	if o.state != "" {
		if err := program.Replace(o.state, w); err != nil {
			return "", err
		}
	}
	return r.Write(o.out)
}

// shown is how many looks the report of a run without end has, the last.
const shown = 100

// watchOn looks at the pages again until the context ends.
func watchOn(ctx context.Context, w loop, o options, r *watched.Report, stdout io.Writer) error {
	return fetchOn(ctx, o, func(p watched.Visit) error {
		lookAll(w, r, []watched.Visit{p})
		r.Looks = r.Looks[max(0, len(r.Looks)-shown):]
		_, err := keep(w, o, r, r.Looks[len(r.Looks)-1:], stdout)
		return err
	})
}

// nextPaper is said in next unless it was just done.
const nextPaper = "The published method: go run ./examples/watch -mode paper\n"

// next is said after the built-in site.
const next = `
The articles were read, read again in a new design, and the last one was withdrawn. In
the report the bar trees of the old and the new design stand side by side.
%sPages of your choice: go run ./examples/watch -h
`

func watchPages(ctx context.Context, w loop, o options, r *watched.Report, stderr io.Writer) error {
	learned := len(w.versions()) > 0
	if !learned && o.text == "" {
		return program.Usage(fmt.Errorf("-state %s: no earlier run has learned the region: the first one needs -text", o.state))
	}
	if learned {
		if err := sameRegion(o); err != nil {
			return err
		}
	}
	pages, err := fetchAll(ctx, o, stderr)
	if err != nil {
		return err
	}
	w.agree(min(len(pages), 2)) // one page is all that there is to agree
	if !learned {
		if err := learn(w, o, pages); err != nil {
			return err
		}
	}
	lookAll(w, r, pages)
	return nil
}

func lookAll(w loop, r *watched.Report, pages []watched.Visit) {
	for _, p := range pages {
		if p.Err != nil {
			r.Fail(p.URL, p.Err)
		} else if l, drawing, err := w.look(p.URL, p.Body, p.When()); err != nil {
			r.Fail(p.URL, err)
		} else {
			r.Add(p.URL, l, drawing)
		}
	}
	r.Versions = w.versions()
}

// learn starts the target on the first page that has the text; the others show
// what is constant.
func learn(w loop, o options, pages []watched.Visit) error {
	region := bartree.Region{Text: o.text, Parts: o.parts}
	var urls []string
	var bodies [][]byte
	for _, p := range pages {
		if p.Err == nil {
			urls, bodies = append(urls, weburl.Redact(p.URL)), append(bodies, p.Body)
		}
	}
	for i, body := range bodies {
		err := w.add(region, time.Now(), body, slices.Concat(bodies[:i], bodies[i+1:])...)
		if err == nil || !errors.Is(err, bartree.ErrMissing) {
			return err
		}
	}
	switch {
	case len(pages) == 0:
		return errors.New("no page could be fetched: the redirects lead nowhere")
	case len(urls) == 0:
		return fmt.Errorf("%s: the region cannot be learned: %w", weburl.Redact(pages[0].URL), pages[0].Err)
	}
	return fmt.Errorf("%s: %w", strings.Join(urls, ", "), bartree.ErrMissing)
}

// watchDemo takes the built-in site through other content, a redesign and an
// article that was withdrawn.
func watchDemo(w loop, r *watched.Report) error {
	taught, later := watched.Demo()
	if err := w.add(bartree.Region{Text: watched.Articles[0].Abstract}, taught[0].Time, taught[0].Body, taught[1].Body, taught[2].Body); err != nil {
		return err
	}
	lookAll(w, r, later)
	return nil
}
