package frontier_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

func TestStatsAreNamed(t *testing.T) {
	s := frontier.Stats{Queued: 1, Leased: 2, Done: 3, Dead: 4, Evicted: 5, Hosts: 6}
	if got, want := s.String(), "queued: 1, leased: 2, done: 3, dead: 4, evicted: 5, hosts: 6"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Due, s.Overdue = 7, 8
	if got, want := s.String(), "queued: 1, leased: 2, done: 3, dead: 4, evicted: 5, hosts: 6, due again: 7, overdue: 8"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
