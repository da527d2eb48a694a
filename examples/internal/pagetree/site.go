// Package pagetree is a web of several hosts on loopback whose pages form a tree with links across.
// Its log tells how a crawl behaved.
package pagetree

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A Site is the web. Page n stands on host n mod hosts.
type Site struct {
	*testsite.Web
	hosts, pages int
}

// paths is what the paths of pages begin with.
const paths = "/n/"

// New serves a site, which is to be closed.
func New(hosts, pages int) (*Site, error) {
	s := &Site{testsite.New(testsite.Config{Hosts: hosts, Apart: true}), hosts, pages}
	s.Handle(paths, s.answer)
	err := s.Listen()
	if err != nil {
		s.Close()
	}
	return s, err
}

// Page is the URL of a page.
func (s *Site) Page(n int) string { return s.URL(n%s.hosts, paths+strconv.Itoa(n)) }

func (s *Site) answer(r *http.Request) testsite.Answer {
	page, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, paths))
	if err != nil || page < 0 || page >= s.pages {
		return testsite.Answer{Status: http.StatusNotFound}
	}
	var links []string
	random := rand.New(rand.NewPCG(1, uint64(page)))
	for _, to := range []int{2*page + 1, 2*page + 2, random.IntN(s.pages), random.IntN(s.pages)} {
		if to < s.pages {
			links = append(links, s.Page(to))
		}
	}
	return testsite.Page("page "+strconv.Itoa(page), links...)
}

// Findings are what the log says about a crawl.
type Findings struct {
	Requests int `json:"requests"`
	Pages    int `json:"pages"`    // different ones
	Missing  int `json:"missing"`  // pages never asked for
	Repeated int `json:"repeated"` // requests for a page asked for before
	Overlaps int `json:"overlaps"` // requests while the same host was being asked
	TooSoon  int `json:"too_soon"` // requests sooner than the delay
}

// Check reads the log.
func (s *Site) Check(delay time.Duration) Findings {
	var f Findings
	asked := map[string]bool{}
	last := map[string]testsite.Request{}
	for _, r := range s.Log() {
		if before, ok := last[r.Host]; ok {
			switch pause := r.Start.Sub(before.End); {
			case pause < 0:
				f.Overlaps++
			case pause < delay:
				f.TooSoon++
			}
		}
		last[r.Host] = r
		asked[r.Path] = true
		f.Requests++
	}
	f.Pages = len(asked)
	f.Missing = s.pages - f.Pages
	f.Repeated = f.Requests - f.Pages
	return f
}
