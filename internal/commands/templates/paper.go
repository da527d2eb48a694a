package templates

import (
	"html"
	"regexp"
	"strings"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

var (
	heading = regexp.MustCompile(`(?is)<(h1|h2|title)\b[^>]*>(.*?)</(?:h1|h2|title)>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
)

// regionOf returns what a person would point at first: the text of a page's
// first h1, else its first h2, else its title.
func regionOf(page []byte) string {
	best, rank := "", 0
	for _, m := range heading.FindAllSubmatch(page[:min(len(page), 1<<20)], 50) {
		text := strings.TrimSpace(html.UnescapeString(tag.ReplaceAllString(string(m[2]), "")))
		r := map[string]int{"h1": 3, "h2": 2, "title": 1}[strings.ToLower(string(m[1]))]
		if text != "" && r > rank {
			best, rank = text, r
		}
	}
	return best
}

// judgePaper compares the paper's variables of the pages' headings: the
// template changed if for most pages no page of the first set has the same.
func judgePaper(a, b [][]byte) (state, where string, err error) {
	trees := treesOf(a)
	changed, seen := 0, 0
	for _, n := range treesOf(b) {
		seen++
		if d, differs := differsFromAll(trees, n); differs {
			changed++
			if where == "" {
				where = side(d)
			}
		}
	}
	if 2*changed > seen || seen == 0 {
		return "changed", where, nil
	}
	return "same", "", nil
}

// treesOf returns the bar trees of the pages whose heading is found.
func treesOf(pages [][]byte) []*paper.BarTree {
	var trees []*paper.BarTree
	for _, p := range pages {
		t, err := paper.Reverse(p, bartree.Region{Text: regionOf(p)}, nil)
		if err == nil {
			trees = append(trees, t)
		}
	}
	return trees
}

func differsFromAll(old []*paper.BarTree, n *paper.BarTree) (first paper.Difference, differs bool) {
	for i, o := range old {
		d := paper.Compare(o, n)
		if !d.Changed(paper.AllVariables) {
			return d, false
		}
		if i == 0 {
			first = d
		}
	}
	return first, true
}

// side is what the paper's delta says about the place of a change.
func side(d paper.Difference) string {
	switch {
	case d.Upper && d.Lower:
		return "upper and lower part"
	case d.Upper:
		return "upper part"
	case d.Lower:
		return "lower part"
	}
	return "both parts, balanced"
}
