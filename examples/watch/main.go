// Watch watches a region of pages: it learns where the region is, looks again,
// locates it again when the template changed, and reports. See -h.
package main

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/examples/internal/program"
)

func main() { program.Main(run) }

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if err == nil {
		err = watch(ctx, o, stdout, stderr)
	}
	return program.Exit("watch", err, stderr)
}
