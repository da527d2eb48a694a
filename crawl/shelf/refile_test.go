package shelf_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/shelf"
)

// stored returns the bodies in a directory's folders by their classes.
func stored(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[string(b)] = filepath.Base(filepath.Dir(f))
	}
	return all
}

func three(t *testing.T, dir string) *shelf.Shelf {
	t.Helper()
	s := open(t, dir)
	for n := range 3 {
		put(t, s, page(fmt.Sprintf("http://j.example/%d", n), "text/html", fmt.Sprint(n)), classify.ClassAbstract)
	}
	return s
}

func TestRefile(t *testing.T) {
	dir := t.TempDir()
	s := three(t, dir)
	err := s.Refile(map[string]classify.Classification{
		"http://j.example/0":     {Class: classify.ClassUnfiled, Evidence: []string{"no article"}},
		"http://j.example/2":     {Evidence: []string{"none"}},
		"http://j.example/other": {Class: classify.ClassPDF},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"0": "Other", "1": "Abstract", "2": "Other"}
	if got := stored(t, dir); !maps.Equal(got, want) {
		t.Errorf("stored %v, want %v", got, want)
	}
	put(t, s, page("http://j.example/3", "text/html", "3"), classify.ClassAbstract)
	put(t, s, page("http://j.example/0", "text/html", "again"), classify.ClassAbstract) // is there
	for again := range 2 {
		if again == 1 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, dir)
		}
		if got, want := s.Classes(), (map[string]int{"Abstract": 2, "Other": 2}); !maps.Equal(got, want) {
			t.Errorf("classes %v, want %v", got, want)
		}
		n := 0
		for l, err := range s.Lines() {
			if want := fmt.Sprintf("http://j.example/%d", n); err != nil || l.URL != want {
				t.Errorf("%v %v, want %s", l.URL, err, want)
			}
			if n == 0 && (len(l.Evidence) != 1 || l.Evidence[0] != "no article") {
				t.Errorf("evidence %q", l.Evidence)
			}
			n++
		}
		if n != 4 {
			t.Errorf("%d lines, want 4", n)
		}
	}
}

// TestRefileKilled: a kill after the manifest was replaced leaves bodies to be moved.
func TestRefileKilled(t *testing.T) {
	for name, moved := range map[string]bool{"before the first body was moved": false, "after it": true} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := three(t, dir)
			before := lines(t, dir)
			err := s.Refile(map[string]classify.Classification{"http://j.example/0": {Class: "PDF"}, "http://j.example/1": {Class: "PDF"}})
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
			after := lines(t, dir)
			for i, l := range after {
				if i > 0 || !moved {
					if err := os.Rename(filepath.Join(dir, l.File), filepath.Join(dir, before[i].File)); err != nil {
						t.Fatal(err)
					}
				}
			}
			open(t, dir)
			want := map[string]string{"0": "PDF", "1": "PDF", "2": "Abstract"}
			if got := stored(t, dir); !maps.Equal(got, want) {
				t.Errorf("stored %v, want %v", got, want)
			}
		})
	}
}

func TestRefileRefuses(t *testing.T) {
	dir := t.TempDir()
	s := three(t, dir)
	err := s.Refile(map[string]classify.Classification{"http://j.example/0": {Class: "../up"}})
	if !errors.Is(err, shelf.ErrClass) {
		t.Errorf("%v, want ErrClass", err)
	}
	if got := s.Classes()[classify.ClassAbstract]; got != 3 {
		t.Errorf("%d abstracts are left, want 3", got)
	}
}

// TestRefileFails: a manifest that cannot be read any more stays, and so does what is known.
func TestRefileFails(t *testing.T) {
	dir := t.TempDir()
	s := three(t, dir)
	name := filepath.Join(dir, "manifest.jsonl")
	body, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	body[0] = '!'
	if err := os.WriteFile(name, body, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Refile(map[string]classify.Classification{"http://j.example/0": {Class: "PDF"}}); err == nil {
		t.Error("no error")
	}
	if got := s.Classes()[classify.ClassAbstract]; got != 3 {
		t.Errorf("%d abstracts are left, want 3", got)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".part-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestOpenMovesNothingOutside: a manifest that somebody else wrote names files elsewhere.
func TestOpenMovesNothingOutside(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "issue")
	three(t, dir).Close()
	name := filepath.Base(lines(t, dir)[0].File)
	line := fmt.Sprintf(`{"url":"http://j.example/9","class":"PDF","evidence":[],"file":"../elsewhere/%s"}`, name)
	if err := os.WriteFile(filepath.Join(dir, "manifest.jsonl"), []byte(line+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "..", "elsewhere")); err == nil {
		t.Error("a body was moved out of the directory")
	}
	if len(stored(t, dir)) != 3 {
		t.Errorf("%d bodies, want 3", len(stored(t, dir)))
	}
}
