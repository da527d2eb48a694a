package program

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// A Progress is a bar on a terminal, and nothing elsewhere. The zero value shows
// nothing.
type Progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

// NewProgress shows how many of so many things, "pages", are done. The number may
// be 0 until it is known.
func NewProgress(w io.Writer, things string, all int) *Progress {
	if !IsTerminal(w) {
		return &Progress{}
	}
	p := &Progress{bars: mpb.New(mpb.WithOutput(w))}
	p.bar = p.bars.AddBar(int64(all),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d "+things)),
		mpb.AppendDecorators(decor.Percentage(), decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WC{W: 8}), "")))
	return p
}

// IsTerminal reports whether a person may be watching.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}

// Width returns the columns of a terminal, 0 if it is none.
func Width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := cwriter.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Show says how many are done of how many.
func (p *Progress) Show(done, all int) {
	if p.bar == nil {
		return
	}
	p.bar.SetTotal(int64(all), false)
	p.bar.SetCurrent(int64(done))
}

// Increment says that one more is done.
func (p *Progress) Increment() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// Close takes the bar down.
func (p *Progress) Close() {
	if p.bars == nil {
		return
	}
	p.bar.Abort(false)
	p.bars.Wait()
}
