// Package robotstxt asks robots.txt for a crawler of one's own, such as that of
// recipes/crawler. Its test has the loop.
package robotstxt

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/lokman-crawler/lokman/crawl/robots"
)

// Sites know the robots.txt of each site that was asked for it.
type Sites struct {
	Agent  string // who you are and where to complain: "ExampleBot/1.0 (+https://example.org/bot)"
	Client http.Client
	files  map[string]*robots.File // by site; nil where there is none
}

// Allowed reports whether a page may be fetched, and how long its host wants to be left
// alone after it. With an error nothing of the site may be fetched for now.
func (s *Sites) Allowed(page string) (allowed bool, wait time.Duration, err error) {
	u, err := url.Parse(page)
	if err != nil {
		return false, 0, err
	}
	at := url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}
	file, asked := s.files[at.String()]
	if !asked {
		if file, err = s.ask(&at); err != nil {
			return false, 0, err
		}
		if s.files == nil {
			s.files = map[string]*robots.File{}
		}
		s.files[at.String()] = file
	}
	wait, _ = file.Delay(s.Agent)
	return file.Allowed(s.Agent, page), max(time.Second, wait), nil
}

// ask does as RFC 9309, section 2.3.1, says of each answer.
func (s *Sites) ask(at *url.URL) (*robots.File, error) {
	answer, err := s.Client.Do(&http.Request{URL: at, Header: http.Header{"User-Agent": {s.Agent}}})
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	switch status := answer.StatusCode; {
	case status >= 500 || status == http.StatusTooManyRequests:
		return nil, fmt.Errorf("%v: status %s", at, answer.Status)
	case status >= 400:
		return nil, nil // there is none: everything is allowed
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, robots.MaxSize))
	return robots.Parse(body), err
}
