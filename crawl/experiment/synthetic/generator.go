// Package synthetic writes webs to crawl, with topics, the truth about them and an ontology.
//
// Like the rest of [github.com/lokman-crawler/lokman/crawl/experiment] it is not frozen: it may change between minor versions.
package synthetic

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/ontology"
)

// A Generator writes a web from a seed, with topics, the truth about them and
// an ontology. The zero value is ready to use; the same generator gives the
// same bytes. Shares are 0 to 1; 0 means the default and [crawl.None] for none.
//
// What makes real webs hard is in it, each with a share of its own:
//
//   - sites: hosts with a home page, sections and articles, navigation and
//     footer on every page; three links in four stay on their host.
//   - locality: links prefer the same topic, the same family of topics, the
//     same field and pages that are linked already, so that similarity falls with
//     distance as it does on the web.
//   - anchors that name what they lead to, say nothing ("read more"), or are
//     wrong.
//   - vocabulary: pages on a topic that do not use its name but synonyms,
//     narrower terms, an abbreviation or a foreign word; words of a topic on
//     pages about something else; an ontology that lacks some of it and is
//     wrong about some.
//   - hubs: directories about nothing, and section pages about a topic with next
//     to no text.
//   - tunnels: relevant pages that only a chain of one to three irrelevant pages
//     leads to. A topic's Groups list these targets.
//   - pages with two topics, and sections that drift from one to the next.
//   - disorder: copies, redirects, session identifiers, endless calendars,
//     dead links, server errors, timeouts, paths that robots.txt forbids, slow
//     hosts.
//
// What is relevant is each page's latent topic, which is drawn before a word is
// written; no scorer has a part in it.
type Generator struct {
	Seed   uint64 // the same seed gives the same web
	Pages  int    // articles and section pages; 0 means 4,000
	Topics int    // the most that are returned, of those with enough pages; 0 means 12

	Mismatch  float64 // pages on a topic that do not use its name; default 0.5
	Informed  float64 // anchors that name what they lead to; default 0.55
	Misled    float64 // anchors that name a random topic, if need be in place of Informed ones; default 0.05
	Noise     float64 // terms that the ontology lacks or, as many, has another topic's for; default 0.1
	Ambiguous float64 // pages that use a term of a topic that they are not about; default 0.1
	Tunnelled float64 // pages of a topic behind each length of tunnel, 1, 2 and 3; default 0.08
	Copied    float64 // pages that have a copy; default 0.08
	Broken    float64 // links that fail in some way; default 0.03

	// Tunnel is how many irrelevant pages every tunnel has, 1 to 3; the pages behind tunnels
	// are as many as otherwise. 0 means tunnels of 1, 2 and 3.
	Tunnel int

	// DisjointHosts leaves targets out that are on a host of a seed.
	DisjointHosts bool

	// Null makes a web where what a page is about depends on nothing: neither
	// on its host nor on what links to it, nor on what the anchors say. There
	// are no tunnels and no disorder. No strategy can do better than random
	// order there; one that does has seen what it must not see.
	Null bool
}

// longestTunnel is how many irrelevant pages a tunnel has at most.
const longestTunnel = 3

// A generatorShare is one of the shares of a Generator, with its default.
type generatorShare struct {
	name    string
	share   *float64
	initial float64
}

func (g *Generator) shares() []generatorShare {
	return []generatorShare{
		{"Mismatch", &g.Mismatch, 0.5}, {"Informed", &g.Informed, 0.55}, {"Misled", &g.Misled, 0.05},
		{"Noise", &g.Noise, 0.1}, {"Ambiguous", &g.Ambiguous, 0.1}, {"Tunnelled", &g.Tunnelled, 0.08},
		{"Copied", &g.Copied, 0.08}, {"Broken", &g.Broken, 0.03},
	}
}

// WithDefaults returns the generator with what the zero values of its fields mean in their
// place, and 0 for a share of None.
func (g Generator) WithDefaults() Generator {
	if g.Pages == 0 {
		g.Pages = 4000
	}
	if g.Topics == 0 {
		g.Topics = 12
	}
	for _, s := range g.shares() {
		switch *s.share {
		case 0:
			*s.share = s.initial
		case crawl.None:
			*s.share = 0
		}
	}
	if g.Null {
		g.Tunnelled, g.Copied, g.Broken = 0, 0, 0
	}
	return g
}

func (g Generator) check() error {
	if g.Pages < 500 || g.Pages > 1_000_000 {
		return fmt.Errorf("experiment: generator: Pages is %d: want 500 to 1,000,000", g.Pages)
	}
	if g.Topics < 1 || g.Topics > mostSubjects {
		return fmt.Errorf("experiment: generator: Topics is %d: want 1 to %d, or 0 for 12", g.Topics, mostSubjects)
	}
	if g.Tunnel < 0 || g.Tunnel > longestTunnel {
		return fmt.Errorf("experiment: generator: Tunnel is %d: want 1 to %d, or 0 for a mixture", g.Tunnel, longestTunnel)
	}
	for _, s := range g.shares() {
		if !(*s.share >= 0 && *s.share <= 1) {
			return fmt.Errorf("experiment: generator: %s is %v: want 0 to 1, or None", s.name, *s.share)
		}
	}
	return nil
}

// A Generated is a web that a Generator wrote.
type Generated struct {
	Web      *webs.Web          // its pages
	Topics   []experiment.Topic // with the relevant pages of each
	Ontology *ontology.Graph    // of the topics' words

	latency map[string]time.Duration // by host
}

// Latency returns how long the host of a URL takes to answer, for an [experiment.Clock].
func (g *Generated) Latency(url string) time.Duration { return g.latency[weburl.HostOf(url)] }

// Generate writes the web.
func (g Generator) Generate() (*Generated, error) {
	g = g.WithDefaults()
	if err := g.check(); err != nil {
		return nil, err
	}
	b := &builder{Generator: g, rand: rand.New(rand.NewPCG(g.Seed, 3))}
	b.invent()
	b.found()
	b.tunnel()
	b.connect()
	web, err := b.write()
	if err != nil {
		return nil, err
	}
	topics := b.chosen()
	if len(topics) == 0 {
		return nil, fmt.Errorf("experiment: generator: no topic has seeds and targets enough on a web of %d Pages: want more of them", g.Pages)
	}
	return &Generated{Web: web, Topics: topics, Ontology: b.ontology(), latency: b.latency()}, nil
}
