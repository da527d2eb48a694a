// Package amplification measures what an input costs its reader: a few bytes on
// the wire may become many in memory. Tests of the packages that read bytes
// from outside use it; docs/limits.md has the figures.
package amplification

import (
	"cmp"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// A Row is one hostile input and the bounds that hold for it.
type Row struct {
	Input string
	Wire  int // bytes as they are sent or stored
	Read  int // bytes once unpacked; 0 means Wire

	// Run reads the input and returns what a program would keep of it. It is
	// called once or twice.
	Run func() any

	// Bounds in bytes; 0 is not checked.
	Kept  int // live once the input has been read
	Peak  int // live at any moment while it is read
	Total int // allocated in all
}

// exact has the collector stop the program while it marks. A collector that marks
// beside the program counts what is allocated meanwhile as live, and on a busy machine
// that is a lot.
const exact = "gcstoptheworld=1"

// Check measures each row, logs the figures and checks the bounds, in a process of
// its own that runs the calling test once more. Rows are not run in parallel: all of
// the heap is measured. With -short it skips, since it takes long.
func Check(t *testing.T, rows []Row) {
	t.Helper()
	if testing.Short() {
		t.Skip("memory is measured without -short")
	}
	if settings := os.Getenv("GODEBUG"); !strings.Contains(settings, exact) {
		t.Parallel() // what else this process does is not measured
		test := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=0")
		test.Env = append(os.Environ(), "GODEBUG="+exact+","+settings)
		out, err := test.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Errorf("memory: %v", err)
		}
		return
	}
	for _, row := range rows {
		t.Run(row.Input, func(t *testing.T) {
			if row.Read == 0 {
				row.Read = row.Wire
			}
			c := measure(row.Run, cmp.Or(row.Kept, math.MaxInt))
			c.peak = c.total // no more can have been live: what stays below the bound need not be looked at
			if row.Peak > 0 && c.total > row.Peak {
				c.peak = peakOf(row.Run)
			}
			t.Logf("%d bytes, %d read: kept %d (%.1f a byte read), peak at most %d (%.1f), in all %d (%.1f), %v (%.0f ns)",
				row.Wire, row.Read, c.kept, c.per(row, c.kept), c.peak, c.per(row, c.peak), c.total, c.per(row, c.total),
				c.took.Round(time.Millisecond), float64(c.took)/float64(row.Read))
			for _, bound := range []struct {
				what      string
				got, want int
			}{{"kept", c.kept, row.Kept}, {"live at the peak", c.peak, row.Peak}, {"allocated in all", c.total, row.Total}} {
				if bound.want > 0 && bound.got > bound.want {
					t.Errorf("%d bytes %s, want at most %d", bound.got, bound.what, bound.want)
				}
			}
		})
	}
}

// Kept returns how many bytes are live that were not before a run.
func Kept(run func() any) int { return measure(run, math.MaxInt).kept }

type cost struct {
	kept, peak, total int
	took              time.Duration
}

func (c cost) per(row Row, n int) float64 { return float64(n) / float64(max(row.Read, 1)) }

// measure runs once, as programs do. What is kept is measured until it is within a
// bound, for a second at most: goroutines that were told to end may still be about to,
// and pools are emptied by the second collection.
func measure(run func() any, bound int) cost {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	kept := run()
	c := cost{took: time.Since(start)}
	runtime.ReadMemStats(&after)
	c.total = int(after.TotalAlloc - before.TotalAlloc)
	runtime.GC()
	for range 100 {
		runtime.GC()
		runtime.ReadMemStats(&after)
		c.kept = max(0, int(after.HeapAlloc)-int(before.HeapAlloc))
		if c.kept <= bound {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	runtime.KeepAlive(kept)
	return c
}

// peakOf runs with so eager a garbage collector that what is live can be seen all
// the time.
func peakOf(run func() any) int {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	base := live()
	done, watched := make(chan struct{}), make(chan uint64)
	go watch(done, watched)
	kept := run()
	runtime.GC()
	peak := live()
	close(done)
	peak = max(peak, <-watched)
	runtime.KeepAlive(kept)
	return max(0, int(peak)-int(base))
}

// watch sends the most that was live until done is closed.
func watch(done <-chan struct{}, most chan<- uint64) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	peak := uint64(0)
	for {
		select {
		case <-tick.C:
			peak = max(peak, live())
		case <-done:
			most <- peak
			return
		}
	}
}

// live returns the bytes that the last garbage collection left.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
