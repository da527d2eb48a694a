package experiment

import (
	"io"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/frontier"
)

// An Experiment crawls a web once for each topic and entrant. The same
// experiment gives the same results, whatever the number of workers.
type Experiment struct {
	Web      *webs.Web // that is crawled
	Topics   []Topic   // a crawl for each, by each entrant
	Entrants []Entrant // the strategies
	Pages    int       // the budget of each crawl, in pages with a 2xx status, up to 10 million
	Start    Start     // where the crawls begin
	Examples bool      // strategies may know that the seeds are relevant
	Seed     uint64    // of all that is drawn
	Clock    Clock     // of each crawl

	// Judge returns who judges a topic. nil means the topic's list of
	// relevant pages. It is called once for each topic, before the first crawl.
	Judge func(Topic) (Judge, error)

	// Workers is how many crawls run at once; 0 means one a processor.
	Workers int

	// Order, if set, opens what takes the fetch order of a crawl, one Visit a
	// line. It is called by several goroutines at once.
	Order func(strategy, topic string) (io.WriteCloser, error)

	// Progress, if set, is called after each crawl. No two calls overlap.
	Progress func(done, all int)
}

// A Task is what a strategy may know before a crawl: nothing that it could not
// know on the open web.
type Task struct {
	Topic      string   // its name
	OntologyID string   // its identifiers in ontologies, " / " between them
	Seeds      []string // where the crawl begins
	Examples   bool     // the seeds are known to be relevant
	Pages      int      // the budget, in pages with a 2xx status
	Random     uint64   // seed of strategies that choose at random; the same for all strategies of a topic
}

// An Entrant makes a strategy, a new one for each crawl.
type Entrant struct {
	Name  string                             // of the strategy in tables and charts
	New   func(Task) (crawl.Strategy, error) // makes the strategy; an error ends the experiment
	Bound bool                               // drawn as a bound, not compared

	// Oracles are made from the truth.
	truthful func(*truth) crawl.Strategy
	frontier func(*truth) frontier.Frontier
}

// Results are the runs of an experiment, by topic and then by entrant.
type Results struct {
	Runs       []Run           // by topic and then by entrant
	Strategies []string        // in the order of the entrants
	Bounds     map[string]bool // the strategies that are bounds
	Topics     []string        // that were crawled, in order
	Skipped    []string        // topics without seeds of the kind that was asked for, or with none that the web has
	Pages      int             // the budget of each crawl
	Start      Start           // where the crawls began
	Seed       uint64          // of all that was drawn
}
