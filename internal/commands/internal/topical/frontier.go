package topical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// A Place is where -frontier keeps the queue.
type Place struct {
	kind   string // "" for memory, "bolt" or "redis"
	target string // path or URL
}

func ParsePlace(s string) (Place, error) {
	kind, target, _ := strings.Cut(s, ":")
	switch {
	case s == "memory":
		return Place{}, nil
	case kind == "bolt" && target != "":
		return Place{kind, target}, nil
	case kind == "redis" && strings.HasPrefix(target, "//"):
		return Place{kind, s}, nil
	case kind == "redis" && target != "":
		return Place{kind, target}, nil
	}
	return Place{}, errors.New("want memory, bolt:PATH or redis:URL")
}

// String returns the place without the password of a server.
func (p Place) String() string {
	switch p.kind {
	case "":
		return "memory"
	case "bolt":
		return p.target
	}
	u, err := url.Parse(p.target)
	if err != nil {
		return p.kind
	}
	return u.Redacted()
}

// queue is an open frontier.
type queue struct {
	frontier.Frontier
	place Place
	close func() error
}

// defaultName is a crawl's name on a server unless the URL has a fragment.
const defaultName = "topical"

// A Server opens the frontier of a crawl with a name on a server, and returns what closes it. It
// fails if there is none to resume.
type Server func(ctx context.Context, url, name string, o frontier.Options, resume bool) (frontier.Frontier, func() error, error)

func (p Place) open(ctx context.Context, server Server, o frontier.Options, resume bool) (queue, error) {
	switch p.kind {
	case "bolt":
		if _, err := os.Stat(p.target); resume && errors.Is(err, fs.ErrNotExist) {
			return queue{}, p.nothing()
		}
		f, err := bolt.Open(p.target, bolt.Options{Options: o})
		if err != nil {
			return queue{}, err
		}
		return queue{f, p, f.Close}, nil
	case "redis":
		url, name, _ := strings.Cut(p.target, "#")
		f, closing, err := server(ctx, url, cmp.Or(name, defaultName), o, resume)
		return queue{f, p, closing}, err
	}
	return queue{frontier.New(o), p, func() error { return nil }}, nil
}

// nothing is the error of -resume where no crawl is kept.
func (p Place) nothing() error {
	return fmt.Errorf("nothing to resume in %s: no crawl began there", p)
}

// Close closes the frontier.
func (q queue) Close() error { return q.close() }

// revive brings back what an earlier run has given up because its host could
// not be reached.
func (q queue) revive(ctx context.Context, h *history) error {
	r, ok := q.Frontier.(interface {
		Requeue(context.Context, func(frontier.Failure) bool) (int, error)
	})
	if !ok {
		return nil
	}
	_, err := r.Requeue(ctx, func(f frontier.Failure) bool {
		again := crawl.Unreached(f)
		if again {
			delete(h.seen, f.URL)
		}
		return again
	})
	return err
}

type counter interface {
	Stats(context.Context) (frontier.Stats, error)
}

// finished reports whether nothing is left of the crawl, and how many pages are
// done.
func (q queue) finished(ctx context.Context) (done int, finished bool, err error) {
	c, ok := q.Frontier.(counter)
	if !ok {
		return 0, false, nil
	}
	s, err := c.Stats(ctx)
	return s.Done, err == nil && s.Done > 0 && s.Queued+s.Leased == 0, err
}

// sayFinished says if nothing is left of the crawl.
func (q queue) sayFinished(ctx context.Context, stderr io.Writer) (finished bool, err error) {
	done, finished, err := q.finished(ctx)
	if finished {
		fmt.Fprintf(stderr, "%s: the crawl %s is finished: %s done\n", program.Name(ctx, "topical"), q.place, program.Count(done, "page"))
	}
	return finished, err
}

// expect refuses to begin a crawl where another is kept, and to resume one where
// there is none.
func (q queue) expect(ctx context.Context, resume bool) error {
	c, ok := q.Frontier.(counter)
	if !ok {
		return nil
	}
	s, err := c.Stats(ctx)
	if err != nil {
		return err
	}
	all := s.Queued + s.Leased + s.Done + s.Dead + s.Due + s.Overdue
	if resume && all == 0 {
		return q.place.nothing()
	}
	if !resume && all > 0 {
		return fmt.Errorf("-frontier %s holds a crawl already: go on with it by -resume, or name another place", q.place)
	}
	return nil
}
