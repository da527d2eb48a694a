package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/net/html/charset"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

const (
	acceptEncoding = "gzip, br, zstd"
	codingLimit    = 3       // applied one on another to a body
	zstdWindow     = 8 << 20 // RFC 9659: what a decoder for the web must take and need not go beyond
)

// codings returns the content codings of an answer in the order in which they
// were applied, and one that nobody knows, "" for none. Some servers name the charset there,
// or what only another protocol encodes: that is none, as it is to browsers.
func codings(h http.Header) (names []string, unknown string, err error) {
	for name := range strings.SplitSeq(strings.Join(h.Values("Content-Encoding"), ","), ",") {
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case "", "identity", "none", "7bit", "8bit", "binary", "aws-chunked":
		case "gzip", "x-gzip", "deflate", "br", "zstd":
			names = append(names, name)
		default:
			if enc, _ := charset.Lookup(name); enc == nil {
				unknown = name
			}
		}
	}
	if len(names) > codingLimit {
		return nil, "", fmt.Errorf("%d content encodings one on another, want at most %d", len(names), codingLimit)
	}
	return names, unknown, nil
}

// plain passes on a body that an unknown coding is said to be applied to, if nothing has
// been: browsers do not mind such a name.
func plain(src io.Reader, unknown string) (io.Reader, error) {
	in := bufio.NewReader(src)
	start, _ := in.Peek(512) // what DetectContentType looks at; an error comes again
	switch http.DetectContentType(start) {
	case "application/octet-stream", "application/x-gzip", "application/zip", "application/x-rar-compressed":
		return nil, fmt.Errorf("content encoding %q was not asked for", excerpt.Of(weburl.Redact(unknown), failure.MaxQuote))
	}
	return in, nil
}

// decoded undoes one content coding. A body that does not begin as its coding
// does is passed on as it is, since some servers say gzip and send plain text.
func decoded(src io.Reader, coding string) (io.Reader, func(), error) {
	none := func() {}
	in := bufio.NewReader(src)
	start, err := in.Peek(4)
	if len(start) == 0 {
		if err == io.EOF {
			return strings.NewReader(""), none, nil // nothing at all, which needs no header
		}
		return nil, none, err
	}
	switch coding {
	case "gzip", "x-gzip":
		if len(start) < 2 || start[0] != 0x1f || start[1] != 0x8b {
			return in, none, errNotEncoded(coding)
		}
		z, err := unzip.NewMembers(in)
		return z, none, err
	case "deflate":
		if isZlib(start) {
			z, err := zlib.NewReader(in)
			return z, none, err
		}
		return flate.NewReader(in), none, nil // what old servers mean by it
	case "br":
		return brotli.NewReader(in), none, nil
	case "zstd":
		if !bytes.HasPrefix(start, zstdframe.Magic) && !zstdframe.IsSkippable(start) {
			return in, none, errNotEncoded(coding)
		}
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, none, err
		}
		return z, z.Close, nil
	}
	return in, none, nil
}

// errNotEncoded marks a body that is not what its Content-Encoding says.
type errNotEncoded string

func (e errNotEncoded) Error() string {
	return fmt.Sprintf("the body is not %s, as its Content-Encoding says", string(e))
}

func isZlib(start []byte) bool {
	return len(start) >= 2 && start[0]&0x0f == 8 && (int(start[0])<<8|int(start[1]))%31 == 0
}
