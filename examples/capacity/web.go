package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// web is what is crawled, and what it costs.
type web struct {
	URLs, Hosts, Largest   int
	Delay, Fetch           time.Duration
	Server, Crawler        time.Duration // CPU a page
	Cores, Workers, Shards int
	Bytes                  int // of a server's memory, a URL
	Batch                  int
}

func (w web) check(nodes []int) error {
	for _, n := range nodes {
		if n > w.Shards {
			return fmt.Errorf("-nodes: %d are more than the %d shards of -shards, and a shard is in one node", n, w.Shards)
		}
	}
	if min(w.Cores, w.Workers, w.Shards, w.Batch, w.Bytes) < 1 || min(w.Delay, w.Fetch, w.Server, w.Crawler) < 0 {
		return errors.New("want numbers above 0 and no negative times")
	}
	if w.Hosts < 1 || w.Hosts > 1e8 || w.Largest < 1 || w.URLs < w.Hosts || float64(w.URLs) > float64(w.Hosts)*float64(w.Largest) {
		return errors.New("want 1 to 1e8 -hosts, and as many -urls that each host has between 1 and -largest")
	}
	return nil
}

// numbers reads positive numbers that are separated by commas.
func numbers(list string) (ns []int, err error) {
	for s := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-nodes: %q is no positive number; want them as in 1,4,16", s)
		}
		ns = append(ns, n)
	}
	return ns, nil
}

// sizes returns how many pages each host has: the quantiles of a bounded Pareto
// distribution from 1 to Largest, of the shape whose mean is that of the web.
func (w web) sizes() []int {
	largest, want := float64(w.Largest), float64(w.URLs)/float64(w.Hosts)
	low, high := -5.0, 50.0 // the mean falls with the shape
	for range 100 {
		if shape := (low + high) / 2; mean(shape, largest) > want {
			low = shape
		} else {
			high = shape
		}
	}
	sizes := make([]int, w.Hosts)
	for i := range sizes {
		p := (float64(i) + 0.5) / float64(w.Hosts)
		sizes[i] = int(math.Round(math.Pow(1-p*(1-math.Pow(largest, -high)), -1/high)))
	}
	return sizes
}

// mean is that of a Pareto distribution from 1 to largest, for shapes other than 0 and 1.
func mean(shape, largest float64) float64 {
	return shape / (shape - 1) * (1 - math.Pow(largest, 1-shape)) / (1 - math.Pow(largest, -shape))
}
