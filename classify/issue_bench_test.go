package classify_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
)

// BenchmarkIssue reads an issue's links by a model that has learned another, and prints how many
// times html.Parse of the page that takes: of each the fastest round, which other work on the
// machine disturbs least.
func BenchmarkIssue(b *testing.B) {
	for _, journal := range []string{"jmlr", "acl-cl", "mmwr", "afp"} {
		files, _ := filepath.Glob("../../shared/data/toc/" + journal + "/*.html")
		if len(files) < 2 {
			b.Skip("no real pages")
		}
		type issue struct {
			src    []byte
			root   *html.Node
			links  []classify.Link
			taught []classify.Example
		}
		var issues []issue
		for _, file := range files[:2] {
			src, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			stem := file[:len(file)-len(".html")]
			p := issue{src: src, root: tree(b, string(src))}
			p.links = classify.Reader{}.Document(p.root, page).Links
			truths, err := os.ReadFile(stem + ".links.jsonl")
			if err != nil {
				b.Fatal(err)
			}
			articles := map[string]bool{}
			for line := range bytes.Lines(truths) {
				var truth struct {
					Href    *string
					Article *bool
				}
				if err := json.Unmarshal(line, &truth); err != nil {
					b.Fatal(err)
				}
				if truth.Href != nil && truth.Article != nil && *truth.Article {
					articles[*truth.Href] = true
				}
			}
			for _, l := range p.links {
				class := classify.ClassOther
				if articles[l.Href] {
					class = classify.ClassArticle
				}
				p.taught = append(p.taught, classify.Example{Link: l, Class: class})
			}
			issues = append(issues, p)
		}
		var m classify.NearestNeighbor
		if err := m.Learn(issues[0].taught...); err != nil {
			b.Fatal(err)
		}
		published := paper.NearestNeighbor{Distance: "jaccard"}
		if err := published.Learn(issues[0].taught...); err != nil {
			b.Fatal(err)
		}
		next := issues[1]
		for name, run := range map[string]func(){
			"page":  func() { m.ClassifyPage(next.links) },
			"paper": func() { published.ClassifyPage(next.links) },
			"links": func() {
				for _, l := range next.links {
					m.Classify(l)
				}
			},
			"propose": func() { classify.Propose(next.links, page) },
			"class":   func() { classify.NewConstraints().Page(classify.Resource{URL: page, Root: next.root}) },
			"set": func() {
				new(classify.PageSet).Add(classify.Resource{URL: page, Root: next.root}, classify.Classification{})
			},
		} {
			b.Run(journal+"/"+name, func(b *testing.B) {
				var parsing, running time.Duration
				for b.Loop() {
					start := time.Now()
					_, _ = html.Parse(bytes.NewReader(next.src))
					parsed := time.Now()
					run()
					fastest(&parsing, parsed.Sub(start))
					fastest(&running, time.Since(parsed))
				}
				b.ReportMetric(float64(running)/float64(parsing), "parses")
				b.ReportMetric(float64(running.Nanoseconds())/float64(len(next.links)), "ns/link")
			})
		}
	}
}

func fastest(best *time.Duration, d time.Duration) {
	if *best == 0 || d < *best {
		*best = d
	}
}
