package frontier_test

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/frontier"
)

// A frontier without the crawler: the program pops a lease, fetches the URL and
// ends the lease with the outcome and the links that were found.
func Example() {
	ctx := context.Background()
	var queue frontier.Memory
	if err := queue.Push(ctx, frontier.Entry{URL: "https://a.example/", Value: 1}); err != nil {
		fmt.Println(err)
		return
	}
	for {
		lease, err := queue.Pop(ctx)
		if errors.Is(err, io.EOF) {
			break // nothing is queued and nothing leased
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(lease.Value, lease.URL)
		outcome := frontier.Outcome{Result: frontier.Fetched}
		if lease.Depth == 0 {
			outcome.Links = []frontier.Entry{
				{URL: "https://a.example/soup", Value: 0.1, Depth: 1},
				{URL: "https://b.example/flu", Value: 0.9, Depth: 1},
			}
		}
		if err := queue.Done(ctx, lease, outcome); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// 1 https://a.example/
	// 0.9 https://b.example/flu
	// 0.1 https://a.example/soup
}
