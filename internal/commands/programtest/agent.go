package programtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Agent checks that a program tells a site by -agent who asks, for robots.txt too. The last
// argument is the name of the flag that wants the site's URL.
func Agent(t *testing.T, p program, args ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	const agent = "ExampleBot/1.0 (+https://example.org/bot)"
	var mu sync.Mutex
	asked := map[string]string{}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Path] = r.UserAgent()
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Beans</title><p>Beans</p>")
	}))
	defer site.Close()
	_, _, stderr := Run(t, p, append(args, site.URL+"/", "-delay", "0s", "-agent", agent)...)
	for _, path := range []string{"/robots.txt", "/"} {
		if asked[path] != agent {
			t.Errorf("%s was asked for by %q, want %q: %s", path, asked[path], agent, stderr)
		}
	}
	if code, _, stderr := Run(t, p, "-agent", "1.0"); code != 2 {
		t.Errorf("-agent without a name: exit code %d: %s", code, stderr)
	}
}
