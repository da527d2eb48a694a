package crawl

import (
	"cmp"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/internal/hosts"
)

// HostSettings are how one host is asked, where that is not as all others: see
// Crawler.PerHost. The zero value of a field means the crawler's.
type HostSettings struct {
	// Header is sent to the host, in place of the fields of Crawler.Header.
	Header http.Header

	// User and Password are sent as basic authentication (RFC 7617), Token as a bearer
	// token (RFC 6750), with each request to the host and to no other: a redirect to another
	// host is a request to that one. They go by https alone, unless the key in Crawler.PerHost
	// begins with "http://", or the origin is http and Crawler.HostSettings returns them for it.
	// They are in no log and no error.
	User, Password, Token string

	Delay  time.Duration // in place of Crawler.Delay, and for AddressDelay if that is 0; None for no delay
	Jitter time.Duration // a random time up to it is added to each delay; 0 adds none

	// Concurrency is how many requests to the host are made at once. Over 1, Delay counts
	// from the start of a request to that of the next. A frontier grants no more than its
	// Options.PerHost; one that the Crawler makes itself has the most that PerHost names.
	// 0 means 1, with a Frontier of one's own and no delay as many as it grants.
	Concurrency int

	Rate         *rate.Limiter // paces the requests to the host, or to several that share it, besides Crawler.Rate
	IgnoreRobots bool          // crawls what the host's robots.txt forbids: for your own sites
}

// hosts returns how hosts are asked.
func (c *Crawler) hosts() *hosts.Config {
	config := &hosts.Config{
		PerHost: make(map[string]hosts.Settings), Delay: max(cmp.Or(c.Delay, time.Second), 0), AddressDelay: c.AddressDelay,
		IgnoreRobots: c.IgnoreRobots, OwnFrontier: c.Frontier != nil,
	}
	for key, h := range c.PerHost {
		config.PerHost[key] = hosts.Settings(h)
	}
	if c.HostSettings != nil {
		config.ByOrigin = func(origin string) hosts.Settings { return hosts.Settings(c.HostSettings(origin)) }
	}
	return config
}
