package topical

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// A crawl with -continuous goes on, names the pages that have changed, and goes on so after it was interrupted and resumed.
func TestContinuous(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a program cannot be interrupted by another")
	}
	var edition atomic.Int64
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, "influenza <a href=/news>influenza news</a>")
		case "/news":
			fmt.Fprintf(w, "<p>influenza, edition %d", edition.Load())
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	t.Chdir(t.TempDir())
	run := func(args ...string) {
		cmd := exec.Command(os.Args[0], append(args, "-frontier", "bolt:crawl.db", "-jsonl", "pages.jsonl")...)
		cmd.Env = append(os.Environ(), "BE_TOPICAL=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
		said, found, counted := bufio.NewScanner(out), false, false
		for said.Scan() {
			switch line := said.Text(); {
			case strings.Contains(line, "; fetched again: "):
				counted = true
			case strings.Contains(line, "changed: "+site.URL+"/news"):
				found = true
				cmd.Process.Signal(os.Interrupt)
			case strings.Contains(line, "changed: "):
				t.Errorf("the program said %q", line)
			case strings.Contains(line, site.URL+"/news"): // found
				edition.Add(1)
			}
		}
		cmd.Wait()
		if !counted {
			t.Error("it is not said how many pages were fetched again")
		}
		if !found {
			t.Fatalf("no change was named, %v: %s", cmd.ProcessState, stderr.String())
		}
	}
	run("-continuous", "-revisits", "4000000", "-topic", "influenza", "-seed", site.URL+"/", "-delay", "0s")
	edition.Add(1)
	run("-resume")
	if page, err := os.ReadFile("out/report.html"); err != nil || !bytes.Contains(page, []byte("Pages that were fetched again")) {
		t.Errorf("the report says nothing of pages that were fetched again: %v", err)
	}
	if code, _, stderr := programtest.Run(t, Run, "-revisits", "5"); code != 2 || !strings.Contains(stderr, "-continuous") {
		t.Errorf("-revisits alone: exit code %d: %s", code, stderr)
	}
}
