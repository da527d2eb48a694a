package chrome

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
)

// A request of a page that is refused is logged without the secrets in its URL, in
// that of the page and in the error of a transport.
func TestNoSecretsInTheLog(t *testing.T) {
	var text bytes.Buffer
	r := &Renderer{Logger: slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	page := httptest.NewRequest("GET", "http://ann:Vmp7XcQ2@a.test/?token=Vmp7XcQ2", nil)
	asked := "http://b.test/x.js?sig=Vmp7XcQ2"
	r.logRefused(page, asked, &url.Error{Op: "Get", URL: asked, Err: syscall.ECONNREFUSED})
	if s := text.String(); strings.Contains(s, "Vmp7XcQ2") || !strings.Contains(s, "x.js?sig=REDACTED") || !strings.Contains(s, "a.test/?token=REDACTED") || !strings.Contains(s, "refused") {
		t.Errorf("the log says %s", s)
	}
	new(Renderer).logRefused(page, asked, syscall.ECONNREFUSED) // without a Logger
}
