package topical

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/topical"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// town is a web of pages at a server, most of them about beans.
func town(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case strings.HasPrefix(r.URL.Path, "/beans/"):
			fmt.Fprint(w, `<title>Beans</title><p>The runner bean and the broad bean. <a href=/soup>runner bean soup</a> <a href=/cars>cars</a>`)
		case r.URL.Path == "/soup":
			fmt.Fprint(w, "A soup of broad beans.")
		default:
			fmt.Fprint(w, "Cars.")
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func recordsOf(t *testing.T, file string) []topical.Record {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []topical.Record
	for line := range strings.Lines(string(data)) {
		var r topical.Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// Terms need no ontology. Each counts as the topic's name does.
func TestTerms(t *testing.T) {
	t.Chdir(t.TempDir())
	code, stdout, stderr := programtest.Run(t, Run, "-term", "broad bean", "-term", " runner bean ", "-term", "Broad Bean",
		"-seed", town(t)+"/beans/1", "-strategy", "lokman", "-delay", "0s", "-jsonl", "pages.jsonl")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if !strings.Contains(stdout, "broad bean: 2 terms") {
		t.Errorf("output %s", stdout)
	}
	pages := recordsOf(t, "pages.jsonl")
	if len(pages) != 3 || !strings.HasSuffix(pages[1].URL, "/soup") {
		t.Fatalf("pages %+v, want the soup second", pages)
	}
	if score := pages[0].Score; score != 15+15+15 { // two in the text, one in the link
		t.Errorf("score %v, want 3 exact terms", score)
	}
	report, err := os.ReadFile("out/report.html")
	if err != nil || !strings.Contains(string(report), "none: terms of -term") {
		t.Errorf("the report does not say where the terms are from: %v", err)
	}
}

// Terms go with an ontology's too.
func TestTermsBesideAnOntology(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.obo", []byte("[Term]\nid: X:1\nname: bean\nsynonym: \"legume\" EXACT []\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := programtest.Run(t, Run, "-topic", "bean", "-term", "broad bean", "-ontology", "x.obo", "-seed", town(t)+"/beans/1", "-delay", "0s")
	if code != 0 || !strings.Contains(stdout, "bean: 3 terms") {
		t.Errorf("exit code %d: %s %s", code, stdout, stderr)
	}
}

// The thesis's start: the first 15 hits of a search engine for the topic, besides
// a seed.
func TestSearch(t *testing.T) {
	web := town(t)
	const agent = "ExampleBot/1.0"
	var asked []string
	ask := func(r *http.Request, parameter string) {
		if got := r.UserAgent(); got != agent {
			t.Errorf("%s asks the engine", got)
		}
		asked = append(asked, r.URL.Query().Get(parameter))
	}
	searxng := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ask(r, "q")
		var hits []string
		for i := range 20 {
			hits = append(hits, fmt.Sprintf(`{"url": "%s/beans/%d"}`, web, i))
		}
		io.WriteString(w, `{"results": [`+strings.Join(hits, ",")+`]}`)
	}))
	defer searxng.Close()
	feed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ask(r, "find")
		fmt.Fprint(w, "<rss><channel>")
		for i := range 20 {
			fmt.Fprintf(w, "<item><link>%s/beans/%d</link></item>", web, i)
		}
		fmt.Fprint(w, "</channel></rss>")
	}))
	defer feed.Close()
	for _, engine := range []string{searxng.URL, feed.URL + "/?find={searchTerms}"} {
		t.Chdir(t.TempDir())
		asked = nil
		args := []string{"-search", engine, "-agent", agent, "-open", "127.0.0.1", "-term", "broad bean", "-term", "soup", "-delay", "0s", "-jsonl", "pages.jsonl", "-frontier", "bolt:crawl.db"}
		code, _, stderr := programtest.Run(t, Run, append(args, "-seed", web+"/cars", "-pages", "10")...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		code, _, stderr = programtest.Run(t, Run, append(args, "-resume")...) // asks nobody
		if code != 0 {
			t.Fatalf("resumed: exit code %d: %s", code, stderr)
		}
		if len(asked) != 1 || asked[0] != "broad bean" {
			t.Errorf("asked for %q", asked)
		}
		seeds, others := 0, 0
		for _, r := range recordsOf(t, "pages.jsonl") {
			if r.Parent == "" {
				seeds++
			} else {
				others++
			}
		}
		if seeds != 16 || others != 1 {
			t.Errorf("%d seeds and %d other pages, want 16 and the soup", seeds, others)
		}
	}
}

// An engine that fails is one clear line, and nothing is crawled.
func TestSearchFails(t *testing.T) {
	answer := func(status int, body string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, body)
		}))
		t.Cleanup(server.Close)
		return strings.Replace(server.URL, "http://", "http://user:secret@", 1)
	}
	for want, engine := range map[string]string{
		"the engine finds nothing for \"bean\"": answer(200, `{"results": []}`),
		"does not answer in JSON":               answer(403, ""),
		"429":                                   answer(429, ""),
		"not one of http or https":              "localhost",
		"no {searchTerms} in it":                "http://localhost/{count}",
	} {
		t.Chdir(t.TempDir())
		code, stdout, stderr := programtest.Run(t, Run, "-term", "bean", "-search", engine)
		if code != 1 || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 || strings.Contains(stdout+stderr, "secret") {
			t.Errorf("exit code %d: %q, want %q", code, stderr, want)
		}
	}
}

// Where no engine listens the error says what is needed.
func TestSearchOfNobody(t *testing.T) {
	t.Chdir(t.TempDir())
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	if code, _, stderr := programtest.Run(t, Run, "-term", "bean", "-search", server.URL); code != 1 || !strings.Contains(stderr, "needs a SearXNG instance") {
		t.Errorf("exit code %d: %q", code, stderr)
	}
}

// A flag that changes the strategy says so.
func TestReevaluateChoosesStrategy(t *testing.T) {
	var stderr strings.Builder
	o, err := parseOptions(t.Context(), []string{"-reevaluate", "hosts"}, nil, &stderr)
	if err != nil || !strings.Contains(stderr.String(), "the strategy is "+o.Strategy) {
		t.Errorf("%v: %q", err, stderr.String())
	}
}

// A hit in a private network is not crawled unless it is open.
func TestSearchFindsPrivateHosts(t *testing.T) {
	web := town(t)
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"results": [{"url": "%s/beans/1"}]}`, web)
	}))
	defer engine.Close()
	t.Chdir(t.TempDir())
	if code, _, stderr := programtest.Run(t, Run, "-term", "bean", "-search", engine.URL, "-delay", "0s"); code != 1 || !strings.Contains(stderr, "127.0.0.1") {
		t.Errorf("exit code %d: %q", code, stderr)
	}
}

// KSS XML is an ontology: the thesis's own.
func TestKSS(t *testing.T) {
	t.Chdir(t.TempDir())
	kss := filepath.Join(t.TempDir(), "kss.xml")
	if err := os.WriteFile(kss, []byte(`<?xml version="1.0"?>
<TermCollection><query><getTerms><term>BROAD BEAN</term></getTerms></query><termList><cui>C1</cui><cn>Vicia faba</cn></termList></TermCollection>
<?xml version="1.0"?>
<RelationCollection><relation><relSource><cui>C2</cui><cn>Legume</cn><rel>PAR</rel></relSource></relation></RelationCollection>
<?xml version="1.0"?>
<ContextCollection><cxt><cxtMember><cxs>Runner bean</cxs><cui2>C3</cui2><rank>0</rank></cxtMember></cxt></ContextCollection>
`), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := programtest.Run(t, Run, "-ontology", kss, "-topic", "broad bean", "-strategy", "lokman", "-seed", town(t)+"/beans/1", "-delay", "0s", "-jsonl", "pages.jsonl")
	if code != 0 || !strings.Contains(stdout, "broad bean: 4 terms") {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	if score := recordsOf(t, "pages.jsonl")[0].Score; score != 15+5+5 { // broad bean; runner bean, twice
		t.Errorf("score %v, want one exact term and two contextual ones", score)
	}
}

// Every form of a strategy runs by its name.
func TestVariants(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"iterativedeepening", "sharksearch-hersovici98", "sharksearch-menczer04"} {
		if s := summaryOf(t, "-strategy", name); s.Strategy != name || s.Pages < 20 {
			t.Errorf("summary %+v", s)
		}
	}
}

// The topic that the strategy scores with is printed and reported: narrower concepts
// too, if it knows them.
func TestScoredTerms(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.obo", []byte("[Term]\nid: X:1\nname: bean\n[Term]\nid: X:2\nname: runner bean\nis_a: X:1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	web := town(t)
	for strategy, want := range map[string]string{"adaptive": "bean: 2 terms, ", "lokman-normalized": "bean: 2 terms, ", "lokman": "bean: 1 term, "} {
		code, stdout, stderr := programtest.Run(t, Run, "-topic", "bean", "-ontology", "x.obo", "-seed", web+"/beans/1", "-delay", "0s", "-strategy", strategy)
		if code != 0 || !strings.HasPrefix(stdout, want) {
			t.Errorf("%s: exit code %d: %s %s", strategy, code, stdout, stderr)
		}
		report, err := os.ReadFile("out/report.html")
		if err != nil || strings.Contains(string(report), ">runner bean<") != (strategy != "lokman") {
			t.Errorf("%s: the report has other terms than those scored with: %v", strategy, err)
		}
	}
}
