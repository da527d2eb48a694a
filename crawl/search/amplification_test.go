package search_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/search"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// An answer of the most bytes that are read, which is some KB on the wire.
func TestAmplification(t *testing.T) {
	const size = 8 << 20
	around := func(before, unit, after string) string {
		return before + strings.Repeat(unit, (size-len(before)-len(after))/len(unit)-1) + strings.TrimSuffix(unit, ",") + after
	}
	var rows []amplification.Row
	add := func(name, body string, ask func(address string) search.Seeder) {
		wire := new(strings.Builder)
		z := gzip.NewWriter(wire)
		_, _ = io.WriteString(z, body)
		_ = z.Close()
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, wire.String())
		})
		rows = append(rows, amplification.Row{
			Input: name, Wire: wire.Len(), Read: len(body), Kept: 1 << 20, Peak: 6 * size, Total: 12 * size,
			Run: func() any {
				seeds, err := ask(address).Seeds(t.Context(), "q", 10)
				return []any{seeds, err}
			},
		})
	}
	searxng := func(address string) search.Seeder { return &search.SearXNG{URL: address} }
	feed := func(address string) search.Seeder {
		return &search.OpenSearch{Template: address + "/?q={searchTerms}"}
	}
	add("empty results", around(`{"results":[`, "{},", `]}`), searxng)
	add("results without end", `{"results":[`+strings.Repeat("{},", size/3-8), searxng)
	add("engines without answer", around(`{"results":[],"unresponsive_engines":[`, "{},", `]}`), searxng)
	add("engines in brackets", around(`{"results":[],"unresponsive_engines":[`, "[],", `]}`), searxng)
	add("nested brackets", `{"results":[],"unresponsive_engines":`+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+"}", searxng)
	add("keys", around(`{"results":[{`, `"a":0,`, `}]}`), searxng)
	add("a feed of empty items", around("<rss><channel>", "<item/>", "</channel></rss>"), feed)
	add("a feed of short items", around("<rss><channel>", "<item><link>http://a.b</link></item>", "</channel></rss>"), feed)
	amplification.Check(t, rows)
}
