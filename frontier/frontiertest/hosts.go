package frontiertest

import (
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/transcripts"
)

var hostCases = append(played(transcripts.Hosts), []testcase{
	{"HostKey", "the key of politeness is Entry.Host; without one it is the URL's host and port", hostKey},
}...)

func hostKey(t *testing.T, open opener) {
	one, two := page("a/1", 9), page("b/2", 8)
	one.Host, two.Host = "group", "group"
	p := start(t, open, frontier.Options{}, one, two,
		page("c/3", 7), page("c/4", 6), page("a/5", 5), frontier.Entry{URL: "http://c.test:8080/6", Value: 4})
	p.count(frontier.Stats{Queued: 6, Hosts: 4})
	l := p.want("a/1")
	p.want("c/3")
	p.want("a/5") // not of the group
	if l := p.pop(); l.URL != "http://c.test:8080/6" {
		t.Errorf("leased %s, want the other port", l.URL)
	}
	p.nothing()
	p.finish(l, frontier.Fetched)
	p.want("b/2")
}
