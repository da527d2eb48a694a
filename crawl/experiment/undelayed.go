package experiment

import (
	"bytes"
	"io"
	"net/http"
	"regexp"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// undelayed is a web without the Crawl-delay of its robots.txt files: a crawler would wait for
// it by the wall clock.
type undelayed struct{ *webs.Web }

// RoundTrip implements [http.RoundTripper].
func (w undelayed) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := w.Web.RoundTrip(req)
	if err != nil || req.URL.Path != "/robots.txt" {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(crawlDelay.ReplaceAll(body, []byte("${1}#${2}"))))
	return resp, err
}

// crawlDelay matches the beginning of a line with a Crawl-delay, whose c becomes the sign of
// a comment: the file stays as long as it was.
var crawlDelay = regexp.MustCompile(`(?i)((?:^|[\r\n]|\x{FEFF})[ \t]*)c(rawl[- ]?delay)`)
