// Package labtest has a small web with a topic, and results on it, for tests of the laboratory.
package labtest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// Page returns a document that links to others.
func Page(url string, links ...string) webs.Document {
	var b strings.Builder
	b.WriteString("<title>" + url + "</title>")
	for _, l := range links {
		b.WriteString(" <a href=\"" + l + "\">to</a>")
	}
	return webs.Document{URL: url, Body: []byte(b.String())}
}

// Web returns a web of two hosts: the relevant pages /1, /2 and b/ stand behind
// pages that are not.
func Web(t *testing.T) *webs.Web {
	t.Helper()
	web, err := webs.New([]webs.Document{
		Page("http://a.test/", "/x", "/1", "/moved", "/gone"),
		Page("http://a.test/x", "/y"),
		Page("http://a.test/y", "http://b.test/"),
		Page("http://a.test/1", "/2"),
		Page("http://a.test/2"),
		{URL: "http://a.test/moved", Status: 301, Location: "/x"},
		Page("http://b.test/"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// Topic returns a topic with pages of Web.
func Topic() experiment.Topic {
	return experiment.Topic{
		Name: "the topic", Seeds: []string{"http://a.test/"}, Portal: []string{"http://a.test/y"},
		Relevant: []string{"http://a.test/1", "http://a.test/2", "http://b.test/"},
		Groups:   map[string][]string{"near": {"http://a.test/1"}, "far": {"http://b.test/"}},
	}
}

// Entrant returns an entrant with the same strategy for each crawl.
func Entrant(name string, s crawl.Strategy) experiment.Entrant {
	return experiment.Entrant{Name: name, New: func(experiment.Task) (crawl.Strategy, error) { return s, nil }}
}

// Results returns those of two strategies and the bounds on two topics, one of
// them with a name that wants escaping.
func Results(t *testing.T) *experiment.Results {
	t.Helper()
	other := Topic()
	other.Name, other.Relevant = `<b>"R&D"</b>`, other.Relevant[:2]
	bounds := experiment.Bounds()
	e := experiment.Experiment{
		Web: Web(t), Topics: []experiment.Topic{Topic(), other}, Pages: 6,
		Entrants: []experiment.Entrant{Entrant("first", crawl.BreadthFirst{}), Entrant("second", crawl.BreadthFirst{}), bounds[0], bounds[2], bounds[3]},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Written returns what is written, which must be the same each time.
func Written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var a, b bytes.Buffer
	if err := write(&a); err != nil {
		t.Fatal(err)
	}
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same results were written in two ways")
	}
	return a.String()
}
