package topical

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

// The advice opens the very port, since a port that is no web server's stays closed
// otherwise.
func TestAdvised(t *testing.T) {
	err := advised(&dial.RefusedError{Host: "::1", Port: 1, Why: "port 1 is no web server's"})
	if !strings.HasSuffix(err.Error(), "-open [::1]:1") {
		t.Error(err)
	}
}
