//go:build linux

package soak

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// memory is what the processes and the frontier took, sampled each second.
type memory struct {
	begin  time.Time
	window time.Duration

	mu      sync.Mutex
	samples []sample
}

// sample is of one process at one moment.
type sample struct {
	at       time.Duration // since the beginning
	private  int64         // bytes; without the file of bolt, which is mapped
	resident int64
	frontier int64 // bytes of bolt's file, or that the Redis server uses
}

func newMemory(begin time.Time, duration time.Duration) *memory {
	return &memory{begin: begin, window: min(5*time.Minute, max(5*time.Second, duration/6))}
}

// A window is a line of the memory's table, in MiB.
type window struct {
	From     float64 `json:"from"` // seconds
	Max      int64   `json:"max"`  // of a process, private
	Median   int64   `json:"median"`
	Resident int64   `json:"resident"` // greatest, with what is mapped
	Frontier int64   `json:"frontier"` // at the end: bolt's file, or the server's memory
}

const mib = 1 << 20

// take takes a sample of a process. One that is gone has none.
func (m *memory) take(pid int, frontier int64) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return
	}
	var size, resident, shared int64
	if _, err := fmt.Sscan(string(data), &size, &resident, &shared); err != nil || resident == 0 {
		return
	}
	page := int64(os.Getpagesize())
	m.mu.Lock()
	defer m.mu.Unlock()
	m.samples = append(m.samples, sample{time.Since(m.begin), (resident - shared) * page, resident * page, frontier})
}

// table is the samples by windows of time.
func (m *memory) table() []window {
	m.mu.Lock()
	defer m.mu.Unlock()
	var table []window
	for rest := m.samples; len(rest) > 0; {
		from := rest[0].at / m.window * m.window
		n := slices.IndexFunc(rest, func(s sample) bool { return s.at >= from+m.window })
		if n < 0 {
			n = len(rest)
		}
		w := window{From: from.Seconds(), Frontier: rest[n-1].frontier / mib}
		var private []int64
		for _, s := range rest[:n] {
			private = append(private, s.private)
			w.Resident = max(w.Resident, s.resident/mib)
		}
		slices.Sort(private)
		w.Max, w.Median = private[len(private)-1]/mib, private[len(private)/2]/mib
		table = append(table, w)
		rest = rest[n:]
	}
	return table
}

// Memory is flat if the greatest of the last third of the time is at most
// growth times that of the middle third and slack more. The garbage collector
// and a page that is large account for these.
const (
	growth = 1.5
	slack  = 64 * mib
)

// flat says what is wrong if memory is not flat.
func (m *memory) flat(total time.Duration) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var middle, last int64
	for _, s := range m.samples {
		switch {
		case s.at >= total*2/3:
			last = max(last, s.private)
		case s.at >= total/3:
			middle = max(middle, s.private)
		}
	}
	if middle == 0 || float64(last) <= growth*float64(middle)+slack {
		return ""
	}
	return fmt.Sprintf("memory grows: %d MiB in the last third of the time, %d MiB in the middle one; at most %g times as much and %d MiB are allowed",
		last/mib, middle/mib, growth, int64(slack/mib))
}

// watch samples memory, reads ledgers and prints the progress, until the
// context ends.
func (s *supervisor) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var printed, moved time.Time
	before := -1
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.sample(ctx)
			if now.Sub(printed) < progressTime {
				continue
			}
			printed = now
		}
		if err := s.read(); err != nil {
			s.breach("%v", err)
			s.end(errHopeless)
			return
		}
		delivered, acknowledged := s.account.counts()
		if s.URLs > 0 && acknowledged >= s.URLs {
			s.end(errEnough)
		}
		if delivered != before {
			before, moved = delivered, time.Now()
		}
		if standstill := time.Since(moved); standstill > maxStandstill(s.Options) {
			s.breach("the crawl stands still: no page for %v", standstill.Round(time.Second))
			s.end(errHopeless)
			return
		}
		s.progress(delivered)
	}
}

// progressTime is between two lines of progress.
const progressTime = 10 * time.Second

// maxStandstill is how long no new page may be delivered: the hosts that are
// left may all be down, and the server after them.
func maxStandstill(o Options) time.Duration { return 2*time.Minute + 6*o.Outage + startTime }

func (s *supervisor) sample(ctx context.Context) {
	var frontier int64
	if s.server != nil {
		frontier, _ = s.server.used(ctx) // none while it is stalled
	} else if info, err := os.Stat(s.settings.Bolt); err == nil {
		frontier = info.Size()
	}
	s.mu.Lock()
	var pids []int
	for _, c := range s.running {
		if c != nil && !c.gone {
			pids = append(pids, c.cmd.Process.Pid)
		}
	}
	s.mu.Unlock()
	for _, pid := range pids {
		s.memory.take(pid, frontier)
	}
}

// read reads what is new in the ledgers.
func (s *supervisor) read() error {
	s.mu.Lock()
	children := slices.Clone(s.children)
	s.mu.Unlock()
	for _, c := range children {
		if c.read {
			continue
		}
		s.mu.Lock()
		gone := c.gone
		s.mu.Unlock()
		if err := c.ledger.next(s.account.line); err != nil {
			return err
		}
		c.read = gone
	}
	return nil
}

func (s *supervisor) progress(delivered int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	faults := 0
	for _, n := range s.faults {
		faults += n
	}
	took := time.Since(s.begin)
	fmt.Fprintf(s.stderr, "%6.0f s: %d URLs, %.0f/s, %s, %s of the server, %d goroutines at most, %d broken\n",
		took.Seconds(), delivered, float64(delivered)/took.Seconds(), program.Count(s.kills, "kill"), program.Count(faults, "fault"), s.most, len(s.broken))
}
