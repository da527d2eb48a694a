package main

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"
)

// result is what a simulated crawl did. Times are in seconds.
type result struct {
	Pages   int
	Phases  []phase
	Largest float64 // share of the URLs that the fullest node has
}

// phase is the part of a crawl until a share of all pages is there.
type phase struct {
	Share                     float64
	Pages                     int
	Begin, End                float64
	Servers, Crawlers, Flight float64 // share of the time in which the busiest node, the crawlers, and the fetches in flight are in use
}

// bound names what holds a phase up: what is nearly always in use, or else politeness.
func (p phase) bound() string {
	const nearlyAlways = 0.9
	switch {
	case p.Servers > nearlyAlways:
		return "servers"
	case p.Crawlers > nearlyAlways:
		return "crawlers"
	case p.Flight > nearlyAlways:
		return "fetches in flight"
	}
	return "politeness"
}

// shares are where the phases end.
var shares = []float64{0.1, 0.5, 0.9, 0.99, 1}

// simulation is a crawl in virtual time. Several pages of a host in a row are a batch, and cost
// what the pages cost.
type simulation struct {
	web
	now     float64
	left    []int   // pages of each host
	node    []int   // of each host
	ready   []int   // hosts that may be asked, the one that has waited longest first
	idle    int     // workers
	events  batches // what happens next
	servers []float64
	crawler float64   // servers and crawler: when they have done all that they were given
	busy    []float64 // what each server was given in this phase
	valuing float64   // what the crawlers were given
	flying  float64   // what the fetches took
	pages   int       // that are done
	total   int
	result  result
}

// batch is some pages of a host on their way.
type batch struct {
	at    float64
	next  func(*simulation, batch) // what happens then
	host  int
	pages int
	began float64
}

// simulate crawls the web with a number of nodes.
func simulate(ctx context.Context, w web, nodes int) (result, error) {
	s := &simulation{
		web: w, left: w.sizes(), node: make([]int, w.Hosts), ready: make([]int, w.Hosts), idle: w.Workers * nodes,
		servers: make([]float64, nodes), busy: make([]float64, nodes),
	}
	s.place()
	for steps := 0; ; steps++ {
		if steps%(1<<16) == 0 && ctx.Err() != nil {
			return result{}, ctx.Err()
		}
		for ; s.idle > 0 && len(s.ready) > 0; s.idle-- {
			s.claim()
		}
		if len(s.events) == 0 {
			return s.result, nil
		}
		b := heap.Pop(&s.events).(batch)
		s.now = b.at
		b.next(s, b)
	}
}

// place puts each host into a shard, and into the node of the shard.
func (s *simulation) place() {
	random := rand.New(rand.NewPCG(1, 1))
	urls := make([]int, len(s.servers))
	for host, pages := range s.left {
		s.node[host] = random.IntN(s.Shards) % len(urls)
		s.ready[host] = host
		urls[s.node[host]] += pages
		s.total += pages
	}
	random.Shuffle(len(s.ready), func(i, j int) { s.ready[i], s.ready[j] = s.ready[j], s.ready[i] })
	s.result = result{Pages: s.total, Largest: float64(slices.Max(urls)) / float64(s.total)}
}

// claim begins a batch of the host that has waited longest.
func (s *simulation) claim() {
	b := batch{host: s.ready[0], began: s.now}
	s.ready = s.ready[1:]
	b.pages = min(s.left[b.host], s.Batch)
	s.left[b.host] -= b.pages
	fetch := s.Fetch.Seconds() * float64(b.pages)
	s.flying += fetch
	s.after(s.serve(b)+fetch, b, (*simulation).value)
}

// value is the crawlers' part, once the pages are there.
func (s *simulation) value(b batch) {
	cost := s.Crawler.Seconds() * float64(b.pages) / float64(s.Cores*len(s.servers))
	s.valuing += cost
	s.crawler = max(s.crawler, s.now) + cost
	s.after(s.crawler, b, (*simulation).acknowledge)
}

// acknowledge gives the server the outcomes and links.
func (s *simulation) acknowledge(b batch) { s.after(s.serve(b), b, (*simulation).done) }

// serve gives the host's server half of what the batch costs it. It returns when that is done.
func (s *simulation) serve(b batch) float64 {
	cost, node := s.Server.Seconds()/2*float64(b.pages), s.node[b.host]
	s.busy[node] += cost
	s.servers[node] = max(s.servers[node], s.now) + cost
	return s.servers[node]
}

// done makes the worker free, and the host ready when it may be asked again.
func (s *simulation) done(b batch) {
	s.idle++
	s.pages += b.pages
	for s.pages >= int(shares[len(s.result.Phases)]*float64(s.total)) {
		if s.endPhase(); s.pages == s.total {
			return
		}
	}
	if s.left[b.host] > 0 {
		s.after(max(s.now, b.began+s.Delay.Seconds()*float64(b.pages)), b, (*simulation).again)
	}
}

func (s *simulation) again(b batch) { s.ready = append(s.ready, b.host) }

// endPhase sums up what was in use since the phase before.
func (s *simulation) endPhase() {
	p := phase{Share: shares[len(s.result.Phases)], Pages: s.pages, End: s.now}
	if n := len(s.result.Phases); n > 0 {
		before := s.result.Phases[n-1]
		p.Begin, p.Pages = before.End, p.Pages-int(before.Share*float64(s.total))
	}
	if lasted := p.End - p.Begin; lasted > 0 {
		nodes := float64(len(s.servers))
		p.Servers, p.Crawlers, p.Flight = slices.Max(s.busy)/lasted, s.valuing/lasted, s.flying/lasted/nodes/float64(s.Workers)
	}
	clear(s.busy)
	s.valuing, s.flying = 0, 0
	s.result.Phases = append(s.result.Phases, p)
}

func (s *simulation) after(at float64, b batch, next func(*simulation, batch)) {
	b.at, b.next = at, next
	heap.Push(&s.events, b)
}

// batches is a heap by time.
type batches []batch

func (b batches) Len() int           { return len(b) }
func (b batches) Less(i, j int) bool { return b[i].at < b[j].at }
func (b batches) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *batches) Push(x any)        { *b = append(*b, x.(batch)) }
func (b *batches) Pop() any {
	last := len(*b) - 1
	x := (*b)[last]
	*b = (*b)[:last]
	return x
}
