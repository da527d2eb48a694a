package crawl_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

func TestFailureCause(t *testing.T) {
	for reason, want := range map[string]string{
		"status 503 Service Unavailable [status]":                            "status",
		"dial tcp [::1]:80: connect: connection refused [connect]":           "connect",
		"http://[::1]/: it is [not] what [it seems to be] [refused address]": "refused address",
		"": "", "of another program": "", "[": "", "dial tcp [::1]:80: refused": "",
	} {
		if got := crawl.FailureCause(frontier.Failure{Reason: reason}); got != want {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
	}
}
