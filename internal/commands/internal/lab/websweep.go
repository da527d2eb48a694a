package lab

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/sweep"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// sweepWebs runs the strategies on several webs for each value of the sweep.
func sweepWebs(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	rec, err := newRecord(o, nil)
	if err != nil {
		return err
	}
	all := sweep.WebSweep{Parameter: o.swept.parameter}
	bar := program.NewProgress(stderr, "webs", len(o.swept.values)*o.Webs)
	defer bar.Close()
	for _, v := range o.swept.values {
		var rows []pool.Row
		for k := range o.Webs {
			at := o
			at.Seed += uint64(k)
			o.swept.set(&at, v)
			runs, err := onWeb(ctx, at)
			if err != nil {
				return err
			}
			name := fmt.Sprintf("%s %v, seed %d", o.swept.parameter, v, at.Seed)
			rows = append(rows, pool.Row{Name: name, Web: name, Runs: runs})
			bar.Show(len(all.Points)*o.Webs+k+1, len(o.swept.values)*o.Webs)
		}
		p, err := pool.New(rows, bound, o.Seed)
		if err != nil {
			return err
		}
		all.Points = append(all.Points, sweep.WebPoint{Value: v, Pool: p})
	}
	err = rec.write(o.Out, map[string]func(io.Writer) error{"sweep.csv": all.WriteCSV, "sweep.svg": all.WriteSVG, "sweep.txt": all.WriteTable})
	if err != nil {
		return err
	}
	if o.JSON {
		err = all.WriteJSON(stdout)
	} else if err = all.WriteTable(stdout); err == nil {
		_, err = fmt.Fprintf(stdout, "drawing: %s\n", filepath.Join(o.Out, "sweep.svg"))
	}
	if err == nil && o.Replay != "" {
		err = rec.sameOutputs(o.Replay, stderr)
	}
	return err
}

// onWeb runs the strategies on one generated web.
func onWeb(ctx context.Context, o Options) ([]experiment.Run, error) {
	m, err := openMaterial(ctx, o)
	if err != nil {
		return nil, err
	}
	e := o.experiment(m)
	res, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	return res.Runs, nil
}
