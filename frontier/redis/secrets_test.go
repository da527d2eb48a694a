package redis

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// What a record, the server or an entry says of a URL is in errors without secrets.
func TestNoSecretsInErrors(t *testing.T) {
	const url = "http://a.test/?token=Vmp7XcQ2"
	f := &Frontier{server: &wire.Server{Name: "localhost:6379"}, name: "crawl"}
	cause := errors.New("cut short")
	for _, err := range []error{
		f.wrap("pop", fmt.Errorf("the token of %s: %w", url, cause)),
		f.wrap("explain", fmt.Errorf("a record says %q: %w", "1 "+url+" 2", cause)),
		f.Done(t.Context(), frontier.Lease{}, frontier.Outcome{Links: []frontier.Entry{{URL: url + " "}}}),
		f.Push(t.Context(), frontier.Entry{URL: url + " "}),
	} {
		if err == nil || strings.Contains(err.Error(), "Vmp7XcQ2") || !strings.Contains(err.Error(), "a.test/?token=REDACTED") {
			t.Errorf("the error is %v", err)
		}
	}
	if err := f.wrap("pop", cause); !errors.Is(err, cause) {
		t.Errorf("the cause of %v is lost", err)
	}
}
