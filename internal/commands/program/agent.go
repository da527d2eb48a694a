package program

import (
	"errors"
	"flag"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/robots"
)

// Agent defines -agent, the User-Agent of a crawler. Without the flag the value stays
// as it is.
func Agent(fs *flag.FlagSet, agent *string) {
	fs.Func("agent", "`text` that tells sites who you are and where to complain, the User-Agent, such as\n\"ExampleBot/1.0 (+https://example.org/bot)\" (default \""+crawl.DefaultUserAgent+"\")", func(s string) error {
		if robots.Token(s) == "" {
			return errors.New("want a name of letters, '-' and '_' first, which robots.txt can call")
		}
		*agent = s
		return nil
	})
}
