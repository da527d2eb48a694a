// Articlelinks finds the links to articles on issue pages of journals,
// learned from other issues of the same journal. See -h.
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
		err = predict(ctx, o, stdout, stderr)
	}
	return program.Exit("articlelinks", err, stderr)
}
