package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// site is a web on loopback: host h has the address 127.0.0.h+1, and page n
// stands on host n mod hosts. The pages form a tree with links across.
type site struct {
	hosts, pages int
	port         int
	servers      []*http.Server

	mu  sync.Mutex
	log []request
}

// request is a line of the server's log.
type request struct {
	host       string
	page       int
	begin, end time.Time
}

func newSite(hosts, pages int) (*site, error) {
	s := &site{hosts: hosts, pages: pages}
	for h := range hosts {
		l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.%d:%d", h+1, s.port))
		if err != nil {
			s.close()
			return nil, fmt.Errorf("host %d: %w", h, err)
		}
		s.port = l.Addr().(*net.TCPAddr).Port // the first one chooses it for all
		server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
		s.servers = append(s.servers, server)
		go server.Serve(l)
	}
	return s, nil
}

func (s *site) close() {
	for _, server := range s.servers {
		server.Close()
	}
}

func (s *site) url(page int) string {
	return fmt.Sprintf("http://127.0.0.%d:%d/%d", page%s.hosts+1, s.port, page)
}

// ServeHTTP serves a page and logs the request.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begin := time.Now()
	page, err := strconv.Atoi(strings.Trim(r.URL.Path, "/"))
	if err != nil || page < 0 || page >= s.pages {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	random := rand.New(rand.NewPCG(1, uint64(page)))
	for _, to := range []int{2*page + 1, 2*page + 2, random.IntN(s.pages), random.IntN(s.pages)} {
		if to < s.pages {
			fmt.Fprintf(w, "<a href=%q>page %d</a>\n", s.url(to), to)
		}
	}
	s.mu.Lock()
	s.log = append(s.log, request{r.Host, page, begin, time.Now()})
	s.mu.Unlock()
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
	s.mu.Lock()
	defer s.mu.Unlock()
	log := slices.Clone(s.log)
	slices.SortFunc(log, func(a, b request) int { return a.begin.Compare(b.begin) })
	f := findings{Requests: len(log)}
	asked := map[int]bool{}
	last := map[string]request{}
	for _, r := range log {
		if before, ok := last[r.host]; ok {
			switch pause := r.begin.Sub(before.end); {
			case pause < 0:
				f.Overlaps++
			case pause < delay:
				f.TooSoon++
			}
		}
		last[r.host] = r
		asked[r.page] = true
	}
	f.Pages = len(asked)
	f.Missing = s.pages - len(asked)
	f.Repeated = len(log) - len(asked)
	return f
}
