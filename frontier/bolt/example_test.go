package bolt_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// What was pushed is there when the file is opened again, in this process or
// another one. A crawl goes on if it is given the same file as its Frontier.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "crawl.db")
	ctx := context.Background()

	queue, err := bolt.Open(path, bolt.Options{})
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

	queue, err = bolt.Open(path, bolt.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer queue.Close()
	lease, err := queue.Pop(ctx)
	fmt.Println(lease.URL, err)
	// Output: https://a.example/ <nil>
}
