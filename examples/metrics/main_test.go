package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// What Prometheus reads agrees with what the crawl counted.
func TestMetrics(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	output, stderr := io.Pipe()
	var out strings.Builder
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"-listen", "127.0.0.1:0", "-json", "-stay"}, &out, stderr)
	}()
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, output) }()
	url := strings.TrimSpace(strings.TrimPrefix(line, "metrics at "))
	wanted := []string{`{cause="robots",kind="page",status="0"}`, `{cause="reset",kind="page",status="0"} 3`, `crawl_request_seconds_count`}
	for _, want := range wanted {
		for tries := 0; !strings.Contains(read(t, url), want); tries++ {
			if tries == 600 {
				t.Fatalf("/metrics never had %s:\n%s", want, read(t, url))
			}
			time.Sleep(50 * time.Millisecond) // the crawl goes on meanwhile
		}
	}
	cancel()
	if c := <-code; c != 0 {
		t.Fatalf("exit code %d, want 0", c)
	}
	var s crawl.Stats
	if err := json.Unmarshal([]byte(out.String()), &s); err != nil {
		t.Fatalf("output %q: %v", out.String(), err)
	}
	if s.Pages == 0 || s.Redirects != 3 || s.Forbidden == 0 || s.Retries != 6 {
		t.Errorf("counts %+v, want pages, 3 redirects, forbidden ones and 6 retries", s)
	}
}

func read(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string // on stderr
	}{
		{"-h", 0, "go run ./examples/metrics -stay"},
		{"-pages 0", 2, "-pages must be 1 or more"},
		{"-delay -1s", 2, "-delay must be"},
		{"more", 2, "unexpected \"more\""},
		{"-listen nowhere", 1, "-listen"},
		{"-seed example.org", 2, "want a whole URL"},
	} {
		var stderr strings.Builder
		if code := run(t.Context(), strings.Fields(c.args), io.Discard, &stderr); code != c.code || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("metrics %s: exit code %d, stderr %q, want %d and %q", c.args, code, stderr.String(), c.code, c.want)
		}
	}
}
