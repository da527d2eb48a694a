package redis

import (
	"context"
	"fmt"

	goredis "github.com/redis/go-redis/v9"
)

// mend rebuilds the queues and sets that lead to the records, of which a key is
// incomplete, and claims again.
func (f *Frontier) mend(ctx context.Context, n int, sleeps bool) (claim, error) {
	f.mending.Lock()
	defer f.mending.Unlock()
	c, err := f.claim(ctx, n, sleeps) // another call may have mended it
	if err != nil || c.gap == "" {
		return c, err
	}
	if err := f.rebuild(ctx); err != nil {
		return claim{}, f.wrap("pop", fmt.Errorf("rebuild %s: %w", c.gap, err))
	}
	c, err = f.claim(ctx, n, sleeps)
	if err == nil && c.gap != "" {
		return claim{}, f.wrap("pop", fmt.Errorf("%w: %s lacks entries that no record accounts for", errLost, c.gap))
	}
	return c, err
}

// rebuild goes through all records and hosts, and puts each where it belongs.
// The crawl may go on meanwhile. It takes the server about 20 s a million.
func (f *Frontier) rebuild(ctx context.Context) error {
	_, err := ask(ctx, &f.calls, func(ctx context.Context) (int64, error) {
		return f.server.client.HDel(ctx, f.key("crawl"), "gap").Result()
	}, nil)
	if err != nil {
		return err
	}
	for _, pass := range []struct {
		name   string
		script *goredis.Script
		open   func(value string) bool
	}{
		{"url", scriptRebuild, func(record string) bool { return len(record) > 1 && record[0] != 'e' && record[0] != 'x' }},
		{"host", scriptReplace, func(string) bool { return true }},
	} {
		var cursor uint64
		for first := true; first || cursor != 0; first = false {
			fields, err := f.scan(ctx, pass.name, &cursor)
			if err != nil {
				return err
			}
			var ids []any
			for i := 0; i+1 < len(fields); i += 2 {
				if pass.open(fields[i+1]) {
					ids = append(ids, fields[i])
				}
			}
			if len(ids) == 0 {
				continue
			}
			if err := f.run(ctx, pass.script, ids...).Err(); err != nil {
				return err
			}
		}
	}
	return nil
}
