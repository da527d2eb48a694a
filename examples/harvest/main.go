// Harvest takes the records of a list from its pages and from the own page of each
// record, taught by one record, into CSV and JSON lines. See -h.
package main

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/examples/internal/harvest"
	"github.com/lokman-crawler/lokman/examples/internal/program"
)

func main() { program.Main(run) }

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := harvest.ParseOptions(args, stderr)
	if err == nil {
		err = gather(ctx, o, stdout, stderr)
	}
	return program.Exit("harvest", err, stderr)
}
