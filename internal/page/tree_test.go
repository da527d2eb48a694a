package page

import (
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// TestBegin: what was begun is the beginning of the whole tree, its open elements apart, and read on is the whole.
func TestBegin(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<title>T</title><div hidden=""><p>one <b>two</b> three<i>four</i><p>five</div>
<script>not shown</script><ul><li>six<li>seven<br></ul>`))
	if err != nil {
		t.Fatal(err)
	}
	whole := Of(root)
	if !whole.Whole() || whole.More(math.MaxInt) {
		t.Error("a whole tree has more")
	}
	var p Page
	for text := range 40 {
		p.Begin(root, text)
		for more := true; more; more = p.More(3) {
			n := int32(len(p.Nodes))
			if p.Whole() != (int(n) == len(whole.Nodes)) {
				t.Fatalf("after %d of %d nodes Whole is %v", n, len(whole.Nodes), p.Whole())
			}
			for i := range p.Nodes {
				want := whole.Nodes[i]
				want.End = min(want.End, n)
				if p.Nodes[i] != want || p.DOMNode(int32(i)) != whole.DOMNode(int32(i)) {
					t.Fatalf("node %d of %d is %+v, want %+v", i, n, p.Nodes[i], want)
				}
			}
		}
		p.Forget()
	}
	div := slices.IndexFunc(whole.Nodes, func(n Node) bool { return n.Atom == atom.Div })
	if a := whole.Attributes(int32(div)); len(a) != 1 || a[0].Key != "hidden" {
		t.Errorf("attributes %v, want hidden", a)
	}
}

// TestUnread: of the elements that were begun, those that follow in them are seen up to the first that is refused.
func TestUnread(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<div>one<br><b>two</b><p>three<i>four</i></div><ul><li>five</ul><svg><title>six</title></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	var p Page
	p.Begin(root, 1)
	read := func(last atom.Atom) string {
		var out []string
		p.Unread(func(in int32, tag atom.Atom, below int) bool {
			if tag != 0 {
				out = append(out, strings.Repeat("-", below)+p.Nodes[in].Data+">"+tag.String())
			}
			return tag != last
		})
		return strings.Join(out, " ")
	}
	if got, want := read(atom.A), "-div>br -div>b -div>p --div>i -body>ul --body>li"; got != want {
		t.Errorf("all: %s, want %s", got, want)
	}
	if got, want := read(atom.P), "-div>br -div>b -div>p -body>ul --body>li"; got != want {
		t.Errorf("up to a paragraph: %s, want %s", got, want)
	}
	p.More(math.MaxInt)
	if got := read(atom.A); got != "" {
		t.Errorf("a whole tree: %s", got)
	}
}
