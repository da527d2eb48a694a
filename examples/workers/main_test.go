package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/examples/internal/redistest"
)

// TestMain lets the test binary be a worker.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-worker" {
		main()
	}
	os.Exit(m.Run())
}

func TestWorkers(t *testing.T) {
	pages, hosts := "5000", "50"
	if testing.Short() {
		pages, hosts = "1000", "20"
	}
	for _, c := range []struct {
		name string
		kill []string
	}{
		{"undisturbed", nil},
		{"cluster", []string{"-nodes", "3"}},
		{"one killed every three seconds", []string{"-kill", "3s", "-delay", "50ms"}}, // with the delay a crawl takes five at least
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if _, err := exec.LookPath("redis-server"); err != nil {
				t.Skip("no redis-server on the PATH")
			}
			args := append([]string{"-redis", redistest.Start(t), "-pages", pages, "-hosts", hosts, "-json"}, c.kill...)
			if code := run(t.Context(), args, &stdout, &stderr); code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr.String())
			}
			var r result
			if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s", stdout.String())
			s := r.Server
			if fmt.Sprint(s.Pages) != pages || s.Missing != 0 {
				t.Errorf("%d pages, %d missing; want %s and none", s.Pages, s.Missing, pages)
			}
			if s.Overlaps != 0 || s.TooSoon != 0 {
				t.Errorf("%d requests while the host was being asked, %d too soon; want none", s.Overlaps, s.TooSoon)
			}
			if c.kill == nil && s.Repeated != 0 {
				t.Errorf("%d pages fetched again though no worker died", s.Repeated)
			}
			const fetches = 8
			if s.Repeated > r.Killed*fetches {
				t.Errorf("%d pages fetched again after %d kills of workers with %d in flight", s.Repeated, r.Killed, fetches)
			}
			if strings.Contains(c.name, "killed") && !testing.Short() && r.Killed == 0 {
				t.Error("no worker was killed")
			}
			for i, w := range r.Workers {
				if w.Pages == 0 || w.Failed > 0 {
					t.Errorf("worker %d: %+v; want a share and no failures", i+1, w)
				}
			}
		})
	}
}

// A crawl that is finished is not done again.
func TestFinished(t *testing.T) {
	args := []string{"-redis", redistest.Start(t), "-name", "small", "-pages", "20", "-hosts", "4"}
	for _, want := range []string{"20 of 20 pages", "workers: the crawl small is finished: 20 pages done"} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), args, &stdout, &stderr); code != 0 || !strings.Contains(stdout.String()+stderr.String(), want) {
			t.Errorf("exit code %d, stdout %q, stderr %q; want 0 and %q", code, stdout.String(), stderr.String(), want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-hosts", "300"}, 2, "-hosts must be 1 to 250"},
		{[]string{"-workers", "0"}, 2, "must be 1 or more"},
		{[]string{"x"}, 2, "every argument is a flag"},
		{[]string{"-redis", "redis://user:secret@127.0.0.1:1/0"}, 1, "start one by redis-server --port 6379, or name yours by -redis"},
		{[]string{"-h"}, 0, "go run ./examples/workers -redis"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), c.args, &stdout, &stderr)
		if code != c.code || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%v: exit code %d, stderr %q; want %d and %q", c.args, code, stderr.String(), c.code, c.want)
		}
		if strings.Contains(stderr.String(), "secret") {
			t.Errorf("%v: a password is shown: %s", c.args, stderr.String())
		}
	}
}
