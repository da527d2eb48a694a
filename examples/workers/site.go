package main

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/internal/testsite"
)

// site is a web on loopback. Page n stands on host n mod hosts; the pages form a tree with
// links across.
type site struct {
	*testsite.Web
	hosts, pages int
}

// paths is what the paths of pages begin with.
const paths = "/n/"

func newSite(hosts, pages int) (*site, error) {
	s := &site{testsite.New(testsite.Config{Hosts: hosts, Apart: true}), hosts, pages}
	s.Handle(paths, s.answer)
	err := s.Listen()
	if err != nil {
		s.Close()
	}
	return s, err
}

func (s *site) page(n int) string { return s.URL(n%s.hosts, paths+strconv.Itoa(n)) }

func (s *site) answer(r *http.Request) testsite.Answer {
	page, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, paths))
	if err != nil || page < 0 || page >= s.pages {
		return testsite.Answer{Status: http.StatusNotFound}
	}
	var links []string
	random := rand.New(rand.NewPCG(1, uint64(page)))
	for _, to := range []int{2*page + 1, 2*page + 2, random.IntN(s.pages), random.IntN(s.pages)} {
		if to < s.pages {
			links = append(links, s.page(to))
		}
	}
	return testsite.Page("page "+strconv.Itoa(page), links...)
}

// findings are what the log says about a crawl.
type findings struct {
	Requests int `json:"requests"`
	Pages    int `json:"pages"`    // different ones
	Missing  int `json:"missing"`  // pages never asked for
	Repeated int `json:"repeated"` // requests for a page asked for before
	Overlaps int `json:"overlaps"` // requests while the same host was being asked
	TooSoon  int `json:"too_soon"` // requests sooner than the delay
}

// check reads the log.
func (s *site) check(delay time.Duration) findings {
	var f findings
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
