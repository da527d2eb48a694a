package redis

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// digest names a URL, or a source, in 16 characters: 96 bits of its SHA-256.
// Two of 10^9 URLs have the same with a chance of 10^-11.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// encode appends what the scripts take of entries, six arguments each. The host of one
// that is left out unless its URL is known is empty.
func (f *Frontier) encode(args []any, entries []frontier.Entry) []any {
	for _, e := range entries {
		host := e.Host
		switch {
		case e.Known:
			host = ""
		case host == "":
			host = weburl.HostOf(e.URL)
		}
		var source, metadata string
		switch f.merge {
		case frontier.NoisyOr:
			source = digest(e.Source)
		case frontier.DistinctHosts:
			source = digest(weburl.HostOf(e.Source))
		case frontier.ReplaceValues:
			if e.Hops > 0 {
				source = "redirect"
			}
		}
		if f.keepHistory {
			metadata = strconv.Itoa(len(e.Source)) + " " + e.Source
			if e.Reason != nil {
				metadata += e.Reason.String()
			}
		}
		args = append(args, digest(e.URL), host, formatValue(e.Value), body(e), source, metadata)
	}
	return args
}

func formatValue(v float64) string {
	return strconv.FormatFloat(v+0, 'g', -1, 64) // +0: no minus zero
}

// body is the part of a record that the scripts do not look into: depth, hops,
// length of the URL and of the source, and then URL, source and note.
func body(e frontier.Entry) string {
	b := make([]byte, 0, 24+len(e.URL)+len(e.Source)+len(e.Note))
	for _, n := range [4]int{e.Depth, e.Hops, len(e.URL), len(e.Source)} {
		b = strconv.AppendInt(b, int64(n), 10)
		b = append(b, ' ')
	}
	b = append(b, e.URL...)
	b = append(b, e.Source...)
	return string(append(b, e.Note...))
}

// parseBody is the reverse of body.
func parseBody(s string) (e frontier.Entry, err error) {
	var n [4]int
	rest := s
	for i := range n {
		var field string
		field, rest, _ = strings.Cut(rest, " ")
		if n[i], err = strconv.Atoi(field); err != nil {
			return e, malformed("a record says %.100q: %w", s, err)
		}
	}
	if n[2] < 0 || n[3] < 0 || n[2] > len(rest) || n[3] > len(rest)-n[2] {
		return e, malformed("a record says %.100q: it is cut short", s)
	}
	return frontier.Entry{
		Depth: n[0], Hops: n[1],
		URL: rest[:n[2]], Source: rest[n[2] : n[2]+n[3]], Note: rest[n[2]+n[3]:],
	}, nil
}

// digit is a switch as the scripts take it.
func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}
