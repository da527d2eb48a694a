package adaptive

import (
	"slices"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A site is a host with its queued URLs.
type site struct {
	host        string
	explored    tally  // of its pages that were raised
	first, last uint32 // of its untried URLs, by their numbers + 1, in the order in which they were queued
	untried     int32  // how many they are
	position    int32  // in sites.open, + 1
	answered    int32  // position in sites.answered, + 1; 0 if no page was fetched
}

// sites are the hosts of a crawl. From maxSites on one without untried URLs makes room for a new one.
type sites struct {
	all      slab.Slab[site]
	numbers  map[string]uint32 // by host
	closed   []uint32          // those that had no untried URLs at some time, in front those that had none or were met first
	open     []uint32          // those with untried URLs, in no particular order
	answered []uint32          // those of which a page was fetched
}

const maxSites = 1 << 14

// of returns the number of a URL's host, a new one if necessary.
func (s *sites) of(url string) uint32 {
	host := weburl.HostOf(url)
	number, ok := s.numbers[host]
	if !ok {
		if number, ok = s.forget(); !ok {
			number = s.all.Add()
		}
		*s.at(number) = site{host: host}
		s.numbers[host] = number
	}
	return number
}

// at returns a site that may be changed.
func (s *sites) at(number uint32) *site { return s.all.Change(number) }

// forget forgets a site without untried URLs if there are many sites.
func (s *sites) forget() (number uint32, ok bool) {
	for !ok && len(s.numbers) >= maxSites && len(s.closed) > 0 {
		number, s.closed = s.closed[0], s.closed[1:]
		ok = s.at(number).untried == 0
	}
	if !ok {
		return 0, false
	}
	x := s.at(number)
	if x.answered > 0 {
		last := s.answered[len(s.answered)-1]
		s.answered[x.answered-1], s.at(last).answered = last, x.answered
		s.answered = s.answered[:len(s.answered)-1]
	}
	delete(s.numbers, x.host)
	return number, true
}

// untries changes how many untried URLs a site has.
func (s *sites) untries(number uint32, by int32) {
	x := s.at(number)
	x.untried += by
	switch {
	case x.untried > 0 && x.position == 0:
		s.open = append(s.open, number)
		x.position = int32(len(s.open))
	case x.untried == 0 && x.position > 0:
		last := s.open[len(s.open)-1]
		s.open[x.position-1], s.at(last).position = last, x.position
		s.open, x.position = s.open[:len(s.open)-1], 0
		if s.closed = append(s.closed, number); len(s.closed) > 2*max(maxSites, len(s.numbers)) { // some many times
			slices.Sort(s.closed)
			s.closed = slices.Compact(s.closed)
		}
	}
}

// answers enters a site that has given a page. It reports whether it had before.
func (s *sites) answers(number uint32) (before bool) {
	x := s.at(number)
	if x.answered > 0 {
		return true
	}
	s.answered = append(s.answered, number)
	x.answered = int32(len(s.answered))
	return false
}
