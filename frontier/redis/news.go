package redis

import (
	"context"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
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
	if asked.After(s.heard) {
		s.news, s.heard = n, asked
	}
	return nil
}

// hearOf asks for the news alone.
func (s *shard) hearOf(ctx context.Context, asked time.Time) error {
	reply, err := s.runLate(ctx, nil, scripts.Outbox, 0).StringSlice()
	if err != nil {
		return err
	}
	if len(reply) == 0 {
		return wire.Malformed("it has no news")
	}
	return s.hear(reply[0], asked)
}

// forget is for a shard that may have changed in a way of which nothing was heard.
func (s *shard) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = time.Time{}
}

// settled is for how long what was heard of a shard holds, though something has fallen due.
const settled = 10 * time.Millisecond

// known returns the place of the best URL of a shard that may be leased, if that is known.
func (s *shard) known() (top stored.Place, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := time.Since(s.heard)
	return s.news.Top, !s.heard.IsZero() && (s.news.Due < 0 || age < s.news.Due || age < settled)
}

// choose returns the shards of which too little is known, or the one that has the best URL, if
// any has, and the best place of the others. One that another call of this process is asking
// comes last: what it is known to have goes to that.
func (f *Frontier) choose() (unknown []*shard, best *shard, others stored.Place) {
	var top, topAsked stored.Place
	var bestAsked *shard
	for _, s := range f.shards {
		p, known := s.known()
		switch {
		case !known:
			unknown = append(unknown, s)
		case p.Age == "":
		case s.asking.Load() > 0:
			if p.Before(topAsked) {
				bestAsked, topAsked = s, p
			}
		case p.Before(top):
			best, top, others = s, p, top
		case p.Before(others):
			others = p
		}
	}
	if best == nil {
		best = bestAsked
	}
	return unknown, best, others
}

// parseLeft reads the answer of a script that takes entries: what is left to be done, the news and further texts.
func (s *shard) parseLeft(cmd *goredis.Cmd, asked time.Time) (left int, texts []string, err error) {
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
	if n < 0 { // nothing was changed
		return int(n), nil, nil
	}
	return int(n), texts[1:], s.hear(texts[0], asked)
}
