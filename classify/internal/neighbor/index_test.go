package neighbor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/journal"
	"github.com/lokman-crawler/lokman/classify/internal/linktest"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/each"
)

func methodOf(mode string) *neighbor.Method {
	if mode == "enhanced" {
		return &journal.Method
	}
	m := &neighbor.Method{Name: mode, Vectors: published}
	for _, name := range paper.Components() {
		m.Components = append(m.Components, neighbor.Component{Name: name, Weight: 1})
	}
	return m
}

func published(links []anchor.Link) []neighbor.Vector {
	return each.Of(links, func(l anchor.Link) neighbor.Vector {
		link := classify.Link{URL: l.URL, Href: l.Href, Text: l.Text, Node: &html.Node{Type: html.ElementNode, Data: "a"}}
		link.Node.AppendChild(&html.Node{Type: html.TextNode, Data: l.Text})
		if l.At.Page != nil {
			link.Node = l.At.Page.DOMNode(l.At.Node)
		}
		return paper.Vector(link)
	})
}

func labelled(t testing.TB, src string) ([]anchor.Link, []string) {
	t.Helper()
	links := linktest.Read(t, src)
	var classes []string
	for _, l := range links {
		class := verdict.Other
		if strings.Contains(l.Href, "/a") && strings.HasSuffix(l.Href, ".html") {
			class = verdict.Article
		}
		classes = append(classes, class)
	}
	return links, classes
}

// The index says what comparing with every example says.
func TestIndexEqualsBruteForce(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"<a href=/v1/a2.html>On the growth of cells</a>", "<a href=/v1/a2.pdf target=_top>pdf</a>", "<li>", "<div class=x>", "[", "text ",
		"<a name=y>", "<b>bold</b>", "<a class=c href='http://e.example/?q=1#z'><img src=i alt=pic></a>", "</a>",
		"<a href=/a/very/long/path/of/an/article/with/a/title/in/it.html>A title that is longer than the sixty-four bytes of one word of the machine</a>",
	})
	source := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 1, 60).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(rt *rapid.T) {
		m := &neighbor.Model{
			Method:   rapid.SampledFrom([]*neighbor.Method{methodOf("enhanced"), methodOf("paper")}).Draw(rt, "method"),
			Distance: rapid.SampledFrom([]neighbor.Distance{neighbor.Levenshtein, neighbor.Jaccard, neighbor.Overlap}).Draw(rt, "distance"),
		}
		class := rapid.SampledFrom([]string{verdict.Article, verdict.Other, "third"})
		learn := linktest.Read(t, source.Draw(rt, "taught"))
		var classes []string
		for i := range learn {
			if l := &learn[i]; i%3 == 0 { // many different captions, as titles are
				*l = anchor.ReadOne(document.Link{URL: l.URL, Href: l.Href, Text: rapid.StringN(0, 90, -1).Draw(rt, "caption")})
			}
			classes = append(classes, class.Draw(rt, "class"))
		}
		if err := m.Learn(learn, classes); err != nil {
			rt.Fatal(err)
		}
		for _, l := range linktest.Read(t, source.Draw(rt, "asked")) {
			if diff := cmp.Diff(m.BruteForce(l), m.Classify(l)); diff != "" {
				rt.Fatalf("%s (-brute force +index):\n%s", l.Href, diff)
			}
		}
	})
}

// BenchmarkNearestNeighbor says how many times faster than brute force a link
// is, with as many examples as the paper has.
func BenchmarkNearestNeighbor(b *testing.B) {
	type of struct {
		mode  string
		items int // of three links; 1,000 fill a model
	}
	for _, c := range []of{{"enhanced", 297}, {"paper", 297}, {"enhanced", 1000}, {"paper", 1000}} {
		var m interface {
			Learn([]anchor.Link, []string) error
			Classify(anchor.Link) verdict.Answer
			ClassifyPage([]anchor.Link) ([]verdict.Answer, neighbor.Drift)
			BruteForce(anchor.Link) verdict.Answer
		} = &journal.Model{}
		if c.mode == "paper" {
			m = &neighbor.Model{Method: methodOf("paper")}
		}
		if err := m.Learn(labelled(b, linktest.Issue(1, c.items))); err != nil {
			b.Fatal(err)
		}
		links := linktest.Read(b, linktest.Issue(2, 297))
		name := fmt.Sprintf("%s, %d examples", c.mode, 3*c.items)
		brute := func() float64 {
			const some = 60
			start := time.Now()
			for i := range some {
				m.BruteForce(links[i*len(links)/some])
			}
			return float64(time.Since(start).Nanoseconds()) / some
		}
		report := func(b *testing.B, links int) {
			each := float64(b.Elapsed().Nanoseconds()) / float64(b.N*links)
			b.ReportMetric(each/1000, "us/link")
			b.ReportMetric(brute()/each, "x-brute-force")
		}
		b.Run(name+", a link", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m.Classify(links[i%len(links)])
			}
			report(b, 1)
		})
		b.Run(name+", a page", func(b *testing.B) {
			for b.Loop() {
				m.ClassifyPage(links)
			}
			report(b, len(links))
		})
	}
}
