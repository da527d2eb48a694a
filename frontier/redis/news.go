package redis

import (
	"context"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// news is what a worker has heard of a shard; see news.lua.
type news struct {
	tick   int64
	token  int64
	out    int64 // batches for other shards
	idle   bool  // nothing is left but URLs that failed
	urls   int64
	top    place         // of the best URL that may be leased; none if its age is ""
	due    time.Duration // from when it was asked for until something falls due; -1 for nothing
	failed float64       // the number of the URL that failed last; -1 for none
}

// A place is a URL's in the order.
type place struct {
	score float64
	text  string // of the score
	age   string // 12 digits; the greater is the older
}

func (p place) before(q place) bool {
	return q.age == "" || p.score > q.score || p.score == q.score && p.age > q.age
}

func parseNews(text string) (n news, err error) {
	part := strings.Split(text, " ")
	if len(part) != 9 {
		return n, wire.Malformed("the news says %.100q", text)
	}
	n.due, n.failed = -1, -1
	n.idle = part[3] == "1"
	for i, to := range map[int]*int64{0: &n.tick, 1: &n.token, 2: &n.out, 4: &n.urls} {
		if *to, err = strconv.ParseInt(part[i], 10, 64); err != nil || *to < 0 || *to > 1<<53 {
			return n, wire.Malformed("the news says %.100q", text)
		}
	}
	if part[6] != "-" {
		n.top.text, n.top.age = part[5], part[6]
		if n.top.score, err = strconv.ParseFloat(part[5], 64); err != nil {
			return n, err
		}
	}
	if part[7] != "-" {
		due, err := strconv.ParseInt(part[7], 10, 64)
		if err != nil {
			return n, err
		}
		n.due = time.Duration(min(max(due, 0), 1e12)) * time.Microsecond
	}
	if part[8] != "-" {
		if n.failed, err = strconv.ParseFloat(part[8], 64); err != nil {
			return n, err
		}
	}
	return n, nil
}

// hear takes the news of an answer to what was asked at a time. A crawl of one shard has none.
func (s *shard) hear(text string, asked time.Time) error {
	if len(s.f.shards) == 1 {
		return nil
	}
	n, err := parseNews(text)
	if err != nil {
		return err
	}
	for {
		old := s.f.ticks.Load()
		if old >= n.tick || s.f.ticks.CompareAndSwap(old, n.tick) {
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
func (s *shard) known() (top place, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := time.Since(s.heard)
	return s.news.top, !s.heard.IsZero() && (s.news.due < 0 || age < s.news.due || age < settled)
}

// choose returns the shards of which too little is known, or the one that has the best URL, if
// any has, and the best place of the others.
func (f *Frontier) choose() (unknown []*shard, best *shard, others place) {
	var top place
	for _, s := range f.shards {
		p, known := s.known()
		switch {
		case !known:
			unknown = append(unknown, s)
		case p.age == "":
		case p.before(top):
			best, top, others = s, p, top
		case p.before(others):
			others = p
		}
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
