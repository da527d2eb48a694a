package program

import (
	"errors"
	"flag"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// Delay defines -delay, the time between two requests: 0s is crawl.None, and
// without the flag the value stays as it is.
func Delay(fs *flag.FlagSet, delay *time.Duration, usage string) {
	fs.Func("delay", usage, func(s string) error {
		d, err := time.ParseDuration(s)
		switch {
		case err != nil || d < 0:
			return errors.New("want a time such as 500ms or 2s")
		case d == 0:
			d = crawl.None
		}
		*delay = d
		return nil
	})
}
