// Topical crawls the pages about a topic.
//
// Without flags it crawls a small web that it carries with it. See -h.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/topical"
)

var run = topical.With(openRedis)

func main() { program.Main(run) }

func openRedis(ctx context.Context, url, name string, o frontier.Options, resume bool) (frontier.Frontier, func() error, error) {
	goredis.SetLogger(silent{})
	f, err := redis.Open(ctx, url, name, redis.Options{Options: o, Resume: resume})
	if errors.Is(err, redis.ErrNoCrawl) {
		err = fmt.Errorf("%w; to begin it leave -resume out", err)
	}
	if errors.As(err, new(*net.OpError)) {
		err = fmt.Errorf("%w; is it running? redis-server --port 6379 starts one", err)
	}
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// silent keeps the client's log off the screen: the errors say the same.
type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}
