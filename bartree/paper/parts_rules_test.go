package paper_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

// TestPartRules has one page for each rule of reading a region and its part from
// another page.
func TestPartRules(t *testing.T) {
	const learnt = `<div class=a><h4>One</h4><p>Two</p><p>Here <b>it</b> is</p><p>Four</p></div>`
	for _, tt := range []struct{ rule, part, page, want string }{
		{"the second with its tags before", "Here it is", `<div class=a><h4>I</h4><p>II</p><p>This <b>is</b> it</p><p>IV</p></div>`, "true I II This is it IV map[x:This is it]"},
		{"running text does not part it", "Here it is", `<div class=a><h4>I</h4><p>II</p><p>This is <i>it</i></p><p>IV</p></div>`, "true I II This is it IV map[x:This is it]"},
		{"the first", "One", `<div class=a><h4>I</h4><p>II</p><p>III</p><p>IV</p></div>`, "true I II III IV map[x:I]"},
		{"the last", "Four", `<div class=a><h4>I</h4><p>II</p><p>III</p><p>IV</p></div>`, "true I II III IV map[x:IV]"},
		{"several pieces up to the tags behind", "Two Here it is Four", `<div class=a><h4>I</h4><p>II</p><p>III</p><p>IV</p></div>`, "true I II III IV map[x:II III IV]"},
		{"too few with those tags", "Four", `<div class=a><h4>I</h4><p>II</p></div>`, "true I II map[]"},
		{"no such tags", "One", `<div class=a></div>`, "true  map[]"},
		{"no such path", "One", `<div class=b><h4>I</h4></div>`, "false  map[]"},
		{"the region at its index", "One", `<div class=a><h4>I</h4></div><div class=a><h4>X</h4></div>`, "true I map[x:I]"},
		{"no page", "One", ``, "false  map[]"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			tree, err := paper.Reverse(markuptest.Bodies(learnt)[0], bartree.Region{Text: "One Two Here it is Four", Parts: map[string]string{"x": tt.part}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := paper.Extract(markuptest.Bodies(tt.page)[0], tree)
			if got := fmt.Sprintf("%v %s %v", ok, r.Text, r.Parts); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPartsOfWiderElements: a part is read again where nothing but its own text
// was meant: beside other text between the same tags, in a region that is not all
// of its element, and not where the same words stand inside other text.
func TestPartsOfWiderElements(t *testing.T) {
	for _, tt := range []struct{ rule, learnt, text, part, page, want string }{
		{"after a label", `<p>By: Ann, Bob</p><p>Text</p>`, "By: Ann, Bob Text", "Ann, Bob", `<p>By: Eve</p><p>More</p>`, "map[x:Eve]"},
		{"before a note", `<p>Ann (ed.)</p><p>Text</p>`, "Ann (ed.) Text", "Ann", `<p>Eve (ed.)</p><p>More</p>`, "map[x:Eve]"},
		{"without its label", `<p>By: Ann, Bob</p><p>Text</p>`, "By: Ann, Bob Text", "Ann, Bob", `<p>2011</p><p>More</p>`, "map[]"},
		{"nothing after its label", `<p>By: Ann, Bob</p><p>Text</p>`, "By: Ann, Bob Text", "Ann, Bob", `<p>By:</p><p>More</p>`, "map[]"},
		{"text before the region in its element", `<i>J</i><h4>One</h4><p>Two</p><p>Z</p>`, "One Two", "One", `<i>J</i><h4>I</h4><p>II</p><p>Z</p>`, "map[x:I]"},
		{"a running-text element is the region", `<h4>x</h4><b>One</b><h4>y</h4>`, "One", "One", `<h4>u</h4><b>I</b><h4>v</h4>`, "map[x:I]"},
		{"the whole text before words in another", `<h4>No oven</h4><p>oven</p>`, "No oven oven", "oven", `<h4>I</h4><p>II</p>`, "map[x:II]"},
		{"the tags behind are gone", `<h4>One</h4><p>Two</p><p>Three</p>`, "One Two Three", "One", `<h4>I</h4><div>II</div><div>III</div>`, "map[]"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			div := func(s string) []byte { return markuptest.Bodies("<div class=a>" + s + "</div>")[0] }
			tree, err := paper.Reverse(div(tt.learnt), bartree.Region{Text: tt.text, Parts: map[string]string{"x": tt.part}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, _ := paper.Extract(div(tt.page), tree)
			if got := fmt.Sprint(r.Parts); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
