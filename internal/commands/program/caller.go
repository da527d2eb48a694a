package program

import (
	"cmp"
	"context"
	"flag"
	"regexp"
)

// A Caller is a program that has others as its sub-commands. The zero value changes
// nothing.
type Caller struct {
	Name   func(program string) string // how a program is called there: "lokman crawl" for "topical"
	Self   string                      // how the one that runs is called in its messages
	Help   string                      // in place of the program's own; "" for that
	Flags  func(*flag.FlagSet)         // adds flags
	Parsed func(*flag.FlagSet) error   // is called after the command line was read, and may set what that did not; its error is one of usage
}

type callerKey struct{}

// CalledBy returns a context for programs that are sub-commands of another.
func CalledBy(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// callerOf returns the program that has this one as its sub-command.
func callerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	if c.Name == nil {
		c.Name = func(program string) string { return "go run ./examples/" + program }
	}
	if c.Flags == nil {
		c.Flags = func(*flag.FlagSet) {}
	}
	if c.Parsed == nil {
		c.Parsed = func(*flag.FlagSet) error { return nil }
	}
	return c
}

// Name returns how a program calls itself in messages.
func Name(ctx context.Context, program string) string {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return cmp.Or(c.Self, program)
}

// command is how a program is run from a checkout.
var command = regexp.MustCompile(`go run \./examples/(\w+)`)

// Text returns a text whose commands, such as "go run ./examples/topical", are those of the program
// that has these as its sub-commands.
func Text(ctx context.Context, text string) string {
	name := callerOf(ctx).Name
	return command.ReplaceAllStringFunc(text, func(found string) string {
		return name(command.FindStringSubmatch(found)[1])
	})
}
