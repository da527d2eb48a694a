package neardup

import (
	"fmt"
	"strings"
	"testing"
)

// What is known of frames is bounded in hosts and in blocks, and what was not met for
// long is forgotten.
func TestFramesAreBounded(t *testing.T) {
	var f frames
	const menu = "home and news and more"
	learn := func(host string, from, to int) {
		page := []string{menu}
		for i := from; i < to; i++ {
			page = append(page, fmt.Sprint("block ", i))
		}
		f.learn(host, "", strings.Join(page, "\n\n"))
	}
	for i := range 20 {
		learn("large.test", 500*i, 500*i+3*maxBlocks)
	}
	large := f.byHost["large.test"]
	if n := len(large.recent) + len(large.old); n > 2*maxBlocks {
		t.Errorf("%d blocks of a host are known, want at most %d", n, 2*maxBlocks)
	}
	if d := f.divide("large.test", menu+"\n\nblock 1"); d.words != 2 {
		t.Errorf("%d words are not the frame's, want 2", d.words)
	}
	for i := range 2 * maxHosts {
		learn(fmt.Sprintf("h%d.test", i), 0, 1)
	}
	if len(f.byHost) != maxHosts || len(f.hosts) != maxHosts || f.byHost["large.test"] != nil || f.byHost[fmt.Sprintf("h%d.test", 2*maxHosts-1)] == nil {
		t.Errorf("%d hosts are known, want the latest %d", len(f.byHost), maxHosts)
	}
}
