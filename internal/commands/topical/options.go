package topical

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/internal/topical"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

const help = `Topical crawls the pages about a topic, the most promising first.

Without flags it crawls a small web and ontology that it carries with it. With
-web it crawls a recorded web, with -seed or -search alone the network, politely,
by the proxies of HTTP_PROXY and HTTPS_PROXY.
The topic is a concept of an ontology, or terms of your own by -term. The built-in
web has pages about bedwetting, breast carcinoma, chickenpox, deafness,
influenza, insomnia, motion sickness, sunburn, tinnitus and vasectomy.

  go run ./examples/topical -topic tinnitus -pages 60 -jsonl pages.jsonl
  go run ./examples/topical -term tinnitus -term "ringing in the ears" -seed https://medlineplus.gov/
  go run ./examples/topical -topic "diabetes mellitus" -ontology doid.obo -seed https://medlineplus.gov/
  go run ./examples/topical -topic chickenpox -ontology doid.obo -search http://localhost:8080

The pages go to standard output in the order of fetching, each with its value
and the reason, a * before those that are relevant; a terminal shows as much of the
reason as fits. A report for people goes to out/report.html.

`

var reevaluations = map[string]frontier.Reevaluation{
	"greater":   frontier.GetGreater,
	"increment": frontier.IncrementValues,
	"noisyor":   frontier.NoisyOr,
	"hosts":     frontier.DistinctHosts,
}

func parseOptions(ctx context.Context, args []string, server topical.Server, stderr io.Writer) (topical.Options, error) {
	o := topical.Options{Server: server}
	fs := flag.NewFlagSet("topical", flag.ContinueOnError)
	fs.StringVar(&o.Topic, "topic", "", "the topic's `name` or identifier in the ontology (default influenza, of the built-in one;\nwith -term alone its first one)")
	fs.Func("term", "`text` of a term of the topic, which weighs as much as its name; may be repeated.\nWithout -ontology these are all terms", func(s string) error {
		if strings.IndexFunc(s, unicode.IsLetter) < 0 && strings.IndexFunc(s, unicode.IsDigit) < 0 {
			return errors.New("want a word or a phrase")
		}
		o.Terms = append(o.Terms, strings.TrimSpace(s))
		return nil
	})
	fs.StringVar(&o.Ontology, "ontology", "", "`path` of an ontology: OBO, SKOS, OWL, MeSH, UMLS, KSS XML, SNOMED CT, WordNet or compiled, gzipped or not (default the built-in one)")
	fs.Func("seed", "`URL` to start from; may be repeated", func(s string) error {
		o.Seeds = append(o.Seeds, s)
		return nil
	})
	fs.StringVar(&o.Search, "search", "", "`URL` of a search engine whose first 15 hits for the topic are further seeds: that of a SearXNG instance,\nor a template with {searchTerms} of one that answers in RSS or Atom")
	fs.Func("open", "`host` of a private network that may be crawled, such as localhost or 10.0.0.0/8; may be repeated.\nThose of -seed are open", func(s string) error {
		o.Open = append(o.Open, s)
		return nil
	})
	fs.IntVar(&o.Pages, "pages", topical.DefaultPages, "`number` of pages to fetch")
	fs.Func("enough", "end once one of some `rules` holds: recall=0.95 (estimated), harvest=0.01/400 (fewer than that share of the\nlast 400 pages relevant), newhost=800 (so many pages without a relevant one of a new host). Relevant is what\n-topics say, else a page that scores above 0, or score=SCORE. -pages is then 10000 unless said", func(s string) (err error) {
		o.Enough, err = topical.ParseEnough(s)
		return err
	})
	fs.StringVar(&o.Strategy, "strategy", "adaptive", "`name` of the strategy: "+strings.Join(strategies.Names(), ", ")+",\nor a variant that experiment -h lists (with -reevaluate the default is "+topical.Mergeable+")")
	fs.Func("reevaluate", "what a second link to a queued URL does to its value: greater, increment, noisyor or hosts\n(default: the strategy's own); noisyor normalises scores to 0..1", func(s string) error {
		merge, ok := reevaluations[s]
		if !ok {
			return errors.New("want greater, increment, noisyor or hosts")
		}
		o.Reevaluate = merge
		return nil
	})
	fs.IntVar(&o.Workers, "workers", 0, "`number` of hosts asked at once (default 8; 1 without network, for the same order each time but for what a Crawl-delay delays)")
	program.Agent(fs, &o.Agent)
	program.Delay(fs, &o.Delay, "`time` between two requests to a host, 0s for none (default 1s; 0s without network).\nA longer Crawl-delay of a site's robots.txt is waited for in any case, on the built-in web too")
	fs.StringVar(&o.Web, "web", "", "`path` of a recorded web: a directory or tar, tar.gz, tar.zst with a manifest.jsonl, or a .warc,\n.warc.gz or .warc.zst file or a directory of them")
	fs.StringVar(&o.Topics, "topics", "", "`path` of a topics file to judge by (default topics*.jsonl in the directory of the web)")
	places := "memory, bolt:PATH for a file, or redis:URL (redis://HOST:PORT/DB#NAME)\nfor a server"
	if server == nil {
		places = "memory, or bolt:PATH for a file"
	}
	fs.Func("frontier", "where the queue is kept: "+places+" (default memory)", func(s string) (err error) {
		o.Frontier, err = topical.ParsePlace(s)
		return err
	})
	fs.BoolVar(&o.Resume, "resume", false, "go on with the crawl that the -frontier and the -jsonl file hold, with the flags that it began with: they are kept\nnext to the -frontier file, or next to the -jsonl file if that is a server. What is said anew overrides them")
	fs.BoolVar(&o.Continuous, "continuous", false, "go on until interrupted, whatever -pages says: half of the requests are for pages that are likely to have changed,\nand those that have are named")
	fs.IntVar(&o.Revisits, "revisits", 0, "how `many` pages a day -continuous fetches again (default 10000)")
	fs.StringVar(&o.Out, "out", "out", "`directory` of the report; created if need be")
	fs.StringVar(&o.JSONL, "jsonl", "", "`path` of a file that gets one JSON object a page, in fetch order: n, url, parent, depth, status, value, score, bytes,\nwhy, taken (what its link was worth) and, if the page was judged, relevant (true or false)")
	fs.StringVar(&o.WARC, "warc", "", "`path` of a WARC file that gets all requests and answers, compressed if it ends in .gz")
	fs.BoolVar(&o.JSON, "json", false, "print one JSON object with the result instead of the pages")
	fs.Func("dashboard", "`address` to serve a live page of the crawl at, such as :8080; this machine's unless it names another.\nWhoever can reach it may read it", func(s string) (err error) {
		o.Dashboard, err = topical.DashboardAddress(s)
		return err
	})
	fs.BoolVar(&o.Control, "control", false, "let those who can reach the -dashboard pause the crawl, block hosts and re-weight the queue")
	fs.BoolVar(&o.Stay, "stay", false, "serve the -dashboard on after the crawl, until interrupted")
	var err error
	if o.Said, err = program.ParseSaid(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	if err := o.Again(fs); err != nil {
		return o, err
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["enough"] && !given["pages"] {
		o.Pages = topical.DefaultMost
	}
	if given["reevaluate"] && !given["strategy"] {
		o.Strategy = topical.Mergeable
		fmt.Fprintf(stderr, "-reevaluate: the strategy is %s, since adaptive says itself how values change\n", topical.Mergeable)
	}
	return o.Complete(given["reevaluate"])
}
