//go:build linux

package soak

import (
	"fmt"
	"hash/maphash"
	"sync"
)

// account is the sum of all ledgers.
type account struct {
	mu      sync.Mutex
	seed    maphash.Seed
	byURL   map[uint64]state
	classes map[string]map[string]int // URLs by class and first result

	acknowledged int      // URLs
	again        int      // deliveries of a URL that had been delivered before
	refetched    int      // those that were begun after it had been acknowledged
	examples     []string // of the last
}

// state is what is known about one URL.
type state struct {
	acknowledged int64 // first; 0 if it never was
	asked        int64 // last, for a page that was delivered
	deliveries   uint32
	fetched      bool
}

func newAccount() *account {
	return &account{seed: maphash.MakeSeed(), byURL: make(map[uint64]state), classes: make(map[string]map[string]int)}
}

// line takes a line of a ledger.
func (a *account) line(fields []string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case len(fields) == 5 && fields[0] == "delivered":
		asked, err := micros(fields[1])
		if err != nil {
			return err
		}
		a.delivered(fields[4], asked, fields[3])
	case len(fields) == 3 && fields[0] == "acknowledged":
		at, err := micros(fields[1])
		if err != nil {
			return err
		}
		a.ended(fields[2], at)
	default:
		return fmt.Errorf("no line of a ledger: %.100q", fields)
	}
	return nil
}

func (a *account) delivered(url string, asked int64, result string) {
	key := maphash.String(a.seed, url)
	s := a.byURL[key]
	if s.deliveries == 0 {
		class := classOf(url)
		if a.classes[class] == nil {
			a.classes[class] = make(map[string]int)
		}
		a.classes[class][result]++
	} else {
		a.again++
	}
	if s.acknowledged > 0 && asked > s.acknowledged {
		a.refetch(url)
	}
	s.deliveries++
	s.asked = max(s.asked, asked)
	s.fetched = s.fetched || result == "fetched"
	a.byURL[key] = s
}

func (a *account) ended(url string, at int64) {
	key := maphash.String(a.seed, url)
	s := a.byURL[key]
	if s.acknowledged == 0 {
		s.acknowledged = at
		a.acknowledged++
		if s.asked > at { // by a process whose ledger was read before
			a.refetch(url)
		}
	}
	a.byURL[key] = s
}

func (a *account) refetch(url string) {
	a.refetched++
	if len(a.examples) < 5 {
		a.examples = append(a.examples, url)
	}
}

// of returns what is known about a URL.
func (a *account) of(url string) state {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.byURL[maphash.String(a.seed, url)]
}

// counts are the URLs delivered and acknowledged so far.
func (a *account) counts() (delivered, acknowledged int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.byURL), a.acknowledged
}
