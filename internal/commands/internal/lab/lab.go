// Package lab runs experiments: what -h of examples/experiment describes.
package lab

import (
	"context"
	"io"
)

// Run does what the options, which are complete, ask for: an experiment, a sweep of generated webs or a
// test over earlier runs.
func Run(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	switch {
	case o.Pool != nil:
		return pooled(o, stdout, stderr)
	case o.Sweep != "":
		return sweepWebs(ctx, o, stdout, stderr)
	}
	return compare(ctx, o, stdout, stderr)
}
