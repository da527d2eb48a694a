package bartree_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// The parts of a region come with the links in them or round them.
func TestPartsHaveLinks(t *testing.T) {
	const layout = `<html><head><base href="/files/"></head><body><div class=article><h1>%s</h1><p class=by><a href="../people/%s">%s</a></p><p class=get>Get the <a href="%s.pdf"><b>Full text PDF</b></a></p><p><a href="mailto:a@b.example">Write to us</a></p></div></body></html>`
	region := bartree.Region{Text: "Tides Ann Get the Full text PDF Write to us",
		Parts: map[string]string{"title": "Tides", "author": "Ann", "fulltext": "Full text PDF", "mail": "Write to us"}}
	page := fill(layout, "Tides", "ann", "Ann", "tides")
	var w bartree.Watch
	if err := w.Add("article", region, day, page); err != nil {
		t.Fatal(err)
	}
	look, err := w.Look("article", "http://j.example/a/2", fill(layout, "Bread", "eve", "Eve", "bread"), day)
	want := map[string]string{"author": "http://j.example/people/eve", "fulltext": "http://j.example/files/bread.pdf"}
	if err != nil || look.Result != bartree.LookRead || !reflect.DeepEqual(look.Region.Links, want) {
		t.Errorf("%v, %+v", err, look.Region)
	}
	look, err = w.Look("article", "", page, day)
	if err != nil || look.Region.Links["fulltext"] != "tides.pdf" {
		t.Errorf("without URL: %v, %+v", err, look.Region)
	}
	var p paper.Watch
	if err := p.Add("article", region, day, page); err != nil {
		t.Fatal(err)
	}
	published, err := p.Look("article", "http://j.example/a/1", page, day)
	if err != nil || published.Region.Links["fulltext"] != "http://j.example/files/tides.pdf" {
		t.Errorf("paper: %v, %+v", err, published.Region)
	}
}

// The focus point says which of the boxes with the same text is meant.
func TestFocus(t *testing.T) {
	const layout = `<html><body><div class=side><p>%s</p></div><div class=main><p>%s</p></div><div class=foot><p>%s</p></div></body></html>`
	for focus, want := range []string{1: "one", 2: "two", 3: "three"} {
		if focus == 0 {
			continue
		}
		var w bartree.Watch
		region := bartree.Region{Text: "Same words", Focus: focus}
		if err := w.Add("box", region, day, fill(layout, "Same words", "Same words", "Same words")); err != nil {
			t.Fatal(err)
		}
		look, err := w.Look("box", "http://j.example/", fill(layout, "one", "two", "three"), day)
		if err != nil || look.Region.Text != want {
			t.Errorf("focus %d: %v, %q, want %q", focus, err, look.Region.Text, want)
		}
		tree, err := paper.Reverse(fill(layout, "Same words", "Same words", "Same words"), region, nil)
		if err != nil || tree.Bars[2].Index != focus-1 || tree.Ambiguous {
			t.Errorf("focus %d: %v, %+v", focus, err, tree)
		}
	}
	for _, focus := range []int{-1, 4} {
		err := new(bartree.Watch).Add("box", bartree.Region{Text: "Same words", Focus: focus}, day, fill(layout, "Same words", "Same words", "Same words"))
		if !errors.Is(err, bartree.ErrMissing) || !strings.Contains(err.Error(), "it is in 3") {
			t.Errorf("focus %d: %v", focus, err)
		}
	}
}
