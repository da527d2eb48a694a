package templates

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
	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/internal/templates"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// predict answers all questions of a directory.
func predict(ctx context.Context, o options, stdout, stderr io.Writer) error {
	dir, closeDir, err := data.Open(o.data, journals.Templates())
	if err != nil {
		return err
	}
	defer closeDir()
	pairs, err := templates.ReadLines[templates.Pair](dir, "pairs.jsonl")
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
		fmt.Fprintf(stderr, program.Text(ctx, next), program.Text(ctx, paper))
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
func answerAll(ctx context.Context, o options, dir fs.FS, pairs []templates.Pair, out *output, bar *program.Progress) error {
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
func text(v templates.Verdict) string {
	s := fmt.Sprintf("%-10s %s/%s %s > %s", v.State, v.Site, v.Template, v.A, v.B)
	if v.Where != "" {
		s += ": " + legible.Plain(v.Where, legible.MaxWhy)
	}
	return s
}

func answer(dir fs.FS, p templates.Pair, judge func(a, b [][]byte) (string, string, error)) (templates.Verdict, error) {
	a, err := templates.ReadPages(dir, p.APages)
	if err != nil {
		return templates.Verdict{}, fmt.Errorf("a_pages: %w", err)
	}
	b, err := templates.ReadPages(dir, p.BPages)
	if err != nil {
		return templates.Verdict{}, fmt.Errorf("b_pages: %w", err)
	}
	state, where, err := judge(a, b)
	return templates.Verdict{Site: p.Site, Template: p.Template, A: p.A, B: p.B, State: state, Where: where}, err
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
	seeds, err := templates.ReadSeeds(dir)
	if seeds == nil {
		return err
	}
	out.title("\nsimilarity  template  page")
	for n, err := range seeds.Names() {
		if err != nil {
			return err
		}
		if err := out.put(n, fmt.Sprintf("     %.3f  %s  %s", n.Similarity, n.Template, n.Page)); err != nil {
			return err
		}
	}
	return nil
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
