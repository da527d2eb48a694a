// Package stored is how entries, records and events are written on the server, and leases and
// news in its answers.
package stored

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Digest names a URL, or a source, in 16 characters: 96 bits of its SHA-256.
// Two of 10^9 URLs have the same with a chance of 10^-11.
func Digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// A Form is what of an entry a crawl keeps.
type Form struct {
	Merge   frontier.Reevaluation
	History bool
}

// Append appends what the scripts take of an entry, six arguments. The host of one
// that is left out unless its URL is known is empty, and that of a sign of change a space.
func (f Form) Append(args []any, e frontier.Entry) []any {
	host := e.Host
	switch {
	case e.Stale:
		host = " "
	case e.Known:
		host = ""
	case host == "":
		host = weburl.HostOf(e.URL)
	}
	var source, metadata string
	switch f.Merge {
	case frontier.NoisyOr:
		source = Digest(e.Source)
	case frontier.DistinctHosts:
		source = Digest(weburl.HostOf(e.Source))
	case frontier.ReplaceValues:
		if e.Hops > 0 {
			source = "redirect"
		}
	}
	if f.History {
		metadata = strconv.Itoa(len(e.Source)) + " " + e.Source
		if e.Reason != nil {
			metadata += e.Reason.String()
		}
	}
	return append(args, Digest(e.URL), host, FormatValue(e.Value), Body(e), source, metadata)
}

// FormatValue is a value as the scripts have it, with all its digits.
func FormatValue(v float64) string {
	return strconv.FormatFloat(v+0, 'g', -1, 64) // +0: no minus zero
}

// Body is the part of a record that the scripts do not look into: depth, hops,
// length of the URL and of the source, and then URL, source and note.
func Body(e frontier.Entry) string {
	b := make([]byte, 0, 24+len(e.URL)+len(e.Source)+len(e.Note))
	for _, n := range [4]int{e.Depth, e.Hops, len(e.URL), len(e.Source)} {
		b = strconv.AppendInt(b, int64(n), 10)
		b = append(b, ' ')
	}
	b = append(b, e.URL...)
	b = append(b, e.Source...)
	return string(append(b, e.Note...))
}

// ParseBody is the reverse of Body.
func ParseBody(s string) (e frontier.Entry, err error) {
	var n [4]int
	rest := s
	for i := range n {
		var field string
		field, rest, _ = strings.Cut(rest, " ")
		if n[i], err = strconv.Atoi(field); err != nil {
			return e, wire.Malformed("a record says %.100q: %w", s, err)
		}
	}
	if n[2] < 0 || n[3] < 0 || n[2] > len(rest) || n[3] > len(rest)-n[2] {
		return e, wire.Malformed("a record says %.100q: it is cut short", s)
	}
	return frontier.Entry{
		Depth: n[0], Hops: n[1],
		URL: rest[:n[2]], Source: rest[n[2] : n[2]+n[3]], Note: rest[n[2]+n[3]:],
	}, nil
}
