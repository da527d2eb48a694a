package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/examples/internal/redistest"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// -resume on a server that has no such crawl is an error, and on a crawl that is
// finished says so.
func TestResumeOnRedis(t *testing.T) {
	t.Chdir(t.TempDir())
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `<title>Beans</title><a href="/more">a broad bean</a>`)
	}))
	defer site.Close()
	args := []string{"-term", "broad bean", "-seed", site.URL + "/", "-delay", "0s", "-frontier", redistest.Start(t) + "/0#small"}
	if code, _, stderr := programtest.Run(t, run, append(args, "-resume")...); code != 1 || !strings.Contains(stderr, "leave -resume out") {
		t.Errorf("before there is a crawl: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := programtest.Run(t, run, append(args, "-jsonl", "pages.jsonl")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, records := range []string{"pages.jsonl", "none.jsonl"} {
		code, _, stderr := programtest.Run(t, run, append(args, "-resume", "-jsonl", records)...)
		if code != 0 || !strings.Contains(stderr, "#small is finished: ") {
			t.Errorf("with %s: exit code %d: %s", records, code, stderr)
		}
	}
}
