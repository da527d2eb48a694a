package robotstxt_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/examples/recipes/robotstxt"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// crawl is the loop of a crawler of one's own: it asks robots.txt, takes URLs that differ
// by a session or by tracking for one page, and values links by the terms of a topic, as
// [ontology.Expand] finds them in an ontology.
func crawl(ctx context.Context, fetch func(url string) ([]byte, error), sites *robotstxt.Sites, queue frontier.Frontier, topic ontology.Topic) error {
	scorer, rules := ontology.NewScorer(topic), urls.Rules{Tracking: true, Sessions: true}
	visit := func(url string) (o frontier.Outcome) {
		allowed, wait, err := sites.Allowed(url)
		if err != nil {
			return frontier.Outcome{Result: frontier.Revisit, Reason: err.Error()} // once more, after everything else
		}
		if !allowed {
			return frontier.Outcome{Result: frontier.Dead, Reason: "forbidden by robots.txt"}
		}
		o.HostWait = wait
		body, err := fetch(url)
		if err != nil {
			o.Result, o.Reason = frontier.Dead, err.Error()
			return o
		}
		for _, l := range (classify.Reader{}).Scan(body, url).Links {
			if to, err := rules.Apply(l.URL); err == nil && !l.NoFollow {
				o.Links = append(o.Links, frontier.Entry{URL: to, Value: scorer.Score(l.Text)})
			}
		}
		return o
	}
	for {
		lease, err := queue.Pop(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := queue.Done(ctx, lease, visit(lease.URL)); err != nil {
			return err
		}
	}
}

// A site answers without a socket, so that a second takes no time.
type site struct{ http.Handler }

func (s site) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result(), nil
}

func TestCrawl(t *testing.T) {
	const agent = "ExampleBot/1.0 (+https://example.org/bot)"
	pages := map[string]string{
		"a.test/robots.txt": "User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 5\n",
		"a.test/": `<a href=/soup>Soup</a> <a href="/flu?utm_source=a">Flu season</a> <a href="/flu?utm_source=b">Flu</a>
			<a href=/private>flu</a> <a href=http://b.test/>flu</a> <a href=http://down.test/>flu</a>`,
		"a.test/soup": "soup", "a.test/flu": "flu", "a.test/private": "flu", "b.test/": "flu", "down.test/": "flu",
	}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var asked []string
		client := http.Client{Transport: site{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			page := r.URL.Host + r.URL.Path
			if page != "a.test/robots.txt" && page != "b.test/robots.txt" && page != "down.test/robots.txt" {
				asked = append(asked, page)
			} else if r.UserAgent() != agent {
				t.Errorf("%s was asked for by %q", page, r.UserAgent())
			}
			if page == "down.test/robots.txt" {
				w.WriteHeader(http.StatusServiceUnavailable)
			} else if text, ok := pages[page]; ok {
				fmt.Fprint(w, text)
			} else {
				http.NotFound(w, r)
			}
		})}}
		fetch := func(url string) ([]byte, error) {
			answer, err := client.Get(url)
			if err != nil {
				return nil, err
			}
			defer answer.Body.Close()
			return io.ReadAll(answer.Body)
		}
		flu := ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}}
		queue := new(frontier.Memory)
		if err := queue.Push(t.Context(), frontier.Entry{URL: "http://a.test/", Value: 1}); err != nil {
			t.Fatal(err)
		}
		if err := crawl(t.Context(), fetch, &robotstxt.Sites{Agent: agent, Client: client}, queue, flu); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took < 10*time.Second {
			t.Errorf("three pages of a site with a Crawl-delay of 5 took %v", took)
		}
		if want := []string{"a.test/", "b.test/", "a.test/flu", "a.test/soup"}; !slices.Equal(asked, want) {
			t.Errorf("fetched %q, want %q", asked, want)
		}
		if n, _ := queue.Stats(t.Context()); n.Done != 4 || n.Dead != 2 {
			t.Errorf("Stats = %+v", n)
		}
	})
}
