//go:build linux

// Package soak crawls a synthetic web of healthy and hostile hosts in
// processes that are killed, and checks what the library promises.
package soak

import (
	"errors"
	"strings"
	"time"
)

// Options are what the command line asks for.
type Options struct {
	Frontier  string
	Shards    int
	Fsync     string
	Dir       string
	Pages     int
	Hosts     int
	Classes   string
	Strategy  string
	Seed      uint64
	Processes int
	Workers   int
	Delay     time.Duration
	Timeout   time.Duration
	Attempts  int
	URLs      int
	Outage    time.Duration
	Memory    int
	Duration  time.Duration
	Kill      time.Duration
	Faults    time.Duration
	JSON      bool

	Crawler string // set for a crawling process: the path of its settings
}

// Complete checks the options and fills in what depends on others.
func (o *Options) Complete() error {
	if o.Crawler != "" {
		return nil
	}
	path, isBolt := strings.CutPrefix(o.Frontier, "bolt:")
	if o.Frontier == "" {
		path, isBolt = ownFrontier, true
	}
	switch {
	case o.Frontier != "redis" && (!isBolt || path == ""):
		return errors.New("-frontier must be bolt:PATH or redis")
	case o.Shards < 0:
		return errors.New("-shards must be 1 or more")
	case o.Fsync != "always" && o.Fsync != "everysec":
		return errors.New("-appendfsync must be always or everysec")
	case o.Pages < 1 || o.Hosts < 8 || o.Workers < 1 || o.Attempts < 1 || o.URLs < 0:
		return errors.New("-pages, -workers and -attempts must be 1 or more, -hosts 8 or more, -urls 0 or more")
	case isBolt && o.Processes > 1:
		return errors.New("-processes: a bolt file belongs to one process at a time")
	case o.Processes < 0 || o.Kill < 0 || o.Faults < 0 || o.Outage < 0:
		return errors.New("-processes, -kill, -faults and -outage must be 0 or more")
	case o.Memory < 1:
		return errors.New("-memory must be 1 or more")
	case o.Timeout <= 0 || o.Duration <= 0:
		return errors.New("-timeout and -duration must be more than 0s")
	}
	if _, err := chooseClasses(o.Classes); err != nil {
		return err
	}
	if _, err := newStrategy(o.Strategy); err != nil {
		return err
	}
	if o.Processes == 0 {
		o.Processes = 2
		if isBolt {
			o.Processes = 1
		}
	}
	return nil
}

// ownFrontier is the frontier's file in -dir without -frontier.
const ownFrontier = "soak.db"

// boltPath is the file of the frontier, "" with Redis.
func (o *Options) boltPath() string {
	path, isBolt := strings.CutPrefix(o.Frontier, "bolt:")
	if !isBolt {
		return ""
	}
	return path
}

// exponential is a random time with a mean, at most four times as long.
func exponential(mean time.Duration, random float64) time.Duration {
	return min(time.Duration(float64(mean)*random), 4*mean)
}
