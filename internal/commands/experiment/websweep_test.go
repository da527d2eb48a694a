package experiment

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"
)

// A sweep runs on several webs for each value, and can be replayed.
func TestWebSweep(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and crawls several webs")
	}
	first, second := filepath.Join(t.TempDir(), "1"), filepath.Join(t.TempDir(), "2")
	status, stdout, stderr := runs(t, "-sweep", "tunnel=0,3", "-webs", "2", "-strategies", "lokman", "-pages", "30", "-out", first)
	if status != 0 || !strings.Contains(stdout, "by tunnel") || !strings.Contains(stdout, "less that of breadthfirst") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	rows, err := csv.NewReader(bytes.NewReader(read(t, filepath.Join(first, "sweep.csv")))).ReadAll()
	if err != nil || len(rows) != 1+2*5 || rows[1][0] != "0" || rows[10][0] != "3" {
		t.Errorf("rows %q, %v", rows, err)
	}
	if status, _, stderr := runs(t, "-replay", filepath.Join(first, "record.json"), "-out", second); status != 0 || !strings.Contains(stderr, "3 files, byte for byte\n") {
		t.Errorf("status %d: %s", status, stderr)
	}
	for _, name := range []string{"sweep.csv", "sweep.svg", "sweep.txt"} {
		if !bytes.Equal(read(t, filepath.Join(first, name)), read(t, filepath.Join(second, name))) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestWebSweepRefuses(t *testing.T) {
	for _, sweep := range []string{"noise", "noise=", "noise=2", "noise=x", "noise=0.1,0.1", "tunnel=0.5", "tunnel=4", "tunnel=-2", "colour=1", "mismatch=NaN"} {
		if status, _, stderr := runs(t, "-sweep", sweep); status != 2 {
			t.Errorf("-sweep %s: status %d, %s", sweep, status, stderr)
		}
	}
	for _, args := range [][]string{{"-webs", "0"}, {"-noise", "-1"}, {"-misled", "1.5"}, {"-tunnel", "9"}, {"-sweep", "noise=0", "-shares", "0.1"}} {
		if status, _, stderr := runs(t, args...); status != 2 {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
	}
}
