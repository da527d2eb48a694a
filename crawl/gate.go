package crawl

import (
	"context"
	"fmt"
)

// pass waits until the gate is open.
func (r *run) pass(ctx context.Context) error {
	if r.c.Gate == nil {
		return nil
	}
	err := r.c.Gate(ctx)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("crawl: Gate: %w", err)
	}
	return err
}

// closed reports whether the gate has closed since the worker passed it.
func (r *run) closed() bool {
	if r.c.Gate == nil {
		return false
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return r.c.Gate(ended) != nil
}
