package chrome

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/contenttype"
	"github.com/lokman-crawler/lokman/internal/fold"
)

// askFor returns the request for the plain answer, which must come in an
// encoding that is understood here and by who asks.
func askFor(req *http.Request) *http.Request {
	asked := req.Clone(req.Context())
	if strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
		asked.Header.Set("Accept-Encoding", "gzip")
	} else {
		asked.Header.Set("Accept-Encoding", "identity")
	}
	return asked
}

// readPlain returns an HTML page, its content encoding undone. The answer can
// be read again as it was. The error says why it is not to be rendered.
func readPlain(resp *http.Response, limit int64) ([]byte, error) {
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	if t, _ := contenttype.Of(resp.Header); t != "text/html" && t != "application/xhtml+xml" {
		return nil, errors.New("it is not HTML")
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	var rest io.Reader
	switch {
	case err != nil:
		rest = failing{err}
	case int64(len(raw)) > limit:
		rest = resp.Body
	default:
		rest = http.NoBody // the body itself may be closed by now
	}
	resp.Body = again{io.MultiReader(bytes.NewReader(raw), rest), resp.Body}
	if err != nil {
		return nil, err
	}
	body, err := decoded(resp.Header, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	html, err := io.ReadAll(io.LimitReader(body, limit+1))
	if max(int64(len(raw)), int64(len(html))) > limit {
		return nil, errPage(limit)
	}
	return html, err
}

// serializable lets the declarative shadow roots of a page be written out again, the closed
// ones too, which are as closed to its scripts as before.
func serializable(page []byte) []byte {
	if !fold.Contains(page, "shadowrootmode", 'w') {
		return page
	}
	var out []byte
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		kind := z.Next()
		raw := z.Raw()
		if n := len("<template"); kind == html.StartTagToken && len(raw) > n && bytes.EqualFold(raw[:n], []byte("<template")) {
			out = append(out, raw[:n]...)
			if c := raw[n]; c <= ' ' || c == '>' || c == '/' {
				out = append(out, " shadowrootserializable"...)
			}
			raw = raw[n:]
		}
		out = append(out, raw...)
		if kind == html.ErrorToken {
			return out
		}
	}
}

// again is a body that is read from its beginning once more.
type again struct {
	io.Reader
	io.Closer
}

// failing is the rest of a body that cannot be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
