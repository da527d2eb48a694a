// Package templates says about sets of pages whether their template changed, and which
// template a page has. See -h.
package templates

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/internal/templates"
	"github.com/lokman-crawler/lokman/internal/commands/internal/templates/figures"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(ctx, args, stderr)
	switch {
	case err != nil:
	case o.figures != "":
		err = figures.Write(ctx, o.figures, o.pages, o.json, stdout, stderr)
	case o.evaluate:
		err = evaluate(ctx, o, stdout, stderr)
	default:
		err = predict(ctx, o, stdout, stderr)
	}
	return program.Exit(ctx, "templates", err, stderr)
}

// evaluate asks what manifest.jsonl and pairs.jsonl allow and counts the wrong
// answers, by site.
func evaluate(ctx context.Context, o options, stdout, stderr io.Writer) error {
	dir, closeDir, err := data.Open(o.data, journals.Templates())
	if err != nil {
		return err
	}
	defer closeDir()
	bar := program.NewProgress(stderr, "pairs and versions", 0)
	all, err := templates.AskAll(ctx, dir, bar)
	bar.Close()
	if err != nil {
		return err
	}
	return templates.PrintWrong(stdout, all, o.json)
}
