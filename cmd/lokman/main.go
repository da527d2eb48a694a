// Lokman crawls the pages about a topic, compares crawling strategies, labels articles, finds
// the links to them, watches templates and harvests lists.
//
//	go install github.com/lokman-crawler/lokman/cmd/lokman@latest
//
// lokman -h lists its commands. It ends with 0 on success, 1 on failure and 2 on bad usage.
package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/urfave/cli/v3"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func main() { program.Main(run) }

// run runs the command that the first argument names. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	code := 0
	if len(args) == 2 && args[0] == "help" {
		args = []string{args[1], "-h"} // the program has its own
	}
	root := &cli.Command{
		Name:                  "lokman",
		Usage:                 "focused crawling, and what is on the pages",
		Description:           description,
		Version:               version(),
		EnableShellCompletion: true,
		ConfigureShellCompletionCommand: func(c *cli.Command) {
			c.Hidden = false
		},
		Suggest:        true,
		Writer:         stdout,
		ErrWriter:      stderr,
		ExitErrHandler: func(context.Context, *cli.Command, error) {},
		OnUsageError:   func(_ context.Context, _ *cli.Command, err error, _ bool) error { return program.Usage(err) },
		Action: func(_ context.Context, c *cli.Command) error {
			if name := c.Args().First(); name != "" {
				return program.Usage(fmt.Errorf("there is no command %q; did you mean %q?", name, cli.SuggestCommand(c.Commands, name)))
			}
			return cli.ShowRootCommandHelp(c)
		},
	}
	for _, c := range commands {
		root.Commands = append(root.Commands, &cli.Command{
			Name: c.name, Usage: c.usage,
			SkipFlagParsing: true, HideHelp: true, // the program reads its flags itself
			Action: func(ctx context.Context, parsed *cli.Command) error {
				code = c.run(ctx, parsed.Args().Slice(), stdout, stderr)
				return nil
			},
			ShellComplete: func(ctx context.Context, _ *cli.Command) {
				for _, f := range c.flags(ctx) {
					fmt.Fprintf(stdout, "-%s\n", f.Name)
				}
			},
		})
	}
	if err := root.Run(ctx, append([]string{"lokman"}, args...)); err != nil {
		return program.Exit(ctx, "lokman", err, stderr)
	}
	return code
}

const description = `lokman COMMAND -h has the flags of a command and commands that work, such as

  lokman crawl -term tinnitus -term "ringing in the ears" -seed https://medlineplus.gov/

Without flags a command works on data that it carries with it. Flags that are always the same may
stand in a file, lokman.toml or that of -config; those of the command line override it:

  agent = "ExampleBot/1.0 (+https://example.org/bot)"  # of every command that has the flag

  [crawl]
  term = ["tinnitus", "ringing in the ears"]
  pages = 500

Completion of commands and flags, for bash (or zsh, fish, pwsh):

  source <(lokman completion bash)`

// version is that of the module the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}
