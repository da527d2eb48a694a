package bartree_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

// places returns where a template changed, as one line.
func places(c bartree.Change) string {
	var where []string
	for _, s := range c.Where {
		where = append(where, s.String())
	}
	return strings.Join(where, "; ")
}

// TestJudgeRules has the fewest pages for each rule by which pages still have a
// template or not: the state, the score, the likeness and the places.
func TestJudgeRules(t *testing.T) {
	const (
		four  = "<div class=a><p>x</p></div><ul><li>y</li></ul> | <div class=a><p>x</p></div><ul><li>y</li></ul> | <div class=a><p>x</p></div><ul><li>y</li></ul> | <div class=a><p>x</p></div><ul><li>y</li></ul>"
		three = "<div class=a><p>x</p></div><ul><li>y</li></ul> | <div class=a><p>x</p></div><ul><li>y</li></ul> | <div class=a><p>x</p></div><ul><li>y</li></ul>"
		vary  = "<div class=a></div><i class=b></i><s class=c></s> | <div class=a></div><i class=b></i><s class=c></s> | <div class=a></div><i class=b></i> | <div class=a></div><s class=c></s>"
		share = "<div class=a><p>x</p></div><ul><li>y</li></ul><u class=d></u>"
		rows3 = "{6 <li class=r><b class=n>x</b></li>} | {7 <li class=r><b class=n>x</b></li>} | {8 <li class=r><b class=n>x</b></li>}"
		rows  = "{7 <li class=r><b class=n>x</b></li>} | {6 <li class=r><b class=n>x</b></li>} | {7 <li class=r><b class=n>x</b></li>} | {8 <li class=r><b class=n>x</b></li>}"
		few   = "{4 <li class=r><b class=n>x</b></li>} | {4 <li class=r><b class=n>x</b></li>} | {4 <li class=r><b class=n>x</b></li>} | {4 <li class=r><b class=n>x</b></li>}"
	)
	for _, tt := range []struct{ rule, learn, judge, want string }{
		{"the same", four, "<div class=a><p>x</p></div><ul><li>y</li></ul>", "same 0.500 1.000 "},
		{"another class", four, "<div class=b><p>x</p></div><ul><li>y</li></ul>", "changed 2.986 1.000 removed * > div.a; inserted * > div.b"},
		{"a class less", four, "<div><p>x</p></div><ul><li>y</li></ul>", "changed 2.986 1.000 removed * > div.a; inserted * > div"},
		{"an element less", four, "<div class=a><p>x</p></div>", "drift 0.700 0.714 "},
		{"an element more", four, "<div class=a><p>x</p></div><ul><li>y</li></ul><table class=t></table>", "content 0.597 0.875 "},
		{"two elements more", four, "<div class=a><p>x</p></div><ul><li>y</li></ul><table class=t></table><form class=f></form>", "changed 1.015 0.778 inserted * > table.t; inserted * > form.f"},
		{"an element more inside one more is one", four, "<div class=a><p>x</p></div><ul><li>y</li></ul><table class=t><tr class=u><td class=v>z</table>", "drift 0.786 0.636 "},
		{"elements less inside one less are one", "<div class=a><div class=b><div class=c></div></div></div> | <div class=a><div class=b><div class=c></div></div></div> | <div class=a><div class=b><div class=c></div></div></div> | <div class=a><div class=b><div class=c></div></div></div>", "<div class=a></div>", "drift 0.750 0.667 "},
		{"less than half of the likeness is a redesign", four, "<section><p>x</p></section>", "redesign 3.091 0.333 removed * > div.a; removed * > ul; inserted * > section"},
		{"nothing of the template", four, "<table><tr><td>x</table>", "redesign 1.833 0.273 removed * > div.a; removed * > ul; inserted * > table"},
		{"what only some have may lack", vary, "<div class=a></div>", "same 0.625 0.667 "},
		{"what none had where they vary", vary, "<div class=a></div><u class=d></u>", "drift 0.729 0.571 "},
		{"what none had where they do not", four, "<div class=a></div><ul><li>y</li></ul><u class=d></u>", "content 0.747 0.750 "},
		{"one learned page", "<div class=a></div><ul class=b></ul>", "<div class=c></div><ul class=b></ul>", "unknown 0.125 1.000 "},
		{"one learned page knows no redesign above 0.125", "<div class=a></div><ul class=b></ul>", "<form><table><tr><td></table></form>", "unknown 0.417 0.300 "},
		{"two pages with the same change", four, "<div class=a><p>x</p></div><ul><li>y</li></ul><u class=d></u> | <div class=a><p>x</p></div><ul><li>y</li></ul><u class=d></u>", "changed 1.015 0.875 inserted * > u.d"},
		{"two pages with two changes", four, "<div class=a><p>x</p></div><ul><li>y</li></ul><u class=d></u> | <div class=a><p>x</p></div><ul><li>y</li></ul><s class=e></s>", "content 0.597 0.875 "},
		{"the median of three", four, "<div class=a><p>x</p></div><ul><li>y</li></ul> | <div class=a><p>x</p></div><ul><li>y</li></ul> | <u class=d></u>", "same 0.500 1.000 "},
		{"two of three are otherwise", four, "<div class=a><p>x</p></div><ul><li>y</li></ul> | <u class=d></u> | <u class=d></u>", "redesign 1.333 0.375 removed * > div.a; removed * > ul; inserted * > u.d"},
		{"part of each record less", rows, "{6 <li class=r></li>}", "changed 1.134 0.800 removed * > li.r > b.n"},
		{"part of each record more", rows, "{6 <li class=r><b class=n>x</b><i class=m></i></li>}", "changed 1.134 0.833 inserted * > li.r > i.m"},
		{"part of most records more", rows, "{6 <li class=r><b class=n>x</b><i class=m></i></li>}<li class=r><b class=n>x</b></li>", "changed 1.134 0.833 inserted * > li.r > i.m"},
		{"part of few records more", rows, "{3 <li class=r><b class=n>x</b><i class=m></i></li>}{4 <li class=r><b class=n>x</b></li>}", "content 0.600 0.833 "},
		{"four records are none", few, "{4 <li class=r></li>}", "content 0.625 0.800 "},
		{"four records of a page are none", rows, "{4 <li class=r></li>}", "content 0.625 0.800 "},
		{"a record less", rows, "{5 <li class=r><b class=n>x</b></li>}", "same 0.500 1.000 "},
		{"three learned pages: the same", three, "<div class=a><p>x</p></div><ul><li>y</li></ul>", "same 0.250 1.000 "},
		{"three learned pages: an element more", three, "<div class=a><p>x</p></div><ul><li>y</li></ul><table class=t></table>", "unknown 0.286 0.875 "},
		{"three learned pages: another class", three, "<div class=b><p>x</p></div><ul><li>y</li></ul>", "unknown 0.250 1.000 "},
		{"three learned pages: nothing of the template", three, "<div><div><dl><dt></dl></div></div><table><tr><td>x<form><b><em></em></b></form></table>", "redesign 1.062 0.235 removed * > div.a; removed * > ul; inserted * > div; inserted * > table"},
		{"three learned pages: part of each of their records less", rows3, "{6 <li class=r></li>}", "changed 1.045 0.800 removed * > li.r > b.n"},
		{"three learned pages: four with the same element more are not enough", three, strings.Repeat(share+" | ", 3) + share, "unknown 0.286 0.875 "},
		{"three learned pages: five with the same element more", three, strings.Repeat(share+" | ", 4) + share, "changed 1.120 0.875 inserted * > u.d"},
		{"three learned pages: six of which one has it not", three, strings.Repeat(share+" | ", 5) + "<div class=a><p>x</p></div><ul><li>y</li></ul>", "unknown 0.286 0.875 "},
		{"nine elements less", "<i class=a></i><i class=b></i><i class=c></i><i class=d></i><i class=e></i><i class=f></i><i class=g></i><i class=h></i><i class=j></i><p></p> | <i class=a></i><i class=b></i><i class=c></i><i class=d></i><i class=e></i><i class=f></i><i class=g></i><i class=h></i><i class=j></i><p></p> | <i class=a></i><i class=b></i><i class=c></i><i class=d></i><i class=e></i><i class=f></i><i class=g></i><i class=h></i><i class=j></i><p></p> | <i class=a></i><i class=b></i><i class=c></i><i class=d></i><i class=e></i><i class=f></i><i class=g></i><i class=h></i><i class=j></i><p></p>", "<p></p>", "changed 2.534 0.800 removed * > i.a; removed * > i.b; removed * > i.c; removed * > i.d; removed * > i.e; removed * > i.f; removed * > i.g; removed * > i.h"},
		{"nine elements more", "<p></p> | <p></p> | <p></p> | <p></p>", "<p></p><i class=a></i><i class=b></i><i class=c></i><i class=d></i><i class=e></i><i class=f></i><i class=g></i><i class=h></i><i class=j></i>", "changed 2.534 0.800 inserted * > i.a; inserted * > i.b; inserted * > i.c; inserted * > i.d; inserted * > i.e; inserted * > i.f; inserted * > i.g; inserted * > i.h"},
		{"drift", "<p></p><h1></h1><h2></h2><h3></h3><ul><li></li></ul> | <p></p><h1></h1><h2></h2><h3></h3><dl><dt></dt></dl> | <p></p><h1></h1><h2></h2><h3></h3><ul><li></li></ul> | <p></p><h1></h1><h2></h2><h3></h3><dl><dt></dt></dl>", "<p></p><h1></h1><h2></h2><table></table><hr>", "drift 0.886 0.462 "},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			template, err := bartree.Learn(markuptest.Bodies(tt.learn)...)
			if err != nil {
				t.Fatal(err)
			}
			c, err := template.Judge(markuptest.Bodies(tt.judge)...)
			if err != nil {
				t.Fatal(err)
			}
			where := strings.ReplaceAll(places(c), "html > body", "*")
			if got := fmt.Sprintf("%s %.3f %.3f %s", c.State, c.Score, c.Likeness, where); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCompareRules has two trees for each variable in which trees can differ.
func TestCompareRules(t *testing.T) {
	const base = "<div class=a><p>Here.</p></div>"
	for _, tt := range []struct{ rule, page, want string }{
		{"nothing", "<div class=a><p>Here.</p></div>", "{Depth:false Total:false Parallel:false Path:false Upper:false Lower:false Delta:false} case 1"},
		{"a class on the path", "<div class=b><p>Here.</p></div>", "{Depth:false Total:false Parallel:false Path:true Upper:false Lower:false Delta:false} case 1"},
		{"a name on the path", "<section class=a><p>Here.</p></section>", "{Depth:false Total:false Parallel:false Path:true Upper:false Lower:false Delta:false} case 1"},
		{"one more beside the last", "<div class=a><p>Here.</p><p></p></div>", "{Depth:false Total:false Parallel:true Path:false Upper:false Lower:false Delta:false} case 0"},
		{"one more beside its parent", "<div class=a><p>Here.</p></div><p></p>", "{Depth:false Total:true Parallel:true Path:false Upper:false Lower:false Delta:false} case 0"},
		{"one less deep", "<p>Here.</p>", "{Depth:true Total:true Parallel:true Path:true Upper:true Lower:true Delta:false} case 2"},
		{"one deeper", "<div class=a><div><p>Here.</p></div></div>", "{Depth:true Total:true Parallel:true Path:true Upper:true Lower:true Delta:false} case 2"},
		{"open above", "<table><tr><td>a<td><div class=a><p>Here.</p></div>", "{Depth:true Total:true Parallel:true Path:true Upper:true Lower:false Delta:true} case 3"},
		{"closed below", "<div class=a><p>Here.</p></div></div>", "{Depth:false Total:false Parallel:false Path:false Upper:false Lower:true Delta:true} case 3"},
		{"both differently", "<table><tr><td><div class=a><p>Here.</p></div></table>", "{Depth:true Total:true Parallel:true Path:true Upper:true Lower:true Delta:true} case 4"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			d := compareTrees(t, markuptest.Bodies(base)[0], markuptest.Bodies(tt.page)[0], "Here.")
			if got := fmt.Sprintf("%+v case %d", d, d.Case()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A template that was not learned judges nothing, has no region and is not written.
func TestTemplateNotLearned(t *testing.T) {
	for _, template := range []*bartree.Template{nil, {}} {
		c, judge := template.Judge([]byte("<p>x"))
		if c.State != bartree.StateUnknown || c.Score != 0 {
			t.Errorf("%+v", c)
		}
		_, write := template.WriteTo(io.Discard)
		_, locate := template.Locate([]byte("<p>x"))
		for i, err := range []error{judge, write, locate, template.Mark("x", []byte("<p>x"))} {
			if err == nil || !strings.Contains(err.Error(), "not learned") {
				t.Errorf("%d: %v, want an error", i, err)
			}
		}
	}
}

// TestStateNames: each state has its name.
func TestStateNames(t *testing.T) {
	states := []bartree.State{bartree.StateUnknown, bartree.StateSame, bartree.StateContent, bartree.StateDrift, bartree.StateOther, bartree.StateChanged, bartree.StateRedesign, 9}
	if got, want := fmt.Sprint(states), "[unknown same content drift other changed redesign State(9)]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
