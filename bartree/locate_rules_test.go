package bartree_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

// TestVoteRules has one page for each rule of finding a region again whose path
// is gone: how it was found, by what share of the votes and with what lead, and
// its text.
func TestVoteRules(t *testing.T) {
	const (
		learnt  = `<div class=main><h3>Results here</h3><p class=abs id=one>Beans grow well in May.</p></div>`
		plain   = `<div><p>Beans grow well in May.</p></div>`
		wrapped = `<div class=page><dt class=head><a>Beans grow well in May.</a></dt><div><dt><a>Oats need wind in July.</a></dt></div></div>`
	)
	for _, tt := range []struct{ rule, learnt, page, want string }{
		{"the path is there", learnt, "<div class=main><h3>Results here</h3><p class=abs id=one>Peas need rain.</p></div>", "path 1.000 1.000 Peas need rain."},
		{"the text elsewhere", learnt, "<section><p>Beans grow well in May.</p></section>", "text 1.000 1.000 Beans grow well in May."},
		{"the text twice", learnt, "<section><p>Beans grow well in May.</p></section><section><p>Beans grow well in May.</p></section>", " 0.000 0.000 "},
		{"another class above", learnt, "<div class=page><h3>Results here</h3><p class=abs id=one>Peas need rain in June.</p></div>", "votes 0.825 0.825 Peas need rain in June."},
		{"another identifier", learnt, "<div class=page><h3>Results here</h3><p class=abs id=two>Peas need rain in June.</p></div>", "votes 0.677 0.677 Peas need rain in June."},
		{"another class, the same identifier", learnt, "<div class=main><h3>Results here</h3><p class=text id=one>Peas need rain in June.</p></div>", "votes 0.788 0.788 Peas need rain in June."},
		{"neither", learnt, "<div class=main><h3>Results here</h3><p class=text id=two>Peas need rain in June.</p></div>", "votes 0.714 0.714 Peas need rain in June."},
		{"another name", learnt, "<div class=main><h3>Results here</h3><div class=abs id=one>Peas need rain in June.</div></div>", "votes 0.825 0.825 Peas need rain in June."},
		{"a longer path", learnt, "<div class=main><div><h3>Results here</h3><p class=abs id=one>Peas need rain in June.</p></div></div>", "votes 0.808 0.808 Peas need rain in June."},
		{"other siblings", learnt, "<div class=page><h4>Results here</h4><p class=abs id=one>Peas need rain in June.</p><i>x</i></div>", "votes 0.775 0.775 Peas need rain in June."},
		{"other words before", learnt, "<div class=page><h3>Aims there</h3><p class=abs id=one>Peas need rain in June.</p></div>", "votes 0.725 0.725 Peas need rain in June."},
		{"part of the words before", learnt, "<div class=page><h3>Aims here</h3><p class=abs id=one>Peas need rain in June.</p></div>", "votes 0.748 0.748 Peas need rain in June."},
		{"farther down", learnt, "<div class=page><i>This is a long text before it that moves it down the page.</i><h3>Results here</h3><p class=abs id=one>Peas need rain in June.</p></div>", "votes 0.785 0.785 Peas need rain in June."},
		{"text of another shape", learnt, "<div class=page><h3>Results here</h3><p class=abs id=one>2004-05-06 12:30</p></div>", " 0.704 0.704 "},
		{"text of a far longer shape", learnt, "<div class=page><h3>Results here</h3><p class=abs id=one>Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. Peas need rain. </p></div>", " 0.715 0.715 "},
		{"text in capitals", learnt, "<div class=page><h3>Results here</h3><p class=abs id=one>PEAS NEED RAIN IN JUNE.</p></div>", " 0.736 0.736 "},
		{"two alike", learnt, "<div class=page><h3>Results here</h3><p class=abs id=one>Peas need rain in June.</p><p class=abs id=one>Oats need wind in July.</p></div>", "votes 0.820 0.153 Peas need rain in June."},
		{"an element and its wrapper", learnt, "<div class=page><h3>Results here</h3><div class=abs><p class=abs id=one>Peas need rain in June.</p></div></div>", "votes 0.808 0.808 Peas need rain in June."},
		{"nothing like it", learnt, "<section><i>Peas need rain in June.</i></section>", " 0.000 0.000 "},
		{"an empty element is none", learnt, "<div class=page><h3>Results here</h3><p class=abs id=one></p></div>", " 0.000 0.000 "},
		{"no class and nothing before", plain, "<section><div><p>Peas need rain in June.</p></div></section>", "votes 0.966 0.966 Peas need rain in June."},
		{"no class, another parent", plain, "<section><p>Peas need rain in June.</p></section>", " 0.000 0.000 "},
		{"no class, another name", plain, "<div><i>Peas need rain in June.</i></div>", " 0.000 0.000 "},
		{"a lead too small, other classes on one element of the path", wrapped, "<div class=page><dt class=big><a>Peas need rain in June.</a></dt><div><dt><a>Oats need wind in July.</a></dt></div></div>", "path 0.765 1.000 Peas need rain in June."},
		{"two elements that could be on it", wrapped, "<div class=page><dt class=big><a>Peas need rain in June.</a></dt><dt class=by><a>Oats need wind in July.</a></dt></div>", " 0.765 0.072 "},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			page := markuptest.Bodies(tt.learnt)[0]
			template, err := bartree.Learn(page)
			if err != nil {
				t.Fatal(err)
			}
			if err := template.Mark("Beans grow well in May.", page); err != nil {
				t.Fatal(err)
			}
			l, err := template.Locate(markuptest.Bodies(tt.page)[0])
			if err != nil && !isUncertain(err) {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%s %.3f %.3f %s", l.Found.How, l.Found.Confidence, l.Found.Margin, l.Found.Text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestSpotRules has one page for each rule of what a difference on the way to the
// region is called: the state and the places.
func TestSpotRules(t *testing.T) {
	const (
		learnt = `<div class=main><h3 class=head>Results</h3><ul class=nav><li>a<li>b</ul><div class=text><p class=abs>Beans grow well in May.</p></div><i class=foot>x</i></div>`
		other  = `<div class=main><h3 class=head>Aims</h3><ul class=nav><li>c</ul><div class=text><p class=abs>Peas need more rain.</p></div><i class=foot>y</i></div>`
	)
	for _, tt := range []struct{ rule, more, page, want string }{
		{"the same", "", "<div class=main><h3 class=head>Results</h3><ul class=nav><li>a<li>b</ul><div class=text><p class=abs>Beans grow well in May.</p></div><i class=foot>x</i></div>", "same "},
		{"other content", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a<li>b<li>c</ul><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "same "},
		{"an element above", other, "<div class=main><b class=new>n</b><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "changed inserted html > body > div.main > b.new (depth 4, upper)"},
		{"an element below", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i><b class=new>n</b></div>", "changed inserted html > body > div.main > b.new (depth 4, lower)"},
		{"an element of running text above", other, "<div class=main><b>n</b><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "content "},
		{"one twice that was once", other, "<div class=main><h3 class=head>Aims</h3><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "changed inserted html > body > div.main > h3.head (depth 4, upper)"},
		{"one less above", other, "<div class=main><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "changed removed html > body > div.main > h3.head (depth 4, upper)"},
		{"one less below", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div></div>", "changed removed html > body > div.main > i.foot (depth 4, lower)"},
		{"one less that not all had", "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>c</ul><div class=text><p class=abs>Peas need more rain.</p></div></div>", "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=text><p class=abs>Oats need wind.</p></div></div>", "same "},
		{"another order", other, "<div class=main><ul class=nav><li>a</ul><h3 class=head>Aims</h3><div class=text><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "changed reordered html > body > div.main > h3.head (depth 4, upper)"},
		{"wrapped", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=box><div class=text><p class=abs>Oats need wind.</p></div></div><i class=foot>z</i></div>", "changed wrapped html > body > div.main > div.box (depth 4, path)"},
		{"unwrapped", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><p class=abs>Oats need wind.</p><i class=foot>z</i></div>", "changed unwrapped html > body > div.main > div.text (depth 4, path)"},
		{"renamed", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><section class=text><p class=abs>Oats need wind.</p></section><i class=foot>z</i></div>", "changed renamed html > body > div.main > section.text (depth 4, path)"},
		{"another class", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><div class=body><p class=abs>Oats need wind.</p></div><i class=foot>z</i></div>", "changed renamed html > body > div.main > div.body (depth 4, path)"},
		{"another name and class at the place", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul><section class=body><p class=abs>Oats need wind.</p></section><i class=foot>z</i></div>", "changed renamed html > body > div.main > section.body (depth 4, path)"},
		{"removed", other, "<div class=main><h3 class=head>Aims</h3><ul class=nav><li>a</ul></div>", "changed removed html > body > div.main > div.text (depth 4, path)"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			pages := markuptest.Bodies(learnt)
			if tt.more != "" {
				pages = append(pages, markuptest.Bodies(tt.more+" | "+tt.more+" | "+tt.more)...)
			}
			template, err := bartree.Learn(pages...)
			if err != nil {
				t.Fatal(err)
			}
			if err := template.Mark("Beans grow well in May.", pages[0], pages[1:]...); err != nil {
				t.Fatal(err)
			}
			c, err := template.Judge(markuptest.Bodies(tt.page)...)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%s %s", c.State, places(c)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestBreakOpportunities: where a line may break there is no space in a text.
func TestBreakOpportunities(t *testing.T) {
	page := func(name string) []byte {
		return []byte(`<html><body><h1 class="name">` + name + `</h1><p>It waits.</p></body></html>`)
	}
	first := page("<span>on</span><wbr><span>Timeout</span>")
	template := learnIssues(t, first)
	if err := template.Mark("onTimeout", first); err != nil {
		t.Fatal(err)
	}
	l, err := template.Locate(page("<span>with</span><wbr><span>Context</span>"))
	if err != nil || l.Found.Text != "withContext" {
		t.Errorf("%q, %v", l.Found.Text, err)
	}
}
