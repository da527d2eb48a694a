package issue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
)

// recordedSite is a journal made of recorded pages: a contents page whose article
// links lead to pages of articles, and whose other links lead to contents pages of
// other issues and whatever else there is.
type recordedSite struct {
	start    string
	pages    map[string][]byte
	articles map[string]bool
	classes  classify.PageClassifier // nil for that of the program
}

// RoundTrip implements [http.RoundTripper].
func (s *recordedSite) RoundTrip(req *http.Request) (*http.Response, error) {
	body, ok := s.pages[req.URL.String()]
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body))}, nil
}

const recorded = "../../../../../shared/data"

// read returns the pages that patterns name, in order.
func read(t *testing.T, patterns ...string) [][]byte {
	t.Helper()
	var out [][]byte
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(recorded, pattern))
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(paths)
		for _, path := range paths {
			body, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, body)
		}
	}
	return out
}

// newSite makes a site of one contents page. Each link to an article leads to the next
// of the articles, each other link of the site to the next of the other pages.
func newSite(t *testing.T, contents string, articles, others [][]byte) *recordedSite {
	t.Helper()
	var meta struct {
		Base string `json:"base_url"`
	}
	b, err := os.ReadFile(contents + ".meta.json")
	if err == nil {
		err = json.Unmarshal(b, &meta)
	}
	if err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(contents + ".html")
	if err != nil {
		t.Fatal(err)
	}
	truth, err := os.ReadFile(contents + ".links.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(meta.Base)
	if err != nil {
		t.Fatal(err)
	}
	start, err := crawl.Canonical(meta.Base)
	if err != nil {
		t.Fatal(err)
	}
	s := &recordedSite{start: start, pages: map[string][]byte{start: body}, articles: map[string]bool{}}
	for line := range bytes.Lines(truth) {
		var l struct {
			Href    string `json:"href"`
			Article bool   `json:"article"`
			Leads   bool   `json:"leads_to_article"`
		}
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		u, err := base.Parse(l.Href)
		if err != nil || u.Host != base.Host || strings.HasSuffix(u.Path, ".pdf") {
			continue
		}
		at, err := crawl.Canonical(u.String())
		if err != nil || s.pages[at] != nil {
			continue
		}
		switch {
		case l.Article && len(articles) > 0:
			s.pages[at], articles = articles[0], articles[1:]
			s.articles[at] = true
		case !l.Leads && len(others) > 0 && !bytes.Equal(others[0], body):
			s.pages[at], others = others[0], others[1:]
		case !l.Leads && len(others) > 0:
			others = others[1:]
		}
	}
	return s
}

// filed counts how the pages of a site were filed.
type filed struct {
	articles, found int // that are linked to, and those in an article's folder
	others, wrong   int // that were fetched, and those in an article's folder
}

// crawl downloads the site from its start, and from more if there are.
func (s *recordedSite) crawl(t *testing.T, more ...string) filed {
	t.Helper()
	dir := t.TempDir()
	folders, err := shelf.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folders.Close()
	j, err := NewEnhanced(nil, s.classes, "", dir)
	if err != nil {
		t.Fatal(err)
	}
	c := &crawl.Crawler{Strategy: j, Transport: s, Workers: 1, Delay: crawl.None, IgnoreRobots: true, IgnoreNoFollow: true, Limits: crawl.Limits{Depth: j.Depth()}}
	for p, err := range c.Crawl(t.Context(), append(more, s.start)...) {
		if err == nil {
			err = folders.Put(p, j.Page(p))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	changed, err := j.Together(folders, dir)
	if err == nil {
		err = folders.Refile(changed)
	}
	if err != nil {
		t.Fatal(err)
	}
	n := filed{articles: len(s.articles)}
	for l, err := range folders.Lines() {
		if err != nil {
			t.Fatal(err)
		}
		if l.File == "" || l.Parent == "" {
			continue
		}
		in := l.Class == classify.ClassAbstract || l.Class == classify.ClassFullText
		switch article := s.articles[l.URL]; {
		case article && in:
			n.found++
		case !article && in:
			n.wrong++
		}
		if !s.articles[l.URL] {
			n.others++
		}
		if in != s.articles[l.URL] {
			t.Logf("%s: %s: %q", l.URL, l.Class, l.Evidence)
		}
	}
	return n
}

func (n *filed) add(m filed) {
	n.articles += m.articles
	n.found += m.found
	n.others += m.others
	n.wrong += m.wrong
}

func (n filed) String() string {
	return fmt.Sprintf("%d of %d articles in their folder, %d of %d other pages too", n.found, n.articles, n.wrong, n.others)
}

// spaced yields so many of a list, evenly.
func spaced(list []string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range min(n, len(list)) {
			if !yield(list[i*len(list)/min(n, len(list))]) {
				return
			}
		}
	}
}

// mixed has every so-manieth of the articles' pages replaced by a full text, so many of them.
func mixed(articles, full [][]byte, n int) [][]byte {
	out := slices.Clone(articles)
	for i := range min(n, len(full), len(out)/4) {
		out[4*i] = full[i]
	}
	return out
}

// TestFullTextsOfAnotherLayout: some full texts among the abstracts of an issue, built
// unlike them, stay in an article's folder by their headings.
func TestFullTextsOfAnotherLayout(t *testing.T) {
	if _, err := os.Stat(recorded); err != nil {
		t.Skip(recorded + " is not here")
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	contents := filepath.Join(recorded, "toc/jmlr/v18")
	articles, others := read(t, "articles/jmlr/*.html"), read(t, "toc/jmlr/*.html")
	for _, layout := range []string{"norma-scholarly", "scholarmarkdown", "trials", "scielo-ds"} {
		for _, n := range []int{2, 4, 6} {
			t.Run(fmt.Sprintf("%s %d", layout, n), func(t *testing.T) {
				full := read(t, "articles/"+layout+"/*.html")
				got := newSite(t, contents, mixed(articles, full, n), others).crawl(t)
				t.Log(got)
				if got.found != got.articles {
					t.Errorf("want all articles")
				}
			})
		}
	}
}

// TestRecordedSites: what is an article and what is not, on journals made of
// recorded pages.
func TestRecordedSites(t *testing.T) {
	if _, err := os.Stat(recorded); err != nil {
		t.Skip(recorded + " is not here")
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, site := range []struct {
		name     string
		contents string // pattern of the contents pages to start from
		articles string
		others   []string
	}{
		{"acl-cl", "toc/acl-cl/*", "articles/acl-cl/*", []string{"toc/acl-cl/*", "templates/acl-anthology/volume/*/*", "templates/acl-anthology/person/*/*"}},
		{"acl-tacl", "toc/acl-tacl/*", "articles/acl-tacl/*", []string{"toc/acl-tacl/*", "templates/acl-anthology/volume/*/*", "templates/acl-anthology/person/*/*"}},
		{"afp", "toc/afp/*", "articles/afp/*", []string{"toc/afp/*"}},
		{"ieeevis-2012", "toc/ieeevis/201*", "articles/ieeevis-2012/*", []string{"toc/ieeevis/201*"}},
		{"ieeevis-2024", "toc/ieeevis/202*", "articles/ieeevis-2024/*", []string{"toc/ieeevis/202*"}},
		{"jmlr", "toc/jmlr/*", "articles/jmlr/*", []string{"toc/jmlr/*", "templates/jmlr/toc/*/*"}},
		{"jmlr-beta", "toc/jmlr-beta/*", "articles/jmlr-beta/*", []string{"toc/jmlr-beta/*", "templates/jmlr-beta/toc/*/*"}},
		{"mmwr", "toc/mmwr/*", "templates/cdc/mmwr-article-small/*/*", []string{"templates/cdc/mmwr-*toc/*/*"}},
		{"linux-gazette", "toc/linux-gazette/*", "none", []string{"toc/linux-gazette/*"}},
	} {
		t.Run(site.name, func(t *testing.T) {
			paths, err := filepath.Glob(filepath.Join(recorded, site.contents+".html"))
			if err != nil {
				t.Fatal(err)
			}
			articles, others := read(t, site.articles+".html"), [][]byte(nil)
			for _, o := range site.others {
				others = append(others, read(t, o+".html")...)
			}
			var sum filed
			const starts = 4 // of one site
			for _, path := range slices.Collect(spaced(paths, starts)) {
				sum.add(newSite(t, strings.TrimSuffix(path, ".html"), articles, others).crawl(t))
			}
			t.Log(sum)
			if 100*sum.found < 98*sum.articles || 100*sum.wrong >= 2*sum.others {
				t.Errorf("want 98 %% of the articles and less than 2 %% of the others")
			}
		})
	}
}
