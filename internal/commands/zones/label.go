package zones

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/internal/zones"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/label"
)

// labelJournals is what the program does.
func labelJournals(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	dir, closeDir, err := data.Open(o.data, journals.Articles())
	if err != nil {
		return err
	}
	defer closeDir()
	all, err := zones.ReadJournals(dir)
	if err != nil {
		return err
	}
	predictions, err := program.CreateLines(o.predictions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, predictions.Close()) }()
	bar := &program.Progress{}
	list := io.Discard
	if o.list {
		list = stdout
	} else {
		bar = program.NewProgress(stderr, "journals", len(all))
	}
	if o.draws > 0 {
		drawn, err := zones.LabelDraws(ctx, o.drawing(), all, predictions, bar)
		bar.Close()
		if err != nil {
			return err
		}
		return zones.PrintDraws(stdout, drawn, o.json)
	}
	tallies, err := labelAll(ctx, o, all, predictions, list, bar)
	bar.Close()
	if err != nil {
		return err
	}
	if err := zones.PrintTallies(stdout, tallies, o.json); err != nil {
		return err
	}
	if o.data == "" && !o.json {
		taught := nextMetas
		if o.labels == "metas" {
			taught = ""
		}
		fmt.Fprintf(stderr, program.Text(ctx, next), filepath.Join(o.html, "small-things", "snails.html"), program.Text(ctx, taught))
	}
	return nil
}

// nextMetas is said in next unless it was just done.
const nextMetas = `Taught by what the pages say of themselves in their <meta> elements, by nobody:
  go run ./examples/zones -labels metas
`

// next is said after the built-in journals.
const next = `
The first two articles of each journal taught the others. The pages with their zones
coloured: open %s in a browser.
%sWhether the pages' template changed: go run ./examples/templates
For journals of your own: go run ./examples/zones -h
`

func labelAll(ctx context.Context, o options, all []zones.Journal, predictions *program.Lines, list io.Writer, bar *program.Progress) ([]zones.Tally, error) {
	var tallies []zones.Tally
	html := zones.Report{Dir: o.html}
	for _, j := range all {
		t, err := labelJournal(ctx, j, o, predictions, list, &html)
		if err != nil {
			return nil, err
		}
		tallies = append(tallies, t)
		bar.Increment()
	}
	return tallies, html.WriteFailures()
}

// labelJournal labels the pages whose labels were not learnt from.
func labelJournal(ctx context.Context, j zones.Journal, o options, out *program.Lines, list io.Writer, html *zones.Report) (zones.Tally, error) {
	t := zones.NewTally(j.Name)
	l, err := learn(j, o)
	if err != nil {
		return t, err
	}
	model, _ := l.(*label.Model) // nil in paper mode
	t.Learnt = model == nil || zones.Learnt(model)
	taught := j.IDs[:min(o.train, len(j.IDs))]
	rest := j.IDs[len(taught):]
	if o.labels == "none" {
		rest = j.IDs
	}
	for _, id := range rest {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		a, err := j.Read(id)
		if err != nil {
			return t, err
		}
		served, err := l.Label(a.Root)
		if err != nil {
			return t, fmt.Errorf("%s/%s: %w", j.Name, id, err)
		}
		zones.Strip(a.Root)
		found, err := l.Label(a.Root)
		if err != nil {
			return t, fmt.Errorf("%s/%s: %w", j.Name, id, err)
		}
		p := zones.PredictionOf(j.Name, id, found)
		if err := out.Put(p); err != nil {
			return t, err
		}
		t.Add(p, zones.PredictionOf(j.Name, id, served), a.Truth)
		if err := printZones(list, p); err != nil {
			return t, err
		}
		if err := html.Add(j, id, a, found, zones.Judge(p, a.Truth), func() (string, error) { return j.Next(model, len(taught)) }); err != nil {
			return t, err
		}
	}
	return t, nil
}
