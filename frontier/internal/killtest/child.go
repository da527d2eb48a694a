package killtest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/lokman-crawler/lokman/frontier"
)

// killed is the environment variable that makes the test binary the child of
// Run: path, round and nosync, separated by spaces.
const killed = "LOKMAN_FRONTIER_KILLED"

const workers = 4

// options have the effect of every push show in a value.
var options = frontier.Options{Reevaluation: frontier.IncrementValues, PerHost: 1 << 20}

// links are what an operation pushes. The parent knows them by their number.
func links(operation int) []frontier.Entry {
	r := rand.New(rand.NewPCG(uint64(operation), 7))
	some := make([]frontier.Entry, 1+r.IntN(8))
	for i := range some {
		n := r.IntN(200 + operation/2) // ever more of them are new
		some[i] = frontier.Entry{URL: fmt.Sprintf("http://host%d.test/%d", n%17, n), Value: float64(1 + r.IntN(8))}
	}
	return some
}

// Main does the work of the process that is to be killed, if this is one.
func Main(open Open) {
	if arguments := os.Getenv(killed); arguments != "" {
		fmt.Fprintln(os.Stderr, runKilled(arguments, open))
		os.Exit(1)
	}
}

// runKilled works on a frontier until it is killed. It says before each
// operation what it is about to do and afterwards that it is done, a line each:
// push, pop or done with the number of the operation and what it is about.
func runKilled(arguments string, open Open) error {
	fields := strings.Fields(arguments)
	round, err := strconv.Atoi(fields[1])
	if err != nil {
		return err
	}
	f, err := open(fields[0], options, fields[2] == "true")
	if err != nil {
		return err
	}
	fmt.Println("ready")
	var running sync.WaitGroup
	for w := range workers {
		running.Go(func() { err = work(f, (round*workers+w)*1000) })
	}
	running.Wait()
	return err
}

func work(f frontier.Frontier, operation int) error {
	ctx, r := context.Background(), rand.New(rand.NewPCG(uint64(operation), 8))
	for ; ; operation++ {
		if r.IntN(3) > 0 {
			fmt.Fprintln(os.Stdout, "? push", operation, "-")
			if err := f.Push(ctx, links(operation)...); err != nil {
				return err
			}
			fmt.Fprintln(os.Stdout, "! push", operation, "-")
			continue
		}
		fmt.Fprintln(os.Stdout, "? pop", operation, "-")
		l, err := f.Pop(ctx)
		if err == io.EOF {
			fmt.Fprintln(os.Stdout, "! none", operation, "-")
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, "! pop", operation, l.URL, l.Token, l.Attempt)
		fmt.Fprintln(os.Stdout, "? done", operation, l.URL)
		if err := f.Done(ctx, l, frontier.Outcome{Links: links(operation)}); err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, "! done", operation, l.URL)
	}
}
