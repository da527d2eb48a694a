package chrome_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// A limit that is none is an error that names it, and pages come as they are.
func TestLimitsBelowZero(t *testing.T) {
	for name, limits := range map[string]chrome.Limits{
		"Time": {Time: -1}, "Requests": {Requests: crawl.NoLimit}, "Bytes": {Bytes: -1}, "Page": {Page: -1}, "Memory": {Memory: -1},
	} {
		r := &chrome.Renderer{Transport: newWeb(map[string]string{"/": made}), Limits: limits}
		if err := r.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "Limits."+name) {
			t.Errorf("Start: %v, want the name of Limits.%s", err, name)
		}
		if a := get(t, r, "http://a.test/"); a.rendered || a.body != made || !strings.Contains(a.reason, "Limits."+name) {
			t.Errorf("rendered %v, reason %q, body %q, want the plain page and the name of Limits.%s", a.rendered, a.reason, a.body, name)
		}
		r.Close()
	}
}

// Limits may be as large as their types allow.
func TestLargeLimits(t *testing.T) {
	t.Parallel()
	r := renderer(t, &chrome.Renderer{Transport: newWeb(map[string]string{"/": made}), Limits: chrome.Limits{
		Time: ample, Requests: math.MaxInt, Bytes: math.MaxInt64, Page: math.MaxInt64, Memory: math.MaxInt64,
	}})
	if a := get(t, r, "http://a.test/"); !a.rendered {
		t.Errorf("reason %q", a.reason)
	}
}
