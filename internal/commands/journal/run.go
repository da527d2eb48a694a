// Package journal downloads a journal issue: it finds the links to the articles, fetches
// what they lead to and files each page under its class. See -h.
package journal

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	if err == nil {
		err = download(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "journal", err, stderr)
}
