package stored

import (
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// News is what a worker has heard of a shard; see news.lua.
type News struct {
	Tick   int64
	Token  int64
	Out    int64 // batches for other shards
	Idle   bool  // nothing is left but URLs that failed
	URLs   int64
	Top    Place         // of the best URL that may be leased; none if its age is ""
	Due    time.Duration // from when it was asked for until something falls due; -1 for nothing
	Again  Place         // of the best page that is overdue and may be leased
	Failed float64       // the number of the URL that failed last; -1 for none
	Clock  int64         // the crawl's, microseconds: greater in what is later
}

// A Place is a URL's in the order.
type Place struct {
	Score float64
	Text  string // of the score
	Age   string // 12 digits; the greater is the older
}

// Before reports whether a URL comes before another; any does before none.
func (p Place) Before(q Place) bool {
	return q.Age == "" || p.Score > q.Score || p.Score == q.Score && p.Age > q.Age
}

// ParseNews reads what news.lua writes.
func ParseNews(text string) (n News, err error) {
	part := strings.Split(text, " ")
	if len(part) != 12 {
		return n, wire.Malformed("the news says %.100q", text)
	}
	n.Due, n.Failed = -1, -1
	n.Idle = part[3] == "1"
	for i, to := range map[int]*int64{0: &n.Tick, 1: &n.Token, 2: &n.Out, 4: &n.URLs, 11: &n.Clock} {
		if *to, err = strconv.ParseInt(part[i], 10, 64); err != nil || *to < 0 || *to > 1<<53 {
			return n, wire.Malformed("the news says %.100q", text)
		}
	}
	for at, to := range map[int]*Place{5: &n.Top, 9: &n.Again} {
		if part[at+1] == "-" {
			continue
		}
		to.Text, to.Age = part[at], part[at+1]
		if to.Score, err = strconv.ParseFloat(part[at], 64); err != nil {
			return n, err
		}
	}
	if part[7] != "-" {
		due, err := strconv.ParseInt(part[7], 10, 64)
		if err != nil {
			return n, err
		}
		n.Due = time.Duration(min(max(due, 0), 1e12)) * time.Microsecond
	}
	if part[8] != "-" {
		if n.Failed, err = strconv.ParseFloat(part[8], 64); err != nil {
			return n, err
		}
	}
	return n, nil
}
