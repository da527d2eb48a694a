package bartree_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
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
			tree, err := bartree.Reverse(bodies(learnt)[0], bartree.Region{Text: "One Two Here it is Four", Parts: map[string]string{"x": tt.part}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := bartree.Extract(bodies(tt.page)[0], tree)
			if got := fmt.Sprintf("%v %s %v", ok, r.Text, r.Parts); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
