package program_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func TestSites(t *testing.T) {
	got := program.Sites("http://localhost:1/", "https://example.org/a", "http://[::1]:8080/")
	if want := []string{"localhost", "example.org", "[::1]", "localhost:1", "[::1]:8080"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A proxy of the environment is asked, and knows names that are not known here.
func TestNetwork(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Asked", r.URL.String()) }))
	defer proxy.Close()
	t.Setenv("REQUEST_METHOD", "")
	t.Setenv("HTTP_PROXY", proxy.URL)
	network := program.Network("http://site.invalid/")
	defer network.CloseIdleConnections()
	client := http.Client{Transport: network}
	answer, err := client.Get("http://site.invalid/beans")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if asked := answer.Header.Get("Asked"); asked != "http://site.invalid/beans" {
		t.Errorf("the proxy was asked for %q", asked)
	}
}

func TestCount(t *testing.T) {
	if got := program.Count(0, "page") + ", " + program.Count(1, "page") + ", " + program.Count(2, "page"); got != "0 pages, 1 page, 2 pages" {
		t.Error(got)
	}
}
