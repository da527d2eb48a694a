package warc_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// What the headers of records and answers take, and the index of short records.
func TestAmplification(t *testing.T) {
	const size = 4 << 20
	dir := t.TempDir()
	var rows []amplification.Row
	addFile := func(name, file string, read, kept, peak int, use func(*warc.Web)) {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".warc")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(file), Read: read, Kept: kept, Peak: peak,
			Run: func() any {
				w, err := warc.Open(path)
				if err != nil {
					t.Logf("%s: %.200v", name, err)
					return nil
				}
				if use != nil {
					use(w)
				}
				return w
			},
		})
	}
	add := func(name, text string, kept, peak int, use func(*warc.Web)) {
		addFile(name, zip(text), len(text), kept, peak, use)
	}
	record := func(kind string, i int, block string) string {
		return fmt.Sprintf("WARC/1.1\nWARC-Type:%s\nWARC-Target-URI:http://a.b/%d\nContent-Length:%d\n\n%s\n\n", kind, i, len(block), block)
	}
	many := func(kind string) string {
		b := new(strings.Builder)
		for i := 0; b.Len() < size; i++ {
			b.WriteString(record(kind, i, ""))
		}
		return b.String()
	}
	add("short records", many("resource"), 24*size, 48*size, nil)
	add("short revisits", many("revisit"), 24*size, 48*size, nil)
	add("a header of short fields", "WARC/1.1\n"+strings.Repeat("a:\n", 80<<10)+"WARC-Type:resource\nContent-Length:0\n\n\n\n", 1<<20, 24<<20, nil)
	add("a header without end", "WARC/1.1\n"+strings.Repeat("a:\n", size/3), 1<<20, 24<<20, nil)
	add("a folded field", "WARC/1.1\na:\n"+strings.Repeat(" b\n", 80<<10)+"Content-Length:0\n\n\n\n", 1<<20, 24<<20, nil)
	add("information of short fields", record("warcinfo", 0, strings.Repeat("a:\n", size/3)), 20*size, 48*size, nil)
	fields := new(strings.Builder)
	for i := 0; fields.Len() < 1<<20-64; i++ {
		fmt.Fprintf(fields, "%d:\n", i)
	}
	add("an answer of short fields", record("response", 0, "HTTP/1.1 200 OK\n"+fields.String()+"\n"), 1<<20, 64<<20, func(w *warc.Web) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.b/0", nil)
		if err != nil {
			t.Error(err)
			return
		}
		resp, err := w.RoundTrip(req)
		if err != nil {
			t.Errorf("an answer of short fields: %v", err)
			return
		}
		_ = resp.Body.Close()
	})
	// Each frame asks for a window of 8 MiB.
	framed := new(strings.Builder)
	for i := range 2000 {
		r := record("resource", i, "")
		framed.WriteString("\x28\xb5\x2f\xfd\x00\x68" + string([]byte{byte(len(r)<<3 | 1), byte(len(r) >> 5), 0}) + r)
	}
	addFile("zstd frames with long windows", framed.String(), framed.Len(), 1<<20, 40<<20, func(w *warc.Web) {
		if w.Len() != 2000 {
			t.Errorf("%d of 2000 records", w.Len())
		}
		for n := range 10 {
			get(t, w, fmt.Sprint("http://a.b/", n))
		}
	})
	d := strings.Repeat("x", 8<<20)
	addFile("zstd dictionary that is none", dictionaryFrame(encoded(t, "zstd", d))+frames(t, "", record("resource", 0, "")), 9<<20, 1<<20, 48<<20, nil)
	amplification.Check(t, rows)
}
