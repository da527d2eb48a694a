package watched

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Report is what a run saw, for the HTML page.
type Report struct {
	Looks    []Drawn
	Versions []Version
}

// A Drawing is of the bar trees of a look.
type Drawing interface{ WriteSVG(io.Writer) error }

// A Version of the template, for the report.
type Version struct {
	Parent, Pages int
	Reason        string
	Confidence    float64
	First, Last   time.Time
}

// A Drawn is a look with its bar trees; without a drawing it failed.
type Drawn struct {
	Look
	drawing Drawing
}

// Drawing returns the trees as SVG, old beside new if they differ.
func (d Drawn) Drawing() (template.HTML, error) {
	if d.drawing == nil {
		return "", nil
	}
	var b strings.Builder
	if err := d.drawing.WriteSVG(&b); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil // WriteSVG escapes what comes from pages
}

// Fail keeps that a page could not be read.
func (r *Report) Fail(url string, err error) {
	r.Looks = append(r.Looks, Drawn{Look: Look{URL: url, Outcome: Failed, Error: weburl.RedactText(err.Error())}})
}

// Add keeps what came of a look at a page.
func (r *Report) Add(url string, l bartree.Look, d Drawing) {
	shown := Look{URL: url, Outcome: string(l.Result), State: l.Change.State.String(), How: l.Found.How, Version: l.Version, Text: l.Region.Text, Parts: l.Region.Parts}
	if l.First != "" {
		shown.Region, shown.First = l.Change.Region, l.First
	}
	for _, s := range l.Change.Where {
		shown.Where = append(shown.Where, s.String())
	}
	if l.Warning != nil {
		shown.Warning = weburl.RedactText(l.Warning.Error())
	}
	r.Looks = append(r.Looks, Drawn{Look: shown, drawing: d})
}

// Count returns how many looks had an outcome.
func (r Report) Count(outcome string) int {
	n := 0
	for _, l := range r.Looks {
		if l.Outcome == outcome {
			n++
		}
	}
	return n
}

//go:embed report.html.tmpl
var layout string

const reportName = "watch.html"

// Write writes the report into a directory and returns its path.
func (r Report) Write(dir string) (string, error) {
	fromOne := func(i int) int { return i + 1 }
	t, err := template.New("report").Funcs(template.FuncMap{"fromOne": fromOne}).Parse(layout)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := t.Execute(&b, r); err != nil {
		return "", err
	}
	file := filepath.Join(dir, reportName)
	return file, os.WriteFile(file, []byte(b.String()), 0o600)
}

// MakeOutput makes the directory of the report and sees that both files can be written, so that
// the program does not find out at its end that it cannot. Undo removes the directory if it was
// not there and nothing is in it.
func MakeOutput(dir, state string) (undo func(), err error) {
	undo = func() {}
	if _, err := os.Stat(dir); err != nil {
		undo = func() { os.Remove(dir) }
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return undo, fmt.Errorf("-out: %w", err)
	}
	if err := program.CanWrite(filepath.Join(dir, reportName)); err != nil {
		return undo, fmt.Errorf("-out: %w", err)
	}
	if state == "" {
		return undo, nil
	}
	if err := program.CanReplace(state); err != nil {
		return undo, fmt.Errorf("-state: %w", err)
	}
	return undo, nil
}
