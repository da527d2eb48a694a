package embeddings_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
	scores, err := embeddings.Server{URL: s.URL, Topic: "flu"}.Ask([]string{"flu", "soup", "fish"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", scores)
	// Output: [1.00 0.00 0.71]
}

func TestAskSaysWhatIsWrong(t *testing.T) {
	s := server()
	defer s.Close()
	_, err := embeddings.Server{URL: s.URL, Topic: "broken"}.Ask([]string{"flu"})
	if err == nil || !strings.Contains(err.Error(), "400") {
		t.Errorf("Ask of a server that refuses = %v, want its status", err)
	}
}
