package program

import (
	"context"
	"flag"
	"regexp"
)

// A Caller is a program that has these as its sub-commands.
type Caller struct {
	// Name returns how a program is called there: "lokman crawl" for "topical".
	Name func(program string) string
	// Parsed is called with the flags once the command line is parsed. It may set those that
	// the command line did not; its error ends the program.
	Parsed func(*flag.FlagSet) error
}

type callerKey struct{}

// CalledBy returns a context for programs that are sub-commands of another.
func CalledBy(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// caller returns the program that has this one as its sub-command.
func caller(ctx context.Context) Caller {
	c, ok := ctx.Value(callerKey{}).(Caller)
	if !ok {
		c = Caller{Name: func(program string) string { return program }}
	}
	if c.Parsed == nil {
		c.Parsed = func(*flag.FlagSet) error { return nil }
	}
	return c
}

// command is how a program is run from a checkout.
var command = regexp.MustCompile(`go run \./examples/(\w+)`)

// Text returns a text whose commands, such as "go run ./examples/topical", are those of the program
// that has these as its sub-commands.
func Text(ctx context.Context, text string) string {
	c, ok := ctx.Value(callerKey{}).(Caller)
	if !ok {
		return text
	}
	return command.ReplaceAllStringFunc(text, func(found string) string {
		return c.Name(command.FindStringSubmatch(found)[1])
	})
}
