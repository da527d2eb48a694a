package bartree_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// loaf renders a page of TestReplaced; what some pages have beside the region makes the
// template's own pages differ.
func loaf(title, box, beside string) []byte {
	return articlePage(styles, title, `<div class="body">`+box+`</div>`+beside)
}

// TestReplaced: an element of the frame is gone and what it held is in another one at its
// place. That tells another version, where pages of the template differ as much.
func TestReplaced(t *testing.T) {
	const old = `<div class="box"><h2>Dough</h2><ol><li>Knead.</li></ol></div>`
	titles := []string{"Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt"}
	pages := func(first string) [][]byte {
		out := [][]byte{loaf("Mills", first, `<div class="note"></div><div class="map"></div>`)}
		for _, title := range titles {
			out = append(out, loaf(title, old, ""))
		}
		return out
	}
	template := learnIssues(t, pages(old)...)
	for _, c := range []struct {
		name, box string
		alarm     bool
	}{
		{"as before", old, false},
		{"renamed", `<section><h2>Dough</h2><ol><li>Knead.</li></ol></section>`, true},
		{"of another class", `<div class="part"><h2>Dough</h2><ol><li>Knead.</li></ol></div>`, true},
		{"half of it", `<section><h2>Dough</h2><blockquote>Bake.</blockquote></section>`, true},
		{"with other contents", `<section><h3>Dough</h3><blockquote>Bake.</blockquote></section>`, false},
		{"gone", ``, false},
		{"one more", old + `<section><h2>Dough</h2><ol><li>Knead.</li></ol></section>`, false},
	} {
		got := judgePage(t, template, loaf("Bread", c.box, ""))
		if got.Alarm() != c.alarm {
			t.Errorf("%s: %s, score %.2f: %v", c.name, got.State, got.Score, got.Where)
		}
		if again := judgePage(t, modeltest.Reread(t, template), loaf("Bread", c.box, "")); again.State != got.State || again.Score != got.Score {
			t.Errorf("%s, from a file: %s, score %.2f", c.name, again.State, again.Score)
		}
	}
	// Where other constants are replaced on one of the learned pages, it says less.
	const asIs, other = `<div class="lead"><dl><dt>x</dt></dl></div>`, `<section class="top"><dl><dt>x</dt></dl></section>`
	var alike, varied [][]byte
	for i, title := range titles {
		alike = append(alike, loaf(title, old, asIs))
		if i == 0 {
			varied = append(varied, loaf(title, old, other))
		} else {
			varied = append(varied, loaf(title, old, asIs))
		}
	}
	renamed := loaf("Bread", `<section><h2>Dough</h2><ol><li>Knead.</li></ol></section>`, asIs)
	one, two := judgePage(t, learnIssues(t, alike...), renamed), judgePage(t, learnIssues(t, varied...), renamed)
	if 2*two.Score > one.Score {
		t.Errorf("score %.3f, without pages that differ %.3f", two.Score, one.Score)
	}
}

// TestReplacedIsOfNoOtherKind: a page with less references that is unlike the template is
// of another kind, but not if elements of the frame were replaced.
func TestReplacedIsOfNoOtherKind(t *testing.T) {
	const box = `<div class="box"><h2>Dough</h2><ol><li>Knead.</li></ol></div>`
	template := learnIssues(t, articlesOf(styles, box, "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt")...)
	head := strings.Replace(styles, `<script src="/js/site.js"></script>`, "", 1)
	page := strings.Replace(string(articlePage(head, "Bread", box)), `<div class="top">Mill</div>`, `<ul><li>Mill</li></ul>`, 1)
	if got := judgePage(t, template, []byte(page)); got.State != bartree.StateOther {
		t.Errorf("less references: %s, score %.2f", got.State, got.Score)
	}
	page = strings.NewReplacer(`<div class="box">`, `<section>`, `</ol></div>`, `</ol></section>`).Replace(page)
	if got := judgePage(t, template, []byte(page)); !got.Alarm() {
		t.Errorf("replaced: %s, score %.2f", got.State, got.Score)
	}
}

const oldPage = `<HTML><HEAD><TITLE>Loaves</TITLE></HEAD><BODY><CENTER><H1>Loaves</H1></CENTER><TABLE><TR><TD><FONT>Rise and fall.</FONT></TD></TR></TABLE></BODY></HTML>`

// TestOldPageAmongLearned: a page that is a redesign of the others, as one that was left
// from an earlier version, is of another kind, so that it hides no change.
func TestOldPageAmongLearned(t *testing.T) {
	pages := articlesOf(styles, "", "Rolls", "Crusts", "Flour", "Yeast", "Salt")
	template := learnIssues(t, append(pages, []byte(oldPage))...)
	if odd := template.Odd(); !slices.Equal(odd, []int{5}) {
		t.Fatalf("of another kind: %v", odd)
	}
	page := strings.Replace(string(articlePage(styles, "Bread", "")), `<div class="top">Mill</div>`, `<nav><a>Mill</a></nav>`, 1)
	if got := judgePage(t, template, []byte(strings.Replace(page, "old.css", "new.css", 1))); got.State != bartree.StateChanged {
		t.Errorf("%s, score %.2f", got.State, got.Score)
	}
}

// TestOtherKindOfAnotherVersion: a page like one of another kind is none of that kind if
// it lacks what the pages of both kinds have.
func TestOtherKindOfAnotherVersion(t *testing.T) {
	list := func(head, top string) []byte {
		var b strings.Builder
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			b.WriteString(`<ul class="` + name + `"><li class="` + name + `"><em>x</em></li></ul>`)
		}
		return []byte("<!DOCTYPE html><html><head><title>All</title>" + head + "</head><body>" + top + b.String() + "</body></html>")
	}
	pages := append(articlesOf(styles, "", "Loaves", "Rolls", "Crusts", "Flour", "Yeast", "Salt"), list(styles, `<div class="top">Mill</div>`))
	template := learnIssues(t, pages...)
	if odd := template.Odd(); !slices.Equal(odd, []int{6}) {
		t.Fatalf("of another kind: %v", odd)
	}
	if got := judgePage(t, template, list(styles, `<div class="top">Mill</div>`)); got.Alarm() {
		t.Errorf("of the same version: %s", got.State)
	}
	if got := judgePage(t, template, list(styles, `<div class="head">Mill</div>`)); !got.Alarm() {
		t.Errorf("of another version: %s", got.State)
	}
	if got := judgePage(t, modeltest.Reread(t, template), list(styles, `<div class="head">Mill</div>`)); !got.Alarm() {
		t.Errorf("of another version, from a file: %s", got.State)
	}
}
