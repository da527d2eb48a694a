// Package experiment runs crawling strategies over the topics of a recorded web and
// says which finds more. See -h.
package experiment

import (
	"context"
	"io"
	"strings"

	"github.com/lokman-crawler/lokman/internal/commands/internal/lab"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	if err == nil {
		err = lab.Run(ctx, o, stdout, stderr)
	}
	if err != nil {
		err = unprefixed{err}
	}
	return program.Exit(ctx, "experiment", err, stderr)
}

// unprefixed is an error without the name of the package, which is the program's too.
type unprefixed struct{ error }

func (e unprefixed) Error() string { return strings.TrimPrefix(e.error.Error(), "experiment: ") }

func (e unprefixed) Unwrap() error { return e.error }
