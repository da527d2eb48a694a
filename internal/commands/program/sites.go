package program

import (
	"net/url"

	"github.com/lokman-crawler/lokman/crawl"
)

// Sites returns what opens the hosts of URLs that a user names, and their ports,
// whatever these are, for Open of [crawl.Transport].
func Sites(urls ...string) []string {
	sites := crawl.Hostnames(urls...)
	for _, s := range urls {
		if u, err := url.Parse(s); err == nil && u.Port() != "" {
			sites = append(sites, u.Host)
		}
	}
	return sites
}
