package topical

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// A crawl that ends when it has found enough ends at the same page after a kill, and does nothing
// more when it is resumed.
func TestEnoughAfterKill(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"-topic", "tinnitus", "-strategy", "lokman", "-enough", "harvest=0.04/50,recall=0.97"}
	code, whole, stderr := programtest.Run(t, Run, append(args, "-jsonl", "whole.jsonl")...)
	if code != 0 || !strings.Contains(whole, "enough after ") || !strings.Contains(whole, "an estimated recall of ") {
		t.Fatalf("exit code %d: %s\n%s", code, stderr, whole)
	}
	args = append(args, "-frontier", "bolt:crawl.db", "-jsonl", "killed.jsonl")
	killAt(t, 30, "killed.jsonl", args...)
	for range 2 {
		code, killed, stderr := programtest.Run(t, Run, append(args, "-resume")...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		if want, got := lines(t, "whole.jsonl"), lines(t, "killed.jsonl"); strings.Join(want, "\n") != strings.Join(got, "\n") {
			t.Fatalf("%d lines, want the %d of a crawl without a kill", len(got), len(want))
		}
		if want, got := endOf(whole), endOf(killed); want != got {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// endOf returns the line that says how a crawl ended.
func endOf(stdout string) string {
	for line := range strings.Lines(stdout) {
		if strings.HasPrefix(line, "enough after ") {
			return line
		}
	}
	return ""
}

func TestEnoughRefused(t *testing.T) {
	for _, rules := range []string{"", "recall", "recall=2", "recall=0", "recall=NaN", "harvest=0.1/0", "newhost=1.5", "newhost=3/4", "score=3", "luck=1"} {
		if code, _, stderr := programtest.Run(t, Run, "-enough", rules); code != 2 || !strings.Contains(stderr, "-enough") {
			t.Errorf("%q: exit code %d: %s", rules, code, stderr)
		}
	}
}
