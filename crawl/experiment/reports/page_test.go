package reports_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/reports"
)

func TestWriteSVG(t *testing.T) {
	res := labtest.Results(t)
	for m, write := range map[string]func(io.Writer, *experiment.Results) error{"recall": reports.WriteRecallSVG, "harvest": reports.WriteHarvestSVG} {
		text := labtest.Written(t, func(w io.Writer) error { return write(w, res) })
		wellFormed(t, text)
		for _, bound := range []string{"random", "oracle", "allknowing"} {
			if !strings.Contains(text, "reference "+bound) {
				t.Errorf("%s: the bound %s is missing", m, bound)
			}
		}
		if strings.Contains(text, "NaN") {
			t.Errorf("%s: NaN in the drawing", m)
		}
	}
}

// wellFormed fails if a drawing is no XML.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
}

// The page asks nothing of any network, and what topics are called cannot
// become markup.
func TestWriteHTML(t *testing.T) {
	res := labtest.Results(t)
	text := labtest.Written(t, func(w io.Writer) error {
		return reports.WriteHTML(w, res, [][2]string{{"web", "<script>alert(1)</script>"}})
	})
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "script" || n.Data == "link" || n.Data == "img" || n.Data == "b" && n.FirstChild != nil && strings.Contains(n.FirstChild.Data, "R&D") {
			t.Errorf("<%s> in the report", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "id" && ids[a.Val] {
				t.Errorf("two elements have the id %s", a.Val)
			} else if a.Key == "id" {
				ids[a.Val] = true
			}
			if a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
				t.Errorf("%s=%q", a.Key, a.Val)
			}
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "ZgotmplZ") {
		t.Error("a value that could not be written")
	}
	if want := "No pair can differ significantly: with 2 topics and 1 test no corrected p is below 0.5."; !strings.Contains(text, want) {
		t.Errorf("the report does not say %q", want)
	}
}

// One topic has no interval, in whatever way results are written.
func TestOneTopic(t *testing.T) {
	e := experiment.Experiment{
		Web: labtest.Web(t), Topics: []experiment.Topic{labtest.Topic()}, Pages: 6,
		Entrants: append(experiment.Bounds(), labtest.Entrant("wide", crawl.BreadthFirst{})),
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	auc := res.Summaries()[0].AUC
	if want := fmt.Sprintf("%.3f", auc.Mean); auc.String() != want {
		t.Errorf("the AUC is %v, want %s", auc, want)
	}
	for kind, write := range writers(res) {
		text := labtest.Written(t, write)
		if strings.Contains(text, "NaN") || regexp.MustCompile(`\[[-+]?[0-9]+\.|intervals over topics`).MatchString(text) && kind != "runs" {
			t.Errorf("%s: an interval, or not a number, in\n%s", kind, text)
		}
	}
	if text := labtest.Written(t, res.WriteJSON); !strings.Contains(text, `"low": null`) {
		t.Errorf("no null for the ends of an interval in\n%s", text)
	}
}

// writers are all ways in which results are written.
func writers(res *experiment.Results) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"CSV": res.WriteCSV, "runs": res.WriteRuns, "JSON": res.WriteJSON, "table": res.WriteTable, "self-judged": res.WriteSelfJudged,
		"recall SVG":  func(w io.Writer) error { return reports.WriteRecallSVG(w, res) },
		"harvest SVG": func(w io.Writer) error { return reports.WriteHarvestSVG(w, res) },
		"HTML":        func(w io.Writer) error { return reports.WriteHTML(w, res, nil) },
	}
}

// Whatever topics and strategies are called, and whatever runs are missing, what is written
// can be read, and means are of the topics that are there.
func TestWritersOfOddResults(t *testing.T) {
	topic, other := labtest.Topic(), labtest.Topic()
	topic.Name, other.Name, other.Relevant = "</title>\x01,\xff\n\"=1", "other", other.Relevant[:1]
	e := experiment.Experiment{
		Web: labtest.Web(t), Pages: 6, Topics: []experiment.Topic{topic, other},
		Entrants: []experiment.Entrant{
			labtest.Entrant("<script>\x07&\"", crawl.BreadthFirst{}), labtest.Entrant("wide", crawl.BreadthFirst{}), labtest.Entrant("a b", crawl.BreadthFirst{}),
		},
	}
	whole, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	cut := *whole
	cut.Runs = whole.Runs[3:5] // of the second topic, without the last strategy
	one := whole.Run("wide", "other").AUC
	for _, s := range cut.Summaries() {
		if s.Strategy == "wide" && (s.AUC.Mean != one || s.AUC.Topics != 1) || s.Strategy == "a b" && s.AUC.Topics != 0 {
			t.Errorf("of some runs: %+v, want the mean %v", s, one)
		}
	}
	for name, res := range map[string]*experiment.Results{"whole": whole, "cut": &cut, "no topics": {Pages: 5, Strategies: []string{"wide"}}, "nothing": {}} {
		for kind, write := range writers(res) {
			var b bytes.Buffer
			if err := write(&b); err != nil && !(name == "nothing" || name == "no topics") {
				t.Errorf("%s, %s: %v", name, kind, err)
			}
			text := b.String()
			markup := kind == "HTML" || strings.HasSuffix(kind, "SVG")
			if strings.Contains(text, "NaN") || markup && strings.Contains(text, "<script") {
				t.Errorf("%s, %s: not a number, or markup, in\n%s", name, kind, text)
			}
			if strings.HasSuffix(kind, "SVG") {
				wellFormed(t, text)
			}
		}
	}
	ids := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="[^"]*"`).FindAllString(labtest.Written(t, writers(whole)["HTML"]), -1) {
		if ids[id] || strings.Contains(id[1:], " ") {
			t.Errorf("%s is not the name of one element", id)
		}
		ids[id] = true
	}
}
