package sweep_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/sweep"
)

// topic has the page /1 of a small web.
func topic(name string) experiment.Topic {
	return experiment.Topic{Name: name, Seeds: []string{"http://a.test/"}, Relevant: []string{"http://a.test/1"}}
}

// results are those of two strategies and the bounds.
func results(t *testing.T, topics ...experiment.Topic) *experiment.Results {
	t.Helper()
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Body: []byte(`<a href="/x">to</a> <a href="/1">to</a>`)},
		{URL: "http://a.test/x", Body: []byte(`<a href="/1">to</a>`)},
		{URL: "http://a.test/1", Body: []byte(`<title>1</title>`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	e := experiment.Experiment{Web: web, Topics: topics, Pages: 8, Entrants: experiment.Bounds()}
	for _, name := range []string{"a", "b"} {
		e.Entrants = append(e.Entrants, experiment.Entrant{Name: name, New: func(experiment.Task) (crawl.Strategy, error) { return crawl.BreadthFirst{}, nil }})
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// written is what is written twice in the same way.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var a, b bytes.Buffer
	if err := errors.Join(write(&a), write(&b)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same results were written in two ways")
	}
	return a.String()
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

func TestSweep(t *testing.T) {
	res := results(t, topic("the topic"))
	s := sweep.Sweep{Parameter: "share <of>", Points: []sweep.Point{{Value: 0.5, Strategy: "b"}, {Value: 0.1, Strategy: "a"}}}
	rows, err := csv.NewReader(strings.NewReader(written(t, func(w io.Writer) error { return s.WriteCSV(w, res) }))).ReadAll()
	if err != nil || len(rows) != 3 || rows[0][0] != "share <of>" || rows[1][0] != "0.5" || rows[2][1] != "a" || rows[1][2] == "" || rows[1][3] != "" {
		t.Errorf("rows %q, %v", rows, err)
	}
	text := written(t, func(w io.Writer) error { return s.WriteSVG(w, res) })
	wellFormed(t, text)
	if n := strings.Count(text, "<circle"); n != 2 || strings.Contains(text, "NaN") {
		t.Errorf("%d points in %s", n, text)
	}
	s.Points[0].Strategy = "c"
	if err := s.WriteSVG(io.Discard, res); err == nil || !strings.Contains(err.Error(), `"c"`) {
		t.Errorf("an entrant that is not there: %v", err)
	}
}

// One topic has no interval, in whatever way results are written.
func TestOneTopic(t *testing.T) {
	res := results(t, topic("the topic"))
	p, err := pool.New([]pool.Row{{Name: "r", Web: "w", Runs: res.Runs}}, "allknowing", 1)
	if err != nil {
		t.Fatal(err)
	}
	s := sweep.Sweep{Parameter: "p", Points: []sweep.Point{{Value: 1, Strategy: "a"}}}
	ws := sweep.WebSweep{Parameter: "noise", Points: []sweep.WebPoint{{Value: 0, Pool: p}}}
	for kind, write := range map[string]func(io.Writer) error{
		"CSV": func(w io.Writer) error { return s.WriteCSV(w, res) }, "SVG": func(w io.Writer) error { return s.WriteSVG(w, res) },
		"web sweep table": ws.WriteTable, "web sweep SVG": ws.WriteSVG, "web sweep CSV": ws.WriteCSV,
	} {
		text := written(t, write)
		if strings.Contains(text, "NaN") || regexp.MustCompile(`\[[-+]?[0-9]+\.|intervals over topics`).MatchString(text) {
			t.Errorf("%s: an interval, or not a number, in\n%s", kind, text)
		}
	}
}

// Whatever parameters and topics are called, and whatever runs are missing, what is written can be read.
func TestOddSweeps(t *testing.T) {
	whole := results(t, topic("</title>\x01,\xff\n\"=1"), topic("other"))
	cut := *whole
	cut.Runs = whole.Runs[6:9] // of the second topic, without the last strategies
	s := sweep.Sweep{Parameter: "a\x02 & b", Points: []sweep.Point{{Value: 1, Strategy: "a"}}}
	for name, res := range map[string]*experiment.Results{"whole": whole, "cut": &cut, "no topics": {Pages: 5, Strategies: []string{"a"}}, "nothing": {}} {
		for kind, write := range map[string]func(io.Writer, *experiment.Results) error{"CSV": s.WriteCSV, "SVG": s.WriteSVG} {
			var b bytes.Buffer
			if err := write(&b, res); err != nil && !(name == "nothing" || name == "no topics") {
				t.Errorf("%s, %s: %v", name, kind, err)
			}
			if strings.Contains(b.String(), "NaN") {
				t.Errorf("%s, %s: not a number in\n%s", name, kind, b.String())
			}
			if kind == "SVG" {
				wellFormed(t, b.String())
			}
		}
	}
	s = sweep.Sweep{Parameter: "p", Points: []sweep.Point{{Value: math.NaN(), Strategy: "a"}}}
	if err := s.WriteSVG(io.Discard, whole); err == nil || !strings.Contains(err.Error(), "sweep of p: the value NaN") {
		t.Errorf("error %v for a value that is no number", err)
	}
}
