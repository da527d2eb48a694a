package redis

import (
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// hear takes the news of an answer to what was asked at a time. A crawl of one shard has none.
func (s *shard) hear(text string, asked time.Time) error {
	if len(s.f.shards) == 1 {
		return nil
	}
	n, err := stored.ParseNews(text)
	if err != nil {
		return err
	}
	for {
		old := s.f.ticks.Load()
		if old >= n.Tick || s.f.ticks.CompareAndSwap(old, n.Tick) {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if n.Clock > s.news.Clock || asked.After(s.answered) { // a failover may set the clock back
		s.news, s.answered = n, time.Now()
		if asked.After(s.heard) {
			s.heard = asked
		}
	}
	if s.news.Out == 0 || s.full.IsZero() {
		s.full = time.Now()
	} else if time.Since(s.full) > s.f.lease { // who was to deliver it may have died
		s.full = time.Time{}
		s.emptyBeside()
	}
	return nil
}

// forget is for a shard that may have changed in a way of which nothing was heard.
func (s *shard) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = time.Time{}
}

// settled is for how long what was heard of a shard holds, though something has fallen due.
const settled = 10 * time.Millisecond

// known returns the places of the best URL of a shard that may be leased, and of the best that is overdue, if
// they are known: what was heard since asked is, however long the server takes to answer.
func (s *shard) known(asked time.Time) (top, again stored.Place, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := time.Since(s.heard)
	fresh := s.news.Due < 0 || age < s.news.Due || age < settled || !asked.IsZero() && !s.heard.Before(asked)
	return s.news.Top, s.news.Again, !s.heard.IsZero() && fresh
}

// A choice is the shard that has the best URL of a kind, and the best place of the others. One that another call of
// this process is asking comes last: what it is known to have goes to that.
type choice struct {
	best, bestAsked       *shard
	top, topAsked, others stored.Place
	kind                  string // as pop.lua has it
}

func (c *choice) add(s *shard, p stored.Place) {
	switch {
	case p.Age == "":
	case s.asking.Load() > 0:
		if p.Before(c.topAsked) {
			c.bestAsked, c.topAsked = s, p
		}
	case p.Before(c.top):
		c.best, c.top, c.others = s, p, c.top
	case p.Before(c.others):
		c.others = p
	}
}

// choose returns the shards of which too little is known, or which has the URL that is leased next, if any has one, and
// whether more may be leased with it: not of two kinds, which have their shares.
func (f *Frontier) choose(asked time.Time) (unknown []*shard, next choice, more bool) {
	f.choosing.Lock()
	defer f.choosing.Unlock()
	found, again := choice{kind: "q"}, choice{kind: "o"}
	for _, s := range f.shards {
		top, old, known := s.known(asked)
		if !known {
			unknown = append(unknown, s)
			continue
		}
		found.add(s, top)
		again.add(s, old)
	}
	for _, c := range []*choice{&found, &again} {
		if c.best == nil {
			c.best = c.bestAsked
		}
	}
	more = found.best == nil || again.best == nil
	if len(unknown) == 0 && again.best != nil && (found.best == nil || f.share.Again(f.options.Refresh)) {
		return nil, again, more
	}
	return unknown, found, more
}

// parseLeft reads the answer of a script that takes entries, and hears its news: what is left to be done and further texts.
func (s *shard) parseLeft(cmd *goredis.Cmd, asked time.Time) (left int, texts []string, err error) {
	left, texts, err = parseTaken(cmd)
	if err != nil || left < 0 {
		return left, nil, err
	}
	return left, texts[1:], s.hear(texts[0], asked)
}

// parseTaken reads it too: the first text is the news, unless nothing was changed.
func parseTaken(cmd *goredis.Cmd) (left int, texts []string, err error) {
	reply, err := cmd.Slice()
	if err != nil {
		return 0, nil, err
	}
	if len(reply) < 2 {
		return 0, nil, wire.Malformed("it has %d elements", len(reply))
	}
	n, ok := reply[0].(int64)
	if !ok {
		return 0, nil, wire.Malformed("it does not say what is left")
	}
	for _, v := range reply[1:] {
		text, ok := v.(string)
		if !ok {
			return 0, nil, wire.Malformed("a %T is no text", v)
		}
		texts = append(texts, text)
	}
	return int(n), texts, nil
}
