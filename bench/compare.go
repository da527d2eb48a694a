package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// A cost is what a crawl in a process of its own took.
type cost struct {
	CPU         time.Duration // user and system, of the process
	Wall        time.Duration
	Peak        uint64 // bytes resident at most; 0 where the system does not say
	Written     uint64 // bytes to disk; 0 where the system does not say
	Allocations uint64
}

// compare crawls the same pages in each mode, turn by turn, and writes a table of medians.
func compare(ctx context.Context, modes []mode, turns, pages int, stdout, stderr io.Writer) error {
	port, end, err := startServer(ctx)
	if err != nil {
		return err
	}
	defer end()
	costs := map[string][]cost{}
	for turn := range turns {
		for _, m := range modes {
			fmt.Fprintf(stderr, "turn %d of %d: %s\n", turn+1, turns, m.name)
			if _, err := ask(ctx, port, pages); err != nil {
				return err
			}
			c, err := alone(ctx, "crawl", m.name, fmt.Sprintf("http://127.0.0.1:%s/0", port))
			if err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			asked, err := ask(ctx, port, pages)
			if err != nil {
				return err
			}
			if asked != pages {
				return fmt.Errorf("%s made %d requests for %d pages", m.name, asked, pages)
			}
			costs[m.name] = append(costs[m.name], c)
		}
	}
	t := tabwriter.NewWriter(stdout, 0, 0, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintf(t, "crawler\tCPU us a page\tx %s\tleast to most\tpeak MB\tallocations a page\tpages/s\twritten KB a page\t\n", modes[0].name)
	floor := costs[modes[0].name]
	for _, m := range modes {
		var ratios []float64
		for i, c := range costs[m.name] {
			ratios = append(ratios, float64(c.CPU)/float64(floor[i].CPU))
		}
		n := float64(pages)
		figure := func(of func(cost) float64) float64 {
			var all []float64
			for _, c := range costs[m.name] {
				all = append(all, of(c))
			}
			return median(all)
		}
		fmt.Fprintf(t, "%s\t%.0f\t%.2f\t%.2f to %.2f\t%.0f\t%.0f\t%.0f\t%.1f\t\n", m.name,
			figure(func(c cost) float64 { return float64(c.CPU.Microseconds()) / n }), median(ratios), slices.Min(ratios), slices.Max(ratios),
			figure(func(c cost) float64 { return float64(c.Peak) / (1 << 20) }),
			figure(func(c cost) float64 { return float64(c.Allocations) / n }),
			figure(func(c cost) float64 { return n / c.Wall.Seconds() }),
			figure(func(c cost) float64 { return float64(c.Written) / (1 << 10) / n }))
	}
	return t.Flush()
}

func median(of []float64) float64 {
	of = slices.Sorted(slices.Values(of))
	return (of[(len(of)-1)/2] + of[len(of)/2]) / 2
}

// crawlAlone is one crawl, in a process that has done nothing else.
func crawlAlone(ctx context.Context, name, seed string, stdout io.Writer) error {
	some, err := chosen(modes, name)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := some[0].crawl(ctx, nil, seed); err != nil {
		return err
	}
	return report(stdout, start)
}

// report writes what the process knows of its own cost.
func report(stdout io.Writer, start time.Time) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return json.NewEncoder(stdout).Encode(cost{Wall: time.Since(start), Peak: said("status", "VmHWM:") << 10, Written: said("io", "write_bytes:"), Allocations: m.Mallocs})
}

// said is a number that Linux has of this process in a file of /proc/self.
func said(file, name string) uint64 {
	text, _ := os.ReadFile("/proc/self/" + file)
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name {
			n, _ := strconv.ParseUint(f[1], 10, 64)
			return n
		}
	}
	return 0
}

// alone runs this program again and returns what the run cost.
func alone(ctx context.Context, args ...string) (c cost, err error) {
	command := exec.CommandContext(ctx, os.Args[0], args...)
	command.Env = append(os.Environ(), childEnv+"=1")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err == nil {
		err = json.Unmarshal(out, &c)
	}
	if err != nil {
		return cost{}, cmp.Or(ctx.Err(), err)
	}
	c.CPU = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	return c, nil
}

// childEnv is set for the processes that this program starts of itself.
const childEnv = "LOKMAN_BENCH_CHILD"

// startServer starts a server and returns its port.
func startServer(ctx context.Context) (port string, end func(), err error) {
	command := exec.CommandContext(ctx, os.Args[0], "serve")
	command.Env = append(os.Environ(), childEnv+"=1")
	in, err := command.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	end = func() { in.Close(); _ = command.Wait() }
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		return "", nil, fmt.Errorf("the server did not start: %w", err)
	}
	return strings.TrimSpace(line), end, nil
}

// ask tells the server how many pages there are, and returns for how many it was asked.
func ask(ctx context.Context, port string, pages int) (asked int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%s/ask/%d", port, pages), nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fscan(resp.Body, &asked)
	return asked, errors.Join(err, resp.Body.Close())
}
