package redis_test

import (
	"context"
	"fmt"
	"io"

	"github.com/alicebob/miniredis/v2"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis"
)

// Two workers, here in one process, share a crawl.
func Example() {
	server, err := miniredis.Run() // in place of your server, redis://redis.example:6379
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	ctx := context.Background()
	for worker := range 2 {
		f, err := redis.Open(ctx, "redis://"+server.Addr(), "animals", redis.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		defer f.Close()
		if worker == 0 {
			err = f.Push(ctx, frontier.Entry{URL: "https://cats.example/", Value: 1}, frontier.Entry{URL: "https://dogs.example/", Value: 2})
		} else {
			err = f.Push(ctx, frontier.Entry{URL: "https://cats.example/", Value: 3})
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		l, err := f.Pop(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("worker", worker, "fetches", l.URL, "of value", l.Value)
		if err := f.Done(ctx, l, frontier.Outcome{}); err != nil {
			fmt.Println(err)
		}
		if worker == 1 {
			_, err := f.Pop(ctx)
			fmt.Println("the crawl is over:", err == io.EOF)
		}
	}
	// Output:
	// worker 0 fetches https://dogs.example/ of value 2
	// worker 1 fetches https://cats.example/ of value 3
	// the crawl is over: true
}
