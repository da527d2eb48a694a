package classic

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/bag"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// InfoSpiders crawls with a population of agents that live on relevant pages
// (Menczer and Belew 2000; Menczer, Pant and Srinivasan 2004). Each seed has
// one. An agent has energy, keywords and a neural net that estimates from the
// keywords near a link, each weighted by 1/distance, the value of the link. It
//
//   - gains sim(page) - Cost by each page it fetches, and trains its net to
//     give that page's link sim(page) + Horizon x its best estimate there;
//   - chooses its next link among those it has seen, with a probability
//     proportional to exp(Greed x estimate);
//   - splits in two above Split: each has half of the energy, and the child
//     replaces its keyword of least weight by the page's most frequent word;
//   - dies below 0 energy, or when it has no link left.
//
// Agents take turns. A page that no living agent has chosen, since the agents
// are dead or what they chose could not be fetched, goes to the agent that has
// waited longest for a page, or else to a new one. A page costs its links, each
// the logarithm of how many the agent has seen.
//
// The papers leave the energies to the implementer: the defaults of Cost,
// Split, Horizon and Rate are ours. With one worker the order depends on the
// seed and the pages alone. An InfoSpiders holds the state of one crawl: take a
// new one for each.
type InfoSpiders struct {
	Query  string          // required: the topic's words, the first agents' keywords
	Scorer classify.Scorer // sim, 0 to 1; nil means the cosine to Query

	Greed   float64 // beta; 0 means 10
	Cost    float64 // of a page; 0 means 0.02
	Split   float64 // energy; 0 means 0.5; an agent begins with half of it
	Horizon float64 // mu, 0 to 1; 0 means 0.5
	Rate    float64 // of learning; 0 means 0.5
	Agents  int     // most at once; 0 means 100
	Seed    uint64  // of the agents' draws and first weights

	memory
	given  map[string]float64 // values of URLs that are in the frontier or were fetched
	over   map[string]bool    // URLs that were fetched
	chosen map[string]choice  // URLs that agents have chosen and wait for
	queue  []choice           // the same in the order of the choices, and some that are no longer chosen
	born   int
	living int
	turn   float64
}

// Valid reports a missing query.
func (s *InfoSpiders) Valid() error {
	if len(bag.Of(s.Query).Words) == 0 {
		return errors.New("strategy: the Query of InfoSpiders has no word")
	}
	return nil
}

// FrontierOptions asks for a frontier that replaces values: a URL that an agent
// chooses is raised above all others.
func (s *InfoSpiders) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.ReplaceValues}
}

// raised is the value of the first URL that is chosen, and each turn it is one step less.
// It is less than frontier.SeedValue, and all such values are exact and above any estimate for
// more than 10^13 turns.
const (
	raised = 1e8
	step   = 1.0 / (1 << 20)
)

// An agent is one spider.
type agent struct {
	name   string
	energy float64
	net    net
	links  sights
}

// A choice is a link that an agent waits for.
type choice struct {
	agent *agent
	sight
}

// Value implements [crawl.Strategy].
func (s *InfoSpiders) Value(p *crawl.Page) crawl.Valuation {
	scorer := s.Scorer
	if scorer == nil {
		scorer = classify.NewCosine(s.Query)
	}
	doc := p.Scan()
	scorer, err := scored.Ask(p.Context(), scorer, doc, nil)
	if err != nil {
		return crawl.Valuation{Err: err}
	}
	v := scored.Page(scorer, doc)
	return observed.Of(&s.memory).Once(p.URL, func(seen *observed.Facts) crawl.Valuation {
		seen.Parent, seen.Score, seen.Doc = p.Parent, v.Score, doc
		v.Links, v.Revalued = s.links(p, doc, v.Score)
		return v
	})
}

// Observation implements [crawl.Resumable].
func (s *InfoSpiders) Observation(url string) []byte {
	return observed.Of(&s.memory).Observation(url, observed.LinkTexts|observed.LinkContexts|observed.PageText, s.tagged)
}

// Observe implements [crawl.Resumable].
func (s *InfoSpiders) Observe(_ context.Context, observation []byte) error {
	return observed.Of(&s.memory).Observe(observation, s.tagged, nil, func(seen *observed.Facts) {
		s.links(seen.Page(), seen.Doc, seen.Score)
	})
}

func (s *InfoSpiders) tagged() string {
	return observed.Tag("infospiders", 1,
		observed.Set("Scorer", s.Scorer),
		observed.Set("Query", s.Query),
		observed.Set("Greed", s.Greed),
		observed.Set("Cost", s.Cost),
		observed.Set("Split", s.Split),
		observed.Set("Horizon", s.Horizon),
		observed.Set("Rate", s.Rate),
		observed.Set("Agents", s.Agents),
		observed.Set("Seed", s.Seed),
	)
}

// links lets the page's agent live on the page and returns the links for the
// frontier, and those that agents choose next. Those of a page that was acknowledged
// before have the values that they had: another frontier may not have them.
func (s *InfoSpiders) links(p *crawl.Page, doc classify.Document, sim float64) (links, chosen []frontier.Entry) {
	if s.over[p.URL] {
		for l := range scored.Links(doc) {
			links = append(links, frontier.Entry{URL: l.URL, Value: s.given[l.URL]})
		}
		return links, nil
	}
	if s.over == nil {
		s.given, s.over, s.chosen = map[string]float64{}, map[string]bool{}, map[string]choice{}
	}
	s.over[p.URL] = true
	c := s.claim(p)
	a := c.agent
	looks := s.look(a, doc)
	for _, l := range looks {
		if given, ok := s.given[l.url]; ok { // the frontier may have refused the link of an earlier page
			links = append(links, frontier.Entry{URL: l.url, Value: given})
			continue
		}
		s.given[l.url] = l.value.Value()
		links = append(links, frontier.Entry{URL: l.url, Value: l.value.Value(), Reason: l.value})
	}
	s.learn(c, sim, looks)
	for _, b := range s.live(a, sim, doc, looks) {
		if e, ok := s.choose(b); ok {
			chosen = append(chosen, e)
		} else {
			s.living--
		}
	}
	return links, chosen
}

// claim returns the agent that has fetched a page, with the link as it saw it.
func (s *InfoSpiders) claim(p *crawl.Page) choice {
	if c, ok := s.chosen[p.URL]; ok {
		delete(s.chosen, p.URL)
		return c
	}
	for p.Parent != "" && len(s.queue) > 0 {
		c := s.queue[0]
		s.queue = s.queue[1:]
		if s.chosen[c.url].agent == c.agent {
			delete(s.chosen, c.url)
			return choice{agent: c.agent}
		}
	}
	return choice{agent: s.spawn(s.split()/2, newNet(bag.Of(s.Query).Words))}
}

func (s *InfoSpiders) spawn(energy float64, n net) *agent {
	s.born++
	s.living++
	return &agent{name: strconv.Itoa(s.born), energy: energy, net: n}
}

// look adds the links of a page to those that an agent has seen and returns them.
func (s *InfoSpiders) look(a *agent, doc classify.Document) []sight {
	var looks []sight
	for l := range scored.Links(doc) {
		if s.over[l.URL] {
			continue
		}
		inputs := a.net.inputs(l)
		estimate := a.net.estimate(inputs)
		// With this random part (Gumbel), the probability of a link to have the
		// greatest value is proportional to exp(Greed x estimate).
		luck := -math.Log(-math.Log(chance(s.Seed, a.name+" "+l.URL) * (1 - 1e-12)))
		looks = append(looks, sight{l.URL, estimate, inputs, crawl.Explanation{
			{Of: "estimate", Factor: cmp.Or(s.Greed, 10), Score: estimate},
			{Of: "luck", Factor: 1, Score: luck},
		}})
	}
	for _, l := range looks {
		heap.Push(&a.links, l)
	}
	return looks
}

// learn trains an agent's net with the page that its link led to.
func (s *InfoSpiders) learn(c choice, sim float64, looks []sight) {
	if c.inputs == nil {
		return
	}
	best := 0.0
	for _, l := range looks {
		best = max(best, l.estimate)
	}
	c.agent.net.train(c.inputs, min(1, sim+cmp.Or(s.Horizon, 0.5)*best), cmp.Or(s.Rate, 0.5))
}

// live updates an agent's energy and returns the agents that go on: none, the
// agent, or the agent and its child.
func (s *InfoSpiders) live(a *agent, sim float64, doc classify.Document, looks []sight) []*agent {
	a.energy += sim - cmp.Or(s.Cost, 0.02)
	switch {
	case a.energy < 0:
		s.living--
		return nil
	case a.energy <= s.split() || s.living >= cmp.Or(s.Agents, 100):
		return []*agent{a}
	}
	a.energy /= 2
	child := s.spawn(a.energy, a.net.mutant(doc.Text))
	child.links = slices.Clone(looks)
	heap.Init(&child.links)
	return []*agent{a, child}
}

func (s *InfoSpiders) split() float64 { return cmp.Or(s.Split, 0.5) }

// choose raises the next link of an agent. It reports false if the agent has none
// left.
func (s *InfoSpiders) choose(a *agent) (frontier.Entry, bool) {
	for len(a.links) > 0 {
		l := heap.Pop(&a.links).(sight)
		if _, taken := s.chosen[l.url]; taken || s.over[l.url] {
			continue
		}
		c := choice{a, l}
		s.chosen[l.url] = c
		s.queue = append(s.queue, c)
		s.turn++
		reason := crawl.Explanation{{Of: "chosen by agent " + a.name, Factor: 1, Score: raised - step*s.turn, Evidence: []string{l.value.String()}}}
		s.given[l.url] = reason.Value()
		return frontier.Entry{URL: l.url, Value: reason.Value(), Reason: reason}, true
	}
	return frontier.Entry{}, false
}

// A sight is a link as an agent has seen it.
type sight struct {
	url      string
	estimate float64
	inputs   []float64
	value    crawl.Explanation
}

// sights is a heap, the greatest value first.
type sights []sight

func (s sights) Len() int           { return len(s) }
func (s sights) Less(i, j int) bool { return s[i].value.Value() > s[j].value.Value() }
func (s sights) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sights) Push(x any)        { *s = append(*s, x.(sight)) }
func (s *sights) Pop() any {
	old := *s
	last := old[len(old)-1]
	old[len(old)-1] = sight{}
	*s = old[:len(old)-1]
	return last
}
