package articlelinks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/commands/internal/data"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/internal/links"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/legible"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// predict classifies the links of all journals and prints how well.
func predict(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	dir, closeDir, err := data.Open(o.data, journals.Contents())
	if err != nil {
		return err
	}
	defer closeDir()
	predictions, err := program.CreateLines(o.predictions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, predictions.Close()) }()
	out := &lines{Lines: predictions}
	sets, err := data.Sets(dir, ".links.jsonl")
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		return errors.New("no directory in -data holds an ISSUE.links.jsonl; " + journals.Dir + "/toc is such a -data")
	}
	bar := &program.Progress{}
	if o.list {
		out.list = stdout
	} else {
		bar = program.NewProgress(stderr, "journals", len(sets))
	}
	scores, err := predictAll(ctx, o, dir, sets, out, bar)
	bar.Close()
	if err != nil {
		return err
	}
	if err := links.PrintScores(stdout, scores, o.json); err != nil {
		return err
	}
	if o.data == "" && !o.json {
		paper := nextPaper
		if o.mode == modePaper {
			paper = ""
		}
		fmt.Fprintf(stderr, program.Text(ctx, next), program.Text(ctx, paper))
	}
	return nil
}

func predictAll(ctx context.Context, o options, dir fs.FS, sets []data.Set, out *lines, bar *program.Progress) ([]links.Score, error) {
	var scores []links.Score
	for _, set := range sets {
		s, err := predictJournal(ctx, o, dir, set, out)
		if err != nil {
			return nil, err
		}
		scores = append(scores, s)
		bar.Increment()
	}
	return scores, nil
}

// nextPaper is said in next unless it was just done.
const nextPaper = `The published method:
  go run ./examples/articlelinks -mode paper
`

// next is said after the built-in journals.
const next = `
The first issue of each journal taught the links of the others.
%sFetch an issue with what its links lead to, by the model of the journal's links:
  go run ./examples/articlelinks -models out/models
  go run ./examples/journal -model out/models/small-things.json -out out/journal-taught
For journals of your own: go run ./examples/articlelinks -h
`

func predictJournal(ctx context.Context, o options, dir fs.FS, set data.Set, out *lines) (links.Score, error) {
	s := links.Score{Journal: set.Name}
	if len(set.Stems) <= o.train {
		return s, fmt.Errorf("%s has %d issues: -train %d leaves none to classify", set.Name, len(set.Stems), o.train)
	}
	var issues []links.Issue
	for _, n := range set.Stems {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		i, err := links.ReadIssue(dir, set.Name, n)
		if err != nil {
			return s, err
		}
		issues = append(issues, i)
	}
	model, err := walk(ctx, o, set.Name, issues, out, &s)
	if err != nil {
		return s, err
	}
	return s, program.SaveModel(o.models, set.Name, model)
}

// walk classifies the issues but the first ones and returns the last model.
func walk(ctx context.Context, o options, journal string, issues []links.Issue, out *lines, s *links.Score) (links.Model, error) {
	model, err := teach(o, journal, issues[:o.train])
	if err != nil {
		return nil, err
	}
	rest := issues[o.train:]
	if o.adapt {
		rest = links.InTime(rest)
	}
	for i, is := range rest {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if o.before && i > 0 {
			if model, err = teach(o, journal, issues[i:i+o.train]); err != nil {
				return nil, err
			}
		}
		if err := classifyIssue(o, model, journal, is, out, s); err != nil {
			return nil, err
		}
	}
	return model, nil
}

func teach(o options, journal string, issues []links.Issue) (links.Model, error) {
	var m links.Model = &classify.NearestNeighbor{Journal: journal}
	if o.mode == modePaper {
		m = &paper.NearestNeighbor{Journal: journal, Distance: o.distance}
	}
	for _, i := range issues {
		var examples []classify.Example
		for n, l := range i.Links {
			if i.Truths[n].Article == nil {
				return nil, fmt.Errorf("%s: issue %s is to teach, but link %d has no truth", journal, i.Name, n)
			}
			examples = append(examples, classify.Example{Link: l, Class: i.Truths[n].Class()})
		}
		if err := m.Learn(examples...); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func classifyIssue(o options, m links.Model, journal string, i links.Issue, out *lines, s *links.Score) error {
	answers, drift := m.ClassifyPage(i.Links)
	var labels map[int]string
	if o.adapt {
		if drift.Drifted {
			labels = ask(m, i, o.budget)
		}
		var err error
		if answers, _, err = m.Adapt(i.Links, labels); err != nil {
			return fmt.Errorf("%s, issue %s: %w", journal, i.Name, err)
		}
	}
	if err := out.print(journal, i, answers); err != nil {
		return err
	}
	for n, c := range answers {
		p := links.Prediction{
			Journal: journal, Page: i.Name, Index: n, Href: i.Truths[n].Href,
			Article: c.Class == classify.ClassArticle, Confidence: c.Confidence, Rejected: c.Refused,
		}
		if err := out.Put(p); err != nil {
			return err
		}
		if _, asked := labels[n]; asked {
			s.Asked++
			continue
		}
		s.Add(p, i.Truths[n].Article)
	}
	s.Issues++
	if drift.Drifted {
		s.Drifted = append(s.Drifted, i.Name)
	}
	return nil
}

// ask asks for the truth of the links that a model asks about, and returns
// their classes by place. A link whose truth is unknown ends it.
func ask(m links.Model, i links.Issue, budget int) map[int]string {
	labels := map[int]string{}
	for len(labels) < budget {
		n, ok := m.Question(i.Links, labels)
		if !ok || i.Truths[n].Article == nil {
			break
		}
		labels[n] = i.Truths[n].Class()
	}
	return labels
}

// lines is where the predictions go: a file of JSON lines, and the list for people.
type lines struct {
	*program.Lines
	list io.Writer // nil for none
}

// print lists the links of an issue that lead to articles, and those of which
// nothing like was taught.
func (l *lines) print(journal string, i links.Issue, answers []classify.Classification) error {
	if l.list == nil {
		return nil
	}
	var b strings.Builder
	found := 0
	for n, c := range answers {
		link := i.Links[n]
		switch {
		case c.Refused:
			fmt.Fprintf(&b, "     ?  %s  %s\n", weburl.Redact(link.URL), legible.Plain(link.Text, legible.MaxTitle))
		case c.Class == classify.ClassArticle:
			found++
			fmt.Fprintf(&b, "  %.2f  %s  %s\n", c.Confidence, weburl.Redact(link.URL), legible.Plain(link.Text, legible.MaxTitle))
		}
	}
	_, err := fmt.Fprintf(l.list, "%s, %s: %d of %d links lead to articles (confidence, address, text; ? where nothing like it was taught)\n%s\n",
		journal, i.Name, found, len(answers), b.String())
	return err
}
