package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/examples/internal/data"
	"github.com/lokman-crawler/lokman/examples/internal/journals"
	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// verdict is the answer to a line of pairs.jsonl.
type verdict struct {
	Site     string `json:"site"`
	Template string `json:"template"`
	A        string `json:"a"`
	B        string `json:"b"`
	State    string `json:"state"`
	Where    string `json:"where"`
}

// name is the answer to a line of identify.jsonl.
type name struct {
	Page       string  `json:"page"`
	Template   string  `json:"template"`
	Similarity float64 `json:"similarity"`
}

// predict answers all questions of a directory.
func predict(ctx context.Context, o options, stdout, stderr io.Writer) error {
	dir, closeDir, err := data.Open(o.data, journals.Templates())
	if err != nil {
		return err
	}
	defer closeDir()
	pairs, err := readLines[pair](dir, "pairs.jsonl")
	if err != nil {
		return err
	}
	predictions, err := program.CreateLines(o.predictions)
	if err != nil {
		return err
	}
	out := &output{o.json, predictions, bufio.NewWriter(stdout)}
	bar := program.NewProgress(stderr, "pairs", len(pairs))
	err = answerAll(ctx, o, dir, pairs, out, bar)
	bar.Close()
	if err == nil {
		err = identify(dir, out)
	}
	if err = errors.Join(err, out.close()); err == nil && o.data == "" && !o.json {
		paper := nextPaper
		if o.mode == "paper" {
			paper = ""
		}
		fmt.Fprintf(stderr, next, paper)
	}
	return err
}

// nextPaper is said in next unless it was just done.
const nextPaper = `The published method, which looks at the heading alone:
  go run ./examples/templates -mode paper
`

// next is said after the built-in pages.
const next = `
"same" and "content" need nothing; "unknown" needs more pages of the old version. A "redesign" or a "changed" template wants its
regions found again, which is what a watch does:
  go run ./examples/watch
%sFor pages of your own: go run ./examples/templates -h
`

// answerAll answers the lines of pairs.jsonl.
func answerAll(ctx context.Context, o options, dir fs.FS, pairs []pair, out *output, bar *program.Progress) error {
	judge := judgeEnhanced
	if o.mode == "paper" {
		judge = judgePaper
	}
	out.title("state      site/template a > b: the first difference")
	for i, p := range pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		v, err := answer(dir, p, judge)
		if err != nil {
			return fmt.Errorf("pairs.jsonl, pair %d (%s/%s %s %s): %w", i+1, p.Site, p.Template, p.A, p.B, err)
		}
		if err := out.put(v, text(v)); err != nil {
			return err
		}
		bar.Increment()
	}
	return nil
}

// text is an answer for people.
func text(v verdict) string {
	s := fmt.Sprintf("%-10s %s/%s %s > %s", v.State, v.Site, v.Template, v.A, v.B)
	if v.Where != "" {
		s += ": " + legible.Plain(v.Where, legible.MaxWhy)
	}
	return s
}

func answer(dir fs.FS, p pair, judge func(a, b [][]byte) (string, string, error)) (verdict, error) {
	a, err := readPages(dir, p.APages)
	if err != nil {
		return verdict{}, fmt.Errorf("a_pages: %w", err)
	}
	b, err := readPages(dir, p.BPages)
	if err != nil {
		return verdict{}, fmt.Errorf("b_pages: %w", err)
	}
	state, where, err := judge(a, b)
	return verdict{p.Site, p.Template, p.A, p.B, state, where}, err
}

func judgeEnhanced(a, b [][]byte) (state, where string, err error) {
	t, err := bartree.Learn(a...)
	if err != nil {
		return "", "", err
	}
	c, err := t.Judge(b...)
	if err != nil {
		return "", "", err
	}
	var spots []string
	for _, s := range c.Where {
		spots = append(spots, s.String())
	}
	switch c.State {
	case bartree.StateOther:
		return bartree.StateDrift.String(), "", nil // a page of another kind: no change of the template
	case bartree.StateUnknown:
		return c.State.String(), fmt.Sprintf("not known, pages learned: %d", t.Pages()), nil
	}
	return c.State.String(), strings.Join(spots, "; "), nil
}

// identify names the templates of the pages of identify.jsonl, if there is one.
func identify(dir fs.FS, out *output) error {
	lines, err := readLines[labelled](dir, "identify.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var known seeds
	for _, l := range lines {
		if l.Template == "" {
			continue
		}
		pages, err := readPages(dir, []string{l.Page})
		if err != nil {
			return fmt.Errorf("identify.jsonl: %w", err)
		}
		known.add(l.Template, pages[0])
	}
	out.title("\nsimilarity  template  page")
	for _, l := range lines {
		if l.Template != "" {
			continue
		}
		pages, err := readPages(dir, []string{l.Page})
		if err != nil {
			return fmt.Errorf("identify.jsonl: %w", err)
		}
		template, similarity := known.nearest(pages[0])
		if len(known) == 0 {
			return fmt.Errorf("identify.jsonl: no seed with a template for %s", l.Page)
		}
		if err := out.put(name{l.Page, template, similarity}, fmt.Sprintf("     %.3f  %s  %s", similarity, template, l.Page)); err != nil {
			return err
		}
	}
	return nil
}

// A seed is a page that is known to have a template.
type seed struct {
	template string
	print    *markup.Fingerprint
}

type seeds []seed

func (s *seeds) add(template string, page []byte) {
	*s = append(*s, seed{template, new(markup.Scanner).Scan(page)})
}

// nearest returns the template of the seed that a page is most like, the earliest of those, and how
// like it is, 0 to 1.
func (s seeds) nearest(page []byte) (template string, likeness float64) {
	f := new(markup.Scanner).Scan(page)
	likeness = -1
	for _, seed := range s {
		if l := seed.print.Likeness(f); l > likeness {
			template, likeness = seed.template, l
		}
	}
	return template, likeness
}

// output is where the answers go: each to the file of predictions, and to
// standard output as JSON or for people.
type output struct {
	json        bool
	predictions *program.Lines
	screen      *bufio.Writer
}

// title writes a line for people.
func (o *output) title(text string) {
	if !o.json {
		o.screen.WriteString(text + "\n")
	}
}

func (o *output) put(v any, text string) error {
	if o.json {
		return errors.Join(o.predictions.Put(v), json.NewEncoder(o.screen).Encode(v))
	}
	o.screen.WriteString(text + "\n")
	return o.predictions.Put(v)
}

func (o *output) close() error { return errors.Join(o.screen.Flush(), o.predictions.Close()) }
