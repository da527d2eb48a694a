package pebble_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/pebble"
)

// What was pushed is there when the folder is opened again.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path, ctx := filepath.Join(dir, "crawl"), context.Background()

	queue, err := pebble.Open(path, pebble.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := queue.Push(ctx, frontier.Entry{URL: "https://a.example/", Value: 1}); err != nil {
		fmt.Println(err)
		return
	}
	if err := queue.Close(); err != nil {
		fmt.Println(err)
		return
	}

	queue, err = pebble.Open(path, pebble.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer queue.Close()
	lease, err := queue.Pop(ctx)
	fmt.Println(lease.URL, err)
	// Output: https://a.example/ <nil>
}
