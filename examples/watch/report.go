package main

import (
	_ "embed"
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

// report is the contents of the HTML page.
type report struct {
	Title    string
	Looks    []drawn
	Versions []version
}

// drawn is a look with its bar trees; without a drawing it failed.
type drawn struct {
	look
	drawing drawing
}

// Drawing returns the trees as SVG, old beside new if they differ.
func (d drawn) Drawing() (template.HTML, error) {
	if d.drawing == nil {
		return "", nil
	}
	var b strings.Builder
	if err := d.drawing.WriteSVG(&b); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil // WriteSVG escapes what comes from pages
}

// Count returns how many looks had an outcome.
func (r report) Count(outcome string) int {
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

// write writes the report into a directory and returns its path.
func (r report) write(dir string) (string, error) {
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
