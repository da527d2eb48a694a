package warc_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"
)

// get asks a transport for a URL and returns the status and the body.
func get(t testing.TB, transport http.RoundTripper, url string) string {
	t.Helper()
	resp, err := ask(t, transport, url)
	if err != nil {
		return "error: " + err.Error()
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Sprintf("%d %s, then %v", resp.StatusCode, body, err)
	}
	return fmt.Sprintf("%d %s", resp.StatusCode, body)
}

func ask(t testing.TB, transport http.RoundTripper, url string) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return transport.RoundTrip(req)
}
