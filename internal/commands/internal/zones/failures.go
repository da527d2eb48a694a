package zones

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// failure is a page with zones that are wrong.
type failure struct {
	Journal, ID string
	Zones       []wrongZone
	Blocks      []shownBlock
	Next        string // the page that the model asks for
}

// wrongZone is a zone beside what it should be.
type wrongZone struct {
	Label        label.Label
	Colour       string
	Given, Truth []string
	Confidence   float64
	Advice       string
}

// shownBlock is a block of a page with the zone that it was given and the one that it is.
type shownBlock struct {
	Text                     string
	Given, Truth             label.Label
	GivenColour, TruthColour string
	Gap                      bool // blocks before it are left out
}

// failureOf compares a page with its truth; ok is false if all is right.
func failureOf(journal, id string, a Article, found *label.Article, v Verdict) (f failure, ok bool) {
	f = failure{Journal: journal, ID: id}
	for _, l := range label.Labels() {
		right, judged := v[l]
		if !judged || right {
			continue
		}
		z, _ := found.Zone(l)
		given := z.Items
		if given == nil && z.Text != "" {
			given = []string{z.Text}
		}
		truth := valuesOf(a.Truth, l)
		f.Zones = append(f.Zones, wrongZone{l, colours[l], given, truth, z.Confidence, advice(given, truth, z.Confidence)})
	}
	if f.Zones == nil {
		return f, false
	}
	f.Blocks = shownBlocks(a, found)
	return f, true
}

func valuesOf(v label.Values, l label.Label) []string {
	switch l {
	case label.Title:
		return []string{v.Title}
	case label.Authors:
		return v.Authors
	case label.Affiliations:
		return v.Affiliations
	}
	return []string{v.Abstract}
}

// advice says what a person would do about a zone.
func advice(given, truth []string, confidence float64) string {
	g, t := tokens(strings.Join(given, " ")), tokens(strings.Join(truth, " "))
	have := map[string]bool{}
	for _, w := range g {
		have[w] = true
	}
	n := 0
	for _, w := range t {
		if have[w] {
			n++
		}
	}
	var out string
	switch {
	case len(g) == 0:
		out = "Nothing was found: label a page that has this zone, as the model knows none or none like it."
	case 10*n < 3*len(t):
		out = "Another place was taken: label this page or one like it, so that the model has seen both."
	case len(t) > len(g):
		out = "Part of it was left out: label a page with several entries or paragraphs."
	default:
		out = "More than it was taken: label a page on which what follows it is the same as here."
	}
	if confidence < sureFrom {
		out += fmt.Sprintf(" The zone's confidence, %.2f, says that it should be looked at.", confidence)
	}
	return out
}

const mostBlocks = 40 // that are shown of one page

// allBlocks returns the blocks of a page with the zones that they are in and should be in.
func allBlocks(a Article, found *label.Article) []shownBlock {
	const longest = 600 // bytes
	zoneOf := map[*html.Node]label.Label{}
	for _, z := range found.Zones {
		for _, n := range z.Nodes {
			for d := range n.Descendants() {
				zoneOf[d] = z.Label
			}
			zoneOf[n] = z.Label
		}
	}
	var all []shownBlock
	var open *html.Node
	for n := range a.Root.Descendants() {
		text := strings.Join(strings.Fields(n.Data), " ")
		if n.Type != html.TextNode || text == "" || hides(n) {
			continue
		}
		if b := blockOf(n); b != open || len(all) == 0 {
			open = b
			all = append(all, shownBlock{})
		}
		last := &all[len(all)-1]
		last.Text = strings.TrimSpace(last.Text + " " + text)
		last.Given = cmp.Or(last.Given, zoneOf[n])
	}
	for i := range all {
		b := &all[i]
		b.Truth = truthOf(b.Text, a.Truth)
		b.GivenColour, b.TruthColour = colours[b.Given], colours[b.Truth]
		b.Text = b.Text[:min(len(b.Text), longest)]
	}
	return all
}

// shownBlocks returns the blocks of a page that are in a zone or should be, each with
// its neighbours.
func shownBlocks(a Article, found *label.Article) []shownBlock {
	const neighbours = 1
	all := allBlocks(a, found)
	near := 0
	var out []shownBlock
	for i := range all {
		b := &all[i]
		if b.Given != "" || b.Truth != "" {
			near = neighbours + 1
			if i > 0 && all[i-1].Given == "" && all[i-1].Truth == "" && (len(out) == 0 || out[len(out)-1].Text != all[i-1].Text) {
				all[i-1].Gap = i > 1
				out = append(out, all[i-1])
			}
		}
		if near > 0 {
			near--
			out = append(out, *b)
		}
	}
	return out[:min(len(out), mostBlocks)]
}

func hides(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if slices.Contains([]string{"script", "style", "noscript", "head", "template"}, n.Data) {
			return true
		}
	}
	return false
}

// blockOf returns the innermost element around a text that is no inline one.
func blockOf(n *html.Node) *html.Node {
	inline := []string{"a", "abbr", "b", "em", "font", "i", "small", "span", "strong", "sub", "sup", "u"}
	for n = n.Parent; n.Parent != nil && slices.Contains(inline, n.Data); n = n.Parent {
	}
	return n
}

// truthOf returns the label of a value that a block has, or that has the block.
func truthOf(text string, truth label.Values) label.Label {
	const fewest = 4 // words of a part of an abstract
	words := tokens(text)
	joined := " " + strings.Join(words, " ") + " "
	for _, l := range label.Labels() {
		for _, value := range valuesOf(truth, l) {
			want := " " + strings.Join(tokens(value), " ") + " "
			if strings.TrimSpace(want) == "" {
				continue
			}
			if strings.Contains(joined, want) && len(joined) < 4*len(want)+200 || len(words) >= fewest && strings.Contains(want, joined) {
				return l
			}
		}
	}
	return ""
}

var failurePage = template.Must(template.New("failures").Parse(`<!DOCTYPE html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>Zones that are wrong</title>
<style>
body{font:15px/1.45 sans-serif;color:#111;background:#fff;max-width:75em;margin:1em auto;padding:0 1em}
table{border-collapse:collapse;width:100%;margin:.5em 0 1em}
td,th{border:1px solid #999;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{background:#eee}
.tag{padding:1px 6px;white-space:nowrap}
.gap td{border-top:3px double #111}
li{margin:0}ul{margin:0;padding-left:1.2em}
section{border-top:2px solid #111;margin-top:2em}
</style>
<h1>Zones that are wrong</h1>
<p>{{if not .}}No page has a wrong zone.{{else}}{{len .}} {{if eq (len .) 1}}page has{{else}}pages have{{end}} a wrong zone. Of each: what was given beside the truth, what a person would do, and the page's blocks that are in a zone or should be.
A double line is where blocks are left out.{{end}}</p>
{{range .}}<section><h2>{{.Journal}}: <a href="{{.Journal}}/{{.ID}}.html">{{.ID}}</a></h2>
<table><tr><th>zone<th>given<th>truth<th>what a person would do</tr>
{{range .Zones}}<tr><td><span class=tag style="background:{{.Colour}}">{{.Label}}</span><br>{{printf "%.2f" .Confidence}}
<td><ul>{{range .Given}}<li>{{.}}{{else}}nothing{{end}}</ul><td><ul>{{range .Truth}}<li>{{.}}{{end}}</ul><td>{{.Advice}}</tr>
{{end}}</table>{{if .Next}}<p>The model asks for <b>{{.Next}}</b> to be labelled next.</p>{{end}}
<table><tr><th>given<th>block<th>truth</tr>
{{range .Blocks}}<tr class="{{if .Gap}}gap{{end}}"><td><span class=tag style="background:{{.GivenColour}}">{{.Given}}</span><td>{{.Text}}<td><span class=tag style="background:{{.TruthColour}}">{{.Truth}}</span></tr>
{{end}}</table></section>
{{end}}</html>
`))

// Report is a directory of pages with their zones coloured, and with what is wrong
// on them.
type Report struct {
	Dir      string // "" for none
	failures []failure
	asked    map[string]string // by journal
}

// Add writes a page. What is wrong on it is kept, with the page that the model asks for next.
func (r *Report) Add(j Journal, id string, a Article, found *label.Article, v Verdict, next func() (string, error)) error {
	if r.Dir == "" {
		return nil
	}
	if f, ok := failureOf(j.Name, id, a, found, v); ok {
		if r.asked[j.Name] == "" {
			asked, err := next()
			if err != nil {
				return err
			}
			r.asked = map[string]string{j.Name: asked}
		}
		f.Next = r.asked[j.Name]
		r.failures = append(r.failures, f)
	}
	return j.show(r.Dir, id, a.Root, found)
}

// WriteFailures writes failures.html.
func (r *Report) WriteFailures() error {
	if r.Dir == "" {
		return nil
	}
	if err := os.MkdirAll(r.Dir, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(r.Dir, "failures.html"))
	if err != nil {
		return err
	}
	return errors.Join(failurePage.Execute(f, r.failures), f.Close())
}
