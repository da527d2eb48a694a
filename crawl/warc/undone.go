package warc

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httputil"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

// window is how much of a body is looked at to tell whether it has the codings that
// its header names: many programs undo them and leave the header as it came.
const window = 1 << 20

// payload returns the entity body of an answer whose header has been read, and its
// length, -1 if that is not known. Codings that the body does not have are dropped
// from the header.
func (r *Record) payload(in *bufio.Reader, resp *http.Response) (io.Reader, int64) {
	length := r.left + int64(in.Buffered())
	if !isChunked(resp.Header) && resp.Header.Get("Content-Encoding") == "" {
		return in, length
	}
	most := length
	if r.truncated() {
		most = math.MaxInt64
	}
	in, seen, whole := look(in, length)
	if isChunked(resp.Header) {
		resp.Header.Del("Transfer-Encoding")
		if isChunks(seen, whole && !r.truncated(), most) {
			resp.TransferEncoding = []string{"chunked"}
			in, seen, whole = look(httputil.NewChunkedReader(in), length)
			length = -1
		}
	}
	dropUndone(resp.Header, seen, whole && !r.truncated())
	return in, length
}

// look returns the start of a body, which has at most some bytes, whether this is all
// of it, and what to read the body from.
func look(body io.Reader, most int64) (in *bufio.Reader, seen []byte, whole bool) {
	size := int(min(most, window)) + 1 // one more, which is not there
	in = bufio.NewReaderSize(body, size)
	seen, err := in.Peek(size)
	return in, seen, err == io.EOF
}

func isChunked(h http.Header) bool {
	return strings.Contains(strings.ToLower(strings.Join(h["Transfer-Encoding"], ",")), "chunked")
}

var errNoField = errors.New("not a field")

// isChunks reports whether a body, of which the start has been seen and which has at
// most some bytes, is chunked: a text may begin with a number. The chunks that are seen
// have to be whole up to the last, or to go on beyond.
func isChunks(seen []byte, whole bool, most int64) bool {
	in := bufio.NewReader(bytes.NewReader(seen))
	n, err := io.Copy(io.Discard, httputil.NewChunkedReader(in))
	switch {
	case err == nil && n == 0: // the last chunk alone has to be all
		trailer := head{in, maxHTTPHeader}
		_, err := trailer.fields(func([]byte) error { return errNoField })
		return err == nil && skipEmpty(in) == io.EOF
	case whole || err != io.ErrUnexpectedEOF:
		return err == nil
	}
	size, _, _ := bytes.Cut(seen, []byte("\r\n"))
	size, _, _ = bytes.Cut(size, []byte(";"))
	first, err := strconv.ParseInt(string(bytes.TrimSpace(size)), 16, 64)
	return err == nil && first < most
}

// dropUndone drops content codings from a header, the outermost first, up to one that
// the body has.
func dropUndone(h http.Header, seen []byte, whole bool) {
	all := strings.Join(h["Content-Encoding"], ",")
	names := strings.Split(all, ",")
	for len(names) > 0 && !hasCoding(seen, whole, strings.ToLower(strings.TrimSpace(names[len(names)-1]))) {
		names = names[:len(names)-1]
	}
	if left := strings.Join(names, ","); left == "" {
		h.Del("Content-Encoding")
	} else if left != all {
		h.Set("Content-Encoding", left)
	}
}

// hasCoding reports whether a body has a content coding, which is taken for granted
// where nobody can tell.
func hasCoding(seen []byte, whole bool, coding string) bool {
	switch {
	case len(seen) == 0:
	case coding == "gzip" || coding == "x-gzip":
		return bytes.HasPrefix(seen, gzipMagic)
	case coding == "zstd":
		return bytes.HasPrefix(seen, zstdframe.Magic) || zstdframe.IsSkippable(seen)
	case coding == "deflate": // as the standard has it, or what old servers mean by it
		z, err := zlib.NewReader(bytes.NewReader(seen))
		return err == nil && decodes(z, whole) || decodes(flate.NewReader(bytes.NewReader(seen)), whole)
	case coding == "br":
		return decodes(brotli.NewReader(bytes.NewReader(seen)), whole)
	}
	return true
}

// decodes reports whether a decoder of what has been seen of a body finds no fault.
func decodes(z io.Reader, whole bool) bool {
	_, err := io.CopyN(io.Discard, z, window)
	return err == nil || err == io.EOF || err == io.ErrUnexpectedEOF && !whole
}

// truncated reports whether the block is not all that the server sent: it was
// cut, or goes on in another record (7).
func (r *Record) truncated() bool {
	return r.Type() == typeResponse && (r.Fields.Get("WARC-Truncated") != "" || r.Fields.Get("WARC-Segment-Number") != "")
}
