package zones

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// colours are those of the zones, light enough to read dark text on.
var colours = map[label.Label]string{
	label.Title:        "#ffd9a0",
	label.Authors:      "#b9e6b0",
	label.Affiliations: "#b5dcf5",
	label.Abstract:     "#f3c6dd",
}

// legend is at the top of each page.
var legend = template.Must(template.New("legend").Parse(`<div style="font:14px sans-serif;color:#111;background:#fff;padding:8px;border-bottom:2px solid #111">
{{range .Zones}}<p style="margin:4px 0"><b style="background:{{.Colour}};padding:2px 6px">{{.Zone.Label}}</b>
{{.Zone.Source}}, confidence {{printf "%.2f" .Zone.Confidence}}{{if ge .Zone.First 0}}, {{if eq .Zone.First .Zone.Last}}row {{.Zone.First}}{{else}}rows {{.Zone.First}} to {{.Zone.Last}}{{end}}{{end}}:
{{if .Zone.Items}}{{range .Zone.Items}}<span style="border:1px solid #999;margin:0 2px;padding:0 3px">{{.}}</span>{{end}}{{else}}{{.Zone.Text}}{{end}}</p>
{{else}}<p>No zones were found.</p>{{end}}{{range .Misfits}}<p style="margin:4px 0"><b>{{.Label}}: {{.Reason}}</b></p>{{end}}</div>`))

type colouredZone struct {
	Zone   label.Zone
	Colour string
}

// show writes a page with its zones coloured. Scripts, styles, forms and whatever
// would be loaded from elsewhere are left out.
func (j Journal) show(dir, id string, root *html.Node, a *label.Article) error {
	dir = filepath.Join(dir, j.Name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, id+".html"))
	if err != nil {
		return err
	}
	return errors.Join(writeColoured(f, root, a), f.Close())
}

func writeColoured(w io.Writer, root *html.Node, a *label.Article) error {
	disarm(root)
	var zones []colouredZone
	for _, z := range a.Zones {
		zones = append(zones, colouredZone{z, colours[z.Label]})
		for _, n := range z.Nodes {
			colour(n, z.Label)
		}
	}
	fmt.Fprint(w, "<!DOCTYPE html><meta charset=utf-8>")
	if err := legend.Execute(w, struct {
		Zones   []colouredZone
		Misfits []label.Misfit
	}{zones, a.Misfits}); err != nil {
		return err
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "body" {
			return html.Render(w, n)
		}
	}
	return nil
}

// colour gives a node a background; a text is wrapped for it.
func colour(n *html.Node, l label.Label) {
	style := "background:" + colours[l] + " !important;color:#111 !important"
	switch {
	case n.Type == html.TextNode && n.Parent != nil:
		mark := &html.Node{Type: html.ElementNode, Data: "span", Attr: []html.Attribute{{Key: "style", Val: style}}}
		n.Parent.InsertBefore(mark, n)
		n.Parent.RemoveChild(n)
		mark.AppendChild(n)
	case n.Type == html.ElementNode:
		n.Attr = append(slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "style" }), html.Attribute{Key: "style", Val: style})
	}
}

// kept are the attributes that say how a text lies, and load, run and style nothing.
var kept = []string{"align", "cite", "colspan", "dir", "lang", "reversed", "rowspan", "start", "valign", "value"}

// disarm takes away what runs, styles the page or is loaded from elsewhere.
func disarm(root *html.Node) {
	var gone []*html.Node
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script", "style", "link", "iframe", "frame", "frameset", "object", "embed", "img", "picture", "video", "audio", "form", "base", "svg", "input",
			"meta", "noembed", "noframes", "noscript", "template":
			gone = append(gone, n)
		}
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return !slices.Contains(kept, a.Key) })
	}
	for _, n := range gone {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
}
