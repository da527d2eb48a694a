package label_test

import (
	"fmt"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// TestLayoutRules has one page for each rule of how a page is laid out in rows:
// the rows of the element with the mark, and its text.
func TestLayoutRules(t *testing.T) {
	for _, tt := range []struct{ rule, page, want string }{
		{"a block starts a row", "<p>a</p><p class=t>b</p>", "1-1 b"},
		{"inline elements do not", "<p>a <b class=t>b</b> c</p>", "0-0 b"},
		{"the end of a block starts a row", "<p>a</p><b class=t>b</b>", "1-1 b"},
		{"a line break", "<p>a<br><b class=t>b</b></p>", "1-1 b"},
		{"two line breaks are one", "<p>a<br><br><b class=t>b</b></p>", "1-1 b"},
		{"blank rows are none", "<p> </p><p class=t>b</p>", "0-0 b"},
		{"a no-break space is blank", "<p>\u00a0</p><p class=t>b</p>", "0-0 b"},
		{"hidden elements are none", "<script>a</script><style>a</style><p class=t>b</p>", "0-0 b"},
		{"elements with the attribute hidden are none", "<p hidden>a</p><p class=t>b<span hidden>c</span></p>", "0-0 b"},
		{"but for those that are found by search", "<p hidden=Until-Found>a</p><p class=t>b</p>", "1-1 b"},
		{"a template is none", "<template><p>a</p></template><p class=t>b</p>", "0-0 b"},
		{"the title of the page is none", "<head><title>a</title></head><p class=t>b</p>", "0-0 b"},
		{"the title of a picture is none", "<svg><title>a</title></svg><p class=t>b</p>", "0-0 b"},
		{"comments are none", "<!-- a --><p class=t>b</p>", "0-0 b"},
		{"two rows of an element", "<div class=t><p>a</p><p>b</p></div>", "0-1 a b"},
		{"a line break inside", "<p class=t>a<br>b</p>", "0-1 a b"},
		{"text beside a block", "<div class=t>a<p>b</p>c</div>", "0-2 a b c"},
		{"an inline element around a block", "<p>a</p><b class=t><div>b</div></b>c", "1-1 b"},
		{"around another one around a block, it starts none", "x<b class=t><i><div>b</div></i></b>c", "0-1 b"},
		{"cells are blocks", "<table><tr><td>a<td class=t>b</table>", "1-1 b"},
		{"items of a list are blocks", "<ul><li>a<li class=t>b</ul>", "1-1 b"},
		{"text of a button", "<p>a</p><button class=t>b</button>", "1-1 b"},
		{"white space is one", "<p class=t> a \n\t b </p>", "0-0 a b"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			tag := ""
			root := parse(t, []byte(tt.page))
			for n := range root.Descendants() {
				if n.Type == html.ElementNode && len(n.Attr) == 1 && n.Attr[0].Key == "class" {
					tag = n.Data
				}
			}
			a := mustLabel(t, modelOf(t, label.Title, fmt.Sprintf(`"steps":[{"tag":%q,"marks":[".t"]}]`, tag)), root)
			z, _ := a.Zone(label.Title)
			if got := fmt.Sprintf("%d-%d %s", z.First, z.Last, z.Text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
