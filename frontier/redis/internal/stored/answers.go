package stored

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// Best puts URLs in order and returns the first n.
func Best(found []Peeked, n int) []Peeked {
	slices.SortStableFunc(found, func(a, b Peeked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(b.Member, a.Member))
	})
	found = slices.CompactFunc(found, func(a, b Peeked) bool { return a.Member == b.Member })
	return found[:min(n, len(found))]
}

// Peeked is a queued URL and its place in the order.
type Peeked struct {
	frontier.Entry
	Score  float64
	Member string
}

// ParsePeeked reads what peek.lua returns.
func ParsePeeked(reply []any) (found []Peeked, next int64, err error) {
	if len(reply)%5 != 1 {
		return nil, 0, wire.Malformed("it has %d elements", len(reply))
	}
	next, ok := reply[0].(int64)
	if !ok {
		return nil, 0, wire.Malformed("it does not say what is next")
	}
	for i := 1; i < len(reply); i += 5 {
		var field [5]string
		for k := range field {
			if field[k], ok = reply[i+k].(string); !ok {
				return nil, 0, wire.Malformed("a %T is no text", reply[i+k])
			}
		}
		p := Peeked{Member: field[1]}
		if p.Score, err = strconv.ParseFloat(field[0], 64); err != nil {
			return nil, 0, err
		}
		if p.Entry, err = ParseBody(field[4]); err != nil {
			return nil, 0, err
		}
		p.Host = field[2]
		if p.Value, err = strconv.ParseFloat(field[3], 64); err != nil {
			return nil, 0, err
		}
		found = append(found, p)
	}
	return found, next, nil
}

// ParseLease reads token, attempts, flags, host, value and body; see record.lua.
func ParseLease(reply []any) (l frontier.Lease, err error) {
	var s [6]string
	for i, v := range reply {
		var ok bool
		if s[i], ok = v.(string); !ok {
			return l, wire.Malformed("a %T is no text", v)
		}
	}
	if l.Entry, err = ParseBody(s[5]); err != nil {
		return l, err
	}
	flags, err := strconv.Atoi(s[2])
	if err != nil {
		return l, fmt.Errorf("the flags of %s: %w", l.URL, err)
	}
	l.Revisited, l.Lost, l.Again, l.Host = flags%2 == 1, flags%32/2, flags&32 != 0, s[3]
	if l.Token, err = strconv.ParseUint(s[0], 10, 64); err != nil {
		return l, fmt.Errorf("the token of %s: %w", l.URL, err)
	}
	if l.Attempt, err = strconv.Atoi(s[1]); err != nil {
		return l, fmt.Errorf("the attempts of %s: %w", l.URL, err)
	}
	if l.Value, err = strconv.ParseFloat(s[4], 64); err != nil {
		return l, fmt.Errorf("the value of %s: %w", l.URL, err)
	}
	if err := frontier.Valid(l.Entry); err != nil {
		return l, wire.Malformed("%w", err)
	}
	return l, nil
}
