package warc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Response reads the answer that a response or revisit record holds, or makes
// one of a resource record. Its body is the rest of the record's block, the
// transfer coding undone, and ends with io.ErrUnexpectedEOF where the record
// says that it was truncated. A content coding, such as gzip, is left as it is: a crawl of
// a [Web] undoes it. The header does not name codings that the body, by its first MiB,
// does not have: many programs undo them and leave the header as it came. A revisit
// record holds no body.
func (r *Record) Response() (*http.Response, error) {
	if r.Type() == typeResource {
		return &http.Response{
			Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {r.Fields.Get("Content-Type")}},
			Body:   io.NopCloser(r), ContentLength: r.Length,
		}, nil
	}
	in := bufio.NewReader(r)
	resp, err := readResponseHead(in)
	if err != nil {
		return nil, r.badResponse(err)
	}
	var body io.Reader
	body, resp.ContentLength = r.payload(in, resp)
	if r.truncated() {
		body, resp.ContentLength = io.MultiReader(body, tornBody{}), -1
	}
	resp.Body = io.NopCloser(body)
	return resp, nil
}

// status reads the status of the answer that the record holds, 0 if it holds none.
func (r *Record) status() int {
	if kind := r.Type(); kind != typeResponse && kind != typeRevisit {
		return 0
	}
	resp, err := readResponseHead(bufio.NewReader(r))
	if err != nil {
		return 0 // where the block is not whole the reader will report it
	}
	return resp.StatusCode
}

func (r *Record) badResponse(err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &Error{r.reader.Name, r.Offset, fmt.Errorf("the answer of %s: %w", excerpt.Of(weburl.Redact(r.URL()), maxQuote), err)}
}

// tornBody is what follows the last byte of a body that was truncated.
type tornBody struct{}

func (tornBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// readResponseHead reads a status line and header fields. It forgives lines
// that are no fields, as browsers do.
func readResponseHead(in *bufio.Reader) (*http.Response, error) {
	h := head{in, maxHTTPHeader}
	line, err := h.line()
	if err != nil {
		return nil, err
	}
	proto, status, _ := strings.Cut(string(line), " ")
	status = strings.TrimSpace(status)
	code, _, _ := strings.Cut(status, " ")
	n, err := strconv.ParseUint(code, 10, 16)
	if err != nil || len(code) != 3 || !strings.HasPrefix(proto, "HTTP/") {
		return nil, fmt.Errorf("expected a status line like HTTP/1.1 200 OK, found %q", excerpt.Of(weburl.Redact(string(line)), maxQuote))
	}
	fields, err := h.fields(func([]byte) error { return nil })
	if err != nil {
		return nil, err
	}
	resp := &http.Response{
		Status: status, StatusCode: int(n), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header, len(fields)),
	}
	for _, f := range fields {
		name := textproto.CanonicalMIMEHeaderKey(f.Name)
		resp.Header[name] = append(resp.Header[name], f.Value)
	}
	return resp, nil
}
