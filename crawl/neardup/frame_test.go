package neardup

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
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

// What hosts answer where they have no page is bounded in hosts and in blocks.
func TestNotFoundsAreBounded(t *testing.T) {
	s := Strategy{NotFound: true}
	for i := range 3 * maxHosts {
		body := "menu" + strings.Repeat(fmt.Sprintf("<p>block %d", i), 2) + strings.Repeat("<p>word", 10)
		if i == 3*maxHosts-1 {
			for j := range 2 * maxBlocks {
				body += fmt.Sprint("<p>block ", j)
			}
		}
		s.Value(&crawl.Page{URL: probe(fmt.Sprintf("http://h%d.test/", i)), Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)})
	}
	if n := len(s.notFounds.recent) + len(s.notFounds.old); n > 2*maxHosts || n < maxHosts {
		t.Errorf("%d hosts are known, want the latest %d to %d", n, maxHosts, 2*maxHosts)
	}
	if n := len(s.notFounds.of(fmt.Sprintf("h%d.test", 3*maxHosts-1)).blocks); n > maxBlocks || n < maxBlocks/2 {
		t.Errorf("%d blocks are known, want up to %d", n, maxBlocks)
	}
	if known := s.notFounds.of(fmt.Sprintf("h%d.test", 2*maxHosts+1)); known.blocks == nil {
		t.Error("one of the latest hosts is forgotten")
	}
}
