package program

import (
	"errors"
	"net/http"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// Transport fetches from a recorded web at a path, or without one from the network, where
// the sites of URLs that a user names are open.
func Transport(web string, urls ...string) (http.RoundTripper, error) {
	if web != "" {
		return webs.Open(web)
	}
	return &crawl.Transport{Open: Sites(urls...)}, nil
}

// Unread says why an answer is no whole HTML page; nil if it is one.
func Unread(p *crawl.Page) error {
	switch {
	case p.Err != nil:
		return p.Err
	case p.Incomplete != nil:
		return p.Incomplete
	case !p.IsHTML():
		return errors.New("not an HTML page: " + p.MediaType())
	}
	return nil
}
