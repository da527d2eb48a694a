// Package hosts says how single hosts are asked.
package hosts

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// none is crawl.None.
const none = -2

// Settings are a crawl.HostSettings.
type Settings struct {
	Header                http.Header
	User, Password, Token string
	Delay, Jitter         time.Duration
	Concurrency           int
	Rate                  *rate.Limiter
	IgnoreRobots          bool
}

// A Config has the fields of a crawl.Crawler that hosts are asked by.
type Config struct {
	PerHost      map[string]Settings
	ByOrigin     func(origin string) Settings // crawl.Crawler.HostSettings; may be nil
	Delay        time.Duration                // 0 for none
	AddressDelay time.Duration                // 0 for a quarter of the host's
	IgnoreRobots bool
	OwnFrontier  bool // the caller has made it, and said how many requests it grants
}

// Settings returns how hosts are asked, by their origins, such as "https://example.org:8443".
func (c *Config) Settings() (func(origin string) fetch.Settings, error) {
	for key, h := range c.PerHost {
		switch {
		case !isHost(key):
			return nil, fmt.Errorf(`crawl: PerHost has %.80q: want a host such as "example.org", "example.org:8080", "*.example.org" or "https://example.org", or "*"`, weburl.RedactText(key))
		case key == "*" && h.authorization() != "":
			return nil, errors.New(`crawl: PerHost["*"] has credentials, which all hosts would get: name their host`)
		}
		if err := h.check(); err != nil {
			return nil, fmt.Errorf("crawl: PerHost[%q]: %w", key, err)
		}
	}
	byDefault := 0
	if !c.OwnFrontier && c.Concurrency() > 1 {
		byDefault = 1
	}
	return func(origin string) fetch.Settings {
		h, named := c.of(origin)
		s := fetch.Settings{
			Header: h.Header, Delay: max(cmp.Or(h.Delay, c.Delay), 0), Jitter: max(h.Jitter, 0), Concurrency: cmp.Or(h.Concurrency, byDefault),
			Rate: h.Rate, IgnoreRobots: c.IgnoreRobots || h.IgnoreRobots,
		}
		s.AddressDelay = max(cmp.Or(c.AddressDelay, s.Delay/4), 0)
		if named || strings.HasPrefix(origin, "https://") {
			s.Authorization = h.authorization()
		}
		s.Withheld = s.Authorization != h.authorization()
		if err := h.check(); err != nil {
			s.Err = fmt.Errorf("HostSettings: %w", err)
		}
		return s
	}, nil
}

// Concurrency returns how many requests to one host are made at most, 0 where no host is named
// that has another number than the frontier's.
func (c *Config) Concurrency() int {
	most := 0
	for _, h := range c.PerHost {
		most = max(most, h.Concurrency)
	}
	return most
}

// of returns the settings of an origin, and whether they are for its scheme by name.
func (c *Config) of(origin string) (h Settings, named bool) {
	if h, ok := c.PerHost[origin]; ok {
		return h, true
	}
	if h, ok := c.PerHost[weburl.HostOf(origin)]; ok {
		return h, false
	}
	for _, above, ok := strings.Cut(weburl.HostnameOf(origin), "."); ok; _, above, ok = strings.Cut(above, ".") {
		if h, ok := c.PerHost["*."+above]; ok {
			return h, false
		}
	}
	if c.ByOrigin != nil {
		return c.ByOrigin(origin), true
	}
	return c.PerHost["*"], false
}

// isHost reports whether a key of PerHost can be that of a host.
func isHost(key string) bool {
	scheme, name, ok := strings.Cut(key, "://")
	schemes := []string{scheme}
	if !ok {
		name, schemes = strings.TrimPrefix(key, "*."), []string{"http", "https"}
	}
	for _, scheme := range schemes { // without its default port
		if u, err := weburl.Parse(scheme + "://" + name); err != nil || u.Host() != name || strings.Contains(name, "*") {
			return key == "*"
		}
	}
	return true
}

// check returns what is wrong with the settings that a key or a function gives.
func (h *Settings) check() error {
	credentials := h.User != "" || h.Password != ""
	switch {
	case HasOwnHeader(h.Header):
		return ErrOwnHeader
	case h.Delay < 0 && h.Delay != none, h.Jitter < 0 && h.Jitter != none:
		return fmt.Errorf("the Delay is %v and the Jitter %v: want more than 0, 0 for the default, or None", h.Delay, h.Jitter)
	case h.Concurrency < 0:
		return fmt.Errorf("the Concurrency is %d: want 1 or more, or 0 for the default", h.Concurrency)
	case credentials && h.Token != "":
		return errors.New("there are a User or Password and a Token: a request has one Authorization")
	case strings.Contains(h.User, ":"), strings.ContainsFunc(h.User+h.Password+h.Token, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return errors.New("the User has a colon, or the User, Password or Token a control character")
	}
	return CheckRate(h.Rate)
}

// ErrOwnHeader says that a header has fields that the crawler sets.
var ErrOwnHeader = errors.New("a Header has a User-Agent or an Accept-Encoding: set Crawler.UserAgent, and leave the encoding to the crawler")

// HasOwnHeader reports whether it has.
func HasOwnHeader(h http.Header) bool {
	return h.Get("User-Agent") != "" || h.Get("Accept-Encoding") != ""
}

// CheckRate returns an error about a rate by which no request could be made; nil is none.
func CheckRate(r *rate.Limiter) error {
	if r != nil && r.Burst() < 1 && r.Limit() != rate.Inf {
		return fmt.Errorf("the Rate has a burst of %d, so that no request could be made: want 1 or more", r.Burst())
	}
	return nil
}

// authorization returns the header of that name.
func (h *Settings) authorization() string {
	switch {
	case h.Token != "":
		return "Bearer " + h.Token
	case h.User != "" || h.Password != "":
		return "Basic " + base64.StdEncoding.EncodeToString([]byte(h.User+":"+h.Password))
	}
	return ""
}
