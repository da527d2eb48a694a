// Journal downloads a journal issue: it finds the links to the articles, fetches
// what they lead to and files each page under its class. See -h.
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
		err = download(ctx, o, stdout, stderr)
	}
	return program.Exit("journal", err, stderr)
}
