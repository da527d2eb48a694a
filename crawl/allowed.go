package crawl

import (
	"context"
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// ErrNotRunning is returned by [Crawler.Allowed] outside of a crawl.
var ErrNotRunning = errors.New("crawl: the crawler is not running")

// Allowed returns nil if robots.txt lets the crawl that is running fetch a
// URL, which it does not do: for what pages load themselves when a browser
// renders them. The file is fetched first if it is not known. Other errors than
// ErrRobots say that it could not be read.
func (c *Crawler) Allowed(ctx context.Context, url string) error {
	r := c.current.Load()
	if r == nil {
		return ErrNotRunning
	}
	u, err := weburl.Parse(url)
	if err != nil {
		return fmt.Errorf("crawl: %w", err)
	}
	if !r.robots {
		return nil
	}
	s, done := r.use(u)
	defer done()
	if _, err := r.allowed(ctx, s, u); err != nil {
		return &Error{u.Canonical(), err}
	}
	return nil
}
