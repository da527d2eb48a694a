// Package program is what the programs share: interrupts, -h, exit codes, progress, and the
// files that they write.
package program

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Main runs a program with a context that ends when the user interrupts it, and
// exits with the code that it returns.
func Main(run func(ctx context.Context, args []string, stdout, stderr io.Writer) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Parse reads the command line, on which every argument is a flag. For -h
// it prints the help and the flags and returns flag.ErrHelp; any other error is one
// of usage.
func Parse(ctx context.Context, fs *flag.FlagSet, help string, args []string, stderr io.Writer) error {
	_, err := ParseSaid(ctx, fs, help, args, stderr)
	return err
}

// ParseSaid is [Parse] that also returns what was said of each flag that was given, as
// it was written.
func ParseSaid(ctx context.Context, fs *flag.FlagSet, help string, args []string, stderr io.Writer) (map[string][]string, error) {
	c := callerOf(ctx)
	c.Flags(fs)
	fs.SetOutput(io.Discard)
	said := listen(fs)
	err := fs.Parse(args)
	switch {
	case err == nil && fs.NArg() > 0:
		err = fmt.Errorf("unexpected %q: every argument is a flag", fs.Arg(0))
	case err == nil:
		err = c.Parsed(fs)
	}
	said.end(fs)
	if errors.Is(err, flag.ErrHelp) {
		if _, does, ok := strings.Cut(help, " "); ok && c.Self != "" { // the program's name stands first
			help = strings.ToUpper(c.Self[:1]) + c.Self[1:] + " " + does
		}
		fmt.Fprint(stderr, Text(ctx, cmp.Or(c.Help, help)))
		fs.SetOutput(stderr)
		fs.PrintDefaults()
		return nil, err
	}
	if err != nil {
		return nil, Usage(err)
	}
	return said.values, nil
}

// Count writes a number and its noun, which takes an s for more than one.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Usage marks an error as a mistake on the command line.
func Usage(err error) error { return &usageError{err} }

type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// Exit prints on stderr what went wrong and returns the exit code: 0 for success
// and help, 1 for a failure, which takes one line, 2 for bad usage.
func Exit(ctx context.Context, name string, err error, stderr io.Writer) int {
	name = Name(ctx, name)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, new(*usageError)):
		fmt.Fprintf(stderr, "%s: %s\nRun %s -h for help.\n", name, Text(ctx, weburl.RedactError(err).Error()), name)
		return 2
	}
	fmt.Fprintf(stderr, "%s: %s\n", name, Text(ctx, weburl.RedactError(err).Error()))
	return 1
}
