// Package zones labels the title, authors, affiliations and abstract of article pages,
// and says how often it is right. See -h.
package zones

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	if err == nil {
		err = labelJournals(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "zones", err, stderr)
}
