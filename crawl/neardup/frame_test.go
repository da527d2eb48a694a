package neardup

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/frame"
)

// Frames are known of a bounded number of hosts, those that were asked for latest.
func TestFramesAreBounded(t *testing.T) {
	var known latest[site]
	for i := range 4 * maxHosts {
		known.of(fmt.Sprintf("h%d.test", i)).Add("home")
		known.of("often.test").Add("home")
	}
	if n := len(known.recent) + len(known.old); n > 2*maxHosts || n < maxHosts {
		t.Errorf("%d hosts are known, want the latest %d to %d", n, maxHosts, 2*maxHosts)
	}
	last := fmt.Sprintf("h%d.test", 3*maxHosts+1)
	if known.of("often.test").Young() || !known.of(last).Met(frame.Hash("home")) {
		t.Error("one of the latest hosts is forgotten")
	}
}

// What hosts answer where they have no page is bounded in hosts and in blocks.
func TestNotFoundsAreBounded(t *testing.T) {
	s := Strategy{NotFound: true}
	for i := range 3 * maxHosts {
		body := "menu" + strings.Repeat(fmt.Sprintf("<p>block %d", i), 2) + strings.Repeat("<p>word", 10)
		if i == 3*maxHosts-1 {
			for j := range 2 * frame.MaxBlocks {
				body += fmt.Sprint("<p>block ", j)
			}
		}
		s.Value(&crawl.Page{URL: probe(fmt.Sprintf("http://h%d.test/", i)), Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)})
	}
	if n := len(s.notFounds.recent) + len(s.notFounds.old); n > 2*maxHosts || n < maxHosts {
		t.Errorf("%d hosts are known, want the latest %d to %d", n, maxHosts, 2*maxHosts)
	}
	if n := len(s.notFounds.of(fmt.Sprintf("h%d.test", 3*maxHosts-1)).blocks); n > frame.MaxBlocks || n < frame.MaxBlocks/2 {
		t.Errorf("%d blocks are known, want up to %d", n, frame.MaxBlocks)
	}
	if known := s.notFounds.of(fmt.Sprintf("h%d.test", 2*maxHosts+1)); known.blocks == nil {
		t.Error("one of the latest hosts is forgotten")
	}
}
