// Topical crawls the pages about a topic.
//
// Without flags it crawls a small web that it carries with it. See -h.
package main

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/examples/internal/topical"
)

func main() { program.Main(run) }

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if err == nil {
		err = topical.Run(ctx, o, stdout, stderr)
	}
	return program.Exit("topical", err, stderr)
}
