package pdf_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/examples/recipes/pdf"
)

// file makes a PDF file with a page for each text.
func file(texts ...string) []byte {
	var b bytes.Buffer
	var places []int
	object := func(format string, args ...any) {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(places)}, args...)...)
	}
	kids := ""
	for i := range texts {
		kids += fmt.Sprintf("%d 0 R ", 4+2*i)
	}
	b.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(texts))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for i, text := range texts {
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>", 5+2*i)
		drawn := "BT /F 12 Tf 72 720 Td [" + text + "] TJ ET"
		object("<< /Length %d >>\nstream\n%s\nendstream", len(drawn), drawn)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, place := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, start)
	return b.Bytes()
}

func TestAdaptive(t *testing.T) {
	reader, err := pdf.Open(wazero.NewRuntimeConfigInterpreter()) // which need not compile
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	coffee := file("(A) -300 (cup of cof) 20 (fee) -300 (at night)", "(or tea)")
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/coffee.pdf", "/broken.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			w.Write(coffee[:len(coffee)/map[string]int{"/coffee.pdf": 1, "/broken.pdf": 9}[r.URL.Path]])
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<a href=/coffee.pdf>One</a> <a href=/broken.pdf>Another</a>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	c := crawl.Crawler{
		Transport: &crawl.Transport{Open: crawl.Hostnames(site.URL)}, Delay: crawl.NoDelay,
		Strategy: pdf.Adaptive{Adaptive: &strategy.Adaptive{Scorer: words{}}, Reader: reader},
	}
	scores := map[string]float64{}
	for page, err := range c.Crawl(t.Context(), site.URL+"/") {
		if err != nil || page.Err != nil {
			t.Fatal(err, page.Err)
		}
		scores[strings.TrimPrefix(page.URL, site.URL)] = page.Score
	}
	if scores["/coffee.pdf"] != 1 || scores["/broken.pdf"] != 0 || len(scores) != 3 {
		t.Errorf("scores %v, want 1 of the PDF file and 0 of the broken one", scores)
	}

	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if text, err := reader.Text(ctx, coffee); err == nil {
		t.Errorf("it read %q when the time was over", text)
	}
}

type words struct{}

func (words) Score(text string) float64 {
	if strings.Contains(text, "A cup of coffee at night") && strings.Contains(text, "or tea") {
		return 1
	}
	return 0
}
