package crawl

import (
	"errors"

	"github.com/lokman-crawler/lokman/frontier"
)

// revisits reports whether a page is to be revisited when nothing else is
// left: it was asked for and has failed for the first time.
func (r *run) revisits(l frontier.Lease, err error) bool {
	return r.revisit && !l.Revisited && !errors.Is(err, ErrRobotsUnreachable)
}
