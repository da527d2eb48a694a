package strategies_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/examples/internal/redistest"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// A child is a process that does a job.
type child struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func start(t *testing.T, j job) *child {
	t.Helper()
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childJob+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, cmd: cmd, lines: bufio.NewScanner(out)}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return c
}

// page returns what the child says of its next page, false at its end.
func (c *child) page() (string, bool) {
	for c.lines.Scan() {
		word, rest, _ := strings.Cut(c.lines.Text(), " ")
		if word == "page" {
			return rest, true
		}
		c.t.Errorf("a child says %s", c.lines.Text())
	}
	return "", false
}

// kill is kill -9. It returns what the child has said meanwhile.
func (c *child) kill() (pages []string) {
	c.cmd.Process.Kill()
	for {
		p, ok := c.page()
		if !ok {
			c.cmd.Wait()
			return pages
		}
		pages = append(pages, p)
	}
}

// A course is the pages of a crawl in their order. A page that was at hand when its
// process was killed comes twice and counts once.
type course struct {
	pages []string
	seen  map[string]bool
}

func (c *course) add(pages ...string) {
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	for _, p := range pages {
		if !c.seen[p] {
			c.seen[p] = true
			c.pages = append(c.pages, p)
		}
	}
}

// auc is the mean of the recall of targets over the pages.
func (c *course) auc(targets []string, pages int) float64 {
	wanted := map[string]bool{}
	for _, url := range targets {
		wanted[url] = true
	}
	hits, sum := 0, 0.0
	for i := range pages {
		if i < len(c.pages) {
			url, _, _ := strings.Cut(c.pages[i], " ")
			if wanted[url] {
				hits++
			}
		}
		sum += float64(hits) / float64(len(wanted))
	}
	return sum / float64(pages)
}

// places are where the frontier of a crawl is kept: a new one with each call.
func places(t *testing.T) map[string]func() string {
	server := ""
	n := 0
	return map[string]func() string{
		"bolt": func() string { return filepath.Join(t.TempDir(), "crawl.db") },
		"redis": func() string {
			if server == "" {
				server = redistest.Start(t)
			}
			n++
			return fmt.Sprintf("%s#crawl%d", server, n)
		},
	}
}

// onServer opens the frontier of a job that is on a server, nil if it is in a file.
func onServer(t *testing.T, j job) *redis.Frontier {
	t.Helper()
	server, name, ok := strings.Cut(j.Place, "#")
	if !ok {
		return nil
	}
	m, err := j.material(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f, err := redis.Open(t.Context(), server, name, redis.Options{Options: optionsOf(strategies.New(j.Strategy, m.about))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// release waits until the lease has run out that a process had on a server when it was
// killed: with it the process that goes on would begin with another page.
func release(t *testing.T, f *redis.Frontier) {
	t.Helper()
	for {
		stats, err := f.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if stats.Leased == 0 {
			return
		}
		// What has run out is found out by the next call of Pop.
		l, err := f.Pop(t.Context())
		if err == nil {
			err = f.Done(t.Context(), l, frontier.Outcome{Result: frontier.Returned})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// whole does a job without an interruption.
func whole(t *testing.T, j job) *course {
	t.Helper()
	c := start(t, j)
	var all course
	for {
		p, ok := c.page()
		if !ok {
			return &all
		}
		all.add(p)
	}
}

// interrupted does a job in processes of which all but the last are killed.
func interrupted(t *testing.T, j job, kills int) *course {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(j.Pages)))
	server := onServer(t, j)
	var all course
	pages := j.Pages
	for i := range kills {
		c := start(t, j)
		until := (i+1)*pages/(kills+1) - r.IntN(pages/(kills+1)/2+1)
		for len(all.pages) < until {
			p, ok := c.page()
			if !ok {
				t.Fatalf("a child ended by itself after %d pages", len(all.pages))
			}
			all.add(p)
		}
		all.add(c.kill()...)
		if server != nil {
			release(t, server)
		}
	}
	j.Pages = pages - len(all.pages)
	if j.Pages <= 0 {
		return &all
	}
	j.Pages++ // a page may come again that was not acknowledged
	all.add(whole(t, j).pages...)
	all.pages = all.pages[:min(len(all.pages), pages)]
	return &all
}

// A crawl that is killed by kill -9 at five moments and resumed fetches the same pages with
// the same values in the same order as one that is not.
func TestKilled(t *testing.T) {
	const pages, kills = 150, 5
	names := []string{"adaptive", "lokman-normalized", "pagerank", "hits", "hits-kleinberg", "infospiders", "opic", "lokman"}
	if testing.Short() {
		names = names[:2]
	}
	for place, newPlace := range places(t) {
		for _, name := range names {
			t.Run(place+" "+name, func(t *testing.T) {
				j := job{Strategy: name, Pages: pages, Place: newPlace()}
				want := whole(t, j)
				j.Place = newPlace()
				got := interrupted(t, j, kills)
				if len(want.pages) != pages {
					t.Fatalf("%d pages, want %d", len(want.pages), pages)
				}
				for i := range want.pages {
					if i >= len(got.pages) || got.pages[i] != want.pages[i] {
						t.Fatalf("page %d of %d is not %s", i+1, len(got.pages), want.pages[i])
					}
				}
			})
		}
	}
}

// TestKilledData measures the same on a recorded web:
//
//	go test ./examples/internal/strategies -run KilledData -v -args -web W -topics T -ontology O -topic NAME -pages 1000
func TestKilledData(t *testing.T) {
	if data.Web == "" {
		t.Skip("no -web")
	}
	m, err := data.material(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for place, newPlace := range places(t) {
		for _, name := range strings.Split(data.Strategy, ",") {
			j := data
			j.Strategy, j.Place = name, newPlace()
			want := whole(t, j)
			j.Place = newPlace()
			got := interrupted(t, j, 10)
			same := 0
			for same < min(len(got.pages), len(want.pages)) && got.pages[same] == want.pages[same] {
				same++
			}
			before, after := want.auc(m.topic.Targets, j.Pages), got.auc(m.topic.Targets, j.Pages)
			t.Logf("%s, %s, %s: AUC %.4f, killed ten times %.4f; the first %d of %d pages are the same", m.topic.Name, place, name, before, after, same, len(want.pages))
			if math.Abs(before-after) > 0.01 {
				t.Errorf("the AUC differs by more than 0.01")
			}
		}
	}
}

// together does a job with several processes at once, until they have the pages.
func together(t *testing.T, j job, processes int) *course {
	t.Helper()
	pages := j.Pages
	j.Pages = 0
	said := make(chan string)
	var children []*child
	for range processes {
		c := start(t, j)
		children = append(children, c)
		go func() {
			for {
				p, ok := c.page()
				if !ok {
					said <- ""
					return
				}
				said <- p
			}
		}()
	}
	var all course
	for left := processes; left > 0; {
		p := <-said
		switch {
		case p == "":
			left--
		case len(all.pages) < pages:
			all.add(p)
		}
		if len(all.pages) == pages {
			for _, c := range children {
				c.cmd.Process.Kill()
			}
		}
	}
	return &all
}

// TestTogetherData compares one process with four on one server, with the flags of
// TestKilledData: four that learn from each other and four that do not.
func TestTogetherData(t *testing.T) {
	if data.Web == "" {
		t.Skip("no -web")
	}
	newPlace := places(t)["redis"]
	topics, err := data.topics()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(data.Strategy, ",") {
		var sums [3]float64
		for _, topic := range topics {
			var auc [3]float64
			for i := range auc {
				j := data
				j.Topic, j.Strategy, j.Place = topic.Name, name, newPlace()
				j.Alone = i == 2
				processes := 4
				if i == 0 {
					processes = 1
				}
				auc[i] = together(t, j, processes).auc(topic.Targets, j.Pages)
				sums[i] += auc[i]
			}
			t.Logf("%s, %s: AUC of one process %.3f, of four %.3f, of four that learn apart %.3f", name, topic.Name, auc[0], auc[1], auc[2])
		}
		n := float64(len(topics))
		t.Logf("%s, mean of %d topics: %.3f, %.3f, %.3f", name, len(topics), sums[0]/n, sums[1]/n, sums[2]/n)
	}
}
