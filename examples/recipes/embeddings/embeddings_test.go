package embeddings_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/examples/recipes/embeddings"
)

// server counts letters, in place of a model.
func server() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var question struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&question); err != nil || question.Input[0] == "broken" {
			http.Error(w, "broken", http.StatusBadRequest)
			return
		}
		type embedding struct {
			Embedding []int `json:"embedding"`
		}
		var data []embedding
		for _, text := range question.Input {
			data = append(data, embedding{[]int{strings.Count(text, "f"), strings.Count(text, "s")}})
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"data": data}); err != nil {
			panic(err)
		}
	}))
}

func Example() {
	s := server() // one of yours: Ollama, llama.cpp, vLLM
	defer s.Close()
	scores, err := embeddings.Server{URL: s.URL, Topic: "flu"}.ScoreAll(context.Background(), []string{"flu", "soup", "fish"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", scores)
	// Output: [1.00 0.00 0.71]
}

func TestScoreAllSaysWhatIsWrong(t *testing.T) {
	s := server()
	defer s.Close()
	_, err := embeddings.Server{URL: s.URL, Topic: "broken"}.ScoreAll(t.Context(), []string{"flu"})
	if err == nil || !strings.Contains(err.Error(), "400") {
		t.Errorf("ScoreAll of a server that refuses = %v, want its status", err)
	}
}

// A crawl asks once for each page, about the texts that it has not asked about, and waits for a
// server that is down.
func TestCrawl(t *testing.T) {
	s := server()
	defer s.Close()
	var asked, failed int
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 2 {
			failed++
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		s.Config.Handler.ServeHTTP(w, r)
	}))
	defer model.Close()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>%s</title> flu <a href="/a">soup</a> <a href="/b">flu</a>`, r.URL.Path)
	}))
	defer site.Close()
	scorer := &embeddings.Memory{Server: embeddings.Server{URL: model.URL, Topic: "flu"}}
	c := crawl.Crawler{
		Strategy: &strategy.LokmanNormalized{Scorer: scorer}, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
		Transport: &crawl.Transport{Open: crawl.Hostnames(site.URL)},
	}
	var pages []string
	for p, err := range c.Crawl(t.Context(), site.URL) {
		if err != nil || p.Err != nil {
			t.Fatal(err, p)
		}
		pages = append(pages, strings.TrimPrefix(p.URL, site.URL))
	}
	if got := strings.Join(pages, " "); got != "/ /b /a" {
		t.Errorf("pages %s, want the one whose link is about the flu before the other", got)
	}
	// One call for each page, and one that failed.
	if st := c.Stats(); st.Unvalued != int64(failed) || asked != 4 {
		t.Errorf("asked %d times, %d failed: %v", asked, failed, st)
	}
}
