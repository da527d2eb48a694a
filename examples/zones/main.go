// Zones labels the title, authors, affiliations and abstract of article pages,
// and says how often it is right. See -h.
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
		err = labelJournals(ctx, o, stdout, stderr)
	}
	return program.Exit("zones", err, stderr)
}
