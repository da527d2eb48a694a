// Package articlelinks finds the links to articles on issue pages of journals,
// learned from other issues of the same journal. See -h.
package articlelinks

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	if err == nil {
		err = predict(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "articlelinks", err, stderr)
}
