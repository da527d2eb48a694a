package strategy_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// A costMeter adds up what pages cost: html.Parse, Adaptive and LokmanNormalized take
// turns with each page. Times are CPU times.
type costMeter struct {
	learning                 *strategy.Adaptive
	plain                    *strategy.LokmanNormalized
	parsing, learned, valued time.Duration
}

func newCostMeter(topic ontology.Topic) *costMeter {
	scorer := ontology.NewScorer(topic)
	return &costMeter{
		learning: &strategy.Adaptive{Scorer: scorer, Query: topic.Name}, plain: &strategy.LokmanNormalized{Scorer: scorer},
	}
}

// page meters a page that was taken, as seeds are, before all queued URLs: Adaptive keeps them.
func (m *costMeter) page(p *crawl.Page) {
	p.LinkValue = frontier.SeedValue
	for _, step := range []struct {
		took *time.Duration
		do   func()
	}{
		{&m.parsing, func() { html.Parse(bytes.NewReader(p.Body)) }},
		{new(time.Duration), func() { p.Scan() }},
		{&m.learned, func() { m.learning.Value(p); m.learning.Acknowledge(p.URL) }},
		{&m.valued, func() { m.plain.Value(p); m.plain.Acknowledge(p.URL) }},
	} {
		began := threadCPU()
		step.do()
		*step.took += threadCPU() - began
	}
}

// report reports times in times that of html.Parse: "parses" that of Adaptive with all
// that it reads, "plain-parses" that of LokmanNormalized, which reads the same texts,
// and "update-parses" what Adaptive takes beyond that to learn and to value links again.
func (m *costMeter) report(b *testing.B) {
	parse := float64(m.parsing)
	b.ReportMetric(float64(m.learned)/parse, "parses")
	b.ReportMetric(float64(m.valued)/parse, "plain-parses")
	b.ReportMetric(float64(m.learned-m.valued)/parse, "update-parses")
}

// BenchmarkAdaptive values pages of 1,200 words and 40 links with queues of three lengths.
func BenchmarkAdaptive(b *testing.B) {
	for _, queued := range []int{1e3, 1e5, 1e6} {
		b.Run(fmt.Sprint(queued), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			m := newCostMeter(fluTopic)
			next := 0
			page := func(links int) *crawl.Page {
				var body strings.Builder
				fmt.Fprintf(&body, "<title>page %d</title><ul>", next)
				for i := range links {
					fmt.Fprintf(&body, `<li class=item><a href="/%d/%d.html">article %d of %d</a></li>`, next%10, next*links+i, i, next)
				}
				body.WriteString("</ul>")
				for i := range 120 {
					fmt.Fprintf(&body, "<p>word%d influenza and eight other words in this paragraph</p>", (next+i)%997)
				}
				next++
				return smallweb.Page(fmt.Sprintf("http://a.test/%d.html", next), body.String())
			}
			for range queued / 500 {
				m.page(page(500))
			}
			m.parsing, m.learned, m.valued = 0, 0, 0
			for b.Loop() {
				m.page(page(40))
			}
			m.report(b)
		})
	}
}

// BenchmarkAdaptiveRecorded values the first thousand pages of a recorded web, breadth-first.
func BenchmarkAdaptiveRecorded(b *testing.B) {
	const data = "../../../shared/data/web/medweb/"
	web, err := webs.Open(data + "medweb.tar.zst")
	if err != nil {
		b.Skipf("no recorded web: %v", err)
	}
	topics, err := experiment.ReadTopics(data + "topics.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	c := crawl.Crawler{
		Transport: web, Workers: 1, Delay: crawl.None, IgnoreRobots: true, IgnoreNoFollow: true, Limits: crawl.Limits{Pages: 1000},
	}
	var seeds []string
	for _, t := range topics {
		seeds = append(seeds, t.Seeds...)
	}
	var pages []*crawl.Page
	for p, err := range c.Crawl(context.Background(), seeds...) {
		if err != nil {
			b.Fatal(err)
		}
		if p.OK() && p.IsHTML() {
			pages = append(pages, smallweb.Page(p.URL, string(p.Body)))
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all costMeter
	for b.Loop() {
		m := newCostMeter(fluTopic)
		for _, p := range pages {
			m.page(smallweb.Page(p.URL, string(p.Body)))
		}
		all.parsing += m.parsing
		all.learned += m.learned
		all.valued += m.valued
	}
	all.report(b)
}
