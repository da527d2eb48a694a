package main

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/examples/internal/journals"
	"github.com/lokman-crawler/lokman/examples/internal/program"
)

// evaluate asks what manifest.jsonl and pairs.jsonl allow and counts the wrong
// answers, by site.
func evaluate(ctx context.Context, o options, stdout, stderr io.Writer) error {
	dir, closeDir, err := data.Open(o.data, journals.Templates())
	if err != nil {
		return err
	}
	defer closeDir()
	bar := program.NewProgress(stderr, "pairs and versions", 0)
	all, err := askAll(ctx, dir, bar)
	bar.Close()
	if err != nil {
		return err
	}
	rows := rowsOf(all)
	if o.json {
		return program.PrintLines(stdout, rows)
	}
	printRows(stdout, rows)
	printChances(stdout, all)
	return printRedesigns(stdout, all)
}
