// Package topical crawls the pages about a topic.
//
// Without flags it crawls a small web that it carries with it. See -h.
package topical

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/internal/topical"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program without frontiers on servers. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return With(nil)(ctx, args, stdout, stderr)
}

// With returns the program with what opens frontiers on Redis servers.
func With(server topical.Server) func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
		o, err := parseOptions(ctx, args, server, stderr)
		if err == nil {
			err = topical.Run(ctx, o, stdout, stderr)
		}
		return program.Exit(ctx, "topical", err, stderr)
	}
}
