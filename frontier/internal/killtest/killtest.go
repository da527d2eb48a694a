// Package killtest kills processes that work on a frontier on disk.
package killtest

import (
	"bufio"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// known is what a frontier has to know about one URL.
type known struct {
	value    float64 // exact until the URL is leased for the first time
	attempts int
	done     bool
}

// operation is one that the child had begun and not acknowledged when it died.
type operation struct {
	kind   string
	number int
	url    string
}

// Frontier is what is tested.
type Frontier interface {
	frontier.Frontier
	frontier.Abilities
	Close() error
}

// Open opens a frontier, or makes a new one.
type Open func(path string, o frontier.Options, noSync bool) (Frontier, error)

// Run kills a process at random moments while four workers push, pop and
// end leases, and compares the frontier with what the process has acknowledged. An
// operation in flight may have taken effect or not, but as a whole. Everything
// else must be as acknowledged: each URL pushed is there with its value, however often
// that has changed while it was queued, none that is done is leased again, and attempts
// count. The process is the test's own program, whose TestMain has to call Main.
func Run(t *testing.T, open Open) {
	t.Parallel()
	rounds := 50
	if testing.Short() {
		rounds = 6
	}
	path := filepath.Join(t.TempDir(), "frontier")
	model, tokens := make(map[string]*known), make(map[uint64]bool)
	r := rand.New(rand.NewPCG(1, 2))
	acknowledged, repeated := 0, 0
	for round := range rounds {
		lines := runAndKill(t, path, round, time.Duration(r.IntN(60))*time.Millisecond)
		acknowledged += len(lines) / 2
		inFlight := replay(t, lines, model, tokens)
		repeated += compare(t, open, path, model, inFlight)
		if t.Failed() {
			t.Fatalf("after kill %d", round)
		}
	}
	finished := 0
	for _, k := range model {
		if k.done {
			finished++
		}
	}
	t.Logf("%d kills, %d operations acknowledged, %d URLs, %d of them done; %d times a leased URL was queued again",
		rounds, acknowledged, len(model), finished, repeated)
}

// runAndKill starts a child, kills it and returns what it said.
func runAndKill(t *testing.T, path string, round int, after time.Duration) (lines []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %v", killed, path, round, round%2 == 0))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	if !said.Scan() || said.Text() != "ready" {
		t.Fatalf("the child said %q", said.Text())
	}
	time.AfterFunc(after, func() { cmd.Process.Kill() })
	for said.Scan() {
		lines = append(lines, said.Text())
	}
	cmd.Wait() // killed
	if cmd.ProcessState.Exited() {
		t.Fatalf("the child ended by itself: %v", cmd.ProcessState)
	}
	return lines
}

// replay brings the model up to what was acknowledged and returns the
// operations that were not.
func replay(t *testing.T, lines []string, model map[string]*known, tokens map[uint64]bool) []operation {
	begun := make(map[int]operation)
	for _, line := range lines {
		fields := strings.Fields(line)
		n, _ := strconv.Atoi(fields[2])
		op := operation{fields[1], n, fields[3]}
		if fields[0] == "?" {
			begun[n] = op
			continue
		}
		delete(begun, n)
		if op.kind == "pop" {
			token, _ := strconv.ParseUint(fields[4], 10, 64)
			if tokens[token] {
				t.Errorf("token %d was given twice", token)
			}
			tokens[token] = true
		}
		apply(t, op, model)
	}
	return slices.Collect(maps.Values(begun))
}

func apply(t *testing.T, op operation, model map[string]*known) {
	k := model[op.url]
	switch op.kind {
	case "pop":
		if k == nil { // pushed by one that has not said so yet
			k = &known{}
			model[op.url] = k
		}
		if k.done {
			t.Errorf("%s was leased after it was done", op.url)
		}
		k.attempts++
		return
	case "none":
		return
	case "done":
		k.done = true
	}
	for _, e := range links(op.number) {
		if model[e.URL] == nil {
			model[e.URL] = &known{}
		}
		model[e.URL].value += e.Value
	}
}

// compare compares a copy of the file with the model and brings the model up to
// what has become of the open operations. It returns how many URLs are queued
// that were leased before.
func compare(t *testing.T, open Open, path string, model map[string]*known, inFlight []operation) (repeated int) {
	found := contents(t, open, path)
	var complaint string
	for subset := range 1 << len(inFlight) {
		candidate := make(map[string]*known, len(model))
		for url, k := range model {
			copied := *k
			candidate[url] = &copied
		}
		pops := 0
		for i, op := range inFlight {
			switch {
			case op.kind == "pop":
				pops++ // of an unknown URL
			case subset>>i&1 == 1:
				apply(t, op, candidate)
			}
		}
		if complaint = differs(candidate, found, pops); complaint != "" {
			continue
		}
		clear(model)
		for url, k := range candidate {
			if l, ok := found[url]; ok {
				if k.attempts > 0 {
					repeated++
				}
				k.attempts = l.Attempt - 1
			}
			model[url] = k
		}
		return repeated
	}
	t.Errorf("no outcome of the operations in flight, %v, explains what is there: %s", inFlight, complaint)
	return 0
}

// differs says how the URLs found queued differ from what is known; some pops
// may have taken effect.
func differs(model map[string]*known, found map[string]frontier.Lease, pops int) string {
	for url, k := range model {
		l, ok := found[url]
		switch {
		case ok == k.done:
			return fmt.Sprintf("%s: done %v, queued %v", url, k.done, ok)
		case !ok:
			continue
		case l.Attempt-1 < k.attempts || l.Attempt-1 > k.attempts+pops:
			return fmt.Sprintf("%s: leased %d times before, want %d", url, l.Attempt-1, k.attempts)
		case l.Attempt == 1 && l.Value != k.value:
			return fmt.Sprintf("%s: value %v, want %v", url, l.Value, k.value)
		}
		pops -= l.Attempt - 1 - k.attempts
	}
	for url := range found {
		if model[url] == nil {
			return fmt.Sprintf("%s was never pushed", url)
		}
	}
	return ""
}

// contents leases everything that is queued in a copy.
func contents(t *testing.T, open Open, path string) map[string]frontier.Lease {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy")
	Copy(t, copied, path)
	f, err := open(copied, options, true)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found := make(map[string]frontier.Lease)
	n := testcall.Stats(t, f).Queued
	for n > len(found) {
		ls, err := f.PopN(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range ls {
			found[l.URL] = l
		}
	}
	return found
}

// Copy copies the file or the folder of a frontier, which is what a kill leaves of one that
// is open.
func Copy(t testing.TB, to, from string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else {
		var data []byte
		if data, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, data, 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
