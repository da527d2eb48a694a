package templates

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// TestEvaluate: the wrong answers on two made-up sites, one of which says that a
// redesign is none.
func TestEvaluate(t *testing.T) {
	files := map[string]string{}
	var manifest strings.Builder
	add := func(site, version, format string) (list string) {
		for i := range 4 {
			name := fmt.Sprintf("%s-%s-%d.html", site, version, i)
			files[name] = strings.Replace(format, "Tides", fmt.Sprintf("Tides %d", i), 1)
			fmt.Fprintf(&manifest, "{\"path\":%q,\"site\":%q,\"template\":\"t\",\"version\":%q}\n", name, site, version)
			list += fmt.Sprintf(",%q", name)
		}
		return list[1:]
	}
	var pairs strings.Builder
	for _, site := range []string{"right", "wrong"} {
		fmt.Fprintf(&pairs, "{\"site\":%q,\"template\":\"t\",\"a\":\"1\",\"b\":\"2\",\"a_pages\":[%s],\"b_pages\":[%s],\"changed\":%v,\"size\":\"redesign\"}\n",
			site, add(site, "1", oldPage), add(site, "2", newPage), site == "right")
	}
	files["manifest.jsonl"], files["pairs.jsonl"] = manifest.String(), pairs.String()
	dir := directory(t, files)
	code, stdout, stderr := programtest.Run(t, Run, "-data", dir, "-evaluate")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	got := strings.Join(strings.Fields(stdout), " ")
	for _, want := range []string{
		"set missed set false page missed page false half false",
		"right 0 of 1 0 of 0 0 of 4 0 of 8 0 of 10",
		"wrong 0 of 0 1 of 1 0 of 0 0 of 8 0 of 10",
		"all 0 of 1 1 of 1 0 of 4 0 of 16 0 of 20",
		"redesigns named: 1 of 1",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: want %q", got, want)
		}
	}
	if code, stdout, _ := programtest.Run(t, Run, "-data", dir, "-evaluate", "-json"); code != 0 || !strings.Contains(stdout, `"site":"left out"`) {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	delete(files, "manifest.jsonl")
	if code, _, stderr := programtest.Run(t, Run, "-data", directory(t, files), "-evaluate"); code != 1 || !strings.Contains(stderr, "manifest.jsonl: no such file") || !strings.Contains(stderr, "templates -h says") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, _ := programtest.Run(t, Run, "-data", dir, "-evaluate", "-mode", "paper"); code != 2 {
		t.Errorf("exit code %d", code)
	}
}
