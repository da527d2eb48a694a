package programtest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// A program has arguments, writes, and ends with an exit code.
type program = func(ctx context.Context, args []string, stdout, stderr io.Writer) int

// Run runs a program to its end.
func Run(t *testing.T, p program, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = p(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

// Hints checks that what a program suggests after its built-in pages leaves out the
// mode that was just run.
func Hints(t *testing.T, p program) {
	t.Helper()
	t.Chdir(t.TempDir())
	for mode, want := range map[string]bool{"enhanced": true, "paper": false} {
		if code, _, stderr := Run(t, p, "-mode", mode); code != 0 || strings.Contains(stderr, "-mode paper") != want {
			t.Errorf("%s: exit code %d: %s", mode, code, stderr)
		}
	}
}
