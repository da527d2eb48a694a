// Templates says about sets of pages whether their template changed, and which
// template a page has. See -h.
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
	switch {
	case err != nil:
	case o.figures != "":
		err = figures(ctx, o, stdout, stderr)
	case o.evaluate:
		err = evaluate(ctx, o, stdout, stderr)
	default:
		err = predict(ctx, o, stdout, stderr)
	}
	return program.Exit("templates", err, stderr)
}
