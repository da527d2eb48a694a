package main

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress is a bar on a terminal, and nothing elsewhere.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok || !cwriter.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	p := &progress{bars: mpb.New(mpb.WithOutput(w))}
	p.bar = p.bars.AddBar(0,
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d crawls")),
		mpb.AppendDecorators(decor.Percentage(), decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WC{W: 8}), "")))
	return p
}

func (p *progress) show(done, all int) {
	if p.bar == nil {
		return
	}
	p.bar.SetTotal(int64(all), false)
	p.bar.SetCurrent(int64(done))
}

// close takes the bar down.
func (p *progress) close() {
	if p.bars == nil {
		return
	}
	p.bar.Abort(false)
	p.bars.Wait()
}
