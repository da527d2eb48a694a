package crawl

import (
	"container/list"
	"time"
)

// A HostState is how a crawl gets on with one host.
type HostState struct {
	Host  string        // the frontier's key of the host, see Crawler.HostKey
	Delay time.Duration // between two requests: of Crawler.Delay or robots.txt, longer while the server is overloaded
	Wait  time.Duration // from now until the next request may be made
	Down  bool          // it cannot be reached, or its robots.txt cannot, or its last request got no answer; it is tried again
}

// Hosts returns the n hosts that were asked last, the latest first. A crawl
// remembers the latest 10,000. It costs O(n).
func (c *Crawler) Hosts(n int) []HostState {
	var latest []*visited
	c.sites.mu.Lock()
	for _, l := range []*list.List{&c.sites.recent, &c.sites.kept} {
		for e := l.Front(); e != nil && len(latest) < n; e = e.Next() {
			latest = append(latest, e.Value.(*visited))
		}
	}
	c.sites.mu.Unlock()
	var hosts []HostState
	at := make(map[string]int) // several origins may be one host
	for _, v := range latest {
		i, known := at[v.key]
		if !known {
			i = len(hosts)
			at[v.key] = i
			hosts = append(hosts, HostState{Host: v.key})
		}
		h := &hosts[i]
		wait, _ := v.waits()
		h.Delay, h.Wait, h.Down = max(h.Delay, v.ownDelay()), max(h.Wait, wait), h.Down || v.outage.lasts()
	}
	return hosts
}

func (p *pacer) ownDelay() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.slowed()
}
