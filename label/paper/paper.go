// Package paper labels article pages by the published method of D. X. Le and G. R.
// Thoma (Automated document labeling for web-based online medical journals, SCI
// 2003), as it is: [Rows] makes the level- and tag-patterns of the paper's Figure 2,
// [Learn] labels those of one page from the values of its zones, and [Label] matches
// those of others with them. It does not see classes and identifiers, and DIV, SPAN,
// A and LI are eliminated, so zones that differ only in these look the same to it.
// Package label sees these.
package paper

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Learn makes a template of one page in paper mode from the values of
// its zones: each text that is part of a value, or a value whole, gets its
// label. A value that isn't on the page is left out; with none at all the error
// wraps [ErrNothingLearnt].
func Learn(root *html.Node, v label.Values) (Template, error) {
	rows, err := Rows(root, "html4")
	if err != nil {
		return Template{}, err
	}
	t := Template{templateRows(rows)}
	found := false
	for i, l := range labelTexts(rows, v) {
		t.Rows[i].Label = l
		found = found || l != ""
	}
	if !found {
		return Template{}, fmt.Errorf("label: %w", label.ErrNothingLearnt)
	}
	return t, nil
}

// Bytes that a text which is only a part of a value must have: shorter ones, such
// as "we" or "Department", are on many places of a page.
const (
	minAbstractPart    = 21
	minAffiliationPart = 9
)

// labelTexts finds the texts of the values. The TITLE of the page, before BODY, is
// no zone.
func labelTexts(rows []Row, v label.Values) []label.Label {
	found := make([]label.Label, len(rows))
	titled := false
	for i, r := range rows {
		text := words.Normal(r.Text)
		switch {
		case r.Tag != "" || text == "":
		case !titled && text == words.Normal(v.Title):
			found[i], titled = label.Title, true
		case holds(v.Abstract, text) && len(text) >= minAbstractPart:
			found[i] = label.Abstract
		case slices.ContainsFunc(v.Affiliations, func(a string) bool { return len(text) >= minAffiliationPart && holds(a, text) }):
			found[i] = label.Affiliations
		case slices.ContainsFunc(v.Authors, func(a string) bool { return holds(r.Text, words.Normal(a)) }):
			found[i] = label.Authors
		}
	}
	texts := joinTexts(rows)
	values := map[label.Label][]string{
		label.Title: {v.Title}, label.Authors: v.Authors, label.Affiliations: v.Affiliations, label.Abstract: {v.Abstract},
	}
	for _, l := range label.Labels() {
		if l == label.Title && titled {
			continue
		}
		for _, value := range values[l] {
			for run := range texts.runs(value) {
				for _, i := range run {
					if found[i] == "" {
						found[i] = l
					}
				}
				if l == label.Title {
					break
				}
			}
		}
	}
	return found
}

// joinedTexts are the letters and digits of the texts of a page, one after
// another.
type joinedTexts struct {
	all  string
	rows []int       // of the texts that have any
	at   map[int]int // where the text of rows[i] begins in all: i; and len(all): len(rows)
}

func joinTexts(rows []Row) joinedTexts {
	var all strings.Builder
	j := joinedTexts{at: map[int]int{}}
	for i, r := range rows {
		if ws := words.Of(r.Text); r.Tag == "" && len(ws) > 0 {
			j.at[all.Len()] = len(j.rows)
			j.rows = append(j.rows, i)
			all.WriteString(strings.Join(ws, ""))
		}
	}
	j.at[all.Len()] = len(j.rows)
	j.all = all.String()
	return j
}

// runs returns the rows of each run of texts that is the value whole, spaces and
// punctuation apart: inline elements cut a word, as in H<sub>2</sub>O.
func (j joinedTexts) runs(value string) iter.Seq[[]int] {
	letters := words.Letters(value)
	return func(yield func([]int) bool) {
		for from := 0; letters != ""; {
			at := strings.Index(j.all[from:], letters)
			if at < 0 {
				return
			}
			at += from
			from = at + 1
			first, begins := j.at[at]
			last, ends := j.at[at+len(letters)]
			if begins && ends {
				if !yield(j.rows[first:last]) {
					return
				}
				from = at + len(letters)
			}
		}
	}
}

// holds reports whether a normalised text is part of another text.
func holds(whole, text string) bool {
	return text != "" && strings.Contains(" "+words.Normal(whole)+" ", " "+text+" ")
}

// Label labels a page in paper mode. A template whose document string
// equals the page's labels it directly; otherwise the page is aligned with
// each template, a row scoring 2 if both patterns agree and 1 if one does, and
// the best total wins, later templates before earlier ones. The confidence of a
// zone is the mean over its rows of 1 or 0.5 for 2 or 1 patterns that agree.
// The cost is the product of the rows of page and templates.
func Label(root *html.Node, templates []Template) (*label.Article, error) {
	tree := page.Of(root)
	rows, nodes, err := rowsOf(tree, "html4")
	if err != nil {
		return nil, err
	}
	unlabelled := templateRows(rows)
	var best alignment
	for i := range templates {
		m, err := alignTemplate(unlabelled, templates[i].Rows)
		if err != nil {
			return nil, err
		}
		if m.total >= best.total {
			best = m
		}
	}
	p, err := layout.New(tree)
	if err != nil {
		return nil, err
	}
	blocks := p.Blocks()
	return best.article(rows, func(i int) (block int, visible bool) { return blockOf(p, blocks, nodes[i]) }), nil
}

// blockOf returns the block of a text, false if it is not visible.
func blockOf(p *layout.Page, blocks map[int32]int, text int32) (block int, visible bool) {
	for n := text; n != page.None; n = p.Nodes[n].Parent {
		if block, visible = blocks[n]; visible {
			break
		}
	}
	return block, visible
}

func (m alignment) article(rows []Row, blockOf func(row int) (int, bool)) *label.Article {
	a := &label.Article{}
	for _, l := range label.Labels() {
		z := label.Zone{Label: l, Source: "template", First: -1, Last: -1}
		var parts []string
		for i, got := range m.labels {
			if got != l {
				continue
			}
			if block, visible := blockOf(i); visible {
				if z.First < 0 {
					z.First = block
				}
				z.Last = block
			}
			z.Nodes = append(z.Nodes, rows[i].Node)
			z.Confidence += float64(m.agree[i]) / 2
			parts = append(parts, rows[i].Text)
		}
		if parts == nil {
			continue
		}
		z.Confidence /= float64(len(parts))
		z.Text = strings.Join(parts, " ")
		switch l {
		case label.Authors:
			z.Items = people.Split(strings.Join(parts, ", "), true)
			for _, name := range z.Items {
				a.Authors = append(a.Authors, label.Author{Name: name})
			}
		case label.Affiliations:
			z.Items = parts
		}
		a.Zones = append(a.Zones, z)
		a.Fit += z.Confidence / float64(len(label.Labels()))
	}
	return a
}
