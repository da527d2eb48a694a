// Package harvest takes the records of a list from its pages and from the own page of each
// record, taught by one record, into CSV and JSON lines. See -h.
package harvest

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/internal/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := harvest.ParseOptions(ctx, args, stderr)
	if err == nil {
		err = gather(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "harvest", err, stderr)
}
