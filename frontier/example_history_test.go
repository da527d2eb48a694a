package frontier_test

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
)

// Several links to one URL are merged. The history tells the story of its value.
func ExampleMemory_Explain() {
	ctx := context.Background()
	queue := frontier.New(frontier.Options{Reevaluation: frontier.IncrementValues}.WithHistory())
	err := queue.Push(ctx,
		frontier.Entry{URL: "https://a.example/flu", Value: 0.5, Source: "https://a.example/"},
		frontier.Entry{URL: "https://b.example/soup", Value: 0.6, Source: "https://a.example/"},
		frontier.Entry{URL: "https://a.example/flu", Value: 0.25, Source: "https://b.example/"},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	lease, err := queue.Pop(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	events, err := queue.Explain(ctx, lease.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range events {
		fmt.Println(e.Kind, e.Value, e.Source)
	}
	// Output:
	// found 0.5 https://a.example/
	// merged 0.75 https://b.example/
	// leased 0.75
}
