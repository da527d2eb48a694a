package experiment

import (
	"io"
	"text/template"
)

var drawing = template.Must(template.New("").Funcs(template.FuncMap{"esc": template.HTMLEscapeString}).ParseFS(templates, "curves.svg.tmpl", "chart.css"))

// The grid of panels under the overview of a drawing.
const (
	panelColumns = 4
	panelTop     = 440
	panelHeight  = 196
)

// placed is a panel and its position, in pixels.
type placed struct {
	chart
	X, Y int
}

// WriteSVG draws the curves of a measure: the best strategies before the
// references, then each strategy with the interval of its mean over topics.
func (r *Results) WriteSVG(w io.Writer, m Measure) error {
	overview, panels := r.charts(m)
	var all []placed
	for i, p := range panels {
		all = append(all, placed{p, 10 + i%panelColumns*238, panelTop + i/panelColumns*panelHeight})
	}
	rows := (len(panels) + panelColumns - 1) / panelColumns
	return drawing.ExecuteTemplate(w, "curves.svg.tmpl", map[string]any{
		"Overview": overview[0], "Panels": all, "Height": panelTop + rows*panelHeight + 10,
	})
}
