package label_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label"
)

// TestScoreRules has one page for each rule by which a place is compared with a
// pattern: the text of the best place and its confidence, which the weights of
// the parts make.
func TestScoreRules(t *testing.T) {
	const (
		title = `"steps":[{"tag":"div","marks":[".a"]},{"tag":"p","marks":[".t"]}]`
		bare  = `"steps":[{"tag":"div"},{"tag":"p"}]`
		open  = `"steps":[{"tag":"div","open":true},{"tag":"p","marks":[".t",".u"],"open":true}]`
		any   = `"steps":[{"tag":"*"},{"tag":"*","marks":[".t"]}]`
		deep  = `"steps":[{"tag":"div"},{"tag":"div"},{"tag":"div"},{"tag":"div"},{"tag":"p","marks":[".t"]}]`
	)
	for _, tt := range []struct{ rule, fields, page, want string }{
		{"all agrees", title, "<div class=a><p class=t>one</p></div>", "one 1.000 false"},
		{"another mark above", title, "<div class=b><p class=t>one</p></div>", "one 0.803 false"},
		{"another name above", title, "<p class=t>one</p>", "one 0.738 false"},
		{"no marks above", title, "<div><p class=t>one</p></div>", "one 0.803 false"},
		{"one mark more above", title, "<div class='a x'><p class=t>one</p></div>", "one 0.967 false"},
		{"two marks more above", title, "<div class='a x y'><p class=t>one</p></div>", "one 0.944 false"},
		{"one mark more", title, "<div class=a><p class='t x'>one</p></div>", "one 0.918 false"},
		{"another element with the mark", title, "<div class=a><h2 class=t>one</h2></div>", "one 0.836 false"},
		{"another element without it", title, "<div class=a><h2>one</h2></div>", " 0.000 true"},
		{"another mark", title, "<div class=a><p class=u>one</p></div>", " 0.000 true"},
		{"no mark", title, "<div class=a><p>one</p></div>", " 0.000 true"},
		{"an empty place is none", title, "<div class=a><p class=t></p></div>", " 0.000 true"},
		{"exact marks before like ones", title, "<div class=a><p class='t x'>one</p></div><div class=b><p class=t>two</p></div>", "two 0.803 false"},
		{"the first of equals is less certain", title, "<div class=a><p class=t>one</p><p class=t>two</p></div>", "one 0.800 false"},
		{"a lead of a tenth is certain", title, "<div class=a><p class=t>one</p></div><div class=b><p class=t>two</p></div>", "one 1.000 false"},
		{"no marks where the pattern has none", bare, "<div><p>one</p></div>", "one 1.000 false"},
		{"marks where the pattern has none", bare, "<div><p class=x>one</p></div>", "one 0.665 true"},
		{"marks above where the pattern has none", bare, "<div class=x><p>one</p></div>", "one 0.866 false"},
		{"open marks", open, "<div class=x><p class='t u v w'>one</p></div>", "one 1.000 false"},
		{"half of open marks", open, "<div><p class='t'>one</p></div>", "one 0.694 true"},
		{"any element", any, "<div><h3 class=t>one</h3></div>", "one 1.000 false"},
		{"four steps", deep, "<div><div><div><div><p class=t>one</p></div></div></div></div>", "one 1.000 false"},
		{"a fifth step counts nothing", deep, "<section><div><div><div><p class=t>one</p></div></div></div></section>", "one 1.000 false"},
		{"a fourth step counts a little", deep, "<div><section><div><div><p class=t>one</p></div></div></section></div>", "one 0.989 false"},
		{"more steps than the page", `"steps":[{"tag":"u"},{"tag":"html"},{"tag":"body"},{"tag":"p","marks":[".t"]}]`, "<p class=t>one</p>", "one 0.957 false"},
		{"a level within", title + `,"levels":[4,4]`, "<div class=a><p class=t>one</p></div>", "one 1.000 false"},
		{"a level above", title + `,"levels":[5,6]`, "<div class=a><p class=t>one</p></div>", "one 0.918 false"},
		{"a level below", title + `,"levels":[1,3]`, "<div class=a><p class=t>one</p></div>", "one 0.918 false"},
		{"the words before", title + `,"pages":2,"before":"new beans"`, "<h3>New Beans</h3><div class=a><p class=t>one</p></div>", "one 1.000 false"},
		{"other words before", title + `,"pages":2,"before":"new beans"`, "<h3>Old Beans</h3><div class=a><p class=t>one</p></div>", "one 0.753 false"},
		{"other words before, of one page", title + `,"before":"new beans"`, "<h3>Old Beans</h3><div class=a><p class=t>one</p></div>", "one 0.859 false"},
		{"five words before", title + `,"pages":2,"before":"a b c d e"`, "<h3>A b c d e</h3><div class=a><p class=t>one</p></div>", "one 1.000 false"},
		{"six words before are none", title + `,"pages":2,"before":"a b c d e f"`, "<h3>A b c d e f</h3><div class=a><p class=t>one</p></div>", "one 0.753 false"},
		{"digits before are no words", title + `,"pages":2,"before":"new"`, "<h3>New 12</h3><div class=a><p class=t>one</p></div>", "one 1.000 false"},
		{"a long row before is none", title + `,"pages":2,"before":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"`, "<h3>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</h3><div class=a><p class=t>one</p></div>", "one 0.753 false"},
		{"empty elements before", title + `,"pages":2,"before":"new beans"`, "<h3>New Beans</h3><p></p><i></i><div class=a><p class=t>one</p></div>", "one 1.000 false"},
		{"words that open", title + `,"opens":"new bean"`, "<div class=a><p class=t>New Beans: one</p></div>", "one 1.000 false"},
		{"other words that open", title + `,"opens":"new bean"`, "<div class=a><p class=t>Old Beans: one</p></div>", "Old Beans: one 0.670 true"},
		{"the second of its kind", title + `,"pages":2,"ordinal":1`, "<div class=a><p class=t>one</p><p class=t>two</p></div>", "two 1.000 false"},
		{"not the second of its kind", title + `,"pages":2,"ordinal":1`, "<div class=a><p class=t>one</p></div>", "one 0.891 false"},
		{"not the second, of one page", title + `,"ordinal":1`, "<div class=a><p class=t>one</p></div>", "one 0.942 false"},
		{"a place of other marks has no number", title + `,"pages":2,"ordinal":1`, "<div class=a><p class='t x'>one</p></div>", "one 0.918 false"},
		{"rooted", `"rooted":true,"steps":[{"tag":"html"},{"tag":"body"},{"tag":"p","marks":[".t"]}]`, "<p class=t>one</p>", "one 1.000 false"},
		{"rooted elsewhere", `"rooted":true,"steps":[{"tag":"html"},{"tag":"body"},{"tag":"p","marks":[".t"]}]`, "<div><p class=t>one</p></div>", "one 0.768 false"},
		{"text beside blocks", `"steps":[{"tag":"div","marks":[".a"]},{"tag":"#text"}]`, "<div class=a>one<p>two</p></div>", "one 1.000 false"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			a := mustLabel(t, modelOf(t, label.Title, tt.fields), parse(t, []byte(tt.page)))
			z, _ := a.Zone(label.Title)
			if got := fmt.Sprintf("%s %.3f %v", z.Text, z.Confidence, a.Changed); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestRunRules has one page for each rule of which elements after the first
// belong to a zone: the names of authors that are read.
func TestRunRules(t *testing.T) {
	const (
		one      = `"steps":[{"tag":"p","marks":[".t"]}]`
		bare     = `"steps":[{"tag":"div","marks":[".a"]},{"tag":"p"}]`
		extends  = one + `,"extends":true`
		siblings = one + `,"siblings":[{"tag":"i"}]`
	)
	for _, tt := range []struct{ rule, fields, page, want string }{
		{"one element", one, "<p class=t>Ada Bean</p><p class=t>Bert Pea</p>", "Ada Bean"},
		{"more of its kind", extends, "<p class=t>Ada Bean</p><p class=t>Bert Pea</p>", "Ada Bean; Bert Pea"},
		{"an element of another kind ends it", extends, "<p class=t>Ada Bean</p><p>Carl Oat</p><p>Dora Rye</p><p class=t>Bert Pea</p>", "Ada Bean"},
		{"a separator of four bytes", bare + `,"extends":true`, "<div class=a><p>Ada Bean</p><div>, &amp;</div><p>Bert Pea</p></div>", "Ada Bean; Bert Pea"},
		{"a separator of five bytes", bare + `,"extends":true`, "<div class=a><p>Ada Bean</p><div>, and</div><p>Bert Pea</p></div>", "Ada Bean"},
		{"an empty element between", bare + `,"extends":true`, "<div class=a><p>Ada Bean</p><div></div><p>Bert Pea</p></div>", "Ada Bean; Bert Pea"},
		{"siblings do not extend it", siblings, "<p class=t>Ada Bean</p><div>Carl Oat</div><div>Dora Rye</div>", "Ada Bean"},
		{"siblings in a row", `"steps":[{"tag":"u","marks":[".t"]}],"siblings":[{"tag":"i"}]`, "<p><u class=t>Ada Bean</u><i>, Bert Pea</i><i>, Carl Oat</i></p>", "Ada Bean; Bert Pea; Carl Oat"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := zoneOf(t, label.Authors, tt.fields, tt.page); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestKindRules has one text for each rule of what a zone cannot be, or hardly:
// its confidence where it stands in the place of its pattern.
func TestKindRules(t *testing.T) {
	words := func(n int) string { return "A" + strings.Repeat(" b", n-1) }
	const few, many = `,"words":[16,16]`, `,"words":[2,2]`
	for _, tt := range []struct {
		rule   string
		zone   label.Label
		fields string
		text   string
		want   string
	}{
		{"a title", label.Title, "", words(3), "1.00"},
		{"a title of 80 words", label.Title, "", words(80), "1.00"},
		{"a title of 81 words", label.Title, "", words(81), "0.00"},
		{"a title without letters", label.Title, "", "12 34", "0.00"},
		{"a title that heads an abstract", label.Title, "", "Abstract", "0.00"},
		{"a title of two such words", label.Title, "", "Abstract Summary", "0.00"},
		{"a title of three", label.Title, "", "Abstract Summary Abstract", "1.00"},
		{"a title an eighth as long", label.Title, few, words(2), "1.00"},
		{"a shorter title", label.Title, few, words(1), "0.60"},
		{"a title eight times as long as many are", label.Title, many, words(64), "1.00"},
		{"a longer title", label.Title, many, words(65), "0.60"},
		{"names eight times as long, each", label.Authors, `,"words":[1,1]`, "A B C D E F G H, I J K L M N O P", "1.00"},
		{"names", label.Authors, "", "Ada Bean, Bert Pea", "1.00"},
		{"no names", label.Authors, "", "12", "0.00"},
		{"affiliations", label.Affiliations, "", "School of Peas", "1.00"},
		{"an affiliation of one word", label.Affiliations, "", "Helsinki", "0.60"},
		{"an affiliation without capitals", label.Affiliations, "", "school of peas", "0.60"},
		{"no affiliation", label.Affiliations, "", "x", "0.00"},
		{"an abstract of 12 words", label.Abstract, "", words(12), "1.00"},
		{"an abstract of 11", label.Abstract, "", words(11), "0.00"},
		{"an abstract an eighth as long", label.Abstract, `,"words":[96,96]`, words(12), "1.00"},
		{"a shorter abstract", label.Abstract, `,"words":[97,97]`, words(12), "0.60"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			a := mustLabel(t, modelOf(t, tt.zone, `"steps":[{"tag":"p","marks":[".t"]}]`+tt.fields), parse(t, []byte("<p class=t>"+tt.text)))
			z, _ := a.Zone(tt.zone)
			if got := fmt.Sprintf("%.2f", z.Confidence); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

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
