package frontier

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// words is the reason of a value.
type words int

func (w words) String() string { return fmt.Sprintf("%d words", int(w)) }

// queue writes a frontier with failures and URLs of two hosts, and returns its path.
func queue(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crawl.db")
	f := open(t, path, bolt.Options{Options: frontier.Options{Order: frontier.FIFO, History: true}})
	entry := func(host string, n int) frontier.Entry {
		return frontier.Entry{URL: fmt.Sprintf("http://%s/%d", host, n), Host: host, Value: float64(n), Source: "http://a.test/", Reason: words(n)}
	}
	for i, reason := range []string{"the answer took too long [timeout]", "status 503 [status 503]", "status 500 [status 500]", "status 404 [status 404]"} {
		if err := f.Push(t.Context(), entry("a.test", i+1)); err != nil {
			t.Fatal(err)
		}
		l, err := f.Pop(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Done(t.Context(), l, frontier.Outcome{Result: frontier.Dead, Reason: reason}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 3 {
		if err := f.Push(t.Context(), entry("b.test", n+1), entry("c.test", n+1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string, o bolt.Options) *bolt.Frontier {
	t.Helper()
	f, err := bolt.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Where no reasons were kept, that is said.
func TestUnexplained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	f := open(t, path, bolt.Options{})
	if err := errors.Join(f.Push(t.Context(), frontier.Entry{URL: "http://a.test/", Host: "a.test"}), f.Close()); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-file", path}, {"-file", path, "-url", "http://a.test/"}} {
		if code, stdout, stderr := programtest.Run(t, Run, args...); code != 0 || !strings.Contains(stdout, "kept no reasons") {
			t.Errorf("%q: exit code %d: %s%s", args, code, stdout, stderr)
		}
	}
}

func TestInspect(t *testing.T) {
	path := queue(t)
	for _, c := range []struct {
		args string
		want []string
		not  string
	}{
		{"", []string{"queued: 6, leased: 0, done: 0, dead: 4", "order fifo", "1  status 503", "1  timeout", "1  http://b.test/1\n          1 words\n"}, "took too long"},
		{"-next 1 -failures", []string{"http://a.test/1: the answer took too long [timeout], attempts: 1"}, "http://c.test"},
		{"-url http://a.test/2", []string{"http://a.test/2: dead, value 2", "status 503", "leased", "found"}, "\nnext:"},
		{`-requeue timeout -requeue status|5xx`, []string{"requeued: 3 URLs", "dead: 1", "queued: 9"}, "timeout"},
		{"-drop c.test -drop http://b.test/3", []string{"dropped: 4 URLs", "4  dropped", "queued: 5"}, "http://c.test"},
		{"-requeue dropped -block c.test -for 1h", []string{"requeued: 4 URLs", "queued: 9"}, "4  dropped"},
		{"-compact", []string{"compacted: ", "queued: 9"}, ""},
	} {
		args := append([]string{"-file", path}, strings.Fields(c.args)...)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "|", " ")
		}
		code, stdout, stderr := programtest.Run(t, Run, args...)
		if code != 0 {
			t.Fatalf("%q: exit code %d: %s", args, code, stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%q lacks %q:\n%s", args, want, stdout)
			}
		}
		if c.not != "" && strings.Contains(stdout, c.not) {
			t.Errorf("%q has %q:\n%s", args, c.not, stdout)
		}
	}
	f := open(t, path, bolt.Options{Existing: true})
	defer f.Close()
	for range 6 { // all but those of the host that is blocked
		l, err := f.Pop(t.Context())
		if err != nil || l.Host == "c.test" {
			t.Fatalf("leased %v, %v", l.URL, err)
		}
		if err := f.Done(t.Context(), l, frontier.Outcome{}); err != nil {
			t.Fatal(err)
		}
	}
	if next, err := f.Peek(t.Context(), 10); err != nil || len(next) != 3 {
		t.Errorf("left %v, %v", next, err)
	}
}

// A file that shrinks keeps what is in it, and a crawl that runs keeps its file.
func TestCompact(t *testing.T) {
	path := queue(t)
	f := open(t, path, bolt.Options{Existing: true})
	code, _, stderr := programtest.Run(t, Run, "-file", path, "-compact")
	if code != 1 || !strings.Contains(stderr, "locked") {
		t.Errorf("while it is open: exit code %d: %s", code, stderr)
	}
	var many []frontier.Entry
	for n := range 3000 {
		many = append(many, frontier.Entry{URL: fmt.Sprintf("http://d.test/%04d", n), Host: "d.test"})
	}
	if err := f.Push(t.Context(), many...); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Drop(t.Context(), func(r frontier.Record) bool { return true }, "[dropped]"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := programtest.Run(t, Run, "-file", path, "-compact", "-json")
	var r report
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != 0 || r.After >= r.Before || r.Stats.Dead != 3010 {
		t.Errorf("exit code %d: %+v, %v: %s", code, r, err, stderr)
	}
	f = open(t, path, bolt.Options{Existing: true})
	defer f.Close()
	if s, err := f.Stats(t.Context()); err != nil || s != r.Stats {
		t.Errorf("%v, %v", s, err)
	}
	if _, err := f.Pop(t.Context()); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestUsage(t *testing.T) {
	path := queue(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "want the file of a crawl"},
		{[]string{"-file", path, "-next", "-1"}, 2, "want 0 to 1000"},
		{[]string{"-file", path, "-for", "0s"}, 2, "want a time such as 24h"},
		{[]string{"-file", path, "-url", "http://a.test/none"}, 1, "http://a.test/none was never queued by this crawl"},
		{[]string{"-file", path + "x"}, 1, "no such file"},
		{[]string{"-file", "main_test.go"}, 1, "bolt: main_test.go: "},
	} {
		if code, _, stderr := programtest.Run(t, Run, c.args...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d: %s", c.args, code, stderr)
		}
	}
}
