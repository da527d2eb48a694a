package umls_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// An answer of the service of the most bytes that are read, which is 16 KB on
// the wire.
func TestAmplificationOfAnswers(t *testing.T) {
	const size = 16 << 20
	fill := func(before, unit, after string) string {
		return before + strings.Repeat(unit+",", (size-len(before)-len(after))/(len(unit)+1)-1) + unit + after
	}
	concept := `{"result":{"ui":"C0000001","name":"a"}}`
	var rows []amplification.Row
	for _, input := range []struct{ name, path, body string }{
		{"empty hits", "/search/", fill(`{"result":{"results":[`, "{}", `]}}`)},
		{"empty atoms", "/atoms", fill(`{"result":[`, "{}", `]}`)},
		{"empty relations", "/relations", fill(`{"result":[`, "{}", `]}`)},
		{"empty types", "/C0000001", fill(`{"result":{"name":"a","semanticTypes":[`, "{}", `]}}`)},
		{"atoms in many places", "/atoms", fill(`{"pageCount":1,"result":[`, `{"name":"a","rootSource":"MSH","code":"/source/MSH/D0%d","parents":"x"}`, `]}`)},
	} {
		body := input.body
		if strings.Contains(body, "%d") {
			var b strings.Builder
			rest, n := body, 0
			for {
				before, after, ok := strings.Cut(rest, "%d")
				if b.WriteString(before); !ok {
					break
				}
				fmt.Fprint(&b, n)
				rest, n = after, n+1
			}
			body = b.String()[:strings.LastIndexByte(b.String()[:min(b.Len(), size-2)], '}')+1] + "]}"
		}
		wire := new(strings.Builder)
		z := gzip.NewWriter(wire)
		_, _ = io.WriteString(z, body)
		_ = z.Close()
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.Contains(r.URL.Path, input.path) && (input.path == "/search/" || strings.HasSuffix(r.URL.Path, input.path)):
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = io.WriteString(w, wire.String())
			case strings.HasSuffix(r.URL.Path, "/C0000001"):
				_, _ = io.WriteString(w, concept)
			default:
				http.NotFound(w, r)
			}
		}))
		t.Cleanup(server.Close)
		rows = append(rows, amplification.Row{
			Input: input.name, Wire: wire.Len(), Read: len(body), Kept: 1 << 20, Peak: 4 * size, Total: 32 * size,
			Run: func() any {
				c := &umls.Client{APIKey: key, BaseURL: server.URL, Limit: rate.NewLimiter(rate.Inf, 1)}
				question := "a name"
				if input.path != "/search/" {
					question = "C0000001"
				}
				found, err := c.Topic(t.Context(), question)
				if err != nil {
					t.Log(err)
				}
				return found
			},
		})
	}
	amplification.Check(t, rows)
}
