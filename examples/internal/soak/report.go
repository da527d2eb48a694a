//go:build linux

package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Report is the program's result.
type Report struct {
	Frontier  string                    `json:"frontier"`
	Ended     string                    `json:"ended"` // why
	Dry       bool                      `json:"dry"`   // every page that can be reached was
	Seconds   float64                   `json:"seconds"`
	Requests  int64                     `json:"requests"` // robots.txt, retries and what a kill lost the account of included
	URLs      int                       `json:"urls"`     // delivered
	Acked     int                       `json:"acknowledged"`
	Required  int                       `json:"required"`  // pages that have to be fetched in the end
	Missing   int                       `json:"missing"`   // of these, not fetched
	Lost      int                       `json:"lost"`      // acknowledged, but not done in the frontier
	Again     int                       `json:"again"`     // deliveries of a page that had been delivered
	InFlight  int                       `json:"in_flight"` // how many of those there may be
	Refetched int                       `json:"refetched"` // pages asked for after they were acknowledged
	Kills     int                       `json:"kills"`
	Exits     int                       `json:"exits"`    // processes that ended by themselves
	Poisoned  int                       `json:"poisoned"` // processes that a page ended
	Faults    map[string]int            `json:"faults"`   // of the server
	Failures  map[string]int            `json:"failures"` // why crawls were restarted
	Classes   map[string]map[string]int `json:"classes"`  // URLs by class of host and first result
	Queue     frontier.Stats            `json:"queue"`    // the frontier in the end
	Workers   int                       `json:"workers"`  // of all processes
	Most      int                       `json:"goroutines"`
	Memory    []window                  `json:"memory"`
	Broken    []string                  `json:"broken"`
}

// check compares the ledgers, the web and the frontier once the crawl is over.
func (s *supervisor) check(ctx context.Context, why error) (*Report, error) {
	took := time.Since(s.begin)
	if err := s.read(); err != nil {
		return nil, err
	}
	classes, err := chooseClasses(s.Classes)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Frontier: s.Frontier, Ended: why.Error(), Dry: errors.Is(why, errDry), Seconds: took.Seconds(), Requests: s.requests,
		Again: s.account.again, Refetched: s.account.refetched, Kills: s.kills, Exits: s.exits, Faults: s.faults, Failures: s.failures,
		Classes: s.account.classes, Workers: s.Workers * s.Processes, Most: s.most, Memory: s.memory.table(),
	}
	for _, n := range s.poisoned {
		r.Poisoned += n
	}
	if errors.Is(why, context.Canceled) {
		r.Ended = "it was interrupted"
	}
	r.URLs, r.Acked = s.account.counts()
	faults := 0
	for _, n := range s.faults {
		faults += n
	}
	// A kill has what one process fetched fetched again; a fault of the server,
	// after which no call is known to have taken effect, what all did.
	r.InFlight = s.Workers*(r.Kills+r.Exits+r.Poisoned+s.failed) + r.Workers*faults
	s.checkPages(r, newLayout(s.Pages, s.Hosts, classes, nil))
	if err := s.checkFrontier(ctx, r); err != nil {
		s.breach("the frontier cannot be read in the end: %v", err)
	}
	s.checkCosts(r, took)
	r.Broken = s.broken
	return r, nil
}

// checkPages checks what was delivered.
func (s *supervisor) checkPages(r *Report, w *layout) {
	var examples []string
	for url := range w.required {
		r.Required++
		if !s.account.of(url).fetched {
			r.Missing++
			if len(examples) < 5 {
				examples = append(examples, url)
			}
		}
	}
	if r.Dry && r.Missing > 0 {
		s.breach("%s of %d that can be fetched were not: %s", program.Count(r.Missing, "page"), r.Required, strings.Join(examples, " "))
	}
	switch {
	case r.Refetched > 0 && s.Fsync == "everysec" && s.faults["restarted"] > 0:
		// A server's last second is lost with it: that much was promised.
	case r.Refetched > 0:
		s.breach("%s asked for again after they were acknowledged: %s", program.Count(r.Refetched, "page"), strings.Join(s.account.examples, " "))
	}
	if r.Again > r.InFlight {
		s.breach("%s delivered again, more than the %d that can have been in flight", program.Count(r.Again, "page"), r.InFlight)
	}
}

// checkFrontier checks that the frontier holds as done what was acknowledged.
func (s *supervisor) checkFrontier(ctx context.Context, r *Report) error {
	inner, err := newStrategy(s.Strategy)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	f, err := s.settings.open(ctx, inner)
	if err != nil {
		return err
	}
	defer f.Close()
	if r.Queue, err = f.Stats(ctx); err != nil {
		return err
	}
	var examples []string
	err = f.Rescore(ctx, func(e frontier.Entry) float64 {
		if s.account.of(e.URL).acknowledged > 0 {
			r.Lost++
			if len(examples) < 5 {
				examples = append(examples, e.URL)
			}
		}
		return e.Value
	})
	if err != nil {
		return err
	}
	if r.Lost > 0 && (s.Fsync == "always" || s.faults["restarted"] == 0) {
		s.breach("%s queued again after they were acknowledged: %s", program.Count(r.Lost, "page"), strings.Join(examples, " "))
	}
	ended := r.Queue.Done + r.Queue.Dead
	switch {
	case ended < r.Acked && s.Fsync == "always":
		s.breach("%d URLs were acknowledged, but %d are done or dead in the frontier", r.Acked, ended)
	case ended > r.URLs:
		s.breach("%d URLs are done or dead in the frontier, but %d were delivered", ended, r.URLs)
	case r.Dry && ended != r.URLs:
		s.breach("%d URLs were delivered, but %d are done or dead in an empty frontier", r.URLs, ended)
	}
	if r.Dry && (r.Queue.Queued > 0 || r.Queue.Leased > 0) {
		s.breach("the crawl ended with %d URLs queued and %d leased", r.Queue.Queued, r.Queue.Leased)
	}
	return nil
}

// goroutines is how many a process may have: the crawler's bar is three a
// worker and 20, and each of the connections of the class socket has two more.
func goroutines(workers int) int { return 5*workers + 100 }

// checkCosts checks what the crawl took.
func (s *supervisor) checkCosts(r *Report, took time.Duration) {
	if limit := goroutines(s.Workers); r.Most > limit {
		s.breach("a process had %d goroutines, more than %d for %d workers", r.Most, limit, s.Workers)
	}
	for _, w := range r.Memory {
		if w.Max > int64(s.Options.Memory) {
			s.breach("a process took %d MiB of memory, more than the %d of -memory", w.Max, s.Options.Memory)
			break
		}
	}
	if text := s.memory.flat(took); text != "" {
		s.breach("%s", text)
	}
}

// print prints the report for people.
func (r *Report) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %s after %.0f s\n\n", r.Frontier, r.Ended, r.Seconds)
	fmt.Fprintf(w, "%-12s %9s  %s\n", "hosts", "URLs", "results")
	for _, class := range slices.Sorted(maps.Keys(r.Classes)) {
		results, sum := r.Classes[class], 0
		var parts []string
		for _, result := range slices.Sorted(maps.Keys(results)) {
			sum += results[result]
			parts = append(parts, fmt.Sprintf("%s %d", result, results[result]))
		}
		fmt.Fprintf(w, "%-12s %9d  %s\n", class, sum, strings.Join(parts, ", "))
	}
	fmt.Fprintf(w, "\n%d URLs delivered, %d acknowledged, %.0f a second; %d requests\n", r.URLs, r.Acked, float64(r.URLs)/r.Seconds, r.Requests)
	fmt.Fprintf(w, "processes killed: %d, ended by a page: %d, ended by themselves: %d; crawls that failed and started again: %d\n",
		r.Kills, r.Poisoned, r.Exits, sum(r.Failures))
	for _, kind := range slices.Sorted(maps.Keys(r.Faults)) {
		fmt.Fprintf(w, "the Redis server was %s %s\n", kind, program.Count(r.Faults[kind], "time"))
	}
	fmt.Fprintf(w, "delivered again: %d of at most %d in flight; asked for after they were acknowledged: %d; acknowledged and lost: %d\n", r.Again, r.InFlight, r.Refetched, r.Lost)
	if r.Dry {
		fmt.Fprintf(w, "of %d pages that can be fetched %d were not\n", r.Required, r.Missing)
	} else {
		fmt.Fprintf(w, "not reached: every page that can be fetched; %d of %d were not when it ended\n", r.Missing, r.Required)
	}
	fmt.Fprintf(w, "frontier in the end: %d queued, %d leased, %d done, %d dead, %d evicted\n", r.Queue.Queued, r.Queue.Leased, r.Queue.Done, r.Queue.Dead, r.Queue.Evicted)
	fmt.Fprintf(w, "goroutines of a process: %d at most, for %d workers in all\n\n", r.Most, r.Workers)
	fmt.Fprintf(w, "MiB of a process (the frontier: bolt's file, or the server's memory)\n%8s %8s %8s %9s %9s\n", "from s", "median", "max", "resident", "frontier")
	for _, m := range r.Memory {
		fmt.Fprintf(w, "%8.0f %8d %8d %9d %9d\n", m.From, m.Median, m.Max, m.Resident, m.Frontier)
	}
	if len(r.Broken) == 0 {
		fmt.Fprintf(w, "\nall promises were kept\n")
	}
	for _, text := range r.Broken {
		fmt.Fprintf(w, "\nbroken: %s\n", text)
	}
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
