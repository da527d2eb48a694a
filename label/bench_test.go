package label_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/label"
)

// BenchmarkLabel labels the pages of each journal after learning from two.
func BenchmarkLabel(b *testing.B) {
	shared := readShared(b)
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		b.Run(name, func(b *testing.B) {
			pages := shared[name]
			m := learnFrom(b, pages, 2)
			labelBesideParse(b, m, pages)
		})
	}
}

// BenchmarkLabelMade labels made pages after learning from two of their layout, and
// after learning from one and one of another, where voters disagree.
func BenchmarkLabelMade(b *testing.B) {
	own, other := namedLayout(b, "marks in superscript"), namedLayout(b, "a name, a place, an address")
	for _, c := range []struct {
		name   string
		second layout
		body   string
	}{
		{"small pages, voters agree", own, ""},
		{"small pages, they disagree", other, ""},
		{"full texts, voters agree", own, fullText()},
		{"full texts, they disagree", other, fullText()},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			var pages []sharedPage
			for i := range 12 {
				l := own
				if i == 1 {
					l = c.second
				}
				a := makeArticle(r)
				pages = append(pages, sharedPage{body: []byte(l.write(a, r) + c.body), values: a.values})
			}
			m := learnFrom(b, pages, 2)
			labelBesideParse(b, m, pages[2:])
		})
	}
}

func namedLayout(b *testing.B, name string) layout {
	i := slices.IndexFunc(layouts, func(l layout) bool { return l.name == name })
	if i < 0 {
		b.Fatalf("no layout %q", name)
	}
	return layouts[i]
}

// fullText is the rest of an article: sections of paragraphs and a list of references.
func fullText() string {
	var b strings.Builder
	for section := range 8 {
		fmt.Fprintf(&b, "<section id=s%d><h2>Section %d</h2>", section, section)
		for paragraph := range 6 {
			fmt.Fprintf(&b, "<p>%s<a href=#r%d>[%d]</a> <i>in the field</i> and in <b>the house</b>.</p>\n", strings.Repeat("Beans were moved from here to there, slowly. ", 12), paragraph, paragraph)
		}
		b.WriteString("</section>")
	}
	b.WriteString("<h2>References</h2><ol class=references>")
	for i := range 60 {
		fmt.Fprintf(&b, "<li id=r%d><span class=name>Abel A.</span>, <span class=name>Brandt B.</span>: Growth of beans. <i>Garden News</i> <b>%d</b>, 2004. <a href=https://example.org/%d>Link</a></li>\n", i, i, i)
	}
	return b.String() + "</ol>"
}

// labelBesideParse reports the time of labelling beside that of html.Parse on the
// same pages in the same run: of each page the fastest round, which other work on
// the machine disturbs least.
func labelBesideParse(b *testing.B, m *label.Model, pages []sharedPage) {
	parsing, labelling, reading := make([]time.Duration, len(pages)), make([]time.Duration, len(pages)), make([]time.Duration, len(pages))
	b.ReportAllocs()
	for b.Loop() {
		for i, p := range pages {
			start := time.Now()
			root := parse(b, p.body)
			between := time.Now()
			if _, err := m.Label(root); err != nil {
				b.Fatal(err)
			}
			fastest(&parsing[i], between.Sub(start))
			fastest(&labelling[i], time.Since(between))
			start = time.Now()
			if _, err := m.LabelPage(p.body); err != nil {
				b.Fatal(err)
			}
			fastest(&reading[i], time.Since(start))
		}
	}
	var parsed, labelled, read time.Duration
	bytes := 0
	for i, p := range pages {
		parsed += parsing[i]
		labelled += labelling[i]
		read += reading[i]
		bytes += len(p.body)
	}
	n := float64(len(pages))
	b.ReportMetric(float64(bytes)/1000/n, "kB/page")
	b.ReportMetric(float64(parsed.Microseconds())/n, "parse-us/page")
	b.ReportMetric(float64(labelled.Microseconds())/n, "label-us/page")
	b.ReportMetric(100*labelled.Seconds()/parsed.Seconds(), "label-%-of-parse")
	b.ReportMetric(100*read.Seconds()/parsed.Seconds(), "from-bytes-%-of-parse")
}

func fastest(best *time.Duration, d time.Duration) {
	if *best == 0 || d < *best {
		*best = d
	}
}
