package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/commands/internal/issue"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const maxBody = 256 << 20 // bytes of a PDF

// anyBody has all bodies read: what is filed is stored as served.
func anyBody(string) bool { return true }

var classes = []string{classify.ClassAbstract, classify.ClassFullText, classify.ClassPDF, classify.ClassUnfiled}

// result is what -json prints.
type result struct {
	Pages   map[string]int  `json:"pages"` // by class
	Missing []shelf.Missing `json:"by_hand"`
	Out     string          `json:"out"`
}

func methodOf(o options) (issue.Method, error) {
	if o.mode == modePaper {
		return issue.NewPublished(), nil
	}
	return issue.NewEnhanced(o.languages, nil, o.model, o.out)
}

// download fills the directory and prints what it did.
func download(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	m, err := methodOf(o)
	if err != nil {
		return err
	}
	s, err := shelf.Open(o.out, classes...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	f, err := bolt.Open(filepath.Join(o.out, "frontier.bolt"), bolt.Options{Options: crawl.FrontierOptions(m)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	transport := program.Network(o.starts...)
	if o.demo {
		own, address, stop, err := serveDemo()
		if err != nil {
			return err
		}
		defer stop()
		fmt.Fprintf(stderr, "%s, served at %s\n", journals.Issue, address)
		transport = own
	}
	c := &crawl.Crawler{
		Strategy: m, Frontier: f, Workers: 1, Delay: o.delay, Revisit: true,
		Transport: transport, UserAgent: o.agent, Bodies: anyBody,
		Limits: crawl.Limits{Pages: o.pages, Depth: m.Depth(), Body: maxBody},
	}
	fetched, err := fetchParts(ctx, c, m, s, o, stderr)
	if err != nil {
		return err
	}
	if err := refile(m, s, o, stderr); err != nil {
		return err
	}
	if fetched == 0 {
		fmt.Fprintf(stderr, "nothing was left to fetch: remove %s to download it again\n", o.out)
	}
	missing, err := s.ListMissing(f.Failures(ctx))
	if err != nil {
		return err
	}
	r := result{Pages: s.Classes(), Missing: append([]shelf.Missing{}, missing...), Out: o.out}
	if len(r.Pages) == 0 {
		return fmt.Errorf("nothing could be fetched: %s", why(r.Missing))
	}
	if err := r.print(stdout, o.json); err != nil {
		return err
	}
	if o.demo && !o.json {
		fmt.Fprintf(stderr, program.Text(ctx, next), filepath.ToSlash(o.out))
		if o.mode != modePaper && o.model == "" {
			fmt.Fprintf(stderr, program.Text(ctx, nextModel), filepath.ToSlash(o.out))
		}
	}
	return nil
}

// fetchParts crawls part after part, files the pages and says what they are. It returns
// how many URLs came to an end.
func fetchParts(ctx context.Context, c *crawl.Crawler, m issue.Method, s *shelf.Shelf, o options, stderr io.Writer) (ended int, err error) {
	for _, starts := range m.Parts(o.starts) {
		if c.Limits.Pages = o.pages - int(c.Stats().Pages); c.Limits.Pages <= 0 {
			break
		}
		for p, err := range c.Crawl(ctx, starts...) {
			if err != nil {
				return ended, err
			}
			var class classify.Classification
			if p.OK() {
				class = m.Page(p)
			}
			if err := s.Put(p, class); err != nil {
				return ended, err
			}
			ended++
			if !o.json {
				fmt.Fprintf(stderr, "%-8s %s\n", outcome(p, class), weburl.Redact(p.URL))
			}
		}
		if err := m.End(); err != nil {
			return ended, err
		}
	}
	return ended, nil
}

// refile files those pages again whose class is another once all are known.
func refile(m issue.Method, s *shelf.Shelf, o options, stderr io.Writer) error {
	changed, err := m.Together(s, o.out)
	if err != nil {
		return err
	}
	if err := s.Refile(changed); err != nil {
		return err
	}
	if o.json {
		return nil
	}
	for _, url := range slices.Sorted(maps.Keys(changed)) {
		fmt.Fprintf(stderr, "%-8s %s, after a look at all pages together\n", changed[url].Class, weburl.Redact(url))
	}
	return nil
}

// next is said after the built-in journal, nextModel too if it had no model.
const (
	next = `
Look into %s: the bodies as they were served, and manifest.jsonl with the reason of
each class. What the server does not have is in by-hand.jsonl.
Label the articles: go run ./examples/zones
An issue of a journal of your choice: go run ./examples/journal -start URL -out DIR
`
	nextModel = `
Which links lead to articles was guessed from the issue's page alone, and put right by what
the pages have in common. A model that was taught by issues knows:
  go run ./examples/articlelinks -models out/models
  go run ./examples/journal -model out/models/small-things.json -out %[1]s-taught
The published method, which files pages by the words of their links:
  go run ./examples/journal -mode paper -out %[1]s-paper
`
)

// outcome is what the screen says of a page.
func outcome(p *crawl.Page, class classify.Classification) string {
	switch {
	case p.Err != nil:
		return "failed"
	case p.Redirect != "":
		return "moved"
	}
	return class.Class
}

func why(missing []shelf.Missing) string {
	if len(missing) == 0 {
		return "the start is not to be fetched"
	}
	reason, _, refused := strings.Cut(missing[0].Reason, "; to allow it, ")
	if refused {
		reason += "; only the hosts of -start may be in a private network"
	}
	return weburl.Redact(missing[0].URL) + ": " + reason
}

func (r result) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	for _, class := range classes {
		fmt.Fprintf(w, "%-8s %d\n", class, r.Pages[class])
	}
	fmt.Fprintf(w, "by hand  %d\n", len(r.Missing))
	for _, m := range r.Missing {
		fmt.Fprintf(w, "  %s (%s), linked from %s\n", weburl.Redact(m.URL), m.Reason, weburl.Redact(m.Parent))
	}
	return nil
}
