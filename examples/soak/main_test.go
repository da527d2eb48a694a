//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/examples/internal/soak"
)

// TestMain lets the test binary be a crawling process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-crawler" {
		main()
	}
	os.Exit(m.Run())
}

// withstood are the classes of hosts that a crawl withstands.
const withstood = "all,-farrobots,-outage,-upgrade,-formatting,-longbase,-panic,-poison"

func TestSoak(t *testing.T) {
	size := []string{"-pages", "6000", "-hosts", "100"} // .ci/run has a longer crawl
	if testing.Short() {
		size = []string{"-pages", "3000", "-hosts", "100"}
	}
	for _, c := range []struct {
		name string
		args []string
		dry  bool
	}{
		// Pages that are slow to fail make the end of a crawl long. With three
		// attempts, kills this often would set healthy pages aside by chance.
		{"bolt, to the end", []string{"-frontier", "bolt:" + filepath.Join(t.TempDir(), "soak.db"), "-classes", withstood + ",-busy,-silent,-stalled,-socket", "-attempts", "15", "-duration", "1h"}, true},
		{"redis, for a while", []string{"-frontier", "redis", "-classes", withstood, "-urls", "500", "-duration", "4m", "-faults", "5s"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := exec.LookPath("redis-server"); c.args[1] == "redis" && err != nil {
				t.Skip("no redis-server on the PATH")
			}
			t.Parallel()
			var stdout, stderr bytes.Buffer
			args := append(size, "-kill", "3s", "-timeout", "1s", "-outage", "2s", "-dir", t.TempDir(), "-json")
			args = append(args, c.args...)
			code := run(t.Context(), args, &stdout, &stderr)
			var r soak.Report
			if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
				t.Fatalf("%v\n%s", err, stderr.String())
			}
			t.Logf("%s", stdout.String())
			if code != 0 || len(r.Broken) > 0 {
				t.Fatalf("exit code %d\n%s", code, stderr.String())
			}
			if c.dry && (!r.Dry || r.Missing > 0) {
				t.Errorf("%d of %d pages missing: %s", r.Missing, r.Required, r.Ended)
			}
			if r.Acked == 0 {
				t.Error("no page was acknowledged")
			}
		})
	}
}

// Without -frontier the queue is a temporary file, and nothing is left of it.
func TestTemporary(t *testing.T) {
	work, temporary := t.TempDir(), t.TempDir()
	t.Chdir(work)
	t.Setenv("TMPDIR", temporary)
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-pages", "40", "-hosts", "8", "-classes", "none", "-kill", "0s"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, stdout.String(), stderr.String())
	}
	for _, dir := range []string{work, temporary} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v, %v", dir, left, err)
		}
	}
	o, err := parse(t.Context(), nil, &stderr)
	if err != nil || o.Duration > time.Minute {
		t.Errorf("without flags: %v, %v", o.Duration, err)
	}
}

func TestMistakes(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken.db")
	if err := os.WriteFile(taken, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-frontier", "memory"}, 2, "-frontier must be bolt:PATH or redis"},
		{[]string{"-classes", "all,-nice"}, 2, `there is no class "nice"`},
		{[]string{"-strategy", "hits"}, 2, "-strategy must be breadthfirst"},
		{[]string{"-processes", "2"}, 2, "one process at a time"},
		{[]string{"-frontier", "bolt:" + taken}, 1, "is there already"},
		{[]string{"-frontier", "bolt:" + filepath.Join(t.TempDir(), "no", "soak.db")}, 1, "soak: -frontier: "},
		{[]string{"-h"}, 0, "go run ./examples/soak -frontier bolt:soak.db"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), c.args, &stdout, &stderr)
		if code != c.code || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%v: exit code %d, stderr %q; want %d and %q", c.args, code, stderr.String(), c.code, c.want)
		}
	}
}
