// Package watch watches a region of pages: it learns where the region is, looks again,
// locates it again when the template changed, and reports. See -h.
package watch

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	if err == nil {
		err = watch(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "watch", err, stderr)
}
