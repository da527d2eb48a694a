// Journal downloads a journal issue: it finds the links to the articles, fetches
// what they lead to and files each page under its class. See -h.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the program: it returns 0 for success, 1 for a failure, which it
// tells on one line of stderr, and 2 for bad usage.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if err == nil {
		err = download(ctx, o, stdout, stderr)
	}
	var usage usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "journal: %v\nRun journal -h for help.\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "journal: %v\n", err)
	return 1
}
