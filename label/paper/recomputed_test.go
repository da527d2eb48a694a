package paper_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
)

// randomPage returns the source of a page.
func randomPage(r *rand.Rand) string {
	tags := strings.Fields("p div h1 h2 h3 table tr td b strong i font span ul li a center nobr section x-y script style textarea em address")
	var b strings.Builder
	var some func(depth int)
	some = func(depth int) {
		for range r.IntN(4) {
			if depth == 0 || r.IntN(3) == 0 {
				b.WriteString([]string{"Beans", " On  peas ", "\n", "&nbsp;", "<!-- note -->", "x &amp; y"}[r.IntN(6)])
				continue
			}
			tag := tags[r.IntN(len(tags))]
			b.WriteString("<" + tag + []string{"", ` size="-1"`, ` face="a" color="red"`}[r.IntN(3)] + ">")
			some(depth - 1)
			b.WriteString("</" + tag + ">")
		}
	}
	b.WriteString("<head><title>" + []string{"", "A page"}[r.IntN(2)] + "</title></head><body>")
	some(7)
	return b.String()
}

// eliminated are the tag names of step 5 (Le and Thoma 2003, section 4.2).
var eliminated = strings.Fields(`a acronym address applet area base basefont bdo bgsound blockquote button caption code col colgroup
	comment custom dd del dfn dir div dl dt embed fieldset form frame frameset iframe img input ins isindex label legend li link map
	marquee menu meta noframes noscript object ol optgroup option param plaintext q rt ruby samp script select span style tbody td
	textarea tfoot th thead tr ul var xml xmp`)

// rowsOfThePaper are the lines of Figure 2, made by the steps of section 4.2, one after another over
// the whole tree, and by section 4.3. An element is one of step 5 too if its name is of no
// HTML: the paper's CUSTOM. What is not displayed is no text.
func rowsOfThePaper(root *html.Node) string {
	var nodes []*html.Node // elements and texts, depth first
	for n := range root.Descendants() {
		if n.Type == html.ElementNode || n.Type == html.TextNode && !under(n, "script", "style", "textarea") {
			nodes = append(nodes, n)
		}
	}
	element := func(n *html.Node, names ...string) bool {
		return n.Type == html.ElementNode && slices.Contains(names, n.Data)
	}
	state := map[*html.Node]string{}
	for _, n := range nodes { // step 1
		state[n] = "in-process"
	}
	for _, n := range nodes { // step 2
		if element(n, "h1", "h2", "h3", "h4", "h5", "h6") || n.Type == html.TextNode && element(n.Parent, "h1", "h2", "h3", "h4", "h5", "h6") {
			state[n] = "available"
		}
	}
	for _, n := range nodes { // step 3
		if n.Type == html.ElementNode && state[n] == "in-process" && under(n, "table") {
			state[n] = "not-used"
		}
	}
	for _, n := range nodes { // step 4
		if n.Type == html.TextNode {
			state[n] = "available"
		}
	}
	for _, n := range nodes { // step 5
		if state[n] == "in-process" && (element(n, eliminated...) || strings.Contains(n.Data, "-")) {
			state[n] = "not-used"
		}
	}
	texts := map[*html.Node]bool{}
	for _, n := range nodes { // step 6
		if n.Type != html.TextNode {
			continue
		}
		if strings.TrimFunc(n.Data, unicode.IsSpace) == "" {
			state[n] = "not-used"
			continue
		}
		for up := n.Parent; up != nil; up = up.Parent {
			texts[up] = true
		}
	}
	for _, n := range nodes { // step 7
		if state[n] == "in-process" && !element(n, "html", "head", "title", "body") && !texts[n] {
			state[n] = "not-used"
		}
	}

	// Section 4.3: levels and tags are recorded until a text is encountered. In Figure 2 HTML,
	// HEAD and BODY have lines of their own, and the text of TITLE stands on its line.
	type line struct {
		levels, tags []string
		text         string
	}
	var lines []*line
	var last *html.Node // the element at the end of the latest line, nil after a text
	for _, n := range nodes {
		level := 1
		for up := n.Parent; up.Type == html.ElementNode; up = up.Parent {
			level++
		}
		switch {
		case state[n] == "not-used":
		case n.Type == html.TextNode && last != nil && n.Parent == last && last.Data == "title":
			lines[len(lines)-1].text, last = strings.Join(strings.Fields(n.Data), " "), nil
		case n.Type == html.TextNode:
			lines, last = append(lines, &line{levels: []string{fmt.Sprint(level)}, text: strings.Join(strings.Fields(n.Data), " ")}), nil
		default:
			if last == nil || element(last, "html", "head", "body") || !slices.Contains(slices.Collect(n.Ancestors()), last) {
				lines = append(lines, &line{})
			}
			tag := strings.ToUpper(n.Data)
			if tag == "FONT" {
				value := func(name string) string {
					for _, a := range n.Attr {
						if a.Key == name {
							return a.Val
						}
					}
					return ""
				}
				tag += "[" + value("face") + "," + value("color") + "," + value("size") + "]"
			}
			l := lines[len(lines)-1]
			l.levels, l.tags, last = append(l.levels, fmt.Sprint(level)), append(l.tags, tag), n
		}
	}
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%s|%s|%s\n", strings.Join(l.levels, "."), strings.Join(l.tags, "."), l.text)
	}
	return b.String()
}

// under says whether a node is in an element of some names.
func under(n *html.Node, names ...string) bool {
	for up := range n.Ancestors() {
		if slices.Contains(names, up.Data) {
			return true
		}
	}
	return false
}

func TestRowsEqualThePaper(t *testing.T) {
	for seed := range uint64(2000) {
		src := randomPage(rand.New(rand.NewPCG(seed, 1)))
		root := parse(t, []byte(src))
		if got, want := printRows(mustRows(t, root, "html4")), rowsOfThePaper(root); got != want {
			t.Fatalf("seed %d: %s\ngot\n%swant\n%s", seed, src, got, want)
		}
	}
}
