package stored

import (
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Letters are the states of stored records, each at its [transition.State].
const Letters = "nqwvldxeuor"

// A Record is a record as the server has it.
type Record struct {
	frontier.Entry
	State, Age string
	Attempts   int
	Ended      int64 // microseconds since 1970
	Reason     string
}

// ParseRecord parses a record; see record.lua.
func ParseRecord(text string) (s Record, err error) {
	part := strings.SplitN(text, " ", 10)
	var n [4]int64 // attempts, ended, lengths of host and reason
	for i, at := range [4]int{2, 6, 7, 8} {
		if len(part) == 10 && err == nil {
			n[i], err = strconv.ParseInt(part[at], 10, 64)
		}
	}
	if len(part) < 10 || err != nil || min(n[2], n[3]) < 0 || n[2] > int64(len(part[9])) || n[3] > int64(len(part[9]))-n[2] {
		return s, wire.Malformed("a record says %.100q", text)
	}
	rest := part[9]
	if s.Entry, err = ParseBody(rest[n[2]+n[3]:]); err != nil {
		return s, err
	}
	s.State, s.Age, s.Attempts, s.Ended = part[0], part[1], int(n[0]), n[1]
	s.Host, s.Reason = rest[:n[2]], rest[n[2]:n[2]+n[3]]
	s.Value, err = strconv.ParseFloat(part[5], 64)
	return s, err
}

func (s Record) public() (frontier.Record, error) {
	at := strings.Index(Letters, s.State)
	if s.State == "b" {
		at = int(transition.Queued)
	}
	if at <= 0 {
		return frontier.Record{}, wire.Malformed("a record is in the state %.100q", s.State)
	}
	r := frontier.Record{
		URL: s.URL, State: transition.State(at).String(), Value: s.Value, Depth: s.Depth, Attempts: s.Attempts, Reason: s.Reason,
	}
	if s.Ended != 0 {
		r.Ended = time.UnixMicro(s.Ended)
	}
	return r, nil
}

// Public is what a stored record says of a URL.
func Public(text string) (frontier.Record, error) {
	s, err := ParseRecord(text)
	if err != nil {
		return frontier.Record{}, err
	}
	return s.public()
}

// ParseEvent reads kind, time, value, given value, rank, length of the source,
// source and reason; see record.lua.
func ParseEvent(s string) (e frontier.Event, err error) {
	part := strings.SplitN(s, " ", 7)
	if len(part) < 7 {
		return e, wire.Malformed("an event says %.100q", s)
	}
	if _, ok := transition.KindNumber(part[0]); !ok {
		return e, wire.Malformed("an event is of the kind %.100q", part[0])
	}
	e.Kind = part[0]
	micros, err := strconv.ParseInt(part[1], 10, 64)
	if err != nil {
		return e, err
	}
	e.Time = time.UnixMicro(micros)
	if e.Value, err = strconv.ParseFloat(part[2], 64); err != nil {
		return e, err
	}
	if e.Given, err = strconv.ParseFloat(part[3], 64); err != nil {
		return e, err
	}
	if e.Rank, err = strconv.Atoi(part[4]); err != nil {
		return e, err
	}
	n, err := strconv.Atoi(part[5])
	if err != nil || n < 0 || n > len(part[6]) {
		return e, wire.Malformed("an event says %.100q", s)
	}
	e.Source, e.Reason = part[6][:n], part[6][n:]
	return e, nil
}
